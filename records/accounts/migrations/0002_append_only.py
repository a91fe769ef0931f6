"""The table of the audit log, whose rows are never changed.

Triggers refuse a change. Django makes each table and does not manage it from then on, so that ``flush`` leaves it alone.
"""

from django.db import migrations, models

from records.core.db.append_only import append_only, unmanaged
from records.core.db.tables import CreateTables


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
    ]

    TABLES = [
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                ("number", models.PositiveBigIntegerField(primary_key=True, serialize=False, verbose_name="number")),
                ("at", models.CharField(max_length=32, verbose_name="at")),
                ("actor", models.CharField(max_length=40, verbose_name="who")),
                ("actor_name", models.CharField(max_length=150, verbose_name="name")),
                ("action", models.CharField(max_length=40, verbose_name="action")),
                ("target", models.CharField(max_length=100, verbose_name="to what")),
                ("details", models.TextField(verbose_name="details")),
                ("request_id", models.CharField(max_length=64, verbose_name="request")),
                ("previous", models.CharField(max_length=64, verbose_name="hash before")),
                ("hash", models.CharField(max_length=64, verbose_name="hash")),
            ],
            options={
                "verbose_name": "audit entry",
                "verbose_name_plural": "audit log",
                "db_table": "accounts_auditentry",
                "ordering": ["-number"],
            },
        ),
    ]
    operations = [
        CreateTables(TABLES),
        append_only("accounts_auditentry", ["number"]),
        migrations.RunSQL("CREATE INDEX audit_by_action ON accounts_auditentry (action, number)", "DROP INDEX audit_by_action"),
        *map(unmanaged, TABLES),
    ]
