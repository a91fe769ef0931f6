from django.db import migrations, models

from records.db.append_only import append_only

ID = ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))


class Migration(migrations.Migration):
    """The Merkle tree over the audit log, its signed heads, and which entries are of publications.

    Entries that are there are taken into the tree by the task that signs the first head, some thousands at a time.
    """

    dependencies = [
        ("records", "0028_audit_by_action"),
    ]

    operations = [
        migrations.CreateModel(
            name="AuditTile",
            fields=[
                ID,
                ("level", models.PositiveSmallIntegerField()),
                ("number", models.PositiveBigIntegerField()),
                ("root", models.BinaryField()),
                ("hashes", models.BinaryField()),
            ],
            options={
                "db_table": "records_audittile",
                "constraints": [models.UniqueConstraint(fields=["level", "number"], name="audit_tile_once")],
            },
        ),
        migrations.CreateModel(
            name="LogHead",
            fields=[
                ID,
                ("size", models.PositiveBigIntegerField(verbose_name="entries")),
                ("root", models.CharField(max_length=64, verbose_name="root")),
                ("origin", models.CharField(max_length=200, verbose_name="log")),
                ("note", models.TextField(verbose_name="signed head")),
                ("fingerprint", models.CharField(max_length=64, verbose_name="fingerprint of the key")),
                ("key", models.TextField(verbose_name="public key")),
                ("at", models.DateTimeField(verbose_name="at")),
            ],
            options={
                "verbose_name": "signed head of the log",
                "verbose_name_plural": "signed heads of the log",
                "db_table": "records_loghead",
                "ordering": ["-pk"],
                "constraints": [models.UniqueConstraint(fields=["size", "fingerprint"], name="log_head_once")],
            },
        ),
        migrations.CreateModel(
            name="PublishedEntry",
            fields=[
                ID,
                ("hash", models.CharField(db_index=True, max_length=64)),
                ("event", models.UUIDField()),
                ("number", models.PositiveIntegerField()),
                ("entry", models.PositiveBigIntegerField()),
            ],
            options={
                "db_table": "records_publishedentry",
                "indexes": [models.Index(fields=["event", "number"], name="published_entry")],
            },
        ),
        migrations.CreateModel(
            name="HeadDelivery",
            fields=[
                ID,
                ("destination", models.CharField(max_length=64, unique=True)),
                ("head", models.PositiveBigIntegerField()),
            ],
        ),
        migrations.AlterModelOptions(name="audittile", options={"managed": False}),
        migrations.AlterModelOptions(
            name="loghead",
            options={
                "managed": False,
                "ordering": ["-pk"],
                "verbose_name": "signed head of the log",
                "verbose_name_plural": "signed heads of the log",
            },
        ),
        migrations.AlterModelOptions(name="publishedentry", options={"managed": False}),
        append_only("records_audittile", ["id"], ["level", "number"]),
        append_only("records_loghead", ["id"], ["size", "fingerprint"]),
        append_only("records_publishedentry", ["id"]),
        migrations.RunSQL("CREATE INDEX publication_by_hash ON records_publication (hash)", "DROP INDEX publication_by_hash"),
    ]
