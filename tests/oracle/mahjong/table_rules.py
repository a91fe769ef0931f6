"""A second reading of what tables change in the value of a hand (TBL-1, TBL-2, TBL-14): every reading, every shape, every fan.

Written from the clauses alone, for games that count the dearest shape (四川, 血流), all fan (SBR) or all factors (卡五星).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from math import prod
from typing import NamedTuple

from tests.oracle.mahjong.shapes import TILES, after, readings

DRAGONS = ("5z", "6z", "7z")


class Hand(NamedTuple):
    """A hand with its winning tile, by one reading: ``sets`` are the concealed ones; no pair: seven pairs."""

    tiles: tuple[str, ...]
    melds: tuple[tuple[str, str], ...]
    win: str
    by: str
    flags: frozenset[str]
    pair: str | None
    sets: tuple[tuple[str, str], ...]

    @property
    def every(self) -> list[str]:
        return [*self.tiles, *(tile for kind, tile in self.melds for _ in range(3 if kind == "peng" else 4))]

    @property
    def whole(self) -> list[tuple[str, str]]:
        return [*self.sets, *(("triplet", tile) for _, tile in self.melds)]

    @property
    def completed(self) -> str:
        return "" if "tianhu" in self.flags else self.win

    def runs_with(self, place: int) -> list[str]:
        """The first tiles of concealed runs in which the winning tile has this place."""
        return [first for kind, first in self.sets if kind == "run" and self.completed and after(first, place) == self.completed]

    def fours(self) -> int:
        kongs = [tile for kind, tile in self.melds if kind != "peng"]
        return sum(number == 4 and tile not in kongs for tile, number in Counter(self.every).items())

    def kongs(self) -> int:
        return sum(kind != "peng" for kind, _ in self.melds)


def suits(hand: Hand) -> set[str]:
    return {tile[1] for tile in hand.every} - {"z"}


def dark(hand: Hand) -> int:
    """The concealed triplets; one that another's tile completes is none."""
    own = [tile for kind, tile in hand.sets if kind == "triplet"]
    spoilt = hand.by != "draw" and hand.win in own and hand.tiles.count(hand.win) == 3
    return len(own) - spoilt + sum(kind == "angang" for kind, _ in hand.melds)


def alone(hand: Hand) -> bool:
    """Whether of all kinds only the winning tile's completes the hand."""
    if not hand.completed:
        return False
    rest = list(hand.tiles)
    rest.remove(hand.win)
    kinds = [*TILES, *[f"{rank}z" for rank in range(1, 8)]]
    return sum(rest.count(kind) < 4 and bool(readings(tuple(sorted([*rest, kind])))) for kind in kinds) == 1


CONDITIONS: dict[str, Callable[[Hand], bool]] = {
    "one_suit": lambda hand: len(suits(hand)) == 1,
    "triplets": lambda hand: hand.pair is not None and all(kind == "triplet" for kind, _ in hand.whole),
    "four_sets": lambda hand: hand.pair is not None,
    "seven_pairs": lambda hand: hand.pair is None,
    "four_melds": lambda hand: len(hand.melds) == 4,
    "four_in_hand": lambda hand: 4 in Counter(hand.tiles).values(),
    "concealed": lambda hand: all(kind == "angang" for kind, _ in hand.melds),
    "self_drawn": lambda hand: hand.by == "draw",
    "on_discard": lambda hand: hand.by == "discard",
    "last_tile": lambda hand: bool(hand.flags & {"haidi", "haidipao"}),
    "long_run": lambda hand: any({("run", f"{rank}{suit}") for rank in (1, 4, 7)} <= set(hand.sets) for suit in "mps"),
    "middle_wait": lambda hand: bool(hand.runs_with(1)),
    "middle_wait:5": lambda hand: bool(hand.runs_with(1)) and hand.win[0] == "5",
    "edge_wait": lambda hand: any(first[0] == "1" for first in hand.runs_with(2)) or any(f[0] == "7" for f in hand.runs_with(0)),
    "pair_wait": lambda hand: bool(hand.completed) and (hand.pair is None or hand.pair == hand.win),
    "single_wait": alone,
    "last_copy": lambda hand: "last-copy" in hand.flags,
    "all_258": lambda hand: all(tile[0] in "258" and tile[1] != "z" for tile in hand.every),
    "simples": lambda hand: not any(tile[0] in "19" or tile[1] == "z" for tile in hand.every),
    **{f"concealed_triplets:{number}": lambda hand, number=number: dark(hand) == number for number in (1, 2, 3, 4)},
    **{
        f"kongs:{kind}": lambda hand, word=word: word in [kind for kind, _ in hand.melds]
        for kind, word in (("direct", "gang"), ("added", "bugang"), ("concealed", "angang"))
    },
    "dragon_pair:1": lambda hand: dragons(hand) == 1,
    "dragon_pair:3": lambda hand: dragons(hand) == 3,
}


