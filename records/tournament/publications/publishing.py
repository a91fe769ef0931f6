"""Publishing an event's results: all that they follow from, in one signed document, numbered and never changed.

What is published is what the event's page shows at the moment of the request: a snapshot is taken under the event's lock, as
a list of what it follows from (``snapshot.py``). A worker then judges every match again, as the document's readers will, some at
a time; builds the document around them, signs it and stores it (``build.py``). Where it stands is stored with each step, in
one conditional update: a worker may die at any moment and another goes on, and of two at the same step one stores it and the
other leaves.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.accounts import audit, webhooks
from records.accounts.access.roles import Right
from records.accounts.webhooks.models import WebhookKind
from records.archive import matches
from records.core import queue
from records.core.db import clock
from records.core.db.fields import LINE, storable
from records.core.db.retry import retry_when_disconnected
from records.core.entered_text import several_lines
from records.core.errors import Refusal
from records.core.people import Actor, person
from records.core.queue import jobs
from records.tournament.events.lock import lock_event, require_right
from records.tournament.events.models import Event
from records.tournament.events.overview.event import overview_of
from records.tournament.events.overview.issues import Issue
from records.tournament.publications.build import (
    SignedDocument,
    build_document,
    check_next_piece,
    last_of,
    nothing_new_refusal,
    private_key,
    stored_pieces,
)
from records.tournament.publications.models import Publication, PublicationPiece, Publishing
from records.tournament.publications.snapshot import snapshot_of
from referee.tournament.published.canonical import digest
from referee.tournament.published.document import rulings_in

REASON = 2000
SEAL_SECONDS = 5.0
"""For how long verdicts are sealed before they are published."""
NAMED_ISSUES = 5
"""Unresolved things that a refusal names."""


@transaction.atomic
def publish(actor: Actor, event: Event, force: str = "") -> Publishing:
    """Start to publish an event's results as they are now. Earlier publications are superseded and stay unchanged.

    ``force`` is the reason why they are published although something is unresolved; it becomes part of the document. While the
    same results are already being published, that publishing is returned. Raises Refusal: 403, 404; 409 where something is
    unresolved, nothing has changed since, or other results are being published; 422; 503 where the service's key cannot be read.
    """
    require_right(actor, Right.ARRANGE, event.club_id)
    locked = lock_event(event)
    overview = overview_of(locked)
    forced = _require_reason(force, overview.issues)
    snapshot = snapshot_of(overview)
    fingerprint = digest(snapshot)
    if under_way := _under_way(locked, fingerprint):
        return under_way
    _require_change(locked, fingerprint)
    private_key()  # refused now, not by a worker, where it cannot be read
    publishing = Publishing.objects.create(
        event=locked,
        snapshot=snapshot,
        digest=fingerprint,
        forced=forced,
        unresolved=len(overview.issues),
        matches=len(snapshot["matches"]),
        user=person(actor),
        publisher=person(actor).pk,
        publisher_name=_publisher_name(actor),
        at=timezone.now().replace(microsecond=0),
    )
    _announce(publishing)
    return publishing


def _under_way(event: Event, fingerprint: str) -> Publishing | None:
    """The event's unfinished publishing of the snapshot with this hash. Raises Refusal (409) where it is of another snapshot."""
    publishing = event.publishings.filter(state__in=Publishing.open_states()).defer("snapshot").first()
    if publishing is not None and publishing.digest != fingerprint:
        raise Refusal("being-published", _("Results of this event are being published; try again when they are."), 409)
    return publishing


def _require_change(event: Event, fingerprint: str) -> None:
    """Raises Refusal (409) where the latest publication was made of the snapshot with this hash."""
    last = event.publishings.filter(state=Publishing.State.DONE).defer("snapshot").order_by("-number").first()
    if last is not None and last.digest == fingerprint:
        raise nothing_new_refusal(last.number)


def _announce(publishing: Publishing) -> None:
    """Write a new publishing to the audit log and enqueue its task."""
    event = publishing.event
    audit.record(
        "event.publishing",
        f"event:{event.pk}",
        by=publishing.user,
        club=event.club_id,
        matches=publishing.matches,
        unresolved=publishing.unresolved,
        forced=publishing.forced,
    )
    queue.enqueue_publishing(publishing.pk)


def run(publishing_id: Any, seconds: float | None = None, *, redelivered: bool = False) -> None:
    """Work on a publishing for so many seconds (SLICE of the settings), then enqueue a task for the rest."""
    waiting = Publishing.objects.select_related("event__club", "user")
    publishing = jobs.claim(waiting, publishing_id, redelivered=redelivered)
    if publishing is None:
        return
    until = time.monotonic() + (settings.SLICE if seconds is None else seconds)
    with jobs.released_on_error(publishing):
        try:
            _publish_until(publishing, until)
        except Refusal as refusal:
            _mark_refused(publishing, refusal)


def _publish_until(publishing: Publishing, until: float) -> None:
    """Check piece by piece, then store the document; at this moment leave the rest to another task. Raises Refusal."""
    if publishing.attempts > jobs.ATTEMPTS:
        raise Refusal("given-up", _("Workers were lost over it again and again."), 500)
    while publishing.checked < publishing.matches:
        if not _check_next(publishing):
            return
        if time.monotonic() >= until:
            jobs.release(publishing)
            queue.enqueue_publishing(publishing.pk)
            return
    matches.seal_verdicts(SEAL_SECONDS)  # the audit log covers the verdicts before they are published
    _finish(publishing)


