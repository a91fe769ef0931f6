"""Making a club's zip in the background: some matches a step, in the order of their keys.

A step stores its pieces and the key that it came to in one conditional update: a worker may die at any moment and another
continues (``records.core.queue.jobs``), and of two at the same step one stores it and the other leaves. Uploads come first:
while any match waits for its first verdict, one step is made and the rest goes to the end of the queue.

A deleted match is handed out no more: with it goes the finished export that has it, and one under way begins anew. To know which
have it, a step locks its matches before it stores them, as whoever deletes a match does.
"""

from __future__ import annotations

import logging
import time
import uuid
import zlib
from collections.abc import Mapping
from datetime import timedelta
from itertools import chain
from typing import Any

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import F, QuerySet
from django.db.models.signals import post_delete
from django.dispatch import receiver

from records.accounts import audit
from records.accounts.access.roles import Right, may, require
from records.accounts.clubs.models import Club
from records.archive.club_exports import zip_parts
from records.archive.club_exports.content import Files, files_of, heading
from records.archive.club_exports.models import ClubExport, ClubExportPiece
from records.archive.club_exports.reading import pieces_of
from records.archive.matches.deletion import match_left
from records.archive.matches.models import Match
from records.core import queue
from records.core.db import clock
from records.core.people import Actor, person
from records.core.queue import jobs

log = logging.getLogger(__name__)

STEP, STEP_SIZE, PULSE = 200, 4 << 20, 5.0
"""Matches, bytes of their files, and seconds, after the first of which a step is stored."""
KEPT = timedelta(days=1)
"""How long a finished export is kept."""
RESULTS = "results.csv"
Section = ClubExportPiece.Section


def ask(actor: Actor, club: Club) -> ClubExport:
    """Have a club's records exported, by its owners. While that is under way, that export is returned. Raises Refusal (403)."""
    require(may(actor, Right.EXPORT, club))
    under_way = ClubExport.objects.filter(club=club, state__in=ClubExport.open_states())
    try:
        with transaction.atomic():
            if found := under_way.first():
                return found
            finished = ClubExport.objects.filter(club=club).order_by("-created_at")
            _delete(list(finished.values_list("pk", flat=True)[1:]))  # the last stays for whoever is downloading it
            export = ClubExport.objects.create(club=club, created_by=person(actor))
            queue.enqueue_club_export(export.pk)
            audit.record("club.export", f"club:{club.pk}", by=actor, club=club.pk)
    except IntegrityError:  # somebody else has asked for it at this moment
        return ClubExport.objects.filter(club=club).latest("created_at")
    return export


def run(export_id: Any, seconds: float | None = None, *, redelivered: bool = False) -> None:
    """Work on an export for so many seconds, by default SLICE, then enqueue a task for the rest."""
    until = time.monotonic() + (settings.SLICE if seconds is None else seconds)
    export = jobs.claim(ClubExport.objects.select_related("club"), export_id, redelivered=redelivered)
    if export is None:
        return
    with jobs.released_on_error(export):
        if export.attempts > jobs.ATTEMPTS:
            _give_up(export)
            return
        while more := write_step(export):
            if time.monotonic() >= until or Match.objects.filter(state=Match.State.PENDING).exists():
                jobs.release(export)
                queue.enqueue_club_export(export.pk)
                return
        if more is not None:
            _finish(export)


def sweep(older_than: float, lost_after: float | None = None) -> int:
    """Enqueue again the exports that have waited for so many seconds or lost their worker (``jobs.sweep``)."""
    return jobs.sweep(ClubExport.objects.all(), queue.enqueue_club_export, older_than, lost_after)


def delete_old() -> None:
    """Delete the exports that have ended more than a day ago."""
    ended = ClubExport.objects.exclude(state__in=ClubExport.open_states())
    _delete(list(ended.filter(touched_at__lt=clock.now() - KEPT).values_list("pk", flat=True)))


def _delete(exports: list[uuid.UUID]) -> None:
    if exports:
        ClubExportPiece.objects.filter(export__in=exports).delete()
        ClubExport.objects.filter(pk__in=exports).delete()


def write_step(export: ClubExport) -> bool | None:
    """Make and store the files of the next matches; whether there are more. None where another worker has stored them."""
    keys = _next_keys(export)
    if not keys:
        return False
    until, made, size = time.monotonic() + PULSE, [], 0
    for key in keys:
        made.append(_files_of(key))
        size += sum(len(content) for _, content in made[-1].files) if made[-1] else 0
        if size >= STEP_SIZE or time.monotonic() >= until:
            break
    if not _store(export, keys[: len(made)], made):
        return None
    return export.after != keys[-1] or len(keys) == STEP


