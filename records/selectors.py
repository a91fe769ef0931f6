"""Everything that is read of what is stored. Who may read it is asked of ``records.access``."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import CharField, Q, QuerySet

import referee
from records.access import (
    Newest,
    Right,
    audit_of,
    bare,
    batches_visible_to,
    club_ids_of,
    clubs_visible_to,
    dressed,
    event_by_link,
    events_visible_to,
    invitations_of,
    judgements_of,
    links_to,
    match_by_link,
    match_visible_to,
    matches_at,
    matches_visible_to,
    may,
    may_with,
    memberships_of,
    people_of,
    players_of,
    regroupings_of,
    rejudgings_visible_to,
    role_in,
    tokens_of,
    webhooks_of,
    with_seats,
)
from records.careers import broken, by_game, counted, course, now, opponents, played, points_in, spellings_of
from records.differences import differences_of, told
from records.digests import digest_of
from records.event_sheet import EventSheet, Issue, Seating, entrants_of, records_of, sheet_of
from records.fields import storable
from records.identifying import Placed, events_of_player, placed, suggestions
from records.judging import record_of
from records.models import (
    ApiToken,
    Batch,
    Club,
    Entrant,
    Event,
    Judgement,
    Match,
    Membership,
    Player,
    Regrouping,
    Rejudging,
    Ruling,
    ShareLink,
    Stage,
    Table,
    Webhook,
    WebhookDelivery,
)
from records.prepared import Given, Prepared
from records.progress import Progress, entries_of, files_of, noteworthy, progress_of, report
from records.published import (
    FORMS,
    document_of,
    file_of,
    lines_of,
    matches_in,
    publication_of,
    publications_of,
    publishing_of,
    size_of,
    workbook_of,
)
from records.results_key import known_keys
from records.searching import FILTERS, filter_matches
from records.spelling import key_of

__all__ = [
    "EventSheet",
    "FILTERS",
    "FORMS",
    "Issue",
    "Newest",
    "Placed",
    "Progress",
    "Right",
    "Seating",
    "audit_of",
    "bare",
    "batch_for",
    "batches_visible_to",
    "broken",
    "by_game",
    "club_for",
    "club_ids_of",
    "clubs_visible_to",
    "counted",
    "course",
    "deliveries_of",
    "delivery_for",
    "differences_of",
    "document_of",
    "dressed",
    "entrant_of",
    "entrants_of",
    "entries_of",
    "event_for",
    "event_shared",
    "events_of",
    "events_of_player",
    "events_visible_to",
    "events_with",
    "file_of",
    "files_of",
    "filter_matches",
    "find_players",
    "frames",
    "invitation_to",
    "invitations_of",
    "judgement_for",
    "judgements_of",
    "known_keys",
    "lines_of",
    "link_for",
    "links_to",
    "match_for",
    "match_shared",
    "matches_in",
    "matches_of",
    "matches_visible_to",
    "may",
    "may_with",
    "member_of",
    "memberships_of",
    "noteworthy",
    "now",
    "opponents",
    "people_of",
    "placed",
    "played",
    "player_for",
    "players_of",
    "points_in",
    "progress_of",
    "publication_of",
    "publications_of",
    "publishing_of",
    "record_of",
    "records_of",
    "regrouping_for",
    "regroupings_of",
    "rejudging_for",
    "rejudgings_visible_to",
    "report",
    "review",
    "role_in",
    "rulings_of",
    "sheet_of",
    "size_of",
    "spellings_of",
    "stage_of",
    "stages_of",
    "suggestions",
    "table_of",
    "token_of",
    "tokens_of",
    "told",
    "verdict_of",
    "visible_among",
    "webhook_for",
    "webhooks_of",
    "with_seats",
    "workbook_of",
]


def match_for(user: Any, match_id: uuid.UUID | str) -> Match | None:
    """The match, where there is one that this person may see; its seats are fetched where they are asked for."""
    try:
        return match_visible_to(user, match_id)
    except (ValueError, TypeError, ValidationError):
        return None


def batch_for(user: Any, batch_id: uuid.UUID) -> Batch | None:
    """The batch, where there is one that this person may see."""
    return batches_visible_to(user).filter(pk=batch_id).first()


def match_shared(secret: str, match_id: uuid.UUID | None = None) -> Match | None:
    """The match that a share link opens, to anyone who has it; of a link to an event, the one that is asked for."""
    if match_id is None:
        return match_by_link(digest_of(secret))
    event = event_shared(secret)
    return matches_at(event).filter(pk=match_id).first() if event else None


def event_shared(secret: str) -> Event | None:
    """The event that a share link opens, to anyone who has it."""
    return event_by_link(digest_of(secret))


def link_for(thing: Match | Event, link_id: uuid.UUID) -> ShareLink | None:
    """One of the links that open a match or an event."""
    return links_to(thing).filter(pk=link_id).first()


def event_for(user: Any, event_id: uuid.UUID) -> Event | None:
    """The event, where there is one that this person may see."""
    return events_visible_to(user).filter(pk=event_id).first()


def events_of(user: Any, club: Club) -> QuerySet[Event]:
    """Those of a club's events that this person may see, the latest first."""
    return events_visible_to(user).filter(club=club)


