"""What a table adds to the options of a game as fields to pick from, and the words of a record that they make.

A single option (``ladder=…``) is a field of its own. Names that a game knows (``fan.CODE``) have a field each. What a table makes
up out of conditions (``house.CODE=VALUE,CONDITION,…``) is a row: a name, how it counts, a value, the conditions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.http import QueryDict

from records.core.languages import localized
from referee.rulebook import Rulebook, Rules
from referee.rulebook.options import POINT, Family

OWN = "own."
"""How the names of these fields begin."""
ROWS = 2
"""The empty rows that are offered for what a table makes up."""
_MADE_UP = re.compile(r"([+=x])(\d{1,3}),([\w:,]+)")


def fields(book: Rulebook, preset: str, more: str) -> tuple[list[dict[str, Any]], str]:
    """The fields of everything that a table may add to a preset, filled in with the words of a line; and the words that no field
    holds."""
    left = dict(word.partition("=")[::2] for word in more.split())
    rules = book.rules(preset)
    held = dict(rules.own) if isinstance(rules, Rules) else {}
    shown = [_field(book, word, family, left, held) for word, family in book.families.items()]
    return shown, " ".join(f"{name}={value}" for name, value in left.items())


def _field(book: Rulebook, word: str, family: Family, left: dict[str, str], held: Mapping[str, str]) -> dict[str, Any]:
    """One family; the words that its fields hold are taken out of ``left``. ``held`` is what the preset adds already."""
    told = {"text": localized(book.family_text(word)), "clause": family.clause, "example": family.example(book)}
    if family.single:
        return {**told, "name": OWN + word, "value": left.pop(word, ""), "usual": held.get(word, "")}
    if names := family.names(book):
        rows = [
            {
                "name": f"{OWN}{word}{POINT}{name}",
                "text": localized(text),
                "usual": held.get(f"{word}{POINT}{name}", usual),
                "value": left.pop(f"{word}{POINT}{name}", ""),
            }
            for name, (text, usual) in names.items()
        ]
        return {**told, "named": rows, "changed": any(row["value"] for row in rows)}
    made_up = {name: found for name in [*left] if name.startswith(word + POINT) and (found := _parts(family, left[name]))}
    for name in made_up:
        del left[name]
    rows = [_row(book, family, name.partition(POINT)[2], found) for name, found in made_up.items()]
    empty = [_row(book, family) for _ in range(ROWS)]
    return {**told, "rows": [{**row, "name": f"{OWN}{word}{POINT}{at}"} for at, row in enumerate(rows + empty)]}


def _parts(family: Family, value: str) -> tuple[str, str, Sequence[str]] | None:
    """How something counts that a table has made up, its value and its conditions; None where a row cannot say it."""
    found = _MADE_UP.fullmatch(value)
    conditions = found[3].split(",") if found else []
    return (found[1], found[2], conditions) if found and set(conditions) <= set(family.conditions) else None


def _row(book: Rulebook, family: Family, code: str = "", found: tuple[str, str, Sequence[str]] = ("+", "", ())) -> dict[str, Any]:
    sign, value, chosen = found
    conditions = [
        {"value": one, "text": localized(family.condition(book, one)), "chosen": one in chosen} for one in family.conditions
    ]
    return {"code": code, "sign": sign, "value": value, "conditions": conditions, "filled": bool(code)}


def words_in(book: Rulebook, given: Mapping[str, str]) -> Iterator[str]:
    """The words that filled-in fields make, in the order of the families."""
    for word, family in book.families.items():
        if family.single:
            yield from _said(word, given.get(OWN + word, ""))
        elif names := family.names(book):
            for name in names:
                yield from _said(f"{word}{POINT}{name}", given.get(f"{OWN}{word}{POINT}{name}", ""))
        elif isinstance(given, QueryDict):
            yield from _made_up(word, given)


def _said(name: str, value: str) -> Iterable[str]:
    value = "".join(value.split())
    return [f"{name}={value}"] if value else []


def _made_up(word: str, given: QueryDict) -> Iterator[str]:
    """The words of the rows of a family, of those that have a name."""
    at = 0
    while (code := given.get(f"{OWN}{word}{POINT}{at}.code")) is not None:
        row = f"{OWN}{word}{POINT}{at}."
        if code.strip():
            conditions = given.getlist(f"{row}when")
            value = given.get(f"{row}sign", "+") + given.get(f"{row}value", "").strip()
            yield f"{word}{POINT}{''.join(code.split())}={','.join([value, *conditions])}"
        at += 1
