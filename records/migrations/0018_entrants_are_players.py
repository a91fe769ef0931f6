"""An entrant of an event may be a player of its club."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("records", "0017_publishing")]

    operations = [
        migrations.AddField(
            "entrant",
            "who",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="entrants",
                to="records.spelling",
                verbose_name="player",
            ),
        )
    ]
