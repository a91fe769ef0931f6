"""The search keys of what is stored are worked out, each statement on its own: a run that is stopped may be repeated."""

from typing import Any

from django.db import migrations

from records.db.names.key_update import update_search_keys


def work_out(apps: Any, schema_editor: Any) -> None:
    update_search_keys(apps, schema_editor.connection)


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("records", "0025_search_key_columns")]

    operations = [migrations.RunPython(work_out, migrations.RunPython.noop, elidable=True)]
