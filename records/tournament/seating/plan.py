"""The plan of an event as it stands: who sits where, round by round and person by person.

Once a round has begun, its seats are not drawn anew. The seats that a table can have follow from its game's rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from records.core.errors import Refusal
from records.tournament.events.models import Entrant, Event, EventRound, Stage, Table
from records.tournament.events.overview.tables import tables_of
from records.tournament.seating.drawing import Layout
from records.tournament.seating.models import Draw
from records.tournament.tables.planned_seats import seats_of
from referee.core import registry
from referee.core.game.protocol import Game
from referee.rulebook import Rules
from referee.rulebook.options import write

SIGNS = (Q(match__isnull=False), Q(sheet__rounds__isnull=False), Q(round__started_at__isnull=False))
"""What a table of a round has that is played, each as a condition on tables."""


def begun(rounds: Iterable[int]) -> set[int]:
    """Which of these rounds, by their keys, have begun."""
    any_sign = Q()
    for sign in SIGNS:
        any_sign |= sign
    return set(Table.objects.filter(any_sign, round__in=list(rounds)).values_list("round", flat=True))


def has_begun(round_: EventRound) -> bool:
    """Whether something was played, entered or started in a round."""
    return bool(begun([round_.pk]))


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


class PlannedTable(NamedTuple):
    """A table with who is to sit where, in the order of the seats; None where a seat is free."""

    table: Table
    seats: tuple[tuple[str, Entrant | None], ...]


@dataclass(frozen=True)
class PlannedRound:
    """A round with its tables. ``sitting_out``: who takes part in it and has no seat."""

    stage: Stage
    round: EventRound
    draw: Draw | None
    begun: bool
    tables: Sequence[PlannedTable] = ()
    sitting_out: Sequence[Entrant] = ()

    @property
    def number(self) -> int:
        return self.round.number


class PersonsRound(NamedTuple):
    """Where somebody sits in a round; without a table they sit out."""

    round: PlannedRound
    table: Table | None = None
    seat: str = ""


@dataclass(frozen=True)
class Plan:
    """All planned rounds of an event, its people and its drawings."""

    event: Event
    rounds: Sequence[PlannedRound]
    draws: Sequence[Draw]
    entrants: Sequence[Entrant]

    def by_person(self) -> dict[int, list[PersonsRound]]:
        """The rounds of everybody, those in which they sit out among them, by the entrant's key."""
        found: dict[int, list[PersonsRound]] = {entrant.pk: [] for entrant in self.entrants}
        for one in self.rounds:
            for table in one.tables:
                for seat, who in table.seats:
                    if who is not None and who.pk in found:
                        found[who.pk].append(PersonsRound(one, table.table, seat))
            for who in one.sitting_out:
                found[who.pk].append(PersonsRound(one))
        return found


def plan_of(event: Event, stage: Stage | None = None) -> Plan:
    """Read the plan of an event, or of one stage; rounds without planned people are left out."""
    stages = [stage] if stage else list(event.stages.order_by("number"))
    every = tables_of(event, list(event.stages.all()))
    tables = [one for one in every if stage is None or one.round.stage_id == stage.pk]
    seated = seats_of(tables)
    draws = list(Draw.objects.filter(event=event, stage__in=stages).select_related("stage", "drawn_by"))
    entrants = list(event.entrants.select_related("left_stage", "substitute").order_by("pk"))
    by_round: dict[int, list[Table]] = {}
    for table in tables:
        by_round.setdefault(table.round_id, []).append(table)
    planned = {key: rows for key, rows in by_round.items() if any(table.pk in seated for table in rows)}
    started = begun(planned)
    rounds = []
    for key, rows in planned.items():
        round_ = rows[0].round
        draw = next((one for one in draws if one.stage_id == round_.stage_id and round_.number in one.stands), None)
        letters = seats_in(event, draw, seated)
        shown = [PlannedTable(table, tuple((seat, seated.get(table.pk, {}).get(seat)) for seat in letters)) for table in rows]
        playing = {who.pk for one in shown for _, who in one.seats if who}
        out = [one for one in entrants if one.pk not in playing and _takes_part(one, round_, draw)]
        rounds.append(PlannedRound(round_.stage, round_, draw, key in started, shown, out))
    return Plan(event, rounds, draws, entrants)


def seats_in(event: Event, draw: Draw | None, seated: dict[int, dict[str, Entrant]]) -> str:
    """The letters of the seats of a drawn table; without a drawing those that are planned."""
    if draw is not None and (key := draw.option("layout", "")):
        return str(key).partition(":")[2]
    used = {seat for seats in seated.values() for seat in seats}
    layouts: list[Layout] = [one.layout for one in layouts_for(event)]
    fitting = [layout.seats for layout in layouts if used <= set(layout.seats)]
    return min(fitting, key=len) if fitting else "".join(sorted(used))


def _takes_part(entrant: Entrant, round_: EventRound, draw: Draw | None) -> bool:
    """Whether somebody who has no seat in a round sits out, and is not gone or of another stage."""
    if entrant.has_left(round_.stage.number, round_.number):
        return False
    return draw is not None and entrant.pk in draw.option("people", ())
