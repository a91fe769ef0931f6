"""Entrant matching: linking an entrant of an event to a player of the club, by an organizer or as the names suggest.

An entrant points to one of the player's aliases, as a seat does, so that whoever merges or splits players, or undoes it, says
it of the events too.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from records.accounts import audit
from records.accounts.access.roles import Right
from records.archive.players.models import Player, PlayerAlias
from records.core.errors import Refusal
from records.core.people import Actor
from records.tournament.events.lock import current_entrant, lock_event, require_right
from records.tournament.events.models import Entrant, Event
from records.tournament.events.overview.event import overview_of

EVENTS = 10
"""Events of a player that are shown with the place, the latest."""


class EventPlace(NamedTuple):
    """The place of a player in an event; ``rank`` is None before anybody is ranked."""

    event: Event
    entrant: str
    rank: int | None
    of: int
    provisional: bool


@transaction.atomic
def identify(actor: Actor, entrant: Entrant, player: Player | None) -> Entrant:
    """Link an entrant to a player of the club, or to nobody. Raises Refusal: 403, 404, 422 for a player of another club, 409
    where all aliases of the player belong to another one now."""
    require_right(actor, Right.ARRANGE, entrant.event.club_id)
    event = lock_event(entrant.event)
    current = current_entrant(event, entrant)
    current.alias = _alias_of(current, event, player) if player else None
    current.save(update_fields=["alias"])
    player_id = str(player.pk) if player else None
    audit.record(
        "event.identify",
        f"event:{event.pk}",
        by=actor,
        club=event.club_id,
        entrant=current.pk,
        name=current.name,
        player=player_id,
    )
    return current


@transaction.atomic
def identify_suggested(actor: Actor, event: Event) -> int:
    """Link every entrant that is linked to nobody to the suggested player; returns their number. Raises Refusal (403, 404)."""
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
    """For entrants that are linked to nobody: the club's alias with the same name key, where only one player comes into
    question."""
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
    overview = overview_of(event)
    standings = overview.standings
    rank = next((row.rank for row in standings.rows if row.entrant == name and row.tables), None)
    return EventPlace(event, name, rank, len(standings.rows), overview.provisional_after(None))


def of_player(player: Player) -> list[Event]:
    """The latest events in which a player takes part."""
    events = Event.objects.filter(club=player.club_id, entrants__alias__player=player).select_related("club").distinct()
    return list(events.order_by("-starts", "-created_at", "-pk")[:EVENTS])


def _alias_of(entrant: Entrant, event: Event, player: Player) -> PlayerAlias:
    """The alias of the player that is spelt like the entrant, else the player's first one. Raises Refusal."""
    if player.club_id != event.club_id:
        raise Refusal("another-club", _("The player is of another club."), 422)
    keys = set(entrant.aliases.values_list("key", flat=True))
    theirs = list(player.aliases.order_by("pk"))
    if not theirs:
        raise Refusal("player-gone", _("The names of {player} are all somebody else's by now."), 409, player=player)
    return next((alias for alias in theirs if alias.key in keys), theirs[0])