def dragons(hand: Hand) -> int:
    """The kinds of dragons of which the hand has a pair."""
    if hand.pair is not None:
        return hand.pair in DRAGONS
    return sum(hand.tiles.count(dragon) > 0 for dragon in DRAGONS)


def outside(hand: Hand) -> bool:
    ends = {"triplet": "19", "run": "17"}
    return hand.pair is not None and hand.pair[0] in "19" and all(tile[0] in ends[kind] for kind, tile in hand.whole)


def flagged(*names: str) -> Callable[[Hand], bool]:
    return lambda hand: bool(hand.flags & set(names))


C = CONDITIONS
Fans = dict[str, tuple[int, Callable[[Hand], int]]]


def both(*names: str) -> Callable[[Hand], bool]:
    return lambda hand: all(C[name](hand) for name in names)


FOUR_KONGS = lambda hand: hand.kongs() == 4  # noqa: E731

XUELIU_SHAPES: Fans = {
    "pinghu": (0, C["four_sets"]),
    "duiduihu": (1, C["triplets"]),
    "qingyise": (2, both("four_sets", "one_suit")),
    "qidui": (2, C["seven_pairs"]),
    "jingoudiao": (2, C["four_melds"]),
    "qingdui": (3, both("triplets", "one_suit")),
    "longqidui": (3, both("seven_pairs", "four_in_hand")),
    "qingqidui": (4, both("seven_pairs", "one_suit")),
    "qingjingoudiao": (4, both("four_melds", "one_suit")),
    "qinglongqidui": (5, both("seven_pairs", "four_in_hand", "one_suit")),
    "tianhu": (6, flagged("tianhu")),
    "dihu": (6, flagged("dihu")),
    "shibaluohan": (6, FOUR_KONGS),
    "qingshibaluohan": (8, lambda hand: FOUR_KONGS(hand) and C["one_suit"](hand)),
}
AFTER: Fans = {
    "gangshanghua": (1, flagged("gangshanghua")),
    "gangshangpao": (1, flagged("gangshangpao")),
    "qianggang": (1, lambda hand: hand.by == "rob"),
}
XUELIU_EXTRAS: Fans = {**AFTER, "haidi": (1, C["last_tile"]), "gang": (1, Hand.kongs), "gen": (1, Hand.fours)}
XUELIU_MORE: Fans = {"daiyaojiu": (2, outside), "menqing": (1, C["concealed"]), "zhongzhang": (1, C["simples"])}
SICHUAN_SHAPES: Fans = {
    code: ({"longqidui": 5}.get(code, value + 1), asked)
    for code, (value, asked) in XUELIU_SHAPES.items()
    if code in ("pinghu", "duiduihu", "qingyise", "qidui", "qingdui", "longqidui", "qingqidui", "qinglongqidui")
} | {"tianhu": (6, flagged("tianhu")), "dihu": (6, flagged("dihu"))}
SBR: Fans = {
    "daduizi": (1, C["triplets"]),
    "jingoudiao": (1, C["four_melds"]),
    "qingyise": (2, C["one_suit"]),
    "qidui": (2, C["seven_pairs"]),
    **AFTER,
    "haidi": (1, C["last_tile"]),
    "gang": (1, Hand.kongs),
    "gen": (1, Hand.fours),
}


def of(told: Fans, values: dict[str, str], hand: Hand, out: set[str]) -> dict[str, int]:
    """The fans of a hand with what each counts, all its times together."""
    found = {}
    for code, (usual, asked) in told.items():
        value = values.get(code, str(usual))
        if value != "off" and code not in out and (times := int(asked(hand))):
            found[code] = int(value) * times
    return found


