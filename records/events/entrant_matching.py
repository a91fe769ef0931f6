"""Entrant matching: which player of the club an entrant is, as organizers say or as the names suggest.

An entrant points to one of the player's aliases, as a seat does, so that whoever merges or splits players, or undoes it, says
it of the events too.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db import transaction

from records import audit
from records.access.roles import Right
from records.errors import Refusal
from records.events.lock import lock_event, require_right
from records.events.models import Entrant, Event
from records.events.overview import overview_of
from records.players.models import Player, PlayerAlias

EVENTS = 10
"""Events of a player that are shown with the place, the latest."""


class EventPlace(NamedTuple):
    """Somebody's place in an event as it stands; None where nobody is ranked yet."""

    event: Event
    entrant: str
    rank: int | None
    of: int
    provisional: bool


@transaction.atomic
def identify(actor: Any, entrant: Entrant, player: Player | None) -> Entrant:
    """Say that an entrant is this player of the club, or nobody that is known. Raises Refusal: 403, 404; 422 for a player of
    another club, 409 where all the names of the player are another's by now."""
    require_right(actor, Right.ARRANGE, entrant.event.club_id)
    event = lock_event(entrant.event)
    held = event.entrants.filter(pk=entrant.pk).first()
    if held is None:
        raise Refusal("not-found", "名單上沒有這個人。", "There is nobody like this on the list.", 404)
    held.alias = _alias_of(held, event, player) if player else None
    held.save(update_fields=["alias"])
    said = str(player.pk) if player else None
    audit.record(
        "event.identify", f"event:{event.pk}", by=actor, club=event.club_id, entrant=held.pk, name=held.name, player=said
    )
    return held


@transaction.atomic
def identify_suggested(actor: Any, event: Event) -> int:
    """Say of every entrant who is no player yet that it is whom the spelling suggests; how many. Raises Refusal (403, 404)."""
    require_right(actor, Right.ARRANGE, event.club_id)
    found = lock_event(event)
    entrants = list(found.entrants.prefetch_related("aliases"))
    suggested = suggestions(found, entrants)
    changed = [entrant for entrant in entrants if entrant.pk in suggested]
    for entrant in changed:
        entrant.alias = suggested[entrant.pk]
    Entrant.objects.bulk_update(changed, ["alias"], batch_size=500)
    if changed:
        names = [entrant.name for entrant in changed]
        audit.record("event.identify", f"event:{found.pk}", by=actor, club=found.club_id, names=names)
    return len(changed)


def suggestions(event: Event, entrants: Iterable[Entrant]) -> dict[int, PlayerAlias]:
    """Of entrants who are no player yet: the club's spelling that is written as one of theirs, where those are one player's."""
    keys = {one.pk: [alias.key for alias in one.aliases.all()] for one in entrants if one.alias_id is None}
    wanted = {key for some in keys.values() for key in some}
    known: dict[str, PlayerAlias] = {}
    for alias in PlayerAlias.objects.filter(club=event.club_id, key__in=wanted).select_related("player"):
        known[alias.key] = alias
    found = {pk: [known[key] for key in some if key in known] for pk, some in keys.items()}
    return {pk: theirs[0] for pk, theirs in found.items() if len({alias.player_id for alias in theirs}) == 1}


def places_of(player: Player, events: Iterable[Event]) -> list[EventPlace]:
    """The places of a player in those of these events in which they take part, the latest first."""
    mine: dict[Any, Entrant] = {}
    for entrant in Entrant.objects.filter(alias__player=player, event__in=[event.pk for event in events]).order_by("-pk"):
        mine[entrant.event_id] = entrant
    return [_place(event, mine[event.pk].name) for event in events if event.pk in mine]


def _place(event: Event, name: str) -> EventPlace:
    standings = overview_of(event).standings
    rank = next((row.rank for row in standings.rows if row.entrant == name and row.tables), None)
    return EventPlace(event, name, rank, len(standings.rows), standings.provisional)


def of_player(player: Player) -> list[Event]:
    """The latest events in which a player takes part."""
    events = Event.objects.filter(club=player.club_id, entrants__alias__player=player).select_related("club").distinct()
    return list(events.order_by("-starts", "-created_at", "-pk")[:EVENTS])


def _alias_of(entrant: Entrant, event: Event, player: Player) -> PlayerAlias:
    """The player's spelling that is written like the entrant, else the first of them. Raises Refusal."""
    if player.club_id != event.club_id:
        zh, en = "這位選手不屬於這個社團。", "The player is of another club."
        raise Refusal("another-club", zh, en, 422)
    keys = set(entrant.aliases.values_list("key", flat=True))
    theirs = list(player.aliases.order_by("pk"))
    if not theirs:
        said = f"The names of {player} are all somebody else's by now."
        raise Refusal("player-gone", f"{player} 的名字都已歸在別人名下。", said, 409)
    return next((alias for alias in theirs if alias.key in keys), theirs[0])
