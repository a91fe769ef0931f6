"""What was uploaded by hand is told from what came in a batch, and found first."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("records", "0019_publication_pieces")]

    operations = [
        migrations.AddField(
            model_name="match", name="bulk", field=models.BooleanField(db_default=False, default=False, verbose_name="of a batch")
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(attempts=0, bulk=False, ordinal__lte=20, state="pending"),
                fields=["waiting_since"],
                name="match_urgent",
            ),
        ),
    ]
