"""An archive of a hundred thousand matches, made by the database itself in seconds.

One match is uploaded and judged as always; its rows are then copied with what differs between matches. A column that a later
migration adds is copied like the others.
"""

from __future__ import annotations

import io
from typing import Any

from django.contrib.auth import get_user_model
from django.db import connection, models
from django.utils import timezone

import referee
from records import batches, events, matches, publications, webhooks
from records.models import (
    AuditEntry,
    Batch,
    BatchEntry,
    BatchFile,
    Club,
    Entrant,
    EntrantAlias,
    Event,
    Finding,
    Judgement,
    Match,
    MatchSeat,
    Membership,
    Mistake,
    Player,
    PlayerAlias,
    Publication,
    PublicationPiece,
    PuzzleProgress,
    ReviewedMatch,
    Role,
    Ruling,
    SeatResult,
    Table,
    Upload,
    VerdictSummary,
    Webhook,
    WebhookDelivery,
)
from referee.results.ranking.rulings import findings_of
from tests.files import FLAGGED, PPN, many

MATCHES = 100_000
CLUBS = 20
"""Clubs; one match in ten belongs to nobody's club, and of these one in ten is public."""
PEOPLE = 2_000
EVENTS = 500
SEATS = 2
"""Of each match: enough for what is looked up by its players."""
BATCHED, OTHERS = 200, 30_000
"""Matches of one batch, and of other batches."""
PENDING, JUDGING, FAILED = 60, 10, 20
RARE = "rare-code"
OTHER_EVENTS, TABLES = 500, 60
"""Events beside the one that is looked at, and the tables, entrants and rulings of each."""

BIG = {
    model._meta.db_table
    for model in (
        Match,
        Judgement,
        Finding,
        MatchSeat,
        Upload,
        BatchEntry,
        SeatResult,
        WebhookDelivery,
        AuditEntry,
        Table,
        Entrant,
        EntrantAlias,
        Ruling,
        Publication,
        PublicationPiece,
        Mistake,
        ReviewedMatch,
        PuzzleProgress,
    )
}
"""Tables that grow with every match: no query may read one from end to end."""


def copies(model: type[models.Model], count: int, like: int | str, /, **changed: str) -> None:
    """Rows like this one. ``changed``: SQL for what differs, in which ``n`` counts from 1."""
    fields = [field for field in model._meta.concrete_fields if not (field.primary_key and isinstance(field, models.AutoField))]
    columns = [field.column for field in fields]
    chosen = ", ".join(changed.get(column, f't."{column}"') for column in columns).replace("%", "%%")
    into = ", ".join(f'"{column}"' for column in columns)
    table, key = model._meta.db_table, model._meta.pk.column
    with connection.cursor() as cursor:
        cursor.execute(
            f'INSERT INTO {table} ({into}) SELECT {chosen} FROM {table} t, generate_series(1, {count}) n WHERE t."{key}" = %s',
            [like],
        )


def built() -> dict[str, Any]:
    """Store the archive in the present transaction; whom and what to ask for. PostgreSQL only."""
    with connection.cursor() as cursor:
        # Rows refer to each other both ways and are all there in the end: nothing is gained by checking each.
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("SET LOCAL synchronous_commit = off")
        cursor.execute("SET LOCAL maintenance_work_mem = '256MB'")
    user = get_user_model().objects.create_user("organizer")
    stranger = get_user_model().objects.create_user("stranger")
    staff = get_user_model().objects.create_user("staff", is_staff=True)
    clubs = [Club.objects.create(slug=f"club-{number}", name=f"Club {number}") for number in range(CLUBS)]
    club = clubs[7]
    Membership.objects.create(club=club, user=user, role=Role.OWNER, accepted_at=timezone.now())
    webhook, _ = webhooks.add(user, club, "https://example.org/hook", ["match.judged"])
    match = matches.upload(FLAGGED.encode(), media_type=PPN, user=user, club=club).matches[0]
    judgement = matches.judge(match.pk)
    assert judgement is not None
    _matches(match, judgement, clubs[0].pk, user.pk)
    _rest(match, judgement, club, webhook)
    _mistakes(match, user)
    event, published = _events(match, judgement, club, user)
    arbiter = get_user_model().objects.create_user("arbiter")
    events.appoint(user, event, "arbiter")
    batch = batches.receive(io.BytesIO(many(2).encode()).read, media_type=PPN, user=user, club=club)[0]
    batches.ingest(batch.pk, 60)
    _batch(batch)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = DEFAULT")
        for table in sorted(BIG):
            cursor.execute(f"ANALYZE {table}")
    player = Player.objects.filter(club=club).order_by("name").first()
    return {
        "user": user,
        "stranger": stranger,
        "arbiter": arbiter,
        "staff": staff,
        "club": club,
        "match": match,
        "batch": batch,
        "player": player,
        "event": event,
        "published": published,
        "webhook": webhook,
    }


