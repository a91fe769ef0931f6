"""Score sheets know which matches were made of them: one corrected by hand is not overwritten."""

from typing import Any

from django.db import migrations

import records.db.fields


def take_over(apps: Any, editor: Any) -> None:
    """Up to now nothing says otherwise: the match of a sheet is the one that was made of it."""
    for sheet in apps.get_model("records", "ScoreSheet").objects.exclude(match=None).iterator():
        sheet.made = [str(sheet.match_id)]
        sheet.save(update_fields=["made"])


class Migration(migrations.Migration):
    dependencies = [("records", "0048_points_of_one_unit")]
    operations = [
        migrations.AddField(
            "scoresheet", "made", records.db.fields.DocumentField(default=list, verbose_name="matches made of it")
        ),
        migrations.RunPython(take_over, migrations.RunPython.noop),
    ]
