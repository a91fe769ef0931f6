"""Penalties as data: the grades that an arbiter may give, the offences that they are usually for, and what follows a repeat.

A catalogue is read from a ``penalties.toml`` beside a rulebook, or from what an event brings of its own. What a grade does is one
of a few effects; its name and all else are the catalogue's.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction
from typing import NamedTuple

from referee.core.texts import Texts
from referee.core.verdict import Text

TEXTS = Texts(__file__)
NONE = "none"
ROUND = "round"
POINTS = "points"
PLACEMENT = "placement"
AWARD = "award"
MATCH_LOST = "match-lost"
STAGE_VOID = "stage-void"
OUT = "out"

EFFECTS = (NONE, ROUND, POINTS, PLACEMENT, AWARD, MATCH_LOST, STAGE_VOID, OUT)
"""The effects that a grade can have."""

WITH_AMOUNT = (POINTS, PLACEMENT, AWARD)
"""The effects that need an amount."""
AT_TABLE = (ROUND, POINTS, MATCH_LOST)
"""The effects that need a table."""


def effect_text(effect: str) -> Text:
    """The effect of a grade, in a few words."""
    return TEXTS(f"effect-{effect}")


class Grade(NamedTuple):
    """A grade of penalty. ``amounts`` are those to choose from, the least first; empty where it has none.

    ``after`` says what is proposed in its stead to who has had a penalty of another grade (or the same) in the match, the first
    that fits. ``rises``: a further one is of the next amount. ``lapses``: it is forgotten when the match ends (PEN-1).
    """

    code: str
    name: Text
    effect: str
    amounts: tuple[Fraction, ...] = ()
    after: tuple[tuple[str, str], ...] = ()
    rises: bool = False
    lapses: bool = False


class Offence(NamedTuple):
    """What a penalty is given for. ``grades`` are the usual ones, the first is proposed; ``findings`` the codes of the findings
    that propose it."""

    code: str
    name: Text
    grades: tuple[str, ...]
    amount: Fraction | None = None
    clause: str = ""
    findings: tuple[str, ...] = ()


class PenaltyClause(NamedTuple):
    """A clause about penalties, with its mark: T the source says so, I our reading."""

    id: str
    mark: str
    text: Text


class Catalogue(NamedTuple):
    """The grades from the lightest to the heaviest, the offences, and the clauses that they stand upon."""

    grades: tuple[Grade, ...]
    offences: tuple[Offence, ...]
    clauses: tuple[PenaltyClause, ...] = ()

    def grade(self, code: str) -> Grade | None:
        """The grade with this code."""
        return next((grade for grade in self.grades if grade.code == code), None)

    def offence(self, code: str) -> Offence | None:
        """The offence with this code."""
        return next((offence for offence in self.offences if offence.code == code), None)

    def proposed_by(self, finding: str) -> Offence | None:
        """The offence that a finding of this code proposes."""
        return next((offence for offence in self.offences if finding in offence.findings), None)


class Had(NamedTuple):
    """A penalty that somebody has already: its grade and amount, and whether it was in the same match."""

    grade: str
    amount: Fraction | None = None
    here: bool = True


class Proposal(NamedTuple):
    """The grade that is proposed, its amount where it has one, and the grade that it stands in place of after a repeat."""

    grade: Grade
    amount: Fraction | None
    instead_of: Grade | None = None


def propose(
    catalogue: Catalogue,
    grade: Grade,
    amount: Fraction | None,
    had: Iterable[Had],
    lapse: bool = True,
    reminded: bool = False,
) -> Proposal:
    """What to give for an offence of this grade to who ``had`` these penalties. Nothing is given by it.

    PEN-1: what was had in another match does not count, but where ``lapse`` is false those that would lapse. PEN-3: after a
    reminder a first offence counts as a second.
    """
    counting = [one for one in had if one.here or not lapse and _lapses(catalogue, one.grade)]  # PEN-1
    if reminded and all(one.grade != grade.code for one in counting):
        counting.append(Had(grade.code, amount))  # PEN-3
    found = catalogue.grade(_after(grade, {one.grade for one in counting})) or grade
    least = amount if found == grade else None
    return Proposal(found, _amount(found, least, counting), grade if found != grade else None)


def _lapses(catalogue: Catalogue, code: str) -> bool:
    grade = catalogue.grade(code)
    return grade is not None and grade.lapses


def _after(grade: Grade, had: Collection[str]) -> str:
    return next((then for before, then in grade.after if before in had), grade.code)


def _amount(grade: Grade, usual: Fraction | None, had: Iterable[Had]) -> Fraction | None:
    """The usual amount, or where it rises the next one above the largest so far; the greatest where there is none above."""
    if not grade.amounts:
        return None
    usual = usual if usual in grade.amounts else grade.amounts[0]
    largest = max((one.amount for one in had if one.grade == grade.code and one.amount is not None), default=None)
    if not grade.rises or largest is None:
        return usual
    return max(usual, next((amount for amount in grade.amounts if amount > largest), grade.amounts[-1]))