def _matches(match: Match, judgement: Judgement, first_club: int, user: int) -> None:
    copies(
        Upload,
        MATCHES // 10,
        match.upload_id.hex,
        id="md5('u' || n)::uuid",
        source="''::bytea",
        filename="'evening-' || n",
        search_filename="'evening-' || n",
        created_at="now() - n * interval '5 minutes'",
    )
    states = (
        f"CASE WHEN n <= {PENDING} THEN 'pending' WHEN n <= {PENDING + JUDGING} THEN 'judging' "
        f"WHEN n <= {PENDING + JUDGING + FAILED} THEN 'failed' ELSE 'judged' END"
    )
    unjudged = PENDING + JUDGING + FAILED
    copies(
        Match,
        MATCHES,
        match.pk.hex,
        id="md5('m' || n)::uuid",
        upload_id=f"md5('u' || (n % {MATCHES // 10} + 1))::uuid",
        source="''::bytea",
        sha256="md5('a' || n) || md5('b' || n)",
        state=states,
        event=f"'Event ' || (n % {EVENTS})",
        search_event=f"'event ' || (n % {EVENTS})",
        state_since="now() - n * interval '40 seconds'",
        rung_at="now() - n * interval '40 seconds'",
        waiting_since="now() - n * interval '41 seconds'",
        created_at="now() - n * interval '41 seconds'",
        date="to_char(now() - n * interval '50 minutes', 'YYYY.MM.DD')",
        day="(now() - n * interval '50 minutes')::date",
        public="n % 100 = 0",
        user_id=f"{user} + n % 7 + 1000",
        game="(ARRAY['sichuan', 'kawuxing', 'luzhou', 'hengyang', 'gouji'])[1 + n / 100 % 5]",
        club_id=f"CASE WHEN n % 10 = 0 THEN NULL ELSE {first_club} + n % {CLUBS} END",
        owner_key="'o:' || n",
        current_judgement_id=f"CASE WHEN n > {unjudged} THEN {judgement.pk} + n END",
    )
    copies(
        Judgement,
        MATCHES,
        judgement.pk,
        id=f"{judgement.pk} + n",
        match_id="md5('m' || n)::uuid",
        status="CASE WHEN n % 20 = 0 THEN 'flagged' ELSE 'clean' END",
        verdict="'{\"rounds\": []}'",
        created_at="now() - n * interval '40 seconds'",
    )


def _rest(match: Match, judgement: Judgement, club: Club, webhook: Webhook) -> None:
    seat = match.seats.order_by("pk").first()
    assert seat is not None and seat.alias_id is not None  # noqa: PT018 - both or neither
    player = PlayerAlias.objects.get(pk=seat.alias_id)
    copies(Player, PEOPLE, player.player_id.hex, id="md5('p' || n)::uuid", name="'Player ' || n", search_name="'player ' || n")
    copies(
        PlayerAlias,
        PEOPLE,
        player.pk,
        name="'Player ' || n",
        search_name="'player ' || n",
        key="'player ' || n",
        player_id="md5('p' || n)::uuid",
        born_id="md5('p' || n)::uuid",
    )
    first = PlayerAlias.objects.filter(key="player 1").values_list("pk", flat=True).get()
    who = f"(n * 53) % {PEOPLE}"
    copies(
        MatchSeat,
        MATCHES * SEATS,
        seat.pk,
        match_id=f"md5('m' || ((n - 1) / {SEATS} + 1))::uuid",
        name=f"'Player ' || (1 + {who})",
        search_name=f"'player ' || (1 + {who})",
        spelling_id=f"{first} + {who}",
        seat="substr('ESWN', 1 + n % 4, 1)",
    )
    seats = MatchSeat.objects.order_by("pk").exclude(match=match).values_list("pk", flat=True)[0]
    finding = judgement.findings.order_by("pk").first()
    assert finding is not None
    copies(
        Finding,
        MATCHES // 5,
        finding.pk,
        judgement_id=f"{judgement.pk} + n * 5",
        who_id=f"{seats} + n * 5 * {SEATS}",
        code=f"CASE WHEN n % 400 = 0 THEN '{RARE}' ELSE 'code-' || n % 7 END",
    )
    result = SeatResult.objects.filter(judgement=judgement).values_list("pk", flat=True)[0]
    copies(SeatResult, MATCHES, result, judgement_id=f"{judgement.pk} + n", seat_id=f"{seats} + (n - 1) * {SEATS}")
    delivery = WebhookDelivery.objects.filter(webhook=webhook).values_list("pk", flat=True)[0]
    copies(
        WebhookDelivery,
        20_000,
        delivery.hex,
        id="md5('d' || n)::uuid",
        state="CASE WHEN n <= 30 THEN 'pending' ELSE 'delivered' END",
        created_at="now() - n * interval '1 minute'",
        ended_at="CASE WHEN n > 30 THEN now() - n * interval '1 minute' END",
    )


