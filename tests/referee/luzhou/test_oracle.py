"""The engine held to the separate reading of the rulebook: single hands, and what a verdict tells of whole matches."""

from __future__ import annotations

from collections import Counter

import pytest

import referee
from tests.oracle.luzhou.hands import question
from tests.oracle.luzhou.match import match
from tests.oracle.luzhou.table import Table
from tests.oracle.mahjong.table import SEATS
from tests.proof import seeds


@pytest.mark.parametrize("some", seeds(40, 220, 180))
def test_single_hands_are_worth_the_same(some: range) -> None:
    """Value and fans of a hand, or why it does not win, and every tile that it waits for."""
    for query, answer in map(question, some):
        told = referee.score(query)
        codes = {fan["code"] for fan in told["fans"]} if told["wins"] else {told["reason"]}
        assert (told.get("value", 0), codes) == (answer["value"], answer["codes"]), query
        asked = {name: value for name, value in query.items() if name != "win"}
        assert referee.score({**asked, "waits": True}) == {"waits": answer["waits"]}, query


@pytest.mark.parametrize("some", seeds(6, 18, 12))
def test_the_verdict_tells_what_was_played_by_the_rules(some: range) -> None:
    """Nothing is found, and wins, kongs, payments and the next dealer are those of the table."""
    for seed in some:
        played = match(seed)
        verdict = referee.verify(referee.parse(played.text()))
        assert verdict.all_findings() == [], f"seed {seed}"
        for sheet, round_ in zip(played.sheets, verdict.rounds, strict=True):
            assert told(round_) == expected(sheet.played.table, played.base), f"seed {seed}"


def told(round_: referee.RoundVerdict) -> tuple[object, ...]:
    """What a verdict says of a round."""
    wins = [(win.seat, win.source, win.by, win.tile, win.value, {fan.code for fan in win.fans}) for win in round_.wins]
    paid = Counter[tuple[str, str, str]]()
    for line in round_.ledger:
        paid[line.payer, line.payee, line.reason] += line.points
    return wins, [(kong.seat, kong.kind, kong.tile) for kong in round_.kongs], paid, round_.next_dealer


def expected(table: Table, base: int) -> tuple[object, ...]:
    """What the table says of it."""
    wins = [(SEATS[win.seat], None if win.source is None else SEATS[win.source], *win[2:]) for win in table.wins]
    paid = Counter[tuple[str, str, str]]()
    for payer, payee, points, reason in table.ledger:
        paid[SEATS[payer], SEATS[payee], reason] += points * base
    return wins, [(SEATS[seat], kind, tile) for seat, kind, tile in table.kongs], paid, SEATS[table.next_dealer]
