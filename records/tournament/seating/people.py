"""People from a pasted list or CSV: name, team, player of the club; read and shown first, then entered."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from records.accounts import audit
from records.accounts.access.roles import Right
from records.archive.players.aliases import key_of
from records.archive.players.models import PlayerAlias
from records.core.db import PAGE
from records.core.db.fields import LINE
from records.core.entered_text import one_line
from records.core.errors import Refusal
from records.core.languages import in_each_language
from records.core.people import Actor
from records.tournament.events.entrants import create_entrant
from records.tournament.events.lock import lock_event, require_right
from records.tournament.events.models import Entrant, EntrantAlias, Event

TEXT, LINES = 200_000, 1000
HEADERS = {
    "name": pgettext_lazy("typed", "name, names, full name"),
    "team": pgettext_lazy("typed", "team, club"),
    "player": pgettext_lazy("typed", "player, member"),
}
"""The names that a first line may give the columns, folded, in any language."""
ORDER = ("name", "team", "player")
NUMBERED = re.compile(r"\s*[(（]?\d{1,4}[.．、)）]\s*(?=\S)")
"""A number before a name, as ``3. Li Si`` or ``３、Li Si``; it is left out where every line has one."""


class PastedPerson(NamedTuple):
    """A line of a pasted list. ``problem`` says why nobody is entered by it: empty, too-long, twice (in line ``other``), entered.

    ``unknown``: the player whom the line names is none of the club's; they are entered without one.
    """

    line: int
    name: str
    team: str = ""
    player: str = ""
    problem: str = ""
    other: int = 0
    unknown: bool = False


def read_people(event: Event, text: str) -> list[PastedPerson]:
    """The people of a pasted list, line by line, with what is wrong. Raises Refusal (422) for a list without end."""
    text = text.removeprefix("\ufeff")
    if len(text) > TEXT:
        raise Refusal("too-long", _("A list has at most {most} characters."), 422, most=TEXT)
    rows = _rows(text)
    if len(rows) > LINES:
        found = len(rows)
        raise Refusal("too-many-people", _("At most {most} people at once, found {found}."), 422, most=LINES, found=found)
    known = set(event.aliases.values_list("key", flat=True)) | {
        key_of(name) for name in event.entrants.values_list("name", flat=True)
    }
    wanted = {key_of(row.get("player", "")) for _, row in rows} - {""}
    of_club = set(PlayerAlias.objects.filter(club=event.club_id, key__in=wanted).values_list("key", flat=True))
    seen: dict[str, int] = {}
    return [_person(line, row, known, of_club, seen) for line, row in rows]


class Entered(NamedTuple):
    """How many people of a pasted list were entered, and the lines by which nobody was."""

    people: int
    left_out: list[int]


@transaction.atomic
def enter_people(actor: Actor, event: Event, text: str) -> Entered:
    """Enter everybody of a pasted list who has no problem. Raises Refusal (403, 404, 422)."""
    require_right(actor, Right.ARRANGE, event.club_id)
    found = lock_event(event)
    listed = read_people(found, text)
    people = [one for one in listed if not one.problem]
    if not people:
        raise Refusal("nobody-to-enter", _("There is nobody to enter in this list."), 422)
    keys = {key_of(one.player) for one in people if one.player}
    aliases = {alias.key: alias for alias in PlayerAlias.objects.filter(club=event.club_id, key__in=keys)}
    entrants = Entrant.objects.bulk_create(
        [Entrant(event=found, name=one.name, team=one.team, alias=aliases.get(key_of(one.player))) for one in people],
        batch_size=PAGE,
    )
    EntrantAlias.objects.bulk_create(
        [EntrantAlias(event=found, entrant=one, name=one.name, key=key_of(one.name)) for one in entrants], batch_size=PAGE
    )
    audit.record("event.enter", f"event:{event.pk}", by=actor, club=event.club_id, names=len(entrants))
    return Entered(len(entrants), [one.line for one in listed if one.problem])


@transaction.atomic
def add_house(actor: Actor, event: Event, name: str) -> Entrant:
    """Enter somebody who fills a seat for the house: seated like all, ranked nowhere. Raises Refusal (403, 404, 409, 422)."""
    require_right(actor, Right.SCORE, event.club_id)
    entrant = create_entrant(lock_event(event), name, house=True)
    audit.record("event.enter", f"event:{event.pk}", by=actor, club=event.club_id, name=entrant.name, house=True)
    return entrant


def _rows(text: str) -> list[tuple[int, dict[str, str]]]:
    """The lines that say something, with their numbers, by column."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if all(NUMBERED.match(line) for _, line in lines):
        lines = [(number, NUMBERED.sub("", line, count=1)) for number, line in lines]
    mark = _separator(line for _, line in lines)
    cells = [(number, _cells(line, mark)) for number, line in lines]
    if cells and all(len(row) > 1 and row[0].rstrip(".").isdecimal() for _, row in cells):
        cells = [(number, row[1:]) for number, row in cells]
    columns = list(ORDER)
    if cells and (named := _header(cells[0][1])):
        columns, cells = named, cells[1:]
    return [(number, dict(zip(columns, row, strict=False))) for number, row in cells]


def _separator(lines: Iterable[str]) -> str:
    text = "\n".join(lines)
    return "\t" if "\t" in text else ";" if text.count(";") > text.count(",") else ","


def _cells(line: str, mark: str) -> list[str]:
    try:
        row = next(csv.reader([line.replace("，", ",") if mark == "," else line], delimiter=mark, strict=True))
    except csv.Error:
        row = line.split(mark)
    return [cell.strip() for cell in row]


@cache
def _headers() -> dict[str, set[str]]:
    return {column: set(", ".join(in_each_language(names)).split(", ")) for column, names in HEADERS.items()}


def _header(cells: list[str]) -> list[str]:
    """The columns that a first line names; empty where it is no header."""
    found = [next((column for column, names in _headers().items() if cell.casefold() in names), "") for cell in cells]
    return found if "name" in found else []


def _person(line: int, row: dict[str, str], known: set[str], of_club: set[str], seen: dict[str, int]) -> PastedPerson:
    name, team, player = (one_line(row.get(column, ""), LINE + 1) for column in ORDER)
    key = key_of(name)
    one = PastedPerson(line, name[:LINE], team[:LINE], player[:LINE], unknown=bool(player) and key_of(player) not in of_club)
    if not key:
        return one._replace(problem="empty")
    if max(len(name), len(team), len(player)) > LINE:
        return one._replace(problem="too-long")
    if key in seen:
        return one._replace(problem="twice", other=seen[key])
    seen[key] = line
    return one._replace(problem="entered") if key in known else one
