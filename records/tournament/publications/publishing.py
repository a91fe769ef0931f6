"""Publishing an event's results: all that they follow from, in one signed document, numbered and never changed.

What is published is what the event's page shows at the moment of the request: a snapshot is taken under the event's lock, as
a list of what it follows from (``snapshot.py``). A job then judges every match again, as the document's readers will, some at
a time; builds the document around them, signs it and stores it (``build.py``).
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.accounts import audit, webhooks
from records.accounts.access.roles import Right
from records.accounts.webhooks.models import WebhookKind
from records.archive import matches
from records.core.db.fields import LINE, storable
from records.core.entered_text import several_lines
from records.core.errors import Refusal
from records.core.people import Actor, person
from records.core.queue import jobs
from records.core.queue.kinds import Addresses, Kind, register
from records.core.queue.models import Job
from records.tournament.events.lock import lock_event, may_in, require_right
from records.tournament.events.models import Event
from records.tournament.events.overview.event import EventOverview, overview_of
from records.tournament.events.overview.issues import Issue
from records.tournament.publications.build import (
    Publishing,
    SignedDocument,
    build_document,
    check_next_piece,
    last_of,
    nothing_new_refusal,
    private_key,
    stored_pieces,
)
from records.tournament.publications.models import Publication, PublicationPiece
from records.tournament.publications.snapshot import snapshot_of
from referee.tournament.published.canonical import digest
from referee.tournament.published.document import rulings_in

KIND = "publishing"
REASON = 2000
SEAL_SECONDS = 5.0
"""For how long verdicts are sealed before they are published."""
NAMED_ISSUES = 5
"""Unresolved things that a refusal names."""


@transaction.atomic
def publish(actor: Actor, event: Event, force: str = "") -> Job:
    """Start to publish an event's results as they are now. Earlier publications are superseded and stay unchanged.

    ``force`` is the reason why they are published although something is unresolved; it becomes part of the document. While the
    same results are already being published, that job is returned. Raises Refusal: 403, 404; 409 where something is
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
    job = Job(
        kind=KIND,
        subject=f"event:{locked.pk}",
        user=person(actor),
        counts={"done": 0, "total": len(snapshot["matches"])},
        facts={
            "event": str(locked.pk),
            "snapshot": snapshot,
            "digest": fingerprint,
            "forced": forced,
            "unresolved": len(overview.issues),
            "publisher": person(actor).pk,
            "publisher_name": _publisher_name(actor),
            "at": timezone.now().replace(microsecond=0).isoformat(),
        },
    )
    jobs.start(job)
    audit.record(
        "event.publishing",
        f"event:{locked.pk}",
        by=job.user,
        club=locked.club_id,
        matches=job.counts["total"],
        unresolved=job.facts["unresolved"],
        forced=forced,
    )
    return job


def _under_way(event: Event, fingerprint: str) -> Job | None:
    """The event's open job for the snapshot with this hash. Raises Refusal (409) where it publishes another snapshot."""
    job = _jobs_of(event).filter(state__in=Job.OPEN).first()
    if job is not None and job.facts["digest"] != fingerprint:
        raise Refusal("being-published", _("Results of this event are being published; try again when they are."), 409)
    return job


def _require_change(event: Event, fingerprint: str) -> None:
    """Raises Refusal (409) where the latest publication was made of the snapshot with this hash."""
    last = _jobs_of(event).filter(state=Job.State.DONE).first()
    if last is not None and last.facts["digest"] == fingerprint:
        raise nothing_new_refusal(last.facts["number"])


def is_published(overview: EventOverview) -> bool:
    """Whether the latest publication of an event says what the event is now."""
    last = _jobs_of(overview.event).filter(state=Job.State.DONE).first()
    return last is not None and last.facts["digest"] == digest(snapshot_of(overview))


def _jobs_of(event: Event) -> QuerySet[Job]:
    return Job.of(KIND, f"event:{event.pk}")


def publishing_of(event: Event) -> Job | None:
    """The latest job that publishes an event's results, None where there is none."""
    return _jobs_of(event).first()


def steps(job: Job) -> Generator[bool, None, None]:
    """Check the matches piece by piece, then store the document. Raises Refusal."""
    publishing = _publishing(job)
    while publishing.checked < publishing.matches:
        count, piece = check_next_piece(publishing)
        with transaction.atomic():
            jobs.advance(job, counts={"done": count})
            piece.save(force_insert=True)
        publishing = publishing._replace(checked=publishing.checked + count)
        yield False
    matches.seal_verdicts(SEAL_SECONDS)  # the audit log covers the verdicts before they are published
    _finish(job, publishing)


def _publishing(job: Job) -> Publishing:
    """The results that a job publishes. Raises Refusal (404) if the event is gone."""
    facts = job.facts
    event = Event.objects.select_related("club").filter(pk=facts["event"]).first()
    if event is None:
        raise Refusal("not-found", _("There is no such event."), 404)
    at = datetime.fromisoformat(facts["at"])
    given = {name: facts[name] for name in ("snapshot", "publisher", "publisher_name", "forced", "unresolved")}
    return Publishing(event=event, at=at, checked=job.counts["done"], **given)


def _finish(job: Job, publishing: Publishing) -> None:
    """Build the document, sign it and store it. Raises Refusal, Lost."""
    last = last_of(publishing.event)  # asked before: while the job is ours, the last publication is not its own
    with transaction.atomic():
        jobs.lock(job)
    event, signed_document = publishing.event, build_document(publishing, last)
    number = signed_document.document["number"]
    with transaction.atomic():
        lock_event(event)  # the deletion of the event waits
        job.facts = {**job.facts, "number": number, "snapshot": {}}
        jobs.advance(job, end=True)
        Job.objects.filter(pk=job.pk).update(facts=job.facts)
        places = ((0, signed_document.first), (publishing.matches + 1, signed_document.last))
        PublicationPiece.objects.bulk_create(
            [PublicationPiece(event=event, number=number, place=place, data=data) for place, data in places]
        )
        publication = _create_publication(publishing, signed_document)
        audit.record(
            "event.publish",
            f"event:{event.pk}",
            by=job.user,
            club=event.club_id,
            number=publication.number,
            hash=publication.hash,
            fingerprint=publication.fingerprint,
            unresolved=publication.unresolved,
            forced=publication.forced,
        )


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


def _failed(job: Job) -> None:
    """Delete what was stored of a publication that failed."""
    if event := Event.objects.filter(pk=job.facts["event"]).first():
        stored_pieces(event).delete()
    Job.objects.filter(pk=job.pk).update(facts={**job.facts, "snapshot": {}})


def _sees(actor: Actor, job: Job) -> bool:
    event = Event.objects.filter(pk=job.facts["event"]).first()
    return event is not None and may_in(actor, Right.READ, event)


def _addresses(job: Job) -> Addresses:
    event, number = job.facts["event"], job.facts.get("number")
    if number is None:
        return Addresses(reverse("pages:results", args=[event]), reverse("api:publications", args=[event]))
    return Addresses(*(reverse(f"{where}:publication", args=[event, number]) for where in ("pages", "api")))


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


register(
    Kind(
        name=KIND,
        label=_("Publishing results"),
        steps=steps,
        failed=_failed,
        labels={"done": _("Matches checked")},
        sees=_sees,
        addresses=_addresses,
    )
)
