"""The days of the matches that are stored, some hundred matches a statement: a run that is stopped may be repeated."""

from typing import Any

from django.db import migrations
from django.db.models import Q

from records.matches.dates import day_of

PAGE = 500


def work_out(apps: Any, schema_editor: Any) -> None:
    """Matches that came together were mostly played on few days."""
    matches = (
        apps.get_model("records", "Match")._default_manager.using(schema_editor.connection.alias).order_by("created_at", "id")
    )
    later = Q()
    while page := list(matches.filter(later).values_list("pk", "created_at", "date")[:PAGE]):
        days: dict[Any, list[Any]] = {}
        for id_, came, written in page:
            days.setdefault(day_of(written, came), []).append(id_)
        for day, ids in days.items():
            matches.order_by().filter(pk__in=ids).update(day=day)
        last, at, _ = page[-1]
        later = Q(created_at__gt=at) | Q(created_at=at, pk__gt=last)


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("records", "0033_match_day")]

    operations = [migrations.RunPython(work_out, migrations.RunPython.noop, elidable=True)]
