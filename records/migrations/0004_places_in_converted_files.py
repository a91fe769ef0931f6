"""Where, in the file that a match was converted from, its tags and moves stood."""

import django.db.models.deletion
from django.db import migrations, models

import records.db.fields


class Migration(migrations.Migration):
    dependencies = [("records", "0003_indexes_of_postgresql")]

    operations = [
        migrations.CreateModel(
            name="MatchSourcePlaces",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="source_places",
                        serialize=False,
                        to="records.match",
                        verbose_name="match",
                    ),
                ),
                ("document", records.db.fields.DocumentField(verbose_name="document")),
            ],
            options={
                "verbose_name": "places of a converted match",
                "verbose_name_plural": "places of converted matches",
            },
        ),
    ]
