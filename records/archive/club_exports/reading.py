"""A club's latest export, and its zip as a file to download."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator

from records.accounts.access.roles import Right, may, require
from records.accounts.clubs.models import Club
from records.archive.club_exports.content import RESULTS, heading
from records.archive.club_exports.making import KIND
from records.core.files import File, zipped
from records.core.people import Actor
from records.core.queue.models import Job


def latest(actor: Actor, club: Club) -> Job | None:
    """The latest export of a club, for its owners; None where there is none. Raises Refusal (403)."""
    require(may(actor, Right.EXPORT, club))
    return Job.of(KIND, f"club:{club.pk}").first()


def download(export: Job, club: Club) -> File | None:
    """A club's export as a zip, made while it is sent, so that a download cannot be resumed; None where it is not finished."""
    if export.state != Job.State.DONE:
        return None
    return File(f"{club.slug}-{export.created_at:%Y-%m-%d}.zip", "application/zip", zipped(_files_of(export)))


def _files_of(export: Job) -> Iterator[tuple[str, Iterator[bytes]]]:
    for step in _steps_of(export):
        for name in step.namelist():
            if name != RESULTS:
                yield name, iter([step.read(name)])
    yield RESULTS, _results_of(export)


def _results_of(export: Job) -> Iterator[bytes]:
    yield heading()
    for step in _steps_of(export):
        yield step.read(RESULTS)


def _steps_of(export: Job) -> Iterator[zipfile.ZipFile]:
    """The files that each step made, those of one step in memory at a time."""
    steps = export.parts.all()
    # Each is read by its key: for a cursor over all of them PostgreSQL writes every one to its disk.
    for key in list(steps.values_list("pk", flat=True)):
        for data in steps.filter(pk=key).values_list("data", flat=True):
            with zipfile.ZipFile(io.BytesIO(data)) as step:
                yield step
