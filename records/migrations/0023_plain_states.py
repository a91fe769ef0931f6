"""A publishing's snapshot and a batch's states get plain names; the column and the stored words stay as they are."""

from django.db import migrations, models

import records.db.fields


class Migration(migrations.Migration):
    dependencies = [("records", "0022_plain_names")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField("publishing", "frozen", "snapshot"),
                migrations.AlterField(
                    "publishing",
                    "snapshot",
                    records.db.fields.DocumentField(db_column="frozen", verbose_name="what is published"),
                ),
                migrations.AlterField(
                    "batch",
                    "state",
                    models.CharField(
                        choices=[
                            ("receiving", "being received"),
                            ("pending", "pending"),
                            ("taking", "being ingested"),
                            ("taken", "ingested"),
                            ("cancelled", "cancelled"),
                            ("failed", "failed"),
                        ],
                        default="receiving",
                        max_length=9,
                        verbose_name="state",
                    ),
                ),
            ],
        ),
    ]
