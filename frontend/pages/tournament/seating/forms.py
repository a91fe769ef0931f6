"""Finding the stages and entrants that a form of the seating names, and the words for the seats of a round."""

from __future__ import annotations

from django.http import Http404

from records.tournament import events
from records.tournament.models import Entrant, Event, Stage
from records.tournament.seating import PlannedRound
from records.wording.game_words import word
from referee.core import registry


def stage_or_404(event: Event, number: int) -> Stage:
    """A stage of the event, without a number the last. Raises Http404."""
    found = events.stage_of(event, number) if number else event.stages.order_by("-number").first()
    if found is None:
        raise Http404
    return found


def entrant_or_404(event: Event, key: int) -> Entrant:
    """An entrant of the event. Raises Http404."""
    found = events.entrant_of(event, key)
    if found is None:
        raise Http404
    return found


def seat_words(one: PlannedRound) -> dict[str, str]:
    """The names of the seats of a round's tables, in the words of its game."""
    drawn = str(one.draw.option("layout", "")) if one.draw else ""
    game = registry.find(drawn.partition(":")[0] or one.stage.event.game)
    letters = {seat for table in one.tables for seat, _ in table.seats}
    return {seat: word(game, "seats", seat) for seat in letters}
