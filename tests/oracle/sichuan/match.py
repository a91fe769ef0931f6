"""Whole matches of 四川麻將: options, rounds one after another, and their text."""

from __future__ import annotations

import random
from typing import Any

from tests.oracle.mahjong import beside, end_of_wall, next_dealer, payments, table_rules
from tests.oracle.mahjong.deals import BIASES, seats_of, shape
from tests.oracle.mahjong.table_options import some
from tests.oracle.sichuan.round import Round
from tests.oracle.text import SEATS, Match, Sheet, kept, option_words


def rules_text(options: dict[str, Any]) -> str:
    """The preset that 血戰 makes, and every other option."""
    both = ("kong_unit", "direct_kong") if any(name.startswith("kong.") for name in options) else ()  # refused together (TBL-7)
    return " ".join(["xuezhan" if options["blood"] else "putong", *option_words(options, "blood", *both)])


CODES = [
    *("duiduihu", "qingyise", "qidui", "qingdui", "qingqidui", "qinglongqidui", "gangshanghua", "gangshangpao", "qianggang"),
    *("gang", "gen"),
]
"""The fans of the game that no other option says."""


def families(dice: random.Random) -> dict[str, str]:
    """What any options of a match may stand beside (TBL-1, TBL-2, TBL-5, TBL-14): no fees beside those of the game."""
    told = table_rules.families(dice, CODES, [name for name in table_rules.OF_SUITS if name != "last_copy"], "pinghu", 0)
    ladder = dice.choice([{}, {}, {"ladder": "sum", "fan.pinghu": "1"}, {"ladder": "2,3,5,8,13"}])
    return payments.families(dice, fees=False) | told | ladder


def agreed(dice: random.Random) -> dict[str, Any]:
    """The options of what only some tables play: none of them, a few, or many."""
    often = dice.choice([0, 0.2, 0.6])

    def one(default: Any, *others: Any) -> Any:
        return dice.choice(others) if dice.random() < often else default

    return {
        "pass_lock": one("off", "turn"),
        "longqidui": one(5, 4),
        "daiyaojiu": one(True, False),
        "jiangdui": one(True, False),
        "tiandihu": one(True, False),
        "jingoudiao": one(False, True),
        "shibaluohan": one(False, True),
        "menqing_zhongzhang": one(False, True),
        "haidi": one("off", "draw", "both"),
        "self_draw": one("off", "bonus", "double"),
        "replacement_payer": one("discarder", "all"),
        "direct_kong": one(1, 2),
        "kong_unit": one(1, 2, 5),
        "late_kong": one("paid", "free"),
        "kong_refund": one("drawn", "always"),
        "pig": one(8, 16, 3),
        "pig_payees": one("playing", "ready", "all"),
    }


USUAL: dict[str, Any] = {
    "multi_win": "all",
    "peng_lock": "off",
    **next_dealer.DEFAULTS,
    **end_of_wall.DEFAULTS,
    "ready_check": "on",
    "ready_payees": "ready",
}
ADDED: dict[str, list[Any]] = {
    "replacement_payer": ["once"],
    "multi_win": ["next"],
    "peng_lock": ["turn"],
    **next_dealer.ADDED,
    **end_of_wall.ADDED,
    **payments.ADDED,
    "ready_check": ["off"],
    "ready_payees": ["all"],
    "kong_refund": ["off"],
    "pig": ["cap", "best*2", "best*3"],
}
"""What tables add."""


@kept
def match(seed: int, rounds: int = 3, wrong_dealer: int = 0, **fixed: Any) -> Match:
    """A match by the rules; with ``wrong_dealer``, that round has one whose turn it is not. ``fixed`` sets options."""
    dice = random.Random(seed)
    options: dict[str, Any] = {
        "blood": dice.random() < 0.65,
        "forced_win": dice.choice(["advised", "wall4", "hand4", "off"]),
        "max_fan": dice.choice([None, None, 3, 4, 5, 6]),
        "kong_transfer": dice.choice(["each", "split", "refund", "off"]),
        "stakes": dice.choice(["points", "wealth"]),
    }
    options |= (
        agreed(random.Random(f"{seed} agreed"))
        | shape(seed, fixed, "players", "suits", "ranks", "hand")
        | beside.DEFAULTS
        | USUAL
        | beside.agreed(seed, fixed, beside.DEFAULTS)
        | some("sichuan", seed, ADDED, fixed)
        | fixed
    )
    if {"kong_unit", "direct_kong"} & fixed.keys():  # refused together (TBL-7)
        options = {name: value for name, value in options.items() if not name.startswith("kong.")}
    if any(name.startswith("kong.") for name in options):
        options |= {"kong_unit": 1, "direct_kong": 1}
    if options["pig"] == "cap" and options["max_fan"] is None:  # refused (TBL-8)
        options |= {"max_fan": 4} if "max_fan" not in fixed else {"pig": 8}
    if options["pig_payees"] == "all" and not options["blood"]:  # SCM-4.12: refused together
        options |= {"blood": True} if "pig_payees" in fixed else {"pig_payees": "playing"}
    biases = dice.choice([[bias] for bias in BIASES] + [list(BIASES)])
    leaving = dice.choice([0, 0, 0, 0.004, 0.02])
    seats = seats_of(options)
    dealer, result, totals = dice.randrange(seats), Match("sichuan", options, rules_text(options)), [0] * seats
    agreed_on = beside.Piao(options, seed)
    for number in range(1, rounds + 1):
        piao, tags = agreed_on.next_round(list(SEATS[:seats]))
        played = Round(dice, options, dealer, biases, leaving, piao)
        result.sheets.append(Sheet(dealer, played.full_wall, played.dealt, list(played.moves), list(played.scores), played, tags))
        totals = [total + points for total, points in zip(totals, played.scores, strict=True)]
        following = played.dealer_after()
        if following is None:
            dealer = dice.randrange(seats)
        else:
            dealer = (following + (dice.randint(1, seats - 1) if number + 1 == wrong_dealer else 0)) % seats
    result.totals = totals
    return result


def play_match(seed: int, rounds: int = 3) -> str:
    """A match by the rules, as PPN with its wall, hands, claimed values, scores and totals."""
    return match(seed, rounds).text()