def house(words: dict[str, str], hand: Hand) -> list[tuple[str, int, list[str]]]:
    """The table's own fans that a hand has: how each counts, its value, what it excludes."""
    found = []
    for word in words.values():
        worth, *rest = word.split(",")
        excluded = [code for one in rest if one.startswith("excludes:") for code in one[9:].split("+")]
        if all(C[one](hand) for one in rest if not one.startswith("excludes:")):
            found.append((worth[0], int(worth[1:]), excluded))
    return found


def worth(game: str, hands: list[Hand], values: dict[str, str], own: dict[str, str], ladder: str, cap: int | None) -> int | None:
    """The value of the best reading; None where the hand does not win."""
    return max((value for hand in hands for value in _worths(game, hand, values, own, ladder, cap)), default=None)


def _worths(game: str, hand: Hand, values: dict[str, str], own: dict[str, str], ladder: str, cap: int | None) -> Iterator[int]:
    mine = house(own, hand)
    out = {code for _, _, excluded in mine for code in excluded}
    beside = sum(value for sign, value, _ in mine if sign == "+")
    factor = prod(value for sign, value, _ in mine if sign == "x")
    shapes = [value for sign, value, _ in mine if sign == "="]
    plain = {"xueliu": ("pinghu", 0), "sichuan": ("pinghu", 1), "sbr": ("pinghe", 0)}[game]
    least = int(values.get(plain[0], plain[1]))
    pairs = [
        code for code in ("qidui", "longqidui", "qingqidui", "qinglongqidui") if values.get(code) != "off" and code not in out
    ]
    if game == "sbr":
        every = of(SBR, values, hand, out)
        shaped = ("daduizi", "jingoudiao", "qingyise", "qidui")
        totals = [sum(v for code, v in every.items() if code not in shaped) + value for value in shapes]
        if hand.pair is not None or "qidui" in pairs:
            totals.append(sum(every.values()) if every or beside else least)
        totals = [total + beside for total in totals]
    else:
        told = XUELIU_SHAPES if game == "xueliu" else SICHUAN_SHAPES
        extras = XUELIU_EXTRAS if game == "xueliu" else {**AFTER, "gang": (1, Hand.kongs), "gen": (1, Hand.fours)}
        more = {code: fan for code, fan in XUELIU_MORE.items() if code in values} if game == "xueliu" else {}
        added = of({**extras, **more}, values, hand, out)
        gen, gang = [0 if values.get(c) == "off" or c in out else int(values.get(c, 1)) for c in ("gen", "gang")]
        totals = [sum(added.values()) + value for value in shapes]
        for code, value in of(told, values, hand, out).items():
            if hand.pair is None and not pairs:
                continue
            own_part = gen * (code in ("longqidui", "qinglongqidui")) + gang * 4 * (code in ("shibaluohan", "qingshibaluohan"))
            totals.append(sum(added.values()) + value - own_part)
        totals = [total + beside for total in totals]

    def climbed(fan: int) -> int:
        if ladder == "sum":
            return fan
        if ladder != "game":
            steps = [int(step) for step in ladder.split(",")]
            return steps[min(max(fan - least, 0), len(steps) - 1)]
        return 2 ** max(fan - 1, 0) if game == "sichuan" else 2**fan

    for total in totals:
        value = climbed(total) * factor
        yield value if cap is None else min(value, climbed(cap))


# -- drawing hands and rules ---------------------------------------------------------------------------------------------------


def hands_of(tiles: list[str], melds: list[tuple[str, str]], win: str, by: str, flags: frozenset[str]) -> list[Hand]:
    """Every reading of a hand."""
    return [
        Hand(tuple(sorted(tiles)), tuple(melds), win, by, flags, pair, sets)
        for pair, sets in readings(tuple(sorted(tiles)))
        if pair is not None or not melds
    ]


