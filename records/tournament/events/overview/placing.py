"""Placing penalties and appeals: at which table of an event each belongs now; and the form in which they are published."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any, NamedTuple

from records.tournament.events.models import Entrant, Event
from records.tournament.events.overview.tables import TableOverview
from records.tournament.tables.planned_seats import names_planned
from referee.tournament.ranking.penalties import Penalty


class PlacedPenalty(NamedTuple):
    """A stored penalty with the name of its entrant now, and the stage, the round and the table where it belongs."""

    row: Any
    entrant: str
    place: tuple[int, int, str]

    def as_engine_penalty(self) -> Penalty:
        """The penalty in the form that the standings are computed from."""
        amount = Fraction(self.row.amount) if self.row.amount else Fraction(0)
        return Penalty(self.row.number, self.entrant, self.place, self.row.effect, amount, self.row.cancels)


class PlacedAppeal(NamedTuple):
    """A stored appeal with its answer, None where there is none yet, and its table."""

    row: Any
    answer: Any
    at: TableOverview


def placed_penalties(
    event: Event, tables: Sequence[TableOverview], entrants: Sequence[Entrant], called: Mapping[str, str]
) -> list[PlacedPenalty]:
    """All penalties of an event, each at the table where its match is now, else at its own; where its entrant sits at another
    table of that round, or before it is played is to sit there, at that one: people may change places after it was given.

    ``called``: the entrants whom the names at the tables mean.
    """
    rows = list(event.penalties.order_by("number"))
    if not rows:
        return []
    by_match: dict[Any, tuple[int, int, str]] = {one.match.pk: one.place for one in tables if one.match}
    by_table: dict[Any, tuple[int, int, str]] = {one.table.pk: one.place for one in tables}
    names = {one.pk: one.name for one in entrants}
    sat: dict[tuple[int, int, str], list[tuple[int, int, str]]] = {}
    for one in tables:
        for name in one.scores.names if one.scores else ():
            sat.setdefault((*one.place[:2], called.get(name, name)), []).append(one.place)
    open_tables = [one for one in tables if one.match is None]
    planned = names_planned(one.table for one in open_tables)
    for one in open_tables:
        for name in planned.get(one.table.pk, {}).values():
            sat.setdefault((*one.place[:2], name), [one.place])

    def placed(row: Any) -> PlacedPenalty:
        name = names.get(row.entrant_id, row.entrant_name)
        place = by_match.get(row.match) or by_table.get(row.table_id) or (row.stage, 0, "")
        where = sat.get((*place[:2], name), [place])
        return PlacedPenalty(row, name, place if place in where else where[0])

    return [placed(row) for row in rows]


def placed_appeals(event: Event, tables: Sequence[TableOverview]) -> list[PlacedAppeal]:
    """All appeals of an event: each at the table where its match is now, else at its own."""
    by_match: dict[Any, TableOverview] = {one.match.pk: one for one in tables if one.match}
    by_table: dict[Any, TableOverview] = {one.table.pk: one for one in tables}
    rows = event.appeals.select_related("answer").order_by("number")
    return [PlacedAppeal(row, getattr(row, "answer", None), by_match.get(row.match) or by_table[row.table_id]) for row in rows]


def penalty_entry(penalty: PlacedPenalty) -> dict[str, Any]:
    """A penalty as a results document has it."""
    row, (stage, round_, table) = penalty.row, penalty.place
    return {
        "number": row.number,
        "stage": stage,
        "round": round_,
        "table": table,
        "entrant": penalty.entrant,
        "seat": row.seat,
        "cancels": row.cancels,
        "grade": row.grade,
        "name": row.name,
        "effect": row.effect,
        "amount": row.amount or None,
        "offence": row.offence,
        "said": row.said,
        "reason": row.reason,
        "clause": row.clause,
        "deal": row.round,
        "move": row.move,
        "finding": row.finding,
        "arbiter": row.arbiter_name,
        "at": written_moment(row.at),
    }


def written_moment(at: datetime) -> str:
    """A moment as documents have it: in UTC, to the second."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def appeal_entry(appeal: PlacedAppeal) -> dict[str, Any]:
    """An appeal as a results document has it, with its answer."""
    row, answer, (stage, round_, table) = appeal.row, appeal.answer, appeal.at.place
    return {
        "number": row.number,
        "stage": stage,
        "round": round_,
        "table": table,
        "match": str(row.match) if row.match else None,
        "seat": row.seat,
        "player": row.player,
        "against": row.against,
        "finding": row.finding,
        "of": row.of,
        "text": row.text,
        "at": written_moment(row.at),
        "answer": answer
        and {
            "outcome": answer.outcome,
            "reason": answer.reason,
            "ruling": answer.ruling,
            "arbiter": answer.arbiter_name,
            "at": written_moment(answer.at),
        },
    }
