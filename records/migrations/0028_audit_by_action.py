"""Entries of one action are found by an index: the last seal, the last baseline. Django does not manage the table."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("records", "0031_tombstones")]

    operations = [
        migrations.RunSQL(
            "CREATE INDEX audit_by_action ON records_auditentry (action, number)",
            "DROP INDEX audit_by_action",
        ),
    ]