def drawn(dice: random.Random) -> tuple[list[str], list[tuple[str, str]], str]:
    """A winning hand of one or two suits, its melds, and the tile that completed it."""
    while True:
        held = dice.choice(["m", "mp", "mps"[1:]])
        if dice.random() < 0.2:
            kinds = dice.sample([tile for tile in TILES if tile[1] in held], dice.choice([5, 6, 7]))
            tiles = [tile for tile in (kinds + kinds[: 7 - len(kinds)]) for _ in range(2)]
            melds: list[tuple[str, str]] = []
        else:
            melds, tiles = [], [dice.choice([tile for tile in TILES if tile[1] in held])] * 2
            many = dice.choice([0, 0, 1, 2, 4])
            long = dice.random() < 0.3 and many < 2
            suit = dice.choice(held)
            for number in range(4):
                if number < many:
                    melds.append((dice.choice(["peng", "gang", "bugang", "angang"]), dice.choice(TILES)[0] + dice.choice(held)))
                elif long and number > 0:
                    first = f"{3 * number - 2}{suit}"
                    tiles += [after(first, step) for step in range(3)]
                elif dice.random() < 0.5:
                    tiles += [dice.choice(TILES)[0] + dice.choice(held)] * 3
                else:
                    first = f"{dice.randrange(1, 8)}{dice.choice(held)}"
                    tiles += [after(first, step) for step in range(3)]
        hand = Hand(tuple(tiles), tuple(melds), "", "", frozenset(), None, ())
        if max(Counter(hand.every).values()) <= 4:
            return tiles, melds, dice.choice(tiles)


def rules(dice: random.Random, game: str) -> tuple[dict[str, str], dict[str, str], str]:
    """Other values, fans of the table's own, and a ladder."""
    told = {"xueliu": {**XUELIU_SHAPES, **XUELIU_EXTRAS, **XUELIU_MORE}, "sichuan": SICHUAN_SHAPES | AFTER, "sbr": SBR}[game]
    plain = "pinghe" if game == "sbr" else "pinghu"
    codes = dice.sample([code for code in told if code != plain], dice.randrange(4))
    values = {code: dice.choice(["off", "1", "2", "3", "7"]) for code in codes}
    if game == "xueliu" and dice.random() < 0.3:
        values |= dict.fromkeys(("qidui", "longqidui", "qingqidui", "qinglongqidui"), "off")
    if dice.random() < 0.3:
        values[plain] = dice.choice("0123")
    own = {}
    for number in range(dice.choice([0, 1, 1, 2, 3])):
        names = dice.sample([name for name in CONDITIONS if not name.startswith("dragon")], dice.choice([1, 1, 2]))
        worth = dice.choice(["+1", "+3", "=2", "=5", "x2", "x3"])
        excluded = [f"excludes:{dice.choice([code for code in told if code != plain])}"] if dice.random() < 0.2 else []
        own[f"h{number}"] = ",".join([worth, *names, *excluded])
    return values, own, dice.choice(["game", "game", "sum", "2,3,5,8,13"])


def question(
    dice: random.Random, game: str
) -> tuple[dict[str, object], list[Hand], tuple[dict[str, str], dict[str, str], str, int]]:
    """A question about a hand, its readings, and what the table has changed."""
    values, own, ladder = rules(dice, game)
    tiles, melds, win = drawn(dice)
    by = dice.choice(["draw", "discard", "rob"])
    flags = set()
    if by == "draw" and dice.random() < 0.3 and any(kind != "peng" for kind, _ in melds):
        flags.add("gangshanghua")
    if by == "discard" and dice.random() < 0.2:
        flags.add("gangshangpao")
    asks_last = any("last_tile" in word.split(",") for word in own.values())
    if by != "rob" and not flags and dice.random() < 0.2 and (asks_last or game != "sichuan"):
        flags.add("haidi" if by == "draw" else "haidipao")
    if by == "rob" and Counter(tiles)[win] > 1 or any(tile == win for _, tile in melds):
        by, flags = "draw", set()
    if any("last_copy" in word.split(",") for word in own.values()) and dice.random() < 0.5:
        flags.add("last-copy")
    rest = list(tiles)
    rest.remove(win)
    cap = {"xueliu": 6, "sichuan": 4, "sbr": 4}[game]
    words = [f"fan.{code}={value}" for code, value in values.items()] + [f"house.{code}={word}" for code, word in own.items()]
    setting = {"xueliu": "self_draw=off cap=6", "sichuan": "max_fan=4 self_draw=off", "sbr": "cap=4 que=off"}[game]
    text = " ".join([*setting.split(), *words, f"ladder={ladder}"])
    asked: dict[str, object] = {"game": game, "rules": text, "hand": "".join(rest), "win": win, "by": by, "flags": sorted(flags)}
    shown = {"peng": 3, "gang": 4, "bugang": 4, "angang": 4}
    if melds:
        asked["melds"] = [f"{kind}:{tile[0] * shown[kind]}{tile[1]}" for kind, tile in melds]
    return asked, hands_of(tiles, melds, win, by, frozenset(flags)), (values, own, ladder, cap)