def _next_keys(export: ClubExport) -> list[uuid.UUID]:
    coming = Match.objects.filter(club=export.club_id).order_by("pk")
    coming = coming.filter(pk__gt=export.after) if export.after else coming
    return list(coming.values_list("pk", flat=True)[:STEP])


def _files_of(key: uuid.UUID) -> Files | None:
    """The files of a match, which is read alone; None where they cannot be made: the others are exported all the same."""
    try:
        return files_of(Match.objects.select_related("current_judgement").get(pk=key))
    except (SoftTimeLimitExceeded, MemoryError, DatabaseError):
        raise
    except Exception:
        log.exception("match %s is left out of the export", key)
        return None


@transaction.atomic
def _store(export: ClubExport, keys: list[uuid.UUID], made: list[Files | None]) -> bool:
    """Store what was made of these matches, unless one was deleted meanwhile; False where another worker continues the export."""
    locked = Match.objects.select_for_update(no_key=True).filter(pk__in=keys, club=export.club_id).order_by("pk")
    if len(locked.values_list("pk", flat=True)) != len(keys):
        return _ours(export).exists()
    there = [one for one in made if one]
    part = zip_parts.part_of([file for one in there for file in one.files], export.size)
    step, size = export.steps + 1, export.size + len(part.files)
    progress = {"after": keys[-1], "steps": step, "size": size, "attempts": 0, "touched_at": clock.now()}
    counts = {"files": F("files") + part.number, "matches": F("matches") + len(there)}
    left_out = F("left_out") + len(made) - len(there)
    if not _ours(export).update(**progress, **counts, left_out=left_out):
        return False
    lines = zip_parts.packed(b"".join(one.lines for one in there))
    _add(export, step, {Section.RECORDS: part.files, Section.RESULTS: lines, Section.DIRECTORY: part.entries})
    export.after, export.steps, export.size = keys[-1], step, size
    return True


def _add(export: ClubExport, place: int, pieces: Mapping[Section, bytes]) -> None:
    ClubExportPiece.objects.bulk_create(
        ClubExportPiece(export=export, section=section, place=place, data=data) for section, data in pieces.items()
    )


def _ours(export: ClubExport) -> QuerySet[ClubExport]:
    """The row of the export, as long as no other worker has continued it."""
    return ClubExport.objects.filter(pk=export.pk, state=ClubExport.State.RUNNING, steps=export.steps)


def _finish(export: ClubExport) -> None:
    """Put the head before the table of results, and the end behind the directory."""
    export.refresh_from_db()
    first = zip_parts.packed(heading())
    crc, packed, size = 0, len(zip_parts.LAST_BLOCK), 0
    for data in chain([first], pieces_of(export, Section.RESULTS)):
        text = zip_parts.unpacked(data)
        crc, packed, size = zlib.crc32(text, crc), packed + len(data), size + len(text)
    header = zip_parts.header(RESULTS, crc, packed, size)
    entry = zip_parts.entry(RESULTS, crc, packed, size, export.size)
    at = export.size + len(header) + packed
    directory = sum(len(data) for data in pieces_of(export, Section.DIRECTORY)) + len(entry)
    end = zip_parts.end(export.files + 1, directory, at)
    with transaction.atomic():
        done = {"state": ClubExport.State.DONE, "size": at + directory + len(end), "touched_at": clock.now()}
        if _ours(export).update(**done):
            _add(export, 0, {Section.RESULTS: header + first})
            _add(export, export.steps + 1, {Section.RESULTS: zip_parts.LAST_BLOCK, Section.DIRECTORY: entry + end})


@transaction.atomic
def _give_up(export: ClubExport) -> None:
    if _ours(export).update(state=ClubExport.State.FAILED, touched_at=clock.now()):
        ClubExportPiece.objects.filter(export=export).delete()


@receiver(match_left)
def _match_left(match: Match, **_kwargs: Any) -> None:
    _take_back(match.pk, match.deletion.club_id)


@receiver(post_delete, sender=Match)
def _match_erased(instance: Match, **_kwargs: Any) -> None:
    if not instance.is_deleted:  # else it was taken back when it was deleted
        _take_back(instance.pk, instance.club_id)


def _take_back(match_id: uuid.UUID, club_id: int | None) -> None:
    """Hand out a match no more that is being deleted, in its transaction: a finished export that has it is deleted, one under way
    begins anew."""
    if club_id is None:
        return
    for export in ClubExport.objects.select_for_update().filter(club=club_id, after__gte=match_id):
        _delete([export.pk])
        if not export.finished:
            anew = ClubExport.objects.create(club_id=club_id, created_by_id=export.created_by_id)
            queue.enqueue_club_export(anew.pk)
