"""Listings are read in the order of the days, for everybody, for visitors and for a club."""

from django.db import migrations, models
from django.db.models import Q

DAYS = ["-day", "-created_at", "-id"]


class Migration(migrations.Migration):
    dependencies = [("records", "0034_match_days")]

    operations = [
        migrations.AddIndex("match", models.Index(fields=DAYS, name="match_by_day")),
        migrations.AddIndex("match", models.Index(fields=DAYS, name="match_by_day_public", condition=Q(public=True))),
        migrations.AddIndex("match", models.Index(fields=["club", *DAYS], name="match_by_day_of_club")),
    ]
