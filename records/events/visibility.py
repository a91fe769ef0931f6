"""Visibility: which events a person may see and what is in them, and the events and matches that a share link opens."""

from __future__ import annotations

import uuid
from typing import Any

from django.db.models import Q, QuerySet

from records.access.roles import sees_all, signed_in
from records.access.share_links import working_links
from records.clubs.models import Club
from records.clubs.visibility import clubs_of
from records.events.models import Entrant, Event, Stage, Table
from records.events.ruling import Ruling
from records.matches.models import Match
from records.matches.visibility import all_matches, match_by_link
from records.ops.digests import digest_of


def visible_to(user: Any) -> QuerySet[Event]:
    """Public events and those of one's clubs, the latest first; the staff sees all."""
    events = Event.objects.select_related("club")
    if not signed_in(user):
        return events.filter(public=True)
    if sees_all(user):
        return events
    return events.filter(Q(public=True) | Q(club__in=clubs_of(user)))


def event_by_link(digest: str) -> Event | None:
    """The event that a share link opens, None where there is no such link or it opens no longer."""
    link = working_links().filter(digest=digest, event__isnull=False).select_related("event").first()
    return link.event if link else None


def matches_of(event: Event) -> QuerySet[Match]:
    """The matches at the tables of an event: who is shown the event by a link is shown these."""
    return all_matches().filter(tables__event=event)


def find_shared(secret: str) -> Event | None:
    """The event that a share link opens, to anyone who has it."""
    return event_by_link(digest_of(secret))


def find(user: Any, event_id: uuid.UUID) -> Event | None:
    """The event, where there is one that this person may see."""
    return visible_to(user).filter(pk=event_id).first()


def of_club(user: Any, club: Club) -> QuerySet[Event]:
    """Those of a club's events that this person may see, the latest first."""
    return visible_to(user).filter(club=club)


def of_match(user: Any, match: Match, secret: str = "") -> list[Event]:
    """The events that a match belongs to: those that this person may see, or the one that a share link opens."""
    if secret:
        event = find_shared(secret)
        return [event] if event else []
    return list(visible_to(user).filter(tables__match=match))


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


def find_shared_match(secret: str, match_id: uuid.UUID | None = None) -> Match | None:
    """The match that a share link opens, to anyone who has it; of a link to an event, the one that is asked for."""
    if match_id is None:
        return match_by_link(digest_of(secret))
    event = find_shared(secret)
    return matches_of(event).filter(pk=match_id).first() if event else None
