"""Whole matches by the competition rules SBR: options, rounds one after another, and their text."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from tests.oracle.mahjong import end_of_wall, next_dealer, payments, table_rules
from tests.oracle.mahjong.deals import BIASES, deal, hand_of, pack_of, seats_of, shape
from tests.oracle.mahjong.table import SEATS
from tests.oracle.mahjong.table_options import some
from tests.oracle.sbr.account import Account
from tests.oracle.sbr.players import Players
from tests.oracle.sbr.table import Table
from tests.oracle.text import Match, Sheet, kept, option_words

DEFAULTS: dict[str, Any] = {"que": "declared", "cap": 3, "last_discard": "peng", "replacement": "front", "players": 4} | {
    "multi_win": "all",
    "peng_lock": "off",
    **next_dealer.DEFAULTS,
    **end_of_wall.DEFAULTS,
    "ready_check": "on",
    "ready_payees": "ready",
    "kong_refund": "drawn",
    "suits": "mps",
    "ranks": "1-9",
    "hand": 13,
}
ADDED: dict[str, list[Any]] = {
    "multi_win": ["next"],
    "peng_lock": ["turn"],
    **next_dealer.ADDED,
    **end_of_wall.ADDED,
    **payments.ADDED,
    "ready_check": ["off"],
    "ready_payees": ["all"],
    "kong_refund": ["off"],
}
"""What tables add."""


def families(dice: random.Random) -> dict[str, str]:
    """What any options of a match may stand beside (TBL-1, TBL-2, TBL-5, TBL-7, TBL-14)."""
    conditions = [name for name in table_rules.OF_SUITS if name != "earth"]
    told = table_rules.families(dice, [code for code in table_rules.SBR if code != "qidui"], conditions, "pinghe", 0)
    ladder = dice.choice([{}, {}, {"ladder": "sum", "fan.pinghe": "1"}, {"ladder": "2,3,5,8,13"}])
    return payments.families(dice) | told | ladder


def rules_text(options: dict[str, Any]) -> str:
    """The one preset, and every option that is not its own."""
    return " ".join(["sbr", *option_words({name: value for name, value in options.items() if DEFAULTS.get(name) != value})])


@dataclass
class Played:
    """A round as it was played."""

    table: Table
    strikes: list[int]
    """How many penalties of 24 each had in the match before it."""


def broken_wall(dice: random.Random, dealer: int) -> dict[str, str]:
    """The dice and the break that they name (SBR-1.3)."""
    faces = dice.randint(1, 6), dice.randint(1, 6)
    return {"Dice": "{}{}".format(*faces), "Break": f"{SEATS[(dealer + sum(faces) - 1) % 4]} {min(faces)}"}


def dealt(
    dice: random.Random, dealer: int, biases: list[str], absent: list[int], options: dict[str, Any]
) -> tuple[list[list[str]], list[str]]:
    """The hands, none for who has left, and the wall."""
    hands, wall = deal(dice, biases, pack_of(options), seats_of(options), hand_of(options))
    hands[dealer].append(wall.pop())
    for seat in absent:
        wall += hands[seat]
        hands[seat] = []
    if absent:
        dice.shuffle(wall)
    return hands, wall


def miscounted(dice: random.Random, hands: list[list[str]], wall: list[str]) -> None:
    """One hand a tile too many or too few (SBR-3.8)."""
    hand = dice.choice([hand for hand in hands if hand])
    if dice.random() < 0.5:
        hand.append(wall.pop())
    else:
        wall.append(hand.pop())


def written(table: Table, hands: list[list[str]], wall: list[str], tags: dict[str, str], strikes: list[int]) -> Sheet:
    """The sheet of a round that was played."""
    return Sheet(table.dealer, wall, hands, table.moves, table.account.scores(), Played(table, strikes), tags)


@kept
def match(
    seed: int, rounds: int = 3, wrong_dealer: int = 0, slips: tuple[tuple[str, float], ...] = (), deals: float = 0, **fixed: Any
) -> Match:
    """A match by the rules; with ``slips`` by players who break them so often, ``deals``: how often a hand is miscounted, with
    ``wrong_dealer`` that round has one whose turn it is not. ``fixed`` sets options."""
    dice = random.Random(seed)
    options = {"que": dice.choice(["declared"] * 4 + ["off"]), "cap": dice.choice([3, 3, 3, 2, 4, 5, 6, None])}
    shaped = shape(f"sbr {seed}", fixed, "players", "suits", "ranks", "hand")
    options |= (
        {name: DEFAULTS[name] for name in ADDED if name in DEFAULTS}
        | shaped
        | some("sbr", seed, ADDED, [*fixed, *[slip for slip, _ in slips]])
        | fixed
    )
    seats = seats_of(options)
    biases = dice.choice([[bias] for bias in (*BIASES, *["ready"] * 5)] + [list(BIASES)] * 3)
    rulings = dice.choice([0, 0, 0.004, 0.02])
    dealer, result, absent = dice.randrange(seats), Match("sbr", options, rules_text(options)), list[int]()
    totals, strikes = [0] * seats, [0] * seats
    for number in range(1, rounds + 1):
        hands, wall = dealt(dice, dealer, biases, absent, options)
        if dice.random() < deals:
            miscounted(dice, hands, wall)
        tags = {} if absent else broken_wall(dice, dealer)
        table = Table([list(hand) for hand in hands], list(wall), dealer, options=options, account=Account(strikes=list(strikes)))
        Players(dice, table, dict(slips), rulings).play()
        result.sheets.append(written(table, hands, wall, tags, strikes))
        totals = [total + points for total, points in zip(totals, table.account.scores(), strict=True)]
        strikes = list(table.account.strikes)
        absent = absent + table.lost
        if len(absent) > max(seats - 3, 0):
            break
        dealer = table.next_dealer()
        if dealer in absent:  # SBR-4.2 does not say who deals then
            break
        dealer = (dealer + (dice.randint(1, seats - 1) if number + 1 == wrong_dealer else 0)) % seats
    result.totals = totals
    return result


def play_match(seed: int, rounds: int = 3) -> str:
    """A match by the rules, as PPN with its wall, hands, claimed values, scores and totals."""
    return match(seed, rounds).text()
