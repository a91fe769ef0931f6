from django.db import migrations, models

REFUSED = "the audit log is append-only"

POSTGRESQL = f"""
CREATE FUNCTION records_audit_refuses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '{REFUSED}' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER records_audit_rows BEFORE UPDATE OR DELETE ON records_auditentry
    FOR EACH ROW EXECUTE FUNCTION records_audit_refuses();
CREATE TRIGGER records_audit_table BEFORE TRUNCATE ON records_auditentry
    FOR EACH STATEMENT EXECUTE FUNCTION records_audit_refuses();
"""
# INSERT OR REPLACE deletes without asking the trigger for deletes: it is refused as what puts a number in twice.
SQLITE = [
    f"""CREATE TRIGGER records_audit_{name} BEFORE {event} ON records_auditentry {when}
    BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END"""
    for name, event, when in (
        ("update", "UPDATE", ""),
        ("delete", "DELETE", ""),
        ("replace", "INSERT", "WHEN EXISTS (SELECT 1 FROM records_auditentry WHERE number = NEW.number)"),
    )
]


def refuse(apps, schema_editor):
    """No row of the table is ever changed or deleted."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRESQL)
    else:
        for statement in SQLITE:
            schema_editor.execute(statement)


refuse.statements = {"postgresql": POSTGRESQL, "sqlite": SQLITE}


def allow(apps, schema_editor):
    """Back: the triggers go first, then the table."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP FUNCTION records_audit_refuses() CASCADE")
    else:
        for name in ("update", "delete", "replace"):
            schema_editor.execute(f"DROP TRIGGER records_audit_{name}")


class Migration(migrations.Migration):
    dependencies = [
        ("records", "0003_waiting_and_tallies"),
    ]

    operations = [
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
                "db_table": "records_auditentry",
                "ordering": ["-number"],
            },
        ),
        migrations.AlterModelOptions(
            name="auditentry",
            options={
                "managed": False,
                "ordering": ["-number"],
                "verbose_name": "audit entry",
                "verbose_name_plural": "audit log",
            },
        ),
        migrations.RunPython(refuse, allow),
    ]
