"""Batches as a kind of job: who may see and cancel one, and what else changes then."""

from __future__ import annotations

import uuid

from django.db import transaction
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.accounts import audit
from records.accounts.access.roles import Right, may_with, owned_by, sees_all, signed_in
from records.accounts.clubs.visibility import member_club_ids
from records.archive.batches.ingestion import skip_file, steps
from records.archive.batches.models import KIND, Batch, BatchEntry
from records.archive.batches.progress import complete, progress_of
from records.archive.matches.models import Match
from records.core.people import Actor
from records.core.queue.kinds import Addresses, Kind, register


def visible_to(user: Actor) -> QuerySet[Batch]:
    """The batches that a person may see, the newest first: their own and those of their clubs; for the staff all."""
    batches = Batch.objects.select_related("user", "club").order_by("-created_at", "-id")
    if not signed_in(user):
        return batches.none()
    if sees_all(user):
        return batches
    return batches.filter(owned_by(user) | Q(club__in=member_club_ids(user)))


def find(user: Actor, batch_id: uuid.UUID) -> Batch | None:
    """A batch by its id, None where there is none that this person may see."""
    return visible_to(user).filter(pk=batch_id).first()


def _cancel(actor: Actor, batch: Batch) -> bool:
    """Stop the matches that are not judged yet (``stopped``), those being judged excepted. A batch whose matches are all judged
    stays as it is."""
    waiting = Match.objects.filter(
        pk__in=BatchEntry.objects.filter(batch=batch, fresh=True).values("match"), state=Match.State.PENDING
    )
    stopped = waiting.update(state=Match.State.STOPPED, state_since=timezone.now())
    if not stopped and batch.state == Batch.State.DONE:
        return False
    batch.parts.all().delete()
    audit.record("batch.cancel", f"batch:{batch.pk}", by=actor, club=batch.club_id, stopped=stopped)
    return True


def _resume(actor: Actor, batch: Batch) -> None:
    Batch.objects.filter(pk=batch.pk).update(done_at=None)
    audit.record("batch.resume", f"batch:{batch.pk}", by=actor, club=batch.club_id)


register(
    Kind(
        name=KIND,
        label=_("Ingesting a batch"),
        model=Batch,
        steps=steps,
        skip=skip_file,
        failed=lambda batch: transaction.on_commit(complete),
        progress=progress_of,
        labels={
            "files": _("Files"),
            "files_read": _("Files read"),
            "matches": _("Matches"),
            "new": _("New"),
            "known": _("Here already"),
            "judged": _("Judged"),
            "checked": _("clean"),
            "unchecked": _("not checked"),
            "flagged": _("flagged"),
            "unreadable": _("unreadable"),
            "findings": _("Findings"),
            "files_failed": _("Files not read"),
            "refused": _("not converted"),
            "failed": _("failed"),
            "stopped": _("not judged"),
        },
        sees=lambda actor, batch: find(actor, batch.pk) is not None,
        may_change=lambda actor, batch: may_with(actor, Right.SCORE, batch),
        cancel=_cancel,
        resume=_resume,
        addresses=lambda batch: Addresses(reverse("pages:batch", args=[batch.pk]), reverse("api:batch", args=[batch.pk])),
    )
)
