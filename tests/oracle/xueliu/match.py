"""Whole matches of 血流成河: options, deals, rounds one after another, and their text."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from tests.oracle.mahjong import beside, end_of_wall, next_dealer, payments, table_rules
from tests.oracle.mahjong.deals import BIASES, SHAPES, Stock, deal, hand_of, kinds_of, pack_of, seats_of, shape, suits_of
from tests.oracle.mahjong.table_options import some
from tests.oracle.text import SEATS, Match, Sheet, kept, option_words
from tests.oracle.xueliu.players import Players, given
from tests.oracle.xueliu.scoring import DEFAULTS, PRESETS, fits, waits
from tests.oracle.xueliu.table import EXCHANGED, STEPS, Table, best_left

OTHERS: dict[str, list[Any]] = {
    "exchange": ["off"],
    "que": ["off"],
    "pass_lock": ["off"],
    "cap": [None, 3, 4, 5, 7, 8],
    "jiangdui": ["on"],
    "self_draw": ["double", "off"],
    "daiyaojiu": ["on"],
    "menqing_zhongzhang": ["on"],
    "replacement_payer": ["konged"],
    "kong_on_pao": ["refund", "keep"],
    "pig": [3, 5],
}
"""What may be agreed on instead of the default."""


def rules_text(options: dict[str, Any], dice: random.Random) -> str:
    """A preset and the options that it does not set, sometimes all of them."""
    preset = "xueliu" if options["after_win"] == "stay" else "xuezhan_ding"
    usual = DEFAULTS | PRESETS[preset]
    alike = [name for name in options if options[name] == usual.get(name)]
    return " ".join([preset, *option_words(options, *(alike if dice.random() < 0.8 else ["after_win"]))])


def families(dice: random.Random) -> dict[str, str]:
    """What any options of a match may stand beside (TBL-1, TBL-2, TBL-5, TBL-7, TBL-14)."""
    codes = [code for code in [*table_rules.XUELIU_SHAPES, *table_rules.XUELIU_EXTRAS] if code != "pinghu"]
    told = table_rules.families(dice, codes, table_rules.OF_SUITS, "pinghu", 0)
    told = {name: value for name, value in told.items() if "last_copy" not in value}  # which is not read here
    ladder = dice.choice([{}, {}, {"ladder": "sum"}, {"ladder": "2,3,5,8,13"}])
    least = {"fan.pinghu": "1"} if ladder.get("ladder") == "sum" else {}  # else a plain hand wins nothing
    return payments.families(dice) | told | ladder | least


def agreed(dice: random.Random) -> dict[str, Any]:
    """The options of a match: the defaults, a few others, or many."""
    often = dice.choice([0, 0.2, 0.5])
    chosen = {name: dice.choice(others) for name, others in OTHERS.items() if dice.random() < often}
    return DEFAULTS | {"after_win": "stay" if dice.random() < 0.65 else "leave"} | chosen


ADDED: dict[str, list[Any]] = {
    "replacement_payer": ["once"],
    "multi_win": ["next"],
    "peng_lock": ["turn"],
    **next_dealer.ADDED,
    **end_of_wall.ADDED,
    **payments.ADDED,
    "forced_win": ["advised", "wall4", "hand4"],
    "late_kong": ["free"],
    "ready_check": ["off"],
    "ready_payees": ["all", "ready"],
    "kong_refund": ["off"],
    "cap": [1, 2],
    "self_draw": ["unwon"],
    "pig": ["cap", "best*2", "best*3"],
}
"""What tables add."""


def plain(options: dict[str, Any]) -> dict[str, Any]:
    """What is agreed on of the table's shape, and nothing else."""
    return DEFAULTS | {name: options[name] for name in SHAPES if name in options}


