import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

from records.db.append_only import append_only


class Migration(migrations.Migration):
    dependencies = [
        ("records", "0007_webhooks"),
    ]

    operations = [
        migrations.CreateModel(
            name="Publication",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("hash", models.CharField(max_length=64, verbose_name="hash")),
                ("previous", models.CharField(blank=True, max_length=64, verbose_name="hash before")),
                ("fingerprint", models.CharField(max_length=64, verbose_name="fingerprint of the key")),
                ("key", models.TextField(verbose_name="public key")),
                ("file", models.BinaryField(verbose_name="file")),
                ("matches", models.PositiveIntegerField(verbose_name="matches")),
                ("rulings", models.PositiveIntegerField(verbose_name="rulings")),
                ("unresolved", models.PositiveIntegerField(verbose_name="unresolved")),
                ("forced", models.TextField(blank=True, verbose_name="published all the same")),
                ("publisher", models.PositiveBigIntegerField(verbose_name="account")),
                ("publisher_name", models.CharField(max_length=200, verbose_name="published by")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="at")),
                (
                    "event",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="publications",
                        to="records.event",
                        verbose_name="event",
                    ),
                ),
            ],
            options={
                "verbose_name": "publication",
                "verbose_name_plural": "publications",
                "db_table": "records_publication",
                "ordering": ["-number"],
                "constraints": [
                    models.UniqueConstraint(fields=["event", "number"], name="publication_numbered_once"),
                    models.UniqueConstraint(fields=["event", "hash"], name="publication_hash_once"),
                ],
            },
        ),
        migrations.AlterModelOptions(
            name="publication",
            options={
                "managed": False,
                "ordering": ["-number"],
                "verbose_name": "publication",
                "verbose_name_plural": "publications",
            },
        ),
        append_only("records_publication", ["id"], ["event_id", "number"], ["event_id", "hash"]),
    ]
