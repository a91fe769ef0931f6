"""Whole matches of 瀘州鬼麻將: options, rounds one after another, and their text."""

from __future__ import annotations

import random
import re
from typing import Any

from tests.oracle.luzhou.deals import MORE_BIASES
from tests.oracle.luzhou.players import Round
from tests.oracle.luzhou.scoring import DOUBLES, NAMES, PRESETS, options_of
from tests.oracle.mahjong import next_dealer, payments, table_rules
from tests.oracle.mahjong.deals import seats_of, shape
from tests.oracle.mahjong.table import SEATS
from tests.oracle.mahjong.table_options import some
from tests.oracle.text import Match, Sheet, kept, option_words

ACROSS, NEXT, PREVIOUS = 2, 1, 3
BREAKS = {1: ACROSS, 3: ACROSS, 5: ACROSS, 2: NEXT, 6: NEXT, 4: PREVIOUS}
"""Where the wall is broken, as steps from the dealer, by the red dice (LZG-1.3)."""


ADDED: dict[str, list[Any]] = {
    "multi_win": ["next"],
    "peng_lock": ["turn"],
    **next_dealer.ADDED,
    "dice_double": ["on"],
    "reported_pays": [2, 4],
    "dead_wait": ["not"],
    **payments.ADDED,
    "ready_check": ["off"],
    "ready_payees": ["all"],
    "pig": [8, "cap", "best*2", "best*3"],
    "pig_payees": ["ready", "all"],
}
"""What tables add."""


CONDITIONS = [
    *("after_kong", "concealed", "earth", "four_kongs", "four_melds", "four_open_melds", "four_sets", "heaven", "no_ghost"),
    *("on_discard", "on_replacement", "one_suit", "robbing", "self_drawn", "seven_pairs", "triplets"),
    *("kongs:added", "kongs:concealed", "kongs:direct", "ghosts:1", "ghosts:2", "ghosts:3", "ghosts:4"),
]
"""What fans of a table's own may ask of hands with ghosts."""


def families(dice: random.Random) -> dict[str, str]:
    """What any options of a match may stand beside (TBL-1, TBL-2, TBL-5, TBL-7, TBL-14)."""
    told = table_rules.families(dice, [*NAMES[:-1], *DOUBLES], CONDITIONS, "pinghu", 0)
    floor = {"fan.floor": "off"} if dice.random() < 0.4 else {}
    ladder = dice.choice([{}, {}, {"ladder": "2,5,10,20,40"}, {"ladder": "sum"}, {"ladder": "0,3,8"}])
    return payments.families(dice) | told | floor | ladder


def rules(dice: random.Random, **fixed: Any) -> tuple[dict[str, Any], str]:
    """A preset with options of its own, as they count and as they are written."""
    preset = dice.choice(list(PRESETS))
    usual: dict[str, Any] = {
        "ghosts": dice.choice([4, 8, 8, 12]),
        "cap": dice.choice([20, 40, 80, 100, None]),
        "report_extras": dice.choice(["off", "named"]),
        "one_ke_win": dice.choice([True, False]),
        "ready_check": dice.choice(["full", "half"]),
        "gift": dice.choice(["off", "mode1", "mode2"]),
    }
    given = {name: value for name, value in usual.items() if dice.random() < 0.3} | fixed
    if given.get("pig") == "cap" and options_of(preset, **given)["cap"] is None:  # refused (TBL-8)
        given |= {"cap": 40} if "cap" not in fixed else {"pig": 0}
    return options_of(preset, **given), " ".join([preset, *option_words(given)])


def broken(dice: random.Random, dealer: int) -> dict[str, str]:
    """The dice and, perhaps, where they broke the wall."""
    faces = f"{dice.randint(1, 6)}{dice.randint(1, 6)}"
    where = {"Break": SEATS[(dealer + BREAKS[int(faces[0])]) % 4]} if dice.random() < 0.6 else {}
    return {"Dice": faces, **where}


@kept
def match(seed: int, rounds: int = 3, complete: bool = False, wrong_dealer: int = 0, **fixed: Any) -> Match:
    """A match by the rules; ``fixed`` sets options.

    ``complete``: wall, dice and every win value are written. With ``wrong_dealer``, that round has one whose turn it is not.
    """
    dice = random.Random(f"luzhou {seed}")
    shaped = shape(f"luzhou {seed}", fixed, "players", "suits", "ranks", "hand")
    options, text = rules(dice, **(shaped | some("luzhou", seed, ADDED, fixed) | fixed))
    result = Match("luzhou", options, text, base=dice.choice([1, 1, 1, 2, 10]))
    biases = dice.choice([[bias] for bias in MORE_BIASES] + [["plain"], ["triplets"]] * 3 + [list(MORE_BIASES)] * 6)
    luck = dice.choice([0, 0.1, 0.3])
    speaks, walled, thrown, valued = dice.choice([0, 0.2, 0.8]), dice.random() < 0.7, dice.random(), dice.choice([0, 0.5, 1])
    walled, thrown, valued = (True, 0, 1) if complete else (walled, thrown, valued)
    seats = seats_of(options)
    dealer, totals = dice.randrange(seats), [0] * seats
    for number in range(1, rounds + 1):
        played = Round(dice, options, dealer, biases, speaks, luck)
        tags = broken(dice, dealer) if thrown < 0.7 else {}
        if options["dice_double"] == "on":
            tags = {"Dice": payments.thrown(f"luzhou {seed} {number}")}
        times = payments.times(options, tags, False)
        moves = [move if dice.random() < valued else re.sub(r"(\.hu):\d+", r"\1", move) for move in played.moves]
        scores = [points * result.base * times for points in played.table.scores]
        wall = played.wall if walled else None
        result.sheets.append(Sheet(dealer, wall, played.hands, moves, scores, played, tags, times))
        totals = [total + points for total, points in zip(totals, scores, strict=True)]
        dealer = (played.table.dealer_after() + (dice.randint(1, seats - 1) if number + 1 == wrong_dealer else 0)) % seats
    result.totals = totals
    return result


def play_match(seed: int, rounds: int = 3) -> str:
    """A match by the rules, as PPN with its hands, scores and totals, and perhaps its wall, dice and claimed values."""
    return match(seed, rounds).text()
