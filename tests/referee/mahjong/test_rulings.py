"""An arbiter's rulings in a record of mahjong: written down, and fines paid to the bank (PPN-8)."""

from __future__ import annotations

from pathlib import Path

import pytest

import referee
from referee.mahjong.rulebook import MJ
from tests.golden import HOME

GAMES = [game.id for game in referee.games() if any(clause.id in game.rulebook.clauses for clause in MJ.own.values())]


def ruled(game: str, *rulings: str, base: int = 1) -> tuple[referee.RoundVerdict, referee.RoundVerdict]:
    """The first round of a clean golden record, as it is and with these rulings after its second move."""
    record = referee.parse(Path(HOME / game / "clean-01.ppn").read_bytes())
    first = record.rounds[0]
    moves = (*first.moves[:2], *referee.moves(rulings), *first.moves[2:])
    plain, other = (
        referee.verify(record._replace(rounds=(first._replace(moves=made, scores=None),), totals=None, base=base)).rounds[0]
        for made in (first.moves, moves)
    )
    return plain, other


@pytest.mark.parametrize("game", GAMES)
def test_warning_is_listed_and_changes_nothing(game: str) -> None:
    plain, warned = ruled(game, "E.fa:warning", "S.fa:lose-turn")
    assert [penalty.as_dict() for penalty in warned.penalties] == [
        {"move": 3, "seat": "E", "penalty": "warning"},
        {"move": 4, "seat": "S", "penalty": "lose-turn"},
    ]
    assert (warned.findings, warned.computed) == (plain.findings, plain.computed)
    assert "penalties" not in plain.as_dict()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("base", [1, 5])
def test_fine_is_paid_to_the_bank_as_it_stands_whatever_the_base(game: str, base: int) -> None:
    plain, fined = ruled(game, "E.fa:fine-8", base=base)
    assert plain.computed is not None
    assert fined.computed is not None
    assert fined.computed["E"] == plain.computed["E"] - 8
    assert {**fined.computed, "E": 0} == {**plain.computed, "E": 0}
    lines = [line.as_dict() for line in fined.ledger if line.reason == "penalty"]
    assert lines == [{"from": "E", "to": "BANK", "points": 8, "reason": "penalty", "clause": "PPN-8", "move": 3}]


@pytest.mark.parametrize("ruling", ["fine-0", "fine", "fine-two", "fine-08", "dance"])
def test_ruling_that_says_nothing_is_found(ruling: str) -> None:
    plain, other = ruled("sichuan", f"E.fa:{ruling}")
    assert plain.findings == ()
    assert [(found.code, found.move, found.clause) for found in other.findings] == [("unknown-verb", 3, "PPN-5")]
    assert other.penalties == ()
