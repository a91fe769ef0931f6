"""Making a club's export in the background: the files of some matches a step, in the order of their keys.

Uploads come first: while any match waits for its first verdict, one step is made and the rest goes to the end of the queue.

A deleted match is handed out no more: with it goes the finished export that has it, and one under way begins anew. To know which
have it, a step locks its matches before it stores them, as whoever deletes a match does.
"""

from __future__ import annotations

import logging
import time
import uuid
from collections.abc import Generator
from datetime import timedelta
from typing import Any

from celery.exceptions import SoftTimeLimitExceeded
from django.db import DatabaseError, IntegrityError, transaction
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from records.accounts import audit
from records.accounts.access.roles import Right, may, require
from records.accounts.clubs.models import Club
from records.archive.club_exports.content import RESULTS, Files, files_of
from records.archive.matches.deletion import match_left
from records.archive.matches.models import Match
from records.core.files import zipped
from records.core.people import Actor, person
from records.core.queue import jobs
from records.core.queue.kinds import Addresses, Kind, register
from records.core.queue.models import Job, JobPart

log = logging.getLogger(__name__)

KIND = "club-export"
STEP, STEP_SIZE, PULSE = 200, 4 << 20, 5.0
"""Matches, bytes of their files, and seconds, after the first of which a step is stored."""
KEPT = timedelta(days=1)
"""How long a finished export is kept."""


def ask(actor: Actor, club: Club) -> Job:
    """Have a club's records exported, by its owners. While that is under way, that export is returned. Raises Refusal (403)."""
    require(may(actor, Right.EXPORT, club))
    exports = Job.of(KIND, f"club:{club.pk}")
    try:
        with transaction.atomic():
            if found := exports.filter(state__in=Job.OPEN).first():
                return found
            finished = exports.values_list("pk", flat=True)[1:]  # the last stays for whoever is downloading it
            Job.objects.filter(pk__in=list(finished)).delete()
            export = _new(club.pk, person(actor).pk)
            audit.record("club.export", f"club:{club.pk}", by=actor, club=club.pk)
    except IntegrityError:  # somebody else has asked for it at this moment
        return exports[0]
    return export


def _new(club_id: int, user_id: int | None) -> Job:
    total = Match.objects.filter(club=club_id).count()
    facts = {"club": club_id}
    export = Job(kind=KIND, subject=f"club:{club_id}", facts=facts, user_id=user_id, counts={"total": total})
    jobs.start(export)
    return export


def steps(export: Job) -> Generator[bool, None, None]:
    """Make the files of the matches."""
    while keys := _next_keys(export):
        until, made, size = time.monotonic() + PULSE, [], 0
        for key in keys:
            made.append(_files_of(key))
            size += sum(len(content) for _, content in made[-1].files) if made[-1] else 0
            if size >= STEP_SIZE or time.monotonic() >= until:
                break
        _store(export, keys[: len(made)], made)
        if len(keys) < STEP and export.cursor.get("after") == str(keys[-1]):
            return
        yield Match.objects.filter(state=Match.State.PENDING).exists()


def _next_keys(export: Job) -> list[uuid.UUID]:
    coming = Match.objects.filter(club=export.facts["club"]).order_by("pk")
    after = export.cursor.get("after")
    return list((coming.filter(pk__gt=after) if after else coming).values_list("pk", flat=True)[:STEP])


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
def _store(export: Job, keys: list[uuid.UUID], made: list[Files | None]) -> None:
    """Store what was made of these matches, unless one was deleted meanwhile. Raises Lost."""
    locked = Match.objects.select_for_update(no_key=True).filter(pk__in=keys, club=export.facts["club"]).order_by("pk")
    if len(locked.values_list("pk", flat=True)) != len(keys):
        return
    there = [one for one in made if one]
    files = [*(file for one in there for file in one.files), (RESULTS, b"".join(one.lines for one in there))]
    data = b"".join(zipped((name, [content]) for name, content in files))
    counts = {"done": len(keys), "matches": len(there), "left_out": len(keys) - len(there), "size": len(data)}
    jobs.advance(export, {"after": str(keys[-1])}, counts=counts)
    JobPart.objects.create(job=export, number=export.steps, data=data)


def _club_of(export: Job) -> Club | None:
    return Club.objects.filter(pk=export.facts["club"]).first()


def _sees(actor: Actor, export: Job) -> bool:
    club = _club_of(export)
    return club is not None and may(actor, Right.EXPORT, club)


def _addresses(export: Job) -> Addresses:
    slug = Club.objects.values_list("slug", flat=True).get(pk=export.facts["club"])
    return Addresses(reverse("pages:club_export", args=[slug]), reverse("api:club_export", args=[slug]))


register(
    Kind(
        name=KIND,
        label=_("Exporting all records"),
        steps=steps,
        failed=lambda export: export.parts.all().delete(),
        labels={"matches": _("Matches"), "left_out": _("left out")},
        sees=_sees,
        addresses=_addresses,
        kept=KEPT,
    )
)


@receiver(match_left)
def _match_left(match: Match, **_kwargs: Any) -> None:
    _take_back(match.pk, match.deletion.club_id)


@receiver(post_delete, sender=Match)
def _match_erased(instance: Match, **_kwargs: Any) -> None:
    if not instance.is_deleted:  # else it was taken back when it was deleted
        _take_back(instance.pk, instance.club_id)


@receiver(post_delete, sender=Club)
def _club_deleted(instance: Club, **_kwargs: Any) -> None:
    Job.of(KIND, f"club:{instance.pk}").delete()


def _take_back(match_id: uuid.UUID, club_id: int | None) -> None:
    """Hand out a match no more that is being deleted, in its transaction: a finished export that has it is deleted, one under way
    begins anew."""
    if club_id is None:
        return
    for export in Job.of(KIND, f"club:{club_id}").select_for_update():
        if "after" in export.cursor and uuid.UUID(export.cursor["after"]) >= match_id:
            export.delete()
            if not export.finished:
                _new(club_id, export.user_id)
