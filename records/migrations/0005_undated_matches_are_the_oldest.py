"""A match without a date is sorted as the oldest: it stood among the newest, by the day it came."""

from datetime import date

from django.db import migrations


def undated_last(apps, schema_editor):
    matches = apps.get_model("records", "Match").objects.using(schema_editor.connection.alias)
    matches.filter(date="").exclude(day=date.min).update(day=date.min)


class Migration(migrations.Migration):
    dependencies = [("records", "0004_places_in_converted_files")]

    operations = [migrations.RunPython(undated_last, migrations.RunPython.noop, elidable=True)]
