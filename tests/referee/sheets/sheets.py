"""Score sheets for the tests: written by hand, and made from records of moves."""

from __future__ import annotations

import referee
from referee.core.record import Record
from referee.core.verdict import RoundVerdict


def sheet(moves: str = "", game: str = "sichuan", rules: str = "putong", dealer: str = "E", **tags: str) -> Record:
    """A match of one sheet; a tag of a seat is given as ``Shown_S``."""
    head = f'[PPN "1"]\n[Game "{game}"]\n[Rules "{rules}"]\n\n[Round "1"]\n[Dealer "{dealer}"]\n'
    tags = {"Kind": "sheet", **tags}
    return referee.parse(head + "".join(f'[{name.replace("_", ".")} "{value}"]\n' for name, value in tags.items()) + moves)


def judged(moves: str = "", game: str = "sichuan", rules: str = "putong", dealer: str = "E", **tags: str) -> RoundVerdict:
    """The verdict on such a sheet."""
    return referee.verify(sheet(moves, game, rules, dealer, **tags)).rounds[0]


def codes(verdict: RoundVerdict) -> list[str]:
    """The findings: move, code and clause."""
    return [f"{finding.move} {finding.code} {finding.clause}" for finding in verdict.findings]


def lines(verdict: RoundVerdict) -> list[str]:
    """The ledger: payer, payee, points, reason."""
    return [f"{line.payer} {line.payee} {line.points} {line.reason}" for line in verdict.ledger]


def unchecked(verdict: RoundVerdict) -> list[str]:
    """What was taken on the sheet's word: what, seat, move."""
    found = verdict.as_dict()["checked"]
    assert isinstance(found, dict)
    listed = found["unchecked"]
    assert isinstance(listed, list)
    return [" ".join(str(value) for value in one.values()) for one in listed if isinstance(one, dict)]
