"""Columns for the keys by which names are searched, the same in Traditional and Simplified Chinese; still empty."""

from django.db import migrations

import records.db.fields

KEYS = (
    ("match", "event", "search_event"),
    ("match", "stage", "search_stage"),
    ("match", "table", "search_table"),
    ("matchseat", "name", "search_name"),
    ("upload", "filename", "search_filename"),
    ("player", "name", "search_name"),
    ("playeralias", "name", "search_name"),
)
"""Of which model, of which column, and the key."""


class Migration(migrations.Migration):
    dependencies = [("records", "0024_plain_labels")]

    operations = [migrations.AddField(model, key, records.db.fields.SearchKeyField(of=name)) for model, name, key in KEYS]