def with_win(dice: random.Random, options: dict[str, Any]) -> list[str] | None:
    """Tiles that win as dealt, and of which one certain tile lies apart then; None where none is found soon."""
    for _ in range(40):
        stock, hand = Stock(dice, pack_of(options)), list[str]()
        suits = dice.sample(suits_of(options), dice.choice([1, 1, 2]))
        for _ in range(hand_of(options) // 3):
            tile = f"{dice.randint(1, 9)}{dice.choice(suits)}"
            stock.give(hand, tile, 3) if dice.random() < 0.5 else stock.run(hand, f"{dice.randint(1, 7)}{dice.choice(suits)}")
        pair = dice.choice(kinds_of(options))
        hand = [*hand, pair, pair]
        possible = len({tile[1] for tile in hand}) < 3 and max(map(hand.count, hand)) <= 4 and fits(hand, [])
        whole = len(hand) == hand_of(options) + 1
        if possible and whole and len(best_left(hand, plain(options), "")) == 1:
            return hand
    return None


def planted(dice: random.Random, options: dict[str, Any]) -> list[list[str]]:
    """Hands that chance deals too rarely: triplets of 2, 5, 8, four of a kind among pairs, one kind that several wait for."""
    seats = seats_of(options)
    stock, hands = Stock(dice, pack_of(options), hand_of(options)), [list[str]() for _ in range(seats)]
    kind, suits = dice.choice(["258", "pairs", "common"]), dice.sample(suits_of(options), 2)
    if kind == "common":
        middle, suit = dice.randint(3, 7), suits[0]
        for seat, (one, two) in zip(dice.sample(range(seats), min(seats, 3)), [(-1, 1), (1, 2), (-2, -1)], strict=False):
            stock.give(hands[seat], f"{middle + one}{suit}")
            stock.give(hands[seat], f"{middle + two}{suit}")
            for _ in range(3):
                stock.run(hands[seat], f"{dice.randint(1, 7)}{suits[1]}")
            stock.give(hands[seat], f"{dice.choice('19')}{suit}", 2)
    else:
        sizes = [3, 3, 3, 2, 2] if kind == "258" else [dice.choice([2, 4]), 4, 2, 2, 2, 2, 1]
        ranks = "258" if kind == "258" else "123456789"
        one = dice.random() < 0.3 and kind == "pairs"
        tiles = [f"{rank}{suit}" for rank in ranks for suit in (suits[:1] if one else suits)]
        for tile, size in zip(dice.sample(tiles, len(sizes)), sizes, strict=True):
            stock.give(hands[0], tile, size)
    rest = sorted(stock.left.elements())
    dice.shuffle(rest)
    for hand in hands:
        hand += [rest.pop() for _ in range(stock.size - len(hand))]
    dice.shuffle(hands)
    return [*hands, rest]


def dealt(dice: random.Random, biases: list[str], dealer: int, options: dict[str, Any]) -> tuple[list[list[str]], list[str]]:
    """The hands that are played with, after the exchange, and the wall; now and then a hand that wins at once or soon."""
    special, seats, size = dice.random(), seats_of(options), hand_of(options)
    hand = with_win(dice, options) if special < 0.06 else None
    if hand:
        wall = list((Counter(pack_of(options)) - Counter(hand)).elements())
        dice.shuffle(wall)
        return [hand if seat == dealer else [wall.pop() for _ in range(size)] for seat in range(seats)], wall
    if special < 0.25:
        *hands, wall = planted(dice, options)
    else:
        hands, wall = deal(dice, biases, pack_of(options), seats, size)
    hands[dealer].append(wall.pop())
    for step in range(1, seats):  # a first draw that wins
        ready = [tile for tile in waits(hands[(dealer + step) % seats], [], plain(options), "") if tile in wall]
        if ready and special > 0.75:
            at = wall.index(dice.choice(ready))
            wall[at], wall[step - 1] = wall[step - 1], wall[at]
    return hands, wall


def before_exchange(
    dice: random.Random, hands: list[list[str]], direction: str, number: int, alike: bool
) -> tuple[list[list[str]], dict[int, list[str]]]:
    """The hands as they were dealt, of which these come by an exchange, and what each lays out."""
    before, laid = [list(hand) for hand in hands], dict[int, list[str]]()
    for giver in range(len(hands)):
        hand = before[(giver + STEPS[direction]) % len(hands)]
        suits = [suit for suit in "mps" if sum(tile[1] == suit for tile in hand) >= number]
        suit = dice.choice(suits) if alike else "mps"
        laid[giver] = sorted(dice.sample([tile for tile in hand if tile[1] in suit], number))
        for tile in laid[giver]:
            hand.remove(tile)
    for giver, tiles in laid.items():
        before[giver] += tiles
    return before, laid


def round_played(
    dice: random.Random, options: dict[str, Any], dealer: int, biases: list[str], piao: tuple[list[int], dict[str, str]]
) -> Sheet:
    """One round, played to its end."""
    seats = seats_of(options)
    hands, wall = dealt(dice, biases, dealer, options)
    tags, laid, direction = dict(piao[1]), dict[int, list[str]](), "across"
    if options["exchange"] != "off":
        direction = dice.choice(sorted(STEPS)) if seats == 4 else "next"  # TBL-3
        tags["Exchange"] = direction
        hands, laid = before_exchange(dice, hands, direction, EXCHANGED[options["exchange"]], options["exchange_suit"] == "one")
    table = Table([list(hand) for hand in hands], list(wall), dealer, options=options, direction=direction, piao=piao[0])
    if laid:
        given(table, dice, laid)
    Players(table, dice).play()
    return Sheet(dealer, wall, hands, list(table.moves), table.scores, table, tags)


def exchange_of(seed: int) -> dict[str, Any]:
    """Another exchange, at some tables (TBL-16)."""
    dice = random.Random(f"{seed} exchange")
    found = {"exchange": "four", "exchange_suit": dice.choice(["one", "any"])}
    return {name: value for name, value in found.items() if dice.random() < 0.2}


def exchanged(options: dict[str, Any], fixed: dict[str, Any]) -> dict[str, Any]:
    """The options without what is refused of an exchange (TBL-16)."""
    if options["exchange"] == "off" and options["exchange_suit"] == "any":
        return options | ({"exchange_suit": "one"} if "exchange" in fixed else {"exchange": "three"})
    if options["exchange"] == "four" and options["exchange_suit"] == "one" and options["hand"] == 7:
        return options | ({"hand": 10} if "hand" not in fixed else {"exchange": "three"})
    return options


@kept
def match(seed: int, rounds: int = 3, wrong_dealer: int = 0, **fixed: Any) -> Match:
    """A match by the rules; with ``wrong_dealer``, that round has one whose turn it is not. ``fixed`` sets options."""
    dice = random.Random(f"xueliu {seed}")
    options = agreed(dice) | shape(f"xueliu {seed}", fixed, "players", "suits", "ranks", "hand") | exchange_of(seed)
    options = exchanged(options | beside.agreed(seed, fixed, DEFAULTS) | some("xueliu", seed, ADDED, fixed) | fixed, fixed)
    if options["after_win"] == "leave" and "ready_payees" not in fixed and random.Random(f"{seed} payees").random() < 0.7:
        options["ready_payees"] = "ready"
    if options["pig"] == "cap" and options["cap"] is None:  # refused (TBL-8)
        options |= {"cap": 4} if "cap" not in fixed else {"pig": 4}
    seats = seats_of(options)
    biases = dice.choice([[bias] for bias in BIASES] + [list(BIASES)])
    dealer, result, totals = dice.randrange(seats), Match("xueliu", options, rules_text(options, dice)), [0] * seats
    piao = beside.Piao(options, seed)
    for number in range(1, rounds + 1):
        sheet = round_played(dice, options, dealer, biases, piao.next_round(list(SEATS[:seats])))
        result.sheets.append(sheet)
        totals = [total + points for total, points in zip(totals, sheet.played.scores, strict=True)]
        dealer = (sheet.played.next_dealer + (dice.randint(1, seats - 1) if number + 1 == wrong_dealer else 0)) % seats
    result.totals = totals
    return result


def play_match(seed: int, rounds: int = 3) -> str:
    """A match by the rules, as PPN with its wall, hands, claimed values, scores and totals."""
    return match(seed, rounds).text()
