"""Score sheets by the points of one unit, where a table plays for others than the rulebook has."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("records", "0047_arbiters_by_name")]
    operations = [
        migrations.AddField(
            "scoresheet", "base", models.PositiveIntegerField(null=True, blank=True, verbose_name="points of one unit")
        ),
        migrations.AddField(
            "sheetsettings", "base", models.PositiveIntegerField(null=True, blank=True, verbose_name="points of one unit")
        ),
    ]
