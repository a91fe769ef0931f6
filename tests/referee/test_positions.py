"""At positions of legal rounds every move is tried: the engine finds something with it exactly where the game forbids it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count

import pytest

import referee
from tests.oracle import part, tile_games
from tests.oracle.text import Match
from tests.proof import one_in, seeds

UNTOLD = {"round-not-finished", "birds-missing", "tile-overflow"}
"""What is found because the record stops there, or because of the tile that the forbidden move brings."""


@pytest.mark.parametrize("some", seeds(2, 4))
@pytest.mark.parametrize("game", one_in(3, tile_games()))
def test_move_is_legal_for_the_oracle_or_gets_a_finding(game: str, some: range) -> None:
    tried = {True: 0, False: 0}
    for seed in some:
        for token, allowed, found in tries(game, seed):
            assert bool(found) != allowed, f"seed {seed}, {token}: {found}"
            tried[allowed] += 1
    assert tried[True] > 3 * len(some)
    assert tried[False] > 150 * len(some)


def tries(game: str, seed: int) -> Iterator[tuple[list[str], bool, list[str]]]:
    """The moves at three positions of a round: up to there and the move, whether it is allowed, what is found with it."""
    matches: Iterator[Match] = (part(game, "match").match(seed + 1000 * more, rounds=1) for more in count())
    match = next(match for match in matches if match.sheets[0].wall is not None)
    judge = part(game, "forgery").GameJudge(match.options)
    positions = part(game, "answers").Positions(judge)
    sheet, dice = match.sheets[0], random.Random(seed)
    record = referee.parse(match.text())._replace(totals=None)
    tables = judge.seen(sheet)
    seen = [at for at in range(len(tables)) if all_seen(sheet.moves[:at])]
    for at in dice.sample(seen, min(3, len(seen))):
        before = sheet.moves[:at]
        for token in positions.moves(tables[at]):
            allowed = positions.may(tables[at], token)
            if allowed is not None:
                yield [*before[-3:], token], bool(allowed), found(record, [*before, token])


def all_seen(before: list[str]) -> bool:
    """Whether nobody has left the table in these moves and the last of them show their tiles."""
    return not any(token.endswith(".tao") for token in before) and not any("?" in token for token in before[-4:])


def found(record: referee.Record, moves: list[str]) -> list[str]:
    """What is wrong with a round that stops after these moves."""
    round_ = record.rounds[0]._replace(moves=referee.moves(moves), scores=None, position=None)
    findings = referee.verify(record._replace(rounds=(round_,))).all_findings()
    return [finding.code for finding in findings if finding.code not in UNTOLD]
