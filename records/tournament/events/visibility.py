"""Visibility: which events an actor may see, and the parts of an event; the list of events by day and name."""

from __future__ import annotations

import uuid
from datetime import date
from typing import NamedTuple

from django.db.models import Q, QuerySet

from records.accounts.access.actor import links_held
from records.accounts.access.roles import sees_all, signed_in, token_club_id
from records.accounts.clubs.models import Club
from records.accounts.clubs.visibility import member_club_ids
from records.archive.matches.dates import as_written
from records.archive.matches.models import DELETED, STORED, Match
from records.core.db.name_search import words_of
from records.core.db.search_keys import search_key
from records.core.people import Actor
from records.tournament.events.models import Arbiter, Entrant, Event, ExcludedMatch, Ruling, Stage, Table

SEARCHED = 5000
"""Events that are searched by name at most, the latest."""


def visible_to(user: Actor) -> QuerySet[Event]:
    """The events that a person may see: public ones, those of their clubs, and those that they serve; for the staff all."""
    events = Event.objects.select_related("club")
    if not signed_in(user):
        return events.filter(public=True)
    if sees_all(user):
        return events
    served = Q(pk__in=Arbiter.objects.filter(user=user.pk).values("event")) if token_club_id(user) is None else Q(pk__in=())
    return events.filter(Q(public=True) | Q(club__in=member_club_ids(user)) | served)


def find(user: Actor, event_id: uuid.UUID) -> Event | None:
    """An event by its id, None where there is none that this actor may see, by their own right or by a link to it."""
    return visible_to(user).filter(pk=event_id).first() or _opened(user).filter(pk=event_id).first()


def _opened(user: Actor) -> QuerySet[Event]:
    """The events that the actor's share links open."""
    ids = [link.event_id for link in links_held(user) if link.event_id]
    return Event.objects.select_related("club").filter(pk__in=ids) if ids else Event.objects.none()


def of_club(user: Actor, club: Club) -> QuerySet[Event]:
    """The events of a club that a person may see."""
    return visible_to(user).filter(club=club)


def of_match(user: Actor, match: Match) -> list[Event]:
    """The events at whose tables a match is, as far as an actor may see them."""
    found = {event.pk: event for some in (visible_to(user), _opened(user)) for event in some.filter(tables__match=match)}
    return list(found.values())


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


def running(day: date) -> Q:
    """The events that run on a day: begun and not over. One without a last day is over after its first; one without any runs."""
    return ~coming(day) & ~over(day)


def coming(day: date) -> Q:
    """The events that begin after a day."""
    return Q(starts__gt=as_written(day))


def over(day: date) -> Q:
    """The events that ended before a day."""
    today = as_written(day)
    return Q(ends__gt="", ends__lt=today) | Q(ends="", starts__gt="", starts__lt=today)


def listed(actor: Actor, name: str = "") -> QuerySet[Event]:
    """The events that a person may see whose names have every word of a text, in either Chinese script."""
    found = visible_to(actor)
    words = words_of(name)
    if not words:
        return found
    names = found.values_list("pk", "name")[:SEARCHED]
    return found.filter(pk__in=[pk for pk, text in names if all(word in search_key(text) for word in words)])
