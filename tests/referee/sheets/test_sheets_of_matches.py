"""Sheets made of the oracles' matches, all games, by their options at random: clean, and coming to the same."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

import referee
from referee.core import registry
from referee.core.record import Record
from referee.core.verdict import JSON, Finding, RoundVerdict
from referee.mahjong.game import MahjongGame
from referee.notation import moves
from tests.oracle import games, part
from tests.oracle.mahjong.beside import with_payments
from tests.proof import in_round, proof, seeded

FEW, MANY = 2, in_round(8)
"""Matches of each game, every time and in ``make proof``."""


def result(verdict: RoundVerdict) -> tuple[object, ...]:
    """What a round came to, without the numbers of its moves."""
    wins = [(win.seat, win.source, win.by, win.value) for win in verdict.wins]
    lines = sorted(line[:5] for line in verdict.ledger)
    extra: Mapping[str, JSON] = verdict.extra
    return verdict.outcome, verdict.dealer, verdict.next_dealer, verdict.computed, wins, lines, extra


def differing(game: str, seed: int) -> list[tuple[int, list[Finding]]]:
    """The rounds of a match that are not clean as sheets, or come to something else; every other match of mahjong with what its
    table has agreed on."""
    match = part(game, "match").match(seed)
    paid = seed % 2 and isinstance(registry.find(game), MahjongGame)
    record = referee.parse((with_payments(match, seed) if paid else match).text())
    played, sheet = referee.verify(record), referee.verify(referee.sheet_of(record))
    return [
        (one.number, list(other.findings))
        for one, other in zip(played.rounds, sheet.rounds, strict=True)
        if other.findings or result(one) != result(other)
    ]


def values_alone(sheet: Record) -> Record:
    """A sheet with the value of each win and no hand; without its scores, which may hang on ghosts that were shown."""
    rounds = []
    for round_, verdict in zip(sheet.rounds, referee.verify(sheet).rounds, strict=True):
        values = {win.move: win.value for win in verdict.wins}
        called = (f"{move.seat}.hu:{values[at]}" if at in values else move.token for at, move in enumerate(round_.moves, 1))
        tags = {name: value for name, value in round_.tags.items() if not name.startswith("Shown.")}
        rounds.append(round_._replace(moves=tuple(moves(list(called), sheet.game)), tags=tags, scores=None))
    return sheet._replace(rounds=tuple(rounds), totals=None)


@pytest.mark.parametrize("game", [game for game in games("match") if isinstance(registry.find(game), MahjongGame)])
@pytest.mark.parametrize("seed", range(FEW))
def test_sheet_with_the_values_alone_is_clean(game: str, seed: int) -> None:
    sheet = referee.sheet_of(referee.parse(part(game, "match").match(seed).text()))
    assert [list(round_.findings) for round_ in referee.verify(values_alone(sheet)).rounds if round_.findings] == []


@pytest.mark.parametrize("game", games("match"))
@pytest.mark.parametrize("seed", range(FEW))
def test_sheet_of_a_match_comes_to_the_same(game: str, seed: int) -> None:
    assert differing(game, seed) == []


@proof
@seeded
@pytest.mark.parametrize("game", games("match"))
def test_sheets_of_many_matches_come_to_the_same(game: str) -> None:
    assert {seed: found for seed in MANY if (found := differing(game, seed))} == {}
