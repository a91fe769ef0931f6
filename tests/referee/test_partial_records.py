"""A match of which less is told: moves are cut off, hands were not seen. What is still told is judged as before.

Nobody's reading of a clause is asked here: the matches are those of the oracles, by the rules and one of every forgery.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache, lru_cache

import pytest

import referee
from referee import Finding, Record
from tests.oracle import games, part, tile_games
from tests.oracle.against import hidden, moves_unseen
from tests.proof import ROUND, proof, seeded

GAMES = games("forgery")
MAHJONG = tile_games()
"""Games of tiles."""
LATER = range(1 + ROUND % 3, 16, 3)
SHARES = [slice(0, None, 16), *(pytest.param(slice(first, None, 16), marks=(proof, seeded)) for first in LATER)]
"""A sixteenth of the matches every time, a third of the others where quantity proves, in each round another third."""
AT_THE_END = {"round-not-finished", "score-mismatch", "places-mismatch", "birds-missing", "horses-missing", "forced-win-declined"}
"""What may be found only because the record ends where it does."""


PLAYED = 6
"""Matches of a game that are played by the rules."""


@cache
def match(game: str, number: int) -> Record | None:
    """A match by the rules, or after those one of a forgery; None where the forgery finds no occasion."""
    if number < PLAYED:
        return parsed(part(game, "match").play_match(number))
    forgery = part(game, "forgery")
    found = forgery.forge(number - PLAYED, list(forgery.FORGERIES)[number - PLAYED])
    return parsed(found[0]) if found else None


def parsed(text: str) -> Record:
    """The record that a text is."""
    return referee.parse(text)


def matches(game: str, share: slice) -> list[Record]:
    """A share of the matches by the rules and of one match of every forgery."""
    numbers = range(PLAYED + len(part(game, "forgery").FORGERIES))[share]
    return [found for number in numbers if (found := match(game, number))]


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("game", GAMES)
def test_first_finding_of_a_record_cut_short_is_the_same(game: str, share: slice) -> None:
    for record in matches(game, share):
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
def test_record_with_unseen_hands_has_no_earlier_finding(game: str, seats: str, share: slice) -> None:
    for record in matches(game, share):
        text = referee.write(record)
        unseen = places(hidden(text, seats, wall=len(seats) == 2))
        assert not unseen or unseen[0] >= places(text)[0]


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("game", MAHJONG)
@pytest.mark.parametrize("signs", ["+", "-", "+-"])
def test_mj_1_2_record_with_unseen_moves_has_no_earlier_finding(game: str, signs: str, share: slice) -> None:
    for number, record in enumerate(matches(game, share)):
        text = referee.write(record)
        unseen = places(moves_unseen(text, random.Random(number), signs))
        assert unseen[:1] >= places(text)[:1] or not unseen


@lru_cache(500)
def places(text: str) -> list[tuple[int, int]]:
    """Round and move of every finding on a round, in their order."""
    found = referee.verify(referee.parse(text)).all_findings()
    return sorted((one.round, one.move) for one in found if one.round)
