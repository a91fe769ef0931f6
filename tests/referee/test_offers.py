"""What is offered to somebody who writes a round down: what was played is among it, and nothing in it is a breach."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

import referee
from tests.golden import HOME

ENDS = {"round-not-finished"}
OFFERED = re.compile(r"[A-Z](?:[-+:]|\.(?:hu|peng|chi|gang|angang|bugang|guo|rang)\b)")
"""Moves that are offered; the rest (declarations, dice, birds, tribute) is typed."""


def opened(game: str) -> referee.Record:
    record = referee.parse((HOME / game / "clean-01.ppn").read_bytes())
    assert isinstance(record, referee.Record)
    return record


def cut(record: referee.Record, moves: int) -> referee.Record:
    """The record's first round alone, up to a move."""
    round_ = record.rounds[0]
    return replace(record, rounds=(replace(round_, moves=round_.moves[:moves], scores=None),), totals=None)


@pytest.mark.parametrize("game", ["kawuxing", "luzhou", "sichuan", "hengyang", "gouji"])
def test_what_was_played_is_offered(game: str) -> None:
    """At moves throughout a clean round: the next move is among those offered, whoever makes it."""
    record = opened(game)
    moves = record.rounds[0].moves
    for at in range(0, len(moves), max(1, len(moves) // 8)):
        token = moves[at]
        if OFFERED.match(token):
            legal = referee.offers(cut(record, at), record.rounds[0].number)
            plain = token.partition(":")[0] if any(word in token for word in (".hu", ".peng", ".gang")) else token
            assert token in legal or any(offer.startswith(plain) for offer in legal), (at, token, legal)


@pytest.mark.parametrize("game", ["kawuxing", "luzhou", "sichuan", "hengyang", "gouji"])
def test_nothing_offered_is_a_breach(game: str) -> None:
    record = opened(game)
    number = record.rounds[0].number
    for at in (0, 5, 11):
        before = cut(record, at)
        for token in referee.offers(before, number)[::4]:
            round_ = before.rounds[0]
            verdict = referee.verify(replace(before, rounds=(replace(round_, moves=(*round_.moves, token)),)))
            assert {finding.code for finding in verdict.all_findings()} <= ENDS, token


def test_after_the_end_nothing_is_offered() -> None:
    record = opened("sichuan")
    assert referee.offers(record, record.rounds[0].number) == []


def test_a_deal_that_is_wrong_is_a_lookup_error() -> None:
    record = cut(opened("sichuan"), 0)
    broken = replace(record, rounds=(replace(record.rounds[0], hands={}),))
    with pytest.raises(LookupError, match="deal"):
        referee.offers(broken, record.rounds[0].number)
