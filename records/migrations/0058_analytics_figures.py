"""Figures of a club, stored with its export."""

from django.db import migrations

import records.db.fields


class Migration(migrations.Migration):
    dependencies = [
        ("records", "0057_compressed_records"),
    ]

    operations = [
        migrations.AddField(
            model_name="analyticsexport",
            name="figures",
            field=records.db.fields.DocumentField(blank=True, null=True, verbose_name="figures"),
        ),
    ]