def events_with(user: Any, match: Match, secret: str = "") -> list[Event]:
    """The events that a match belongs to: those that this person may see, or the one that a share link opens."""
    if secret:
        event = event_shared(secret)
        return [event] if event else []
    return list(events_visible_to(user).filter(tables__match=match))


def visible_among(user: Any, match_ids: Iterable[Any]) -> set[Any]:
    """Those of these matches that this person may see."""
    return set(matches_visible_to(user).filter(pk__in=list(match_ids)).order_by().values_list("pk", flat=True))


def stages_of(event: Event) -> list[Stage]:
    """The stages of an event in their order."""
    return list(event.stages.order_by("number"))


def stage_of(event: Event, number: int) -> Stage | None:
    """A stage of an event, by its number."""
    return event.stages.filter(number=number).first()


def table_of(event: Event, table_id: int) -> Table | None:
    """A table of an event."""
    return event.tables.filter(pk=table_id).select_related("event", "round__stage", "match").first()


def entrant_of(event: Event, entrant_id: int) -> Entrant | None:
    """Somebody who takes part in an event."""
    return event.entrants.filter(pk=entrant_id).select_related("event").first()


def rulings_of(event: Event, match: Match | None = None) -> QuerySet[Ruling]:
    """The rulings of an event, the first first; those on one match where one is named."""
    rulings = event.rulings.order_by("number")
    return rulings.filter(match=match) if match else rulings


def club_for(user: Any, slug: str) -> Club | None:
    """The club, where this person belongs to it."""
    return clubs_visible_to(user).filter(slug=slug).first()


def matches_of(user: Any, club: Club) -> QuerySet[Match]:
    """Those of a club's matches that this person may see: for its members, all."""
    return matches_visible_to(user).filter(club=club)


def member_of(club: Club, username: str) -> Membership | None:
    """Someone in a club, or invited to it, by their account's name."""
    return people_of(club).filter(user__username=storable(username)).first()


def invitation_to(user: Any, slug: str) -> Membership | None:
    """Someone's unanswered invitation to a club."""
    return invitations_of(user).filter(club__slug=slug).first()


def find_players(club: Club, q: str = "") -> QuerySet[Player]:
    """A club's players, by name; those that are called so or stand somewhere so."""
    players = players_of(club)
    if key := key_of(storable(q)):
        players = players.filter(Q(name__icontains=storable(q).strip()) | Q(spellings__key__contains=key))
    return players


def player_for(club: Club, player_id: uuid.UUID) -> Player | None:
    """One of a club's players, gone ones too."""
    return club.players.select_related("club").filter(pk=player_id).first()


def regrouping_for(club: Club, number: int) -> Regrouping | None:
    """One of a club's regroupings of players."""
    return regroupings_of(club).select_related("club").filter(pk=number).first()


def webhook_for(club: Club, webhook_id: uuid.UUID) -> Webhook | None:
    """One of a club's webhooks."""
    return webhooks_of(club).filter(pk=webhook_id).first()


def deliveries_of(webhook: Webhook, state: str = "") -> QuerySet[WebhookDelivery]:
    """Its messages, the newest first; those of one state, where one is named."""
    deliveries = webhook.deliveries.order_by("-created_at", "-id").defer("body")
    return deliveries.filter(state=state) if state else deliveries


def delivery_for(webhook: Webhook, delivery_id: uuid.UUID) -> WebhookDelivery | None:
    """One of its messages, with every attempt."""
    found = webhook.deliveries.select_related("webhook__club").prefetch_related("log")
    return found.filter(pk=delivery_id).first()


def rejudging_for(user: Any, rejudging_id: uuid.UUID) -> Rejudging | None:
    """Judging an archive again, where this person may see it."""
    return rejudgings_visible_to(user).filter(pk=rejudging_id).first()


def judgement_for(user: Any, match: Match, number: str) -> Judgement | None:
    """One of the judgements of a match, where this person may see it."""
    if not (number.isascii() and number.isdecimal() and len(number) < 19):
        return None
    return judgements_of(user, match).filter(pk=int(number)).first()


def verdict_of(match: Match) -> dict[str, Any] | None:
    """The current verdict, None where there is none yet."""
    return match.current_judgement.verdict if match.current_judgement else None


def frames(match: Match, round_number: int, view: str | None = None) -> list[dict[str, Any]]:
    """The tables of a round, replayed now: they are never stored. Raises LookupError where there are none."""
    return referee.replay(_readable(match), round_number, view)


def review(match: Match, round_number: int, view: str | None = None) -> dict[str, Any]:
    """What the players of a round could have done, worked out now. Raises LookupError where nothing can be said."""
    return referee.review(_readable(match), round_number, view)


def review_turn(match: Match, round_number: int, move: int) -> Any:
    """The same of one turn, with what hands may win that are not ready yet. Raises LookupError where nobody had to choose."""
    return referee.review_turn(_readable(match), round_number, move)


def _readable(match: Match) -> referee.Record:
    record = record_of(match)
    if isinstance(record, referee.NotationError):
        raise LookupError("the record cannot be read")
    return record


def token_of(digest: str) -> ApiToken | None:
    """The token with this digest and its user."""
    return next(iter(_token(digest=digest)), None)


_token = Prepared(lambda: ApiToken.objects.select_related("user", "club").order_by().filter(digest=Given("digest", CharField())))
