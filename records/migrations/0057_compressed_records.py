"""Fields that read records and verdicts compressed or not. The database has nothing to do: its columns stay what they are."""

from django.db import migrations

import records.db.fields


class Migration(migrations.Migration):
    dependencies = [
        ("records", "0056_analytics_exports"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name="judgement",
                    name="verdict",
                    field=records.db.fields.CompressedDocumentField(digest=True, kind="verdict", verbose_name="document"),
                ),
                migrations.AlterField(
                    model_name="match",
                    name="source",
                    field=records.db.fields.CompressedBinaryField(kind="record", verbose_name="source"),
                ),
                migrations.AlterField(
                    model_name="upload",
                    name="source",
                    field=records.db.fields.CompressedBinaryField(kind="record", verbose_name="source"),
                ),
                migrations.AlterField(
                    model_name="verdictsummary",
                    name="document",
                    field=records.db.fields.CompressedDocumentField(kind="summary", verbose_name="document"),
                ),
                migrations.AlterField(
                    model_name="verdictsummary",
                    name="table_result",
                    field=records.db.fields.CompressedDocumentField(
                        db_column="brief", kind="summary", verbose_name="table result"
                    ),
                ),
            ],
        ),
    ]
