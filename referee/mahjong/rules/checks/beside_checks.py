"""Checks of what is paid beside the value of a win: piao (TBL-10), horses (TBL-12)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from referee.core.record import Record, Round
from referee.core.verdict import JSON, Finding
from referee.mahjong.hand.tiles import text
from referee.mahjong.rulebook import MJ, Options
from referee.mahjong.rules.checks.deal_checks import at_start
from referee.mahjong.rules.violation import Violation
from referee.mahjong.table.moves import SEATS
from referee.mahjong.table.table import Table
from referee.mahjong.table.wall import alike
from referee.rulebook import FindingTemplate, Rules
from referee.rulebook.clauses import Words

BAD_PIAO: Final = MJ["TBL-10"].raises("bad-piao")
PIAO_TAG: Final = "Piao."
"""The tag of a seat's piao begins so."""
OF_SEAT: Final = "piao "
OF_PLAYER: Final = "piao of "
"""How figures that a round carries are called: a seat's piao in this round, and a player's for the match."""
UNKNOWN: Final = -1
MOST_PIAO: Final = 9
LONGEST_PIAO: Final = 40
"""Characters of a wrong tag that a finding shows."""
_NUMBER: Final = re.compile("0|[1-9][0-9]{0,2}")


class Choices(NamedTuple):
    """Everybody's piao in a round: figures to carry, and what is wrong with the tags."""

    carried: Mapping[str, int]
    findings: list[Finding]


def choices(words: Words, rules: Rules, seats: str, record: Record, round_: Round, carried: Mapping[str, int]) -> Choices:
    """Everybody's piao in a round by its tags, by what the rules fix, and by what earlier rounds have ``carried``."""
    agreed = Options.of(rules).piao
    if agreed == "off":
        return Choices({}, [])
    raises, found, people = BAD_PIAO.in_words(words), Choices({}, []), record.people(round_)
    figures: dict[str, int] = {}
    for name in round_.tags:
        if name.startswith(PIAO_TAG) and name[len(PIAO_TAG) :] not in list(seats):
            expected = " ".join([PIAO_TAG + one for one in seats])
            found.findings.append(at_start(raises, None, expected=expected, actual=name[:LONGEST_PIAO], reason="tag"))
    for letter in seats:
        written, player = round_.tags.get(PIAO_TAG + letter), OF_PLAYER + people.get(letter, letter)
        fixed = agreed if isinstance(agreed, int) else carried.get(player) if agreed == "match" else None
        figure = _figure(written, fixed)
        problem = _problem(raises, letter, written, figure, fixed)
        found.findings.extend(problem)
        figures[OF_SEAT + letter] = figure
        if agreed == "match" and written is not None and fixed is None and figure != UNKNOWN:
            figures[player] = figure
    return found._replace(carried=figures)


def _figure(written: str | None, fixed: int | None) -> int:
    """A seat's piao; what is not written is as fixed, else nought."""
    if written is None or written == "?" and fixed is not None:
        return fixed or 0
    return int(written) if _NUMBER.fullmatch(written) else UNKNOWN


def _problem(raises: FindingTemplate, letter: str, written: str | None, figure: int, fixed: int | None) -> list[Finding]:
    """The finding on a tag that is none, or other than what was fixed."""
    if written in (None, "?"):
        return []
    if not 0 <= figure <= MOST_PIAO:
        return [at_start(raises, letter, expected=f"0–{MOST_PIAO}", actual=str(written)[:LONGEST_PIAO])]
    if fixed is not None and figure != fixed:
        return [at_start(raises, letter, expected=fixed, actual=figure, reason="changed")]
    return []


def piao(carried: Mapping[str, int], seat: int) -> int | None:
    """A seat's piao in the round that carries these figures; None where nobody knows."""
    figure = carried.get(OF_SEAT + SEATS[seat], 0)
    return None if figure == UNKNOWN else figure


WRONG: Final = MJ["TBL-12"].raises("wrong-horses")
MISSING: Final = MJ["TBL-12"].raises("horses-missing")


def turning(table: Table, tiles: tuple[int, ...], number: int) -> Iterator[Violation]:
    """The violations by turning these horses: not as many as are due, or others than lie in the wall (TBL-12)."""
    front = table.wall.first(number)
    if len(tiles) != number:
        yield Violation(WRONG, False, _turned(number, len(tiles), "count"))  # TBL-12
    elif not alike(front, tiles):
        yield Violation(WRONG, False, _turned(text(front), text(tiles), "wall"))  # TBL-12


def _turned(expected: JSON, actual: JSON, reason: str) -> dict[str, JSON]:
    return {"expected": expected, "actual": actual, "reason": reason}


def missing(due: int) -> Violation:
    """The violation by horses that were due and not turned (TBL-12)."""
    return Violation(MISSING, False, {"expected": due})  # TBL-12
