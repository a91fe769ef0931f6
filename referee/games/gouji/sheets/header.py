"""Reads what the header of a sheet says of its round: the places, who opened, who muffled whom (GJ-6, GJ-7)."""

from __future__ import annotations

from typing import NamedTuple

from referee.core.record import Round
from referee.core.verdict import Finding
from referee.games.gouji.rulebook import GJ, TableRules
from referee.games.gouji.sheets import checks
from referee.games.gouji.table.seats import BIT, SEATS

OPENED, MUFFLED = "Opened", "Muffled"
NOBODY, UNKNOWN = "-", "?"


class Header(NamedTuple):
    """What a header says. Seats are indices, -1 for one that is not known.

    ``places``: six, first to last. ``opened``: who opened, as a mask; ``opened_known``: whether that is said of everybody.
    ``muffles``: who was muffled, each with who did it, in their order.
    """

    places: tuple[int, ...]
    opened: int
    opened_known: bool
    muffles: tuple[tuple[int, int], ...]
    findings: tuple[Finding, ...]


def header(rules: TableRules, round_: Round) -> Header:
    """Read the header of a sheet; what is no such thing is a finding and counts as not noted."""
    findings: list[Finding] = []
    return Header(
        _places(round_, findings),
        *_opened(rules, round_.tags.get(OPENED), findings),
        _muffles(rules, round_.tags.get(MUFFLED), findings),
        tuple(findings),
    )


def _places(round_: Round, findings: list[Finding]) -> tuple[int, ...]:
    """The places; a seat that is named twice, or a list of another length, says nothing (GJ-6.1)."""
    nothing = (-1,) * len(SEATS)
    if round_.places is None:
        return nothing
    said = round_.places.split()
    found = [SEATS.find(letter) for letter in said]
    strange = any(seat < 0 and letter != UNKNOWN for seat, letter in zip(found, said, strict=True))
    if strange or len(found) != len(SEATS) or any(found.count(seat) > 1 for seat in found if seat >= 0):
        findings.append(checks.no_places(round_))
        return nothing
    return tuple(found)


def _opened(rules: TableRules, said: str | None, findings: list[Finding]) -> tuple[int, bool]:
    if rules.points_mode == "off":
        if said is not None:
            findings.append(checks.unreadable(OPENED, said, GJ.words.sentence("no-openers")))
        return 0, True
    if said is None:
        return 0, False
    seats = said.split()
    known = not seats or seats[-1] != UNKNOWN
    seats = [] if seats == [NOBODY] else seats if known else seats[:-1]
    if not said.strip() or any(seat not in tuple(SEATS) for seat in seats) or len(set(seats)) < len(seats):
        findings.append(checks.unreadable(OPENED, said, GJ.words.sentence("openers")))
        return 0, False
    return sum(BIT[SEATS.index(seat)] for seat in seats), known


def _muffles(rules: TableRules, said: str | None, findings: list[Finding]) -> tuple[tuple[int, int], ...]:
    if said is None:
        return ()
    pairs = [pair.partition(">") for pair in said.split()]
    known = all(by in (*SEATS, UNKNOWN) and seat in tuple(SEATS) and by != seat for by, _, seat in pairs)
    if not rules.bie3 or not known or len({seat for _, _, seat in pairs}) < len(pairs):
        findings.append(checks.unreadable(MUFFLED, said, GJ.words.sentence("muffles" if rules.bie3 else "no-muffles")))
        return ()
    return tuple((SEATS.index(seat), SEATS.find(by)) for by, _, seat in pairs)
