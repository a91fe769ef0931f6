"""A table for what is left of rows that were erased; nobody changes it."""

import django.utils.timezone
from django.db import migrations, models

from records.db.append_only import append_only


class Migration(migrations.Migration):
    dependencies = [
        ("records", "0027_search_key_indexes"),
    ]

    operations = [
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
                "db_table": "records_tombstone",
                "ordering": ["-id"],
            },
        ),
        migrations.AlterModelOptions(
            name="tombstone",
            options={
                "managed": False,
                "verbose_name": "tombstone",
                "verbose_name_plural": "tombstones",
                "ordering": ["-id"],
            },
        ),
        append_only("records_tombstone", ["id"]),
    ]
