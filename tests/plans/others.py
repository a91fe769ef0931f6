"""What an archive has beside its matches: webhooks, mistakes, events with their publications, batches, a log."""

from __future__ import annotations

import io
from typing import Any

from django.utils import timezone

from records.accounts.models import AuditEntry, Club, Webhook, WebhookDelivery
from records.archive import batches
from records.archive.models import Batch, BatchEntry, BatchFile, Match, Mistake, PuzzleProgress
from records.core.queue import jobs
from records.core.queue.models import Job
from records.tournament import events, publications
from records.tournament.models import Entrant, EntrantAlias, Event, Publication, PublicationPiece, Ruling, Table
from referee.tournament.ranking.rulings import findings_of
from tests.files import PPN, many
from tests.plans.copies import copies, copies_of
from tests.plans.matches import TABLE, Size

SEATS = 2
"""Of each match, those with a mistake."""
FIRST_SEAT = "(SELECT min(first.id) FROM archive_matchseat first JOIN planned_match m ON m.id = first.match_id)"
"""The first seat of all; those of a match have numbers one after another, wherever the numbers began."""
BATCHED, OTHERS = 200, 30_000
"""Matches of one batch, and of other batches."""
OTHER_EVENTS, TABLES = 500, 60
"""Events beside the one that is looked at, and the tables, entrants and rulings of each."""


def store_deliveries(webhook: Webhook) -> None:
    """What was sent to a webhook, nearly all of it delivered."""
    delivery = WebhookDelivery.objects.filter(webhook=webhook).values_list("pk", flat=True)[0]
    copies(
        WebhookDelivery,
        20_000,
        delivery,
        id="md5('d' || n)::uuid",
        state="CASE WHEN n <= 30 THEN 'pending' ELSE 'delivered' END",
        created_at="now() - n * interval '1 minute'",
        ended_at="CASE WHEN n > 30 THEN now() - n * interval '1 minute' END",
    )


def store_mistakes(size: Size, match: Match, user: Any) -> None:
    """A mistake of two seats of every match, and who has learnt some. All matches were looked through, judged or not."""
    alias = match.seats.values_list("alias", flat=True)[0]
    one = Mistake.objects.create(match=match, alias_id=alias, round=1, move=1, seat="E", what=Mistake.What.DISCARD)
    copies_of(
        Mistake,
        f"""archive_mistake t, archive_matchseat s JOIN planned_match a ON a.id = s.match_id
        WHERE t.id = {one.pk} AND (s.id - {FIRST_SEAT}) % {TABLE} < {SEATS} AND s.alias_id IS NOT NULL""",
        match_id="s.match_id",
        alias_id="s.alias_id",
        seat="s.seat",
        points="a.n % 11",
        steps="a.n % 3",
        live="a.n % 20",
    )
    progress = PuzzleProgress.objects.create(user=user, mistake=one, due_at=timezone.now())
    copies(PuzzleProgress, size.matches, progress.pk, user_id=f"{user.pk} + n % 7 + 1000", mistake_id=f"{one.pk} + n")
    copies(PuzzleProgress, 1000, progress.pk, mistake_id=f"{one.pk} + n * 3")


def store_events(match: Match, club: Club, user: Any, name: str) -> tuple[Event, Event]:
    """The event of this name with its two hundred tables, one that was published, and others in all the tables of events."""
    event = events.create(user, club, name)
    published = events.create(user, club, "Published")
    table = events.attach_match(user, published, match, published.stages.get(), 1, "1")
    judgement = match.current_judgement
    assert judgement is not None
    ruling = events.rule(user, published, match, next(iter(findings_of(judgement.verdict))), "upheld", "So it was.")
    jobs.run(publications.publish(user, published, "Early.").pk)
    entrant, publication = published.entrants.first(), published.publications.first()
    assert entrant is not None and publication is not None  # noqa: PT018 - both or neither
    rows, other = OTHER_EVENTS * TABLES, f"md5('e' || n % {OTHER_EVENTS})::uuid"
    copies(Table, rows, table.pk, event_id=other, round_id="-n", name="'T' || n", match_id="NULL")
    copies(Entrant, rows, entrant.pk, event_id=other, name="'Player ' || n", alias_id="NULL")
    alias = EntrantAlias.objects.filter(entrant=entrant).values_list("pk", flat=True)[0]
    copies(EntrantAlias, rows, alias, event_id=other, name="'Player ' || n", key="'player ' || n", entrant_id="-n")
    copies(Ruling, rows, ruling.pk, event_id=other, number="n", match_id="md5('m' || n)::uuid")
    copies(Publication, rows, publication.pk, event_id=other, number="n", hash="md5('a' || n) || md5('b' || n)")
    copies(PublicationPiece, rows, published.pieces.values_list("pk", flat=True)[0], event_id=other, number="n")
    return event, published


def store_batches(club: Club, user: Any) -> Batch:
    """A batch of two hundred matches, other batches, and a log of who did what."""
    batch = batches.receive(io.BytesIO(many(2).encode()).read, media_type=PPN, user=user, club=club)
    jobs.run(batch.pk, seconds=60)
    file = BatchFile.objects.filter(batch=batch).values_list("pk", flat=True)[0]
    entry = BatchEntry.objects.filter(batch=batch).values_list("pk", flat=True)[0]
    copies(AuditEntry, 20_000, 1, number="1000 + n", action="CASE WHEN n % 50 = 0 THEN 'member.remove' ELSE t.action END")
    copies(Job, OTHERS // BATCHED, batch.pk, id="md5('batch' || n)::uuid")
    copies(Batch, OTHERS // BATCHED, batch.pk, job_id="md5('batch' || n)::uuid")
    copies(BatchFile, BATCHED // 10, file, number="1 + n", upload_id="NULL")
    first = BatchFile.objects.filter(batch=batch, number=2).values_list("pk", flat=True).get()
    copies(
        BatchEntry,
        BATCHED,
        entry,
        file_id=f"{first} + n / 10 % {BATCHED // 10}",
        number="1 + n",
        match_id="md5('m' || (n + 1000))::uuid",
    )
    copies(
        BatchEntry,
        OTHERS,
        entry,
        batch_id=f"md5('batch' || (1 + n % {OTHERS // BATCHED}))::uuid",
        number="10000 + n",
        file_id=f"{first} + 1000 + n / 10",
        match_id="md5('m' || (n + 1000))::uuid",
    )
    return batch
