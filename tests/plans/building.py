"""The whole archive: its people and clubs, its matches, and what else a service of ten years has."""

from __future__ import annotations

from hashlib import md5
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Max
from django.utils import timezone

from records.accounts import webhooks
from records.accounts.models import AuditEntry, Club, Membership, Role, WebhookDelivery
from records.archive.models import (
    BatchEntry,
    Finding,
    Judgement,
    Match,
    MatchSeat,
    Mistake,
    Player,
    PlayerAlias,
    PuzzleProgress,
    SeatFan,
    SeatResult,
    Upload,
    VerdictSummary,
)
from records.tournament import events
from records.tournament.models import Entrant, EntrantAlias, Publication, PublicationPiece, Ruling, Table
from tests.plans import others
from tests.plans.copies import copies, execute
from tests.plans.matches import Size, event_name, store_matches

EVENT = 27
"""The number of the event, and club, that is looked at."""

BIG = {
    model._meta.db_table
    for model in (
        Match,
        Judgement,
        Finding,
        MatchSeat,
        Upload,
        BatchEntry,
        SeatFan,
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
        PuzzleProgress,
    )
}
"""Tables that grow with every match: no query may read one from end to end."""
ANALYZED = BIG | {model._meta.db_table for model in (Player, PlayerAlias, VerdictSummary, Club, get_user_model())}


def build(size: Size) -> dict[str, Any]:
    """Store an archive in the present transaction; whom and what to ask for. PostgreSQL only, as a superuser."""
    # Rows refer to each other both ways and are all there in the end: nothing is gained by checking each.
    execute("SET LOCAL session_replication_role = replica")
    execute("SET LOCAL synchronous_commit = off")
    execute("SET LOCAL maintenance_work_mem = '256MB'")
    people = {name: get_user_model().objects.create_user(name) for name in ("organizer", "stranger", "arbiter")}
    staff = get_user_model().objects.create_user("staff", is_staff=True)
    user, first, accounts = people["organizer"], _accounts(size, staff), size.matches // 1_000
    clubs = [Club.objects.create(slug=f"club-{number}", name=f"Club {number}") for number in range(size.clubs)]
    club = clubs[EVENT % size.clubs]
    Membership.objects.create(club=club, user=user, role=Role.OWNER, accepted_at=timezone.now())
    webhook, _ = webhooks.add(user, club, "https://example.org/hook", ["match.judged"])
    match = store_matches(size, clubs, club, user, first, accounts)
    others.store_deliveries(webhook)
    others.store_mistakes(size, match, user)
    event, published = others.store_events(match, club, user, event_name(size, EVENT))
    events.appoint(user, event, "arbiter")
    batch = others.store_batches(club, user)
    execute("SET LOCAL session_replication_role = DEFAULT")
    for table in sorted(ANALYZED):
        execute(f"ANALYZE {table}")
    player = Player.objects.get(pk=md5(b"p%d" % (EVENT % size.clubs)).hexdigest())
    return {
        **people,
        "user": user,
        "staff": staff,
        "club": club,
        "match": match,
        "batch": batch,
        "player": player,
        "event": event,
        "published": published,
        "webhook": webhook,
    }


def _accounts(size: Size, like: Any) -> int:
    """Accounts of people who upload; the number of the first."""
    model = get_user_model()
    copies(model, size.matches // 1_000, like.pk, username="'player-' || n", is_staff="false")
    return int(model.objects.aggregate(last=Max("pk"))["last"]) - size.matches // 1_000 + 1
