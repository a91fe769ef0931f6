"""A prescribed plan: a pasted text that says who sits where, by numbers or names.

A line of three or more cells that begins with a round and a table is one table: ``2, 5, 17, 4, 33, 28``. Any other line is a
round, each of its cells a table: ``1-2-3-4, 5-6-7-8``; names stand between ``/`` or ``、``. Cells stand between tabs, commas or
semicolons.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from records.tournament.seating.drawing.task import Round, freeze

ROUNDS, TABLES = 100, 500
CELL = re.compile(r"[\t,;，；]")
MANY = re.compile(r"[/、|]")


class Fault(NamedTuple):
    """A line of a prescription that cannot be carried out: what is wrong, and what stands there."""

    line: int
    kind: str
    found: str = ""


class Prescription(NamedTuple):
    """The rounds that a text prescribes; or its faults, all of them."""

    rounds: tuple[Round, ...]
    faults: tuple[Fault, ...]


def prescribed(text: str, seats: int, numbers: Mapping[int, int], names: Mapping[str, int], most: int = ROUNDS) -> Prescription:
    """Read a plan. ``numbers`` and ``names`` say whom a number or a folded name means, ``most`` how many rounds there may be."""
    rounds: dict[int, dict[int, list[int]]] = {}
    faults: list[Fault] = []
    line_of: dict[int, int] = {}
    for at, line in enumerate(text.splitlines(), 1):
        cells = [cell.strip() for cell in CELL.split(line.strip().strip(";,"))]
        if not any(cells):
            continue
        found = _line(cells, seats, len(rounds) + 1)
        if not found:
            faults.append(Fault(at, "cells", str(len(cells))))
        for number, table, people in found:
            if number > most or table > TABLES or not number or not table:
                faults.append(Fault(at, "number", f"{number}, {table}"))
                continue
            if table in rounds.setdefault(number, {}):
                faults.append(Fault(at, "table-twice", f"{number}, {table}"))
            keys = [numbers.get(int(one), 0) if one.isdecimal() else names.get(one.casefold(), 0) for one in people]
            faults += [Fault(at, "nobody", one) for one, key in zip(people, keys, strict=True) if not key]
            if len(people) != seats:
                faults.append(Fault(at, "seats", str(len(people))))
            rounds[number][table] = keys
            line_of[number] = at
    for number, tables in sorted(rounds.items()):
        people_of_round = [key for keys in tables.values() for key in keys if key]
        twice = sorted({key for key in people_of_round if people_of_round.count(key) > 1})
        faults += [Fault(line_of[number], "twice", str(key)) for key in twice]
    if not faults and sorted(rounds) != list(range(1, len(rounds) + 1)):
        faults.append(Fault(0, "round-missing", str(next(n for n in range(1, len(rounds) + 1) if n not in rounds))))
    ordered = [[rounds[number][table] for table in sorted(rounds[number])] for number in sorted(rounds)]
    return Prescription(() if faults else freeze(ordered), tuple(faults))


def _line(cells: list[str], seats: int, next_round: int) -> list[tuple[int, int, list[str]]]:
    """The tables of a line: round, table, the people as they are written."""
    many = [_people(cell) for cell in cells]
    if all(len(people) > 1 for people in many):
        return [(next_round, table, people) for table, people in enumerate(many, 1)]
    if len(cells) >= 3 and cells[0].isdecimal() and cells[1].isdecimal() and len(cells[0]) < 5 and len(cells[1]) < 5:
        return [(int(cells[0]), int(cells[1]), [cell for cell in cells[2:] if cell])]
    return []


def _people(cell: str) -> list[str]:
    if MANY.search(cell):
        return [part.strip() for part in MANY.split(cell) if part.strip()]
    if re.fullmatch(r"\d+([\s-]+\d+)+", cell):
        return re.findall(r"\d+", cell)
    return [cell]
