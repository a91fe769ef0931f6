"""What somebody asks of a drawing: checked, and turned into the people, the layout and the rounds before that it needs."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, NoReturn

from django.utils.translation import gettext_lazy as _

from records.archive.matches.models import MatchSeat
from records.archive.players.aliases import key_of
from records.core.db import PAGE
from records.core.db.fields import storable
from records.core.entered_text import several_lines
from records.core.errors import Refusal
from records.tournament.events.models import Entrant, Event, Stage, Table
from records.tournament.events.overview.event import EventOverview, overview_of
from records.tournament.events.overview.tables import natural
from records.tournament.seating import drawing
from records.tournament.seating.drawing import DrawTask, Layout, Person, Round, going_on
from records.tournament.seating.models import Draw
from records.tournament.tables.planned_seats import seats_of

PRESCRIBED = "prescribed"
METHODS = (*drawing.METHODS, PRESCRIBED)
"""How rounds are made: found by a method, or read from a plan."""
EVERYBODY, BEST, FROM_GROUPS = "all", "best", "groups"
WHO = (EVERYBODY, BEST, FROM_GROUPS)
PEOPLE, ROUNDS, TABLES, TEXT, SEED = 1000, 50, 300, 100_000, 2**31
USUAL, LONG = 2000, 20_000
"""Steps of a search: the usual, and where it may take longer."""
SPEND = 400_000
"""Steps times people at most: a page waits for the drawing."""


@dataclass(frozen=True)
class Order:
    """What is asked of a drawing of a stage.

    ``who`` says of whom: everybody; the best by the standings; or of each group of the last drawing the first ones, ``places`` of
    them. ``layout`` names seats and sides; ``tables`` bounds the tables. ``plan`` is the text of a prescription.
    """

    method: str = "unmet"
    rounds: int = 1
    seed: int = 1
    who: str = EVERYBODY
    places: int = 1
    layout: str = ""
    tables: int = 0
    groups: int = 2
    apart: bool = False
    sit_out: bool = False
    long: bool = False
    plan: str = ""

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Order:
        """An order from what was typed; without a seed one by lot. Raises Refusal (422)."""
        method, who = str(given.get("method") or "unmet"), str(given.get("who") or EVERYBODY)
        if method not in METHODS:
            _refuse("method", ", ".join(METHODS), method)
        if who not in WHO:
            _refuse("who", ", ".join(WHO), who)
        plan = str(given.get("plan") or "")
        if len(plan) > TEXT:
            _refuse("plan", f"≤ {TEXT}", str(len(plan)))
        rounds = _number(given, "rounds", 1, ROUNDS)
        return cls(
            method=method,
            rounds=1 if method == "swiss" else rounds,
            seed=_number(given, "seed", secrets.randbelow(10**6), SEED, least=0),
            who=who,
            places=_number(given, "places", 1, PEOPLE),
            layout=str(given.get("layout") or ""),
            tables=_number(given, "tables", 0, TABLES, least=0),
            groups=_number(given, "groups", 2, TABLES, least=2),
            apart=bool(given.get("apart")),
            sit_out=bool(given.get("sit_out")),
            long=bool(given.get("long")),
            plan=several_lines(plan),
        )

    def options(self) -> dict[str, Any]:
        """What is stored with the drawing beside its method and seed."""
        told = asdict(self)
        for name in ("method", "seed", "rounds"):
            del told[name]
        return told


def task_of(event: Event, stage: Stage, first: int, order: Order, layout: Layout) -> DrawTask:
    """The people, the layout and the rounds before of a drawing. Raises Refusal (409, 422)."""
    overview = overview_of(event)
    ranks = {row.entrant: row.rank for row in overview.standings.rows if row.tables}
    entrants = _chosen(event, stage, overview, order, present(event, stage, first), ranks)
    stands_in = dict(event.entrants.exclude(substitute=None).values_list("substitute", "team"))
    if len(entrants) > PEOPLE:
        _refuse("people", f"≤ {PEOPLE}", str(len(entrants)))
    return DrawTask(
        people=tuple(
            Person(one.pk, one.team or (one.house and stands_in.get(one.pk)) or "", ranks.get(one.name, 0)) for one in entrants
        ),
        layout=layout,
        rounds=order.rounds,
        seed=order.seed,
        steps=min(LONG if order.long else USUAL, max(1, SPEND // max(1, len(entrants)))),
        tables=order.tables,
        apart=order.apart,
        sit_out=order.sit_out,
        groups=order.groups if order.method == "groups" else 1,
        before=rounds_before(overview, layout),
    )


def present(event: Event, stage: Stage, first: int) -> list[Entrant]:
    """Who still takes part in a round of a stage, in the order in which they were entered."""
    everybody = event.entrants.select_related("left_stage").order_by("pk")
    return [entrant for entrant in everybody if not entrant.has_left(stage.number, first)]


def _chosen(
    event: Event, stage: Stage, overview: EventOverview, order: Order, here: list[Entrant], ranks: Mapping[str, int]
) -> list[Entrant]:
    if order.who == EVERYBODY:
        return here
    if not ranks:
        raise Refusal("seating-no-standings", _("There are no standings yet to choose by."), 409)
    groups = [[entrant.pk for entrant in here]] if order.who == BEST else _last_groups(event, stage)
    if not groups:
        raise Refusal("seating-no-groups", _("No drawing before this one has groups or tables."), 409)
    of_key = {entrant.pk: ranks[entrant.name] for entrant in here if entrant.name in ranks}
    chosen = set(going_on(groups, of_key, order.places))
    return [entrant for entrant in here if entrant.pk in chosen]


def _last_groups(event: Event, stage: Stage) -> list[list[int]]:
    """The groups of the last drawing that stands; where it has none, the tables of its last round."""
    draws = Draw.objects.filter(event=event, stage__number__lte=stage.number).order_by("-stage__number", "-last", "-pk")
    last = next((draw for draw in draws if len(draw.stands)), None)
    if last is None:
        return []
    if groups := last.option("of_groups"):
        return [list(group) for group in groups]
    tables = Table.objects.filter(round__stage=last.stage, round__number=last.stands[-1])
    return [[entrant.pk for entrant in seats.values()] for seats in seats_of(tables).values()]


def rounds_before(overview: EventOverview, layout: Layout) -> tuple[Round, ...]:
    """Who sat where so far in the order of the rounds: as the records say, and where these name nobody as planned."""
    planned = seats_of(one.table for one in overview.tables)
    recorded = _recorded(overview, [one.table for one in overview.tables])
    rounds: dict[tuple[int, int], list[tuple[tuple[int, int, str], tuple[int, ...]]]] = {}
    for one in overview.tables:
        sat = recorded.get(one.table.pk, {})
        meant = {seat: entrant.pk for seat, entrant in planned.get(one.table.pk, {}).items()}
        people = {**{seat: who for seat, who in meant.items() if who not in sat.values()}, **sat}
        seated = tuple(people.get(seat, 0) for seat in layout.seats)
        rounds.setdefault((one.stage.number, one.round), []).append((natural(one.table.name), seated))
    return tuple(tuple(seated for _, seated in sorted(tables)) for _, tables in sorted(rounds.items()))


def _recorded(overview: EventOverview, tables: list[Table]) -> dict[int, dict[str, int]]:
    """The entrants whom the records of these tables name, by table and seat."""
    by_match = {table.match_id: table for table in tables if table.match_id}
    if not by_match:
        return {}
    keys = dict(overview.event.aliases.values_list("key", "entrant"))
    found: dict[int, dict[str, int]] = {}
    matches = list(by_match)
    for start in range(0, len(matches), PAGE):
        rows = MatchSeat.objects.filter(match__in=matches[start : start + PAGE])
        for match, seat, name in rows.values_list("match", "seat", "name"):
            table = by_match[match]
            if entrant := keys.get(key_of(table.seated.get(seat, name))):
                found.setdefault(table.pk, {})[seat] = entrant
    return found


def _number(given: Mapping[str, Any], name: str, default: int, most: int, least: int = 1) -> int:
    text = str("" if given.get(name) is None else given[name]).strip()
    if not text:
        return default
    if text.isascii() and text.isdigit() and len(text) < 11 and least <= int(text) <= most:
        return int(text)
    return _refuse(name, f"{least}–{most}", text)


def _refuse(field: str, expected: str, found: str) -> NoReturn:
    found = storable(found, 60)
    raise Refusal(
        "invalid", _("{field}: expected {expected}, found “{found}”."), 422, field=field, expected=expected, found=found
    )