def _mistakes(match: Match, user: Any) -> None:
    """A mistake of every seat, and who has learnt some. All matches were looked through, also those that are not judged yet."""
    reviewed = ReviewedMatch.objects.create(match=match, engine_version=referee.ENGINE_VERSION, choices=1)
    copies(ReviewedMatch, MATCHES, reviewed.match_id.hex, match_id="md5('m' || n)::uuid")
    first = PlayerAlias.objects.filter(key="player 1").values_list("pk", flat=True).get()
    one = Mistake.objects.create(match=match, alias_id=first, round=1, move=1, seat="E", what=Mistake.What.DISCARD)
    copies(
        Mistake,
        MATCHES * SEATS,
        one.pk,
        match_id=f"md5('m' || ((n - 1) / {SEATS} + 1))::uuid",
        alias_id=f"{first} + (n * 53) % {PEOPLE}",
        seat="substr('ESWN', 1 + n % 4, 1)",
        points="n % 11",
        steps="n % 3",
        live="n % 20",
    )
    progress = PuzzleProgress.objects.create(user=user, mistake=one, due_at=timezone.now())
    copies(PuzzleProgress, MATCHES, progress.pk, user_id=f"{user.pk} + n % 7 + 1000", mistake_id=f"{one.pk} + n")
    copies(PuzzleProgress, 1000, progress.pk, mistake_id=f"{one.pk} + n * 3")


def _events(match: Match, judgement: Judgement, club: Club, user: Any) -> tuple[Event, Event]:
    """An event of two hundred tables, one that was published, and others in all the tables of events."""
    copies(VerdictSummary, MATCHES // EVENTS, judgement.pk, judgement_id=f"{judgement.pk} + 7 + (n - 1) * {EVENTS}")
    event = events.create(user, club, "Event 7")
    published = events.create(user, club, "Published")
    table = events.attach_match(user, published, match, published.stages.get(), 1, "1")
    ruling = events.rule(user, published, match, next(iter(findings_of(judgement.verdict))), "upheld", "So it was.")
    publications.run(publications.publish(user, published, "Early.").pk)
    entrant, publication = published.entrants.first(), published.publications.first()
    assert entrant is not None and publication is not None  # noqa: PT018 - both or neither
    rows, other = OTHER_EVENTS * TABLES, f"md5('e' || n % {OTHER_EVENTS})::uuid"
    copies(Table, rows, table.pk, event_id=other, round_id="-n", name="'T' || n", match_id="NULL")
    copies(Entrant, rows, entrant.pk, event_id=other, name="'Player ' || n", who_id="NULL")
    spelling = EntrantAlias.objects.filter(entrant=entrant).values_list("pk", flat=True)[0]
    copies(EntrantAlias, rows, spelling, event_id=other, name="'Player ' || n", key="'player ' || n", entrant_id="-n")
    copies(Ruling, rows, ruling.pk, event_id=other, number="n", match_id="md5('m' || n)::uuid")
    copies(Publication, rows, publication.pk, event_id=other, number="n", hash="md5('a' || n) || md5('b' || n)")
    copies(PublicationPiece, rows, published.pieces.values_list("pk", flat=True)[0], event_id=other, number="n")
    return event, published


def _batch(batch: Batch) -> None:
    file = BatchFile.objects.filter(batch=batch).values_list("pk", flat=True)[0]
    entry = BatchEntry.objects.filter(batch=batch).values_list("pk", flat=True)[0]
    copies(AuditEntry, 20_000, 1, number="1000 + n", action="CASE WHEN n % 50 = 0 THEN 'member.remove' ELSE t.action END")
    copies(Batch, OTHERS // BATCHED, batch.pk.hex, id="md5('batch' || n)::uuid")
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
