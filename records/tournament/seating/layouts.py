"""The seats and sides that a table of a game can have, found by asking the game about its rules."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from records.core.errors import Refusal
from records.tournament.events.models import Event
from records.tournament.seating.drawing import Layout
from referee.core import registry
from referee.core.game.protocol import Game
from referee.rulebook import Rules
from referee.rulebook.options import write


class TableLayout(NamedTuple):
    """A layout that a game has by some of its rules. ``key`` names it in forms."""

    game: Game
    layout: Layout

    @property
    def key(self) -> str:
        return f"{self.game.id}:{self.layout.seats}"


def layouts_of(game: Game) -> tuple[TableLayout, ...]:
    """Every layout of a game: that of its first preset first, then those that another preset or the value of one option gives."""
    book = game.rulebook
    texts = [preset.name for preset in book.presets]
    texts += [f"{option.name}={write(value)}" for option in book.options for value in option.values]
    found: dict[str, TableLayout] = {}
    for text in texts:
        rules = book.rules(text)
        if isinstance(rules, Rules):
            layout = Layout(game.seats(rules), tuple(game.sides(rules)))
            found.setdefault(layout.seats, TableLayout(game, layout))
    return tuple(found.values())


def layouts_for(event: Event) -> list[TableLayout]:
    """The layouts among which a drawing of an event chooses: those of its game, or of every game where it names none."""
    game = registry.find(event.game) if event.game else None
    games = [game] if game else registry.games()
    return [layout for one in games for layout in layouts_of(one)]


def layout_named(event: Event, key: str) -> TableLayout:
    """The layout with this key; without one the first. Raises Refusal (422)."""
    known = layouts_for(event)
    found = next((layout for layout in known if layout.key == key), None) if key else known[0]
    if found is None:
        names = ", ".join(layout.key for layout in known)
        raise Refusal("unknown-layout", _("Expected one of the layouts {names}."), 422, names=names)
    return found
