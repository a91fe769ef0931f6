"""Matches by careless players: everything that is to be found in them, and what each round comes to all the same."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import referee
from tests.oracle.mahjong.table import SEATS
from tests.oracle.sbr import match as by_the_rules
from tests.oracle.sbr.account import BANK
from tests.oracle.sbr.players import SLIPS
from tests.oracle.sbr.table import Table
from tests.oracle.text import Match

OFTEN = {"pig": 0.01, "false-win": 0.004, "false-claim": 0.0005, "early-draw": 0.02, "no-draw": 0.004, "no-draw-made-good": 0.01}
"""The chance of the slips that have very many occasions."""
SELDOM = {
    "second-draw": 0.01,
    "wrong-peng": 0.002,
    "kong-without-draw": 0.15,
    "que-missing": 0.06,
    "que-twice": 0.06,
    "void": 0.001,
}


def match(seed: int, rounds: int = 4) -> Match:
    """A match in which some kinds of slips happen; its sheets hold what was found (``played.table.found``)."""
    dice = random.Random(f"careless {seed}")
    chances = dict.fromkeys(SLIPS, 0.3) | OFTEN | SELDOM
    some = dice.sample(SLIPS, dice.choice([1, 1, 2, 4, len(SLIPS)]))
    return by_the_rules.match(
        seed,
        rounds,
        slips=tuple((slip, chances[slip]) for slip in some),
        deals=dice.choice([0, 0, 0.4]),
        que=dice.choice(["declared"] * 5 + ["off"]),
    )


def said_of(table: Table) -> dict[str, Any]:
    """What is found in a round and what it comes to: seats by their letters."""
    names = [*SEATS, "BANK"]
    paid = Counter[tuple[str, str, str]]()
    for payer, payee, points, reason in table.account.lines:
        paid[names[payer], names[payee], reason] += points
    assert names[BANK] == "BANK"
    return {
        "findings": sorted((at, code, SEATS[seat]) for at, code, seat in table.found),
        "wins": [(SEATS[seat], value) for seat, _, value, _ in table.wins if value and table.outcome() != "void"],
        "paid": paid,
        "scores": {seat: points for seat, points in zip(SEATS, table.account.scores(), strict=False) if points},
        "outcome": table.outcome(),
        "next dealer": None if table.account.strikes[table.next_dealer()] > 1 else SEATS[table.next_dealer()],
    }


def told(round_: dict[str, Any]) -> dict[str, Any]:
    """The same of a round of a verdict, as it is written as JSON."""
    paid = Counter[tuple[str, str, str]]()
    for line in round_["ledger"]:
        paid[line["from"], line["to"], line["reason"]] += line["points"]
    return {
        "findings": sorted((one["move"], one["code"], one["seat"]) for one in round_["findings"]),
        "wins": [(win["seat"], win["value"]) for win in round_["wins"] if win["value"]],
        "paid": paid,
        "scores": {seat: points for seat, points in (round_["scores"]["computed"] or {}).items() if points},
        "outcome": round_["outcome"],
        "next dealer": round_["next_dealer"],
    }


def differing(match: Match) -> list[str]:
    """What the engine says otherwise of the rounds of a match."""
    verdict: dict[str, Any] = referee.verify(referee.parse(match.text())).as_dict()
    wrong = []
    for number, (sheet, round_) in enumerate(zip(match.sheets, verdict["rounds"], strict=True), 1):
        expected, found = said_of(sheet.played.table), told(round_)
        wrong += [f"round {number} {what}: {found[what]} for {right}" for what, right in expected.items() if found[what] != right]
    return wrong
