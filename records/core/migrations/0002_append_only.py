"""The table of tombstones, whose rows are never changed.

Triggers refuse a change. Django makes each table and does not manage it from then on, so that ``flush`` leaves it alone.
"""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

from records.core.db.append_only import append_only, unmanaged
from records.core.db.tables import CreateTables


class Migration(migrations.Migration):
    dependencies = [
        ("core", "0001_initial"),
    ]

    TABLES = [
        migrations.CreateModel(
            name="Tombstone",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="at")),
                ("kind", models.CharField(max_length=63, verbose_name="kind of row")),
                ("key", models.CharField(max_length=64, verbose_name="key of the row")),
                ("digest", models.CharField(max_length=64, verbose_name="digest")),
                ("actor", models.CharField(blank=True, max_length=40, verbose_name="who")),
                ("actor_name", models.CharField(blank=True, max_length=150, verbose_name="name")),
                ("request_id", models.CharField(blank=True, max_length=64, verbose_name="request")),
                ("role", models.CharField(blank=True, max_length=63, verbose_name="role of the database")),
            ],
            options={
                "verbose_name": "tombstone",
                "verbose_name_plural": "tombstones",
                "db_table": "core_tombstone",
                "ordering": ["-id"],
            },
        ),
    ]
    operations = [
        CreateTables(TABLES),
        append_only("core_tombstone", ["id"]),
        *map(unmanaged, TABLES),
    ]
