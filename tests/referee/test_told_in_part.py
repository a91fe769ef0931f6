"""A match of which less is told: moves are cut off, hands were not seen. What is still told is judged as before.

Nobody's reading of a clause is asked here: the matches are those of the oracles, by the rules and one of every forgery.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

import referee
from referee import Finding, Record
from tests.oracle import games, part
from tests.oracle.against import hidden, moves_unseen
from tests.proof import proof

GAMES = games("forgery")
MAHJONG = games("positions")
"""Games of tiles."""
SHARES = [slice(0, None, 8), *(pytest.param(slice(first, None, 8), marks=proof) for first in range(1, 8))]
"""An eighth of the matches every time, the others where quantity proves."""
AT_THE_END = {"round-not-finished", "score-mismatch", "places-mismatch", "birds-missing", "forced-win-declined"}
"""What may be found only because the record ends where it does."""


@cache
def matches(game: str) -> tuple[Record, ...]:
    """Matches by the rules, and one of every forgery."""
    made, forgery = part(game, "match"), part(game, "forgery")
    forged = [forgery.forge(seed, kind) for seed, kind in enumerate(forgery.FORGERIES)]
    texts = [*map(made.play_match, range(6)), *(found[0] for found in forged if found)]
    return tuple(map(referee.parse, texts))


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("game", GAMES)
def test_the_first_finding_never_depends_on_what_follows_it(game: str, share: slice) -> None:
    for record in matches(game)[share]:
        rounds = referee.verify(record).rounds
        for number, judged in enumerate(rounds):
            first = first_of(judged.findings)
            for moves in cuts(len(record.rounds[number].moves), first.move if first else 0):
                found = first_of(referee.verify(cut(record, number, moves)).rounds[-1].findings)
                assert (found and found[:4]) == (first[:4] if first and first.move <= moves else None)


def first_of(findings: tuple[Finding, ...]) -> Finding | None:
    """The first finding that is none of where the record ends."""
    return next((found for found in findings if found.code not in AT_THE_END), None)


def cuts(moves: int, first: int) -> Iterator[int]:
    """Where a round of so many moves is cut off: anywhere, and about the move of its first finding."""
    dice = random.Random(moves)
    yield from sorted({dice.randint(0, moves), *(at for at in (first - 1, first, first + 1) if 0 <= at <= moves)})


def cut(record: Record, number: int, moves: int) -> Record:
    """The match up to a move of a round, as it was written by then."""
    last = record.rounds[number]._replace(moves=record.rounds[number].moves[:moves], comments={}, position=None)
    return record._replace(totals=None, rounds=(*record.rounds[:number], last))


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("game", MAHJONG)
@pytest.mark.parametrize("seats", ["E", "SW", "ESWN"])
def test_with_hands_that_were_not_seen_nothing_is_found_earlier(game: str, seats: str, share: slice) -> None:
    for record in matches(game)[share]:
        text = referee.write(record)
        unseen = places(hidden(text, seats, wall=len(seats) == 2))
        assert not unseen or unseen[0] >= places(text)[0]


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("game", MAHJONG)
@pytest.mark.parametrize("signs", ["+", "-", "+-"])
def test_mj_1_2_with_moves_unseen_beside_the_wall_nothing_is_found_earlier(game: str, signs: str, share: slice) -> None:
    for number, record in enumerate(matches(game)[share]):
        text = referee.write(record)
        unseen = places(moves_unseen(text, random.Random(number), signs))
        assert unseen[:1] >= places(text)[:1] or not unseen


def places(text: str) -> list[tuple[int, int]]:
    """Round and move of every finding on a round, in their order."""
    found = referee.verify(referee.parse(text)).all_findings()
    return sorted((one.round, one.move) for one in found if one.round)
