"""Visibility: which events a person may see, the parts of an event, and what a share link to an event opens."""

from __future__ import annotations

import uuid
from typing import NamedTuple

from django.db.models import Q, QuerySet

from records.access.models import ShareLink
from records.access.roles import sees_all, signed_in, token_club_id
from records.access.share_links import link_by_secret
from records.clubs.models import Club
from records.clubs.visibility import member_club_ids
from records.events.models import Arbiter, Entrant, Event, ExcludedMatch, Ruling, Stage, Table
from records.matches.models import DELETED, SHOWN, STORED, Match
from records.matches.visibility import matches_without_texts
from records.people import Actor


def visible_to(user: Actor) -> QuerySet[Event]:
    """The events that a person may see: public ones, those of their clubs, and those that they serve; for the staff all."""
    events = Event.objects.select_related("club")
    if not signed_in(user):
        return events.filter(public=True)
    if sees_all(user):
        return events
    served = Q(pk__in=Arbiter.objects.filter(user=user.pk).values("event")) if token_club_id(user) is None else Q()
    return events.filter(Q(public=True) | Q(club__in=member_club_ids(user)) | served)


def matches_of(event: Event) -> QuerySet[Match]:
    """The matches at the tables of an event; who opens the event by a share link may see those that are not held."""
    return matches_without_texts().filter(tables__event=event)


def find_shared(secret: str) -> Event | None:
    """The event that a share link opens, None where there is none."""
    link = link_by_secret(secret)
    return link.event if link else None


def find(user: Actor, event_id: uuid.UUID) -> Event | None:
    """An event by its id, None where there is none that this person may see."""
    return visible_to(user).filter(pk=event_id).first()


def of_club(user: Actor, club: Club) -> QuerySet[Event]:
    """The events of a club that a person may see."""
    return visible_to(user).filter(club=club)


def of_match(user: Actor, match: Match, secret: str = "") -> list[Event]:
    """The events of a match that a person may see, or with a ``secret`` the event that this share link opens."""
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
    """A table of an event by its id."""
    return event.tables.filter(pk=table_id).select_related("event", "round__stage", "match").first()


class UsualRules(NamedTuple):
    """A game, and the rules by which it is played at an event, as a record names both."""

    game: str
    rules: str


def usual_rules(event: Event) -> UsualRules:
    """The game and the rules of the last match that came to an event; both empty before there is one."""
    matches = Match.objects.filter(STORED, tables__event=event, **({"game": event.game} if event.game else {})).exclude(game="")
    last = matches.order_by("-created_at", "-pk").values_list("game", "rules").first()
    return UsualRules(*last) if last else UsualRules("", "")


def removed_lately(event: Event) -> QuerySet[ExcludedMatch]:
    """The matches that were removed from an event by hand and can be put back, the last first."""
    removed = event.excluded_matches.filter(deleted=False).exclude(match__owner_key__startswith=DELETED)
    return removed.select_related("match", "table__round").defer("match__source").order_by("-removed_at", "-pk")


def publications_with(match: Match) -> list[Event]:
    """The events at whose tables a match is and whose results were published."""
    return list(Event.objects.filter(tables__match=match, publications__isnull=False).distinct().order_by("pk"))


def entrant_of(event: Event, entrant_id: int) -> Entrant | None:
    """An entrant of an event by its id."""
    return event.entrants.filter(pk=entrant_id).select_related("event").first()


def rulings_of(event: Event, match: Match | None = None) -> QuerySet[Ruling]:
    """The rulings of an event in the order in which they were given, or only those on one match."""
    rulings = event.rulings.order_by("number")
    return rulings.filter(match=match) if match else rulings


def find_shared_match(secret: str, match_id: uuid.UUID | None = None) -> Match | None:
    """The match that a share link opens; with a ``match_id`` that match of the event that it opens."""
    link = link_by_secret(secret)
    return opened_match(link, match_id) if link else None


def opened_match(link: ShareLink, match_id: uuid.UUID | None = None) -> Match | None:
    """The match of a share link to a match; with a ``match_id`` that match of the event that the link opens."""
    if (link.event is None) != (match_id is None):
        return None
    opened_id = match_id or link.match_id
    return match_by_link(link, opened_id) if opened_id else None


def match_by_link(link: ShareLink, match_id: uuid.UUID) -> Match | None:
    """The match, where a share link opens it: the link's own, or one at a table of the link's event."""
    opened = matches_of(link.event) if link.event else matches_without_texts().filter(links=link)
    return opened.filter(STORED, SHOWN, pk=match_id).first()
