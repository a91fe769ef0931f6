"""Which exports a person may have, and an export as a file to download."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

from django.db.models import QuerySet

from records.access.roles import Right, may, memberships_of, sees_all, signed_in
from records.analytics.models import AnalyticsExport, AnalyticsFile
from records.analytics.schema import PUBLISHED, as_markdown
from records.clubs.models import Club
from records.files import File, zipped
from records.people import Actor

README = """\
The archive as Parquet files: a folder for each table, whose files together are the table. In DuckDB:

    SELECT game, count(*) FROM 'matches/*.parquet' GROUP BY game;

{tables}"""

OF_DATASET = """\
Matches of table games with the verdicts of a referee, anonymized, as Parquet files: a folder for each table. In DuckDB:

    SELECT game, count(*) FROM 'matches/*.parquet' GROUP BY game;

Nobody is named, and nothing tells that the same person sat at two tables. Do not try to find out who played.

{tables}"""


def visible_to(user: Actor) -> QuerySet[AnalyticsExport]:
    """The exports that a person may have, the newest first: of clubs that they own; for the staff all. None of a dataset."""
    every = (
        AnalyticsExport.objects.filter(dataset=None)
        .select_related("club", "created_by")
        .defer("figures")
        .order_by("-created_at", "-id")
    )
    if not signed_in(user):
        return every.none()
    if sees_all(user):
        return every
    clubs = [one.club_id for one in memberships_of(user) if may(user, Right.EXPORT, one.club_id)]
    return every.filter(club__in=clubs)


def find(user: Actor, export_id: uuid.UUID) -> AnalyticsExport | None:
    """An export by its id, None where there is none that this person may have."""
    return visible_to(user).filter(pk=export_id).first()


def latest_figures(club: Club) -> AnalyticsExport | None:
    """The latest export of a club that has figures; None where there is none."""
    return AnalyticsExport.objects.filter(club=club, figures__isnull=False).order_by("-created_at").first()


def download(export: AnalyticsExport) -> File | None:
    """An export as a zip; None where it is not finished."""
    if export.state != AnalyticsExport.State.DONE:
        return None
    whose = "dataset" if export.dataset_id else export.club.slug if export.club else "everything"
    name = f"{whose}-{export.created_at:%Y-%m-%d}.zip"
    return File(name, "application/zip", zipped(_files(export), packed=False))


def _files(export: AnalyticsExport) -> Iterator[tuple[str, list[bytes]]]:
    """Every file of the zip by its name, one in memory at a time."""
    text = OF_DATASET.format(tables=as_markdown(PUBLISHED)) if export.dataset_id else README.format(tables=as_markdown())
    yield "README.md", [text.encode()]
    files = AnalyticsFile.objects.filter(export=export).order_by("table", "place")
    for key, table, place in files.values_list("pk", "table", "place"):
        for data in files.filter(pk=key).values_list("data", flat=True):
            yield f"{table}/{place:06}.parquet", [bytes(data)]