def sweep(older_than: float, lost_after: float | None = None) -> int:
    """Enqueue again the publishings that have waited for so many seconds or lost their worker (``jobs.sweep``)."""
    return jobs.sweep(Publishing.objects.all(), queue.enqueue_publishing, older_than, lost_after)


def _still_ours(publishing: Publishing) -> Any:
    """The row of the publishing, as long as no other worker has continued it."""
    return Publishing.objects.filter(pk=publishing.pk, state__in=Publishing.open_states(), checked=publishing.checked)


@retry_when_disconnected
def _check_next(publishing: Publishing) -> bool:
    """Check the next matches and store them; False where another worker has continued the publishing. Raises Refusal."""
    count, piece = check_next_piece(publishing)
    with transaction.atomic():
        if not _still_ours(publishing).update(checked=publishing.checked + count, attempts=0, touched_at=clock.now()):
            return False
        piece.save(force_insert=True)
    publishing.checked += count
    return True


@retry_when_disconnected
def _finish(publishing: Publishing) -> None:
    """Build the document, sign it and store it. Raises Refusal."""
    last = last_of(publishing)  # asked before: while this is ours, the last is not itself
    if not _still_ours(publishing).exists():
        return
    event, signed_document = publishing.event, build_document(publishing, last)
    number = signed_document.document["number"]
    with transaction.atomic():
        lock_event(event)  # who deletes the event waits, or has deleted this with it
        done = {"state": Publishing.State.DONE, "number": number, "snapshot": {}, "touched_at": clock.now()}
        if not _still_ours(publishing).update(**done):
            return
        places = ((0, signed_document.first), (publishing.matches + 1, signed_document.last))
        PublicationPiece.objects.bulk_create(
            [PublicationPiece(event=event, number=number, place=place, data=data) for place, data in places]
        )
        publication = _create_publication(publishing, signed_document)
        audit.record(
            "event.publish",
            f"event:{event.pk}",
            by=publishing.user,
            club=event.club_id,
            number=publication.number,
            hash=publication.hash,
            fingerprint=publication.fingerprint,
            unresolved=publication.unresolved,
            forced=publication.forced,
        )


@retry_when_disconnected
@transaction.atomic
def _mark_refused(publishing: Publishing, refusal: Refusal) -> None:
    """Mark a publishing as refused and delete the pieces stored of it."""
    problem = {"code": refusal.code, "status": refusal.status, "message": refusal.message.stored()}
    if _still_ours(publishing).update(state=Publishing.State.REFUSED, problem=problem, snapshot={}, touched_at=clock.now()):
        stored_pieces(publishing).delete()


def _create_publication(publishing: Publishing, signed_document: SignedDocument) -> Publication:
    event = publishing.event
    publication = Publication(
        event=event,
        number=signed_document.document["number"],
        hash=signed_document.hash,
        previous=signed_document.document["previous"] or "",
        fingerprint=signed_document.signed["fingerprint"],
        key=signed_document.signed["key"],
        matches=publishing.matches,
        rulings=len(rulings_in(signed_document.document)),
        unresolved=publishing.unresolved,
        forced=publishing.forced,
        publisher=publishing.publisher,
        publisher_name=publishing.publisher_name,
        at=publishing.at,
    )
    publication.save(force_insert=True)
    payload = {
        "event": str(event.pk),
        "name": event.name,
        "number": publication.number,
        "hash": publication.hash,
        "url": reverse("api:publication", args=[event.pk, publication.number]),
        "page": reverse("pages:publication", args=[event.pk, publication.number]),
    }
    webhooks.notify(event.club_id, WebhookKind.RESULTS_PUBLISHED, f"{event.pk}:{publication.number}", payload)
    return publication


def _publisher_name(actor: Actor) -> str:
    return storable(person(actor).get_full_name() or actor.get_username(), LINE)


def _require_reason(force: str, issues: Sequence[Issue]) -> str:
    """The reason for publishing although something is unresolved. Raises Refusal where one is missing."""
    reason = several_lines(force, REASON + 1)
    if len(reason) > REASON:
        raise Refusal("reason-too-long", _("A reason has at most {most} characters."), 422, most=REASON)
    if not issues:
        return ""
    if not reason:
        named = [*map(_summary_of_issue, issues[:NAMED_ISSUES]), *(["…"] if len(issues) > NAMED_ISSUES else [])]
        message = _("{count} unresolved: {named}. Settle them, or say why it is published anyway.")
        raise Refusal("unresolved", message, 409, count=len(issues), named=named)
    return reason


def _summary_of_issue(issue: Issue) -> str:
    """An issue in short: ``table 3: missed-win-lock 2.17``."""
    where = ".".join(map(str, issue.table.place)) if issue.table else str(issue.match or "")
    if issue.finding is None:
        return f"{where} {issue.kind}"
    return f"{where} {issue.finding.code or issue.kind} {issue.finding.round}.{issue.finding.move}"
