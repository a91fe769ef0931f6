"""A second reading of what tables change in the value of a hand (TBL-1, TBL-2, TBL-14): every reading, every shape, every fan.

Written from the clauses alone: the conditions of all games, and values of those that count the dearest shape (四川, 血流) or all
fan (SBR). What the others do with them stands beside their own values.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from math import prod
from typing import Any, NamedTuple

from tests.oracle.mahjong.shapes import TILES, after, readings

DRAGONS = ("5z", "6z", "7z")


SHAPELESS = ""
"""In place of the pair, of a hand that wins without a shape."""
SIZES = {"chi": 3, "peng": 3}
KONGS = {"direct": "gang", "added": "bugang", "concealed": "angang"}


class Hand(NamedTuple):
    """A hand with its winning tile, by one reading: ``sets`` are the concealed ones; no pair: seven pairs. ``wins`` are the kinds
    that complete it, where the game has more to say of that than sets and a pair."""

    tiles: tuple[str, ...]
    melds: tuple[tuple[str, str], ...]
    win: str
    by: str
    flags: frozenset[str]
    pair: str | None
    sets: tuple[tuple[str, str], ...]
    completes: Callable[[str], bool] | None = None

    @property
    def every(self) -> list[str]:
        runs = [after(tile, step) for kind, tile in self.melds if kind == "chi" for step in range(3)]
        alike = [tile for kind, tile in self.melds if kind != "chi" for _ in range(SIZES.get(kind, 4))]
        return [*self.tiles, *runs, *alike]

    @property
    def whole(self) -> list[tuple[str, str]]:
        return [*self.sets, *(("run" if kind == "chi" else "triplet", tile) for kind, tile in self.melds)]

    @property
    def completed(self) -> str:
        return "" if "tianhu" in self.flags else self.win

    def runs_with(self, place: int) -> list[str]:
        """The first tiles of concealed runs in which the winning tile has this place."""
        return [first for kind, first in self.sets if kind == "run" and self.completed and after(first, place) == self.completed]

    def fours(self) -> int:
        kongs = [tile for kind, tile in self.melds if kind not in SIZES]
        return sum(number >= 4 and tile not in kongs for tile, number in Counter(self.every).items())

    def kongs(self) -> int:
        return sum(kind not in SIZES for kind, _ in self.melds)


def suits(hand: Hand) -> set[str]:
    return {tile[1] for tile in hand.every} - {"z"}


def dark(hand: Hand) -> int:
    """The concealed triplets; one that another's tile completes is none."""
    own = [tile for kind, tile in hand.sets if kind == "triplet"]
    spoilt = hand.by != "draw" and hand.win in own and hand.tiles.count(hand.win) == 3
    return len(own) - spoilt + sum(kind == "angang" for kind, _ in hand.melds)


def alone(hand: Hand) -> bool:
    """Whether no other kind than the winning tile's completes the hand; one of which it holds all four is none (MJ-4.3)."""
    if not hand.completed:
        return False
    rest, held = list(hand.tiles), Counter(hand.every)
    rest.remove(hand.win)
    held[hand.win] -= 1

    def complete(kind: str) -> bool:
        if hand.completes:
            return hand.completes(kind)
        return any(pair is not None or not hand.melds for pair, _ in readings(tuple(sorted([*rest, kind]))))

    others = [kind for kind in [*TILES, *[f"{rank}z" for rank in range(1, 8)]] if kind != hand.win and held[kind] < 4]
    return not any(map(complete, others))


def outside(hand: Hand) -> bool:
    ends = {"triplet": "19", "run": "17"}
    return bool(hand.pair) and hand.pair[0] in "19" and all(tile[0] in ends[kind] for kind, tile in hand.whole)


CONDITIONS: dict[str, Callable[[Hand], bool]] = {
    "one_suit": lambda hand: len(suits(hand)) == 1,
    "pure": lambda hand: len({tile[1] for tile in hand.every} - {"z"}) == 1 and not C["with_honours"](hand),
    "with_honours": lambda hand: any(tile[1] == "z" for tile in hand.every),
    "triplets": lambda hand: bool(hand.pair) and all(kind == "triplet" for kind, _ in hand.whole),
    "four_sets": lambda hand: bool(hand.pair),
    "shaped": lambda hand: hand.pair != SHAPELESS,
    "seven_pairs": lambda hand: hand.pair is None,
    "four_melds": lambda hand: bool(hand.melds) and len(hand.tiles) == 2,
    "four_open_melds": lambda hand: C["four_melds"](hand) and all(kind != "angang" for kind, _ in hand.melds),
    "four_kongs": lambda hand: C["four_melds"](hand) and hand.kongs() == len(hand.melds),
    "four_in_hand": lambda hand: 4 in Counter(hand.tiles).values(),
    "concealed": lambda hand: all(kind == "angang" for kind, _ in hand.melds),
    "self_drawn": lambda hand: hand.by == "draw",
    "on_discard": lambda hand: hand.by == "discard",
    "robbing": lambda hand: hand.by == "rob",
    "on_replacement": lambda hand: "gangshanghua" in hand.flags,
    "after_kong": lambda hand: "gangshangpao" in hand.flags,
    "heaven": lambda hand: "tianhu" in hand.flags,
    "earth": lambda hand: "dihu" in hand.flags,
    "last_tile": lambda hand: bool(hand.flags & {"haidi", "haidipao"}),
    "long_run": lambda hand: any({("run", f"{rank}{suit}") for rank in (1, 4, 7)} <= set(hand.whole) for suit in "mps"),
    "middle_wait": lambda hand: bool(hand.runs_with(1)),
    **{
        f"middle_wait:{rank}": lambda hand, rank=rank: bool(hand.runs_with(1)) and hand.win[0] == str(rank)
        for rank in range(2, 9)
    },
    "edge_wait": lambda hand: any(first[0] == "1" for first in hand.runs_with(2)) or any(f[0] == "7" for f in hand.runs_with(0)),
    "pair_wait": lambda hand: bool(hand.completed) and (hand.pair is None or hand.pair == hand.win),
    "pair_258": lambda hand: bool(hand.pair) and hand.pair[0] in "258" and hand.pair[1] != "z",
    "outside": outside,
    "single_wait": alone,
    "last_copy": lambda hand: "last-copy" in hand.flags,
    "all_258": lambda hand: all(tile[0] in "258" and tile[1] != "z" for tile in hand.every),
    "simples": lambda hand: not any(tile[0] in "19" or tile[1] == "z" for tile in hand.every),
    **{f"concealed_triplets:{number}": lambda hand, number=number: dark(hand) == number for number in (1, 2, 3, 4)},
    **{f"kongs:{kind}": lambda hand, word=word: word in [kind for kind, _ in hand.melds] for kind, word in KONGS.items()},
    **{f"dragon_pair:{number}": lambda hand, number=number: dragons(hand) == number for number in (1, 2, 3)},
}


def dragons(hand: Hand) -> int:
    """The kinds of dragons of which the hand has a pair."""
    if hand.pair is not None:
        return hand.pair in DRAGONS
    return sum(hand.tiles.count(dragon) > 0 for dragon in DRAGONS)


def flagged(*names: str) -> Callable[[Hand], bool]:
    return lambda hand: bool(hand.flags & set(names))


C = CONDITIONS
OF_SUITS = [name for name in CONDITIONS if name != "with_honours" and not name.startswith("dragon_pair:")]
"""What a fan may ask for where there are no dragons."""
Fans = dict[str, tuple[int, Callable[[Hand], int]]]


def both(*names: str) -> Callable[[Hand], bool]:
    return lambda hand: all(C[name](hand) for name in names)


FOUR_KONGS = C["four_kongs"]

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
} | {
    "daiyaojiu": (3, outside),
    "qingyaojiu": (5, lambda hand: outside(hand) and C["one_suit"](hand)),
    "jiangdui": (4, both("triplets", "all_258")),
    "tianhu": (6, flagged("tianhu")),
    "dihu": (6, flagged("dihu")),
}
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


class Own(NamedTuple):
    """A fan of the table's own: how it counts, its value, its conditions, what it excludes."""

    code: str
    sign: str
    value: int
    asked: list[str]
    excluded: list[str]


def own_fans(words: dict[str, str]) -> list[Own]:
    """The table's own fans as they are written."""
    found = []
    for code, word in words.items():
        worth, *rest = word.split(",")
        excluded = [code for one in rest if one.startswith("excludes:") for code in one[9:].split("+")]
        asked = [one for one in rest if not one.startswith("excludes:")]
        found.append(Own(code, worth[0], int(worth[1:]), asked, excluded))
    return found


def house(words: dict[str, str], hand: Hand) -> list[tuple[str, int, list[str]]]:
    """The table's own fans that a hand has: how each counts, its value, and what they exclude together, be it by one that is
    excluded itself."""
    found = [fan for fan in own_fans(words) if all(C[one](hand) for one in fan.asked)]
    out = {code for fan in found for code in fan.excluded}
    return [(fan.sign, fan.value, sorted(out)) for fan in found if fan.code not in out]


def changes_values(options: Collection[str]) -> bool:
    """Whether a table has other values, fans or steps than its game."""
    return any(name.startswith(("fan.", "house.", "ladder")) for name in options)


def of_options(options: dict[str, Any]) -> tuple[dict[str, str], dict[str, str], str]:
    """Other values, fans of the table's own, and the ladder, of the options of a match."""
    values = {name[4:]: value for name, value in options.items() if name.startswith("fan.")}
    own = {name[6:]: value for name, value in options.items() if name.startswith("house.")}
    return values, own, options.get("ladder", "game")


def worth(
    game: str,
    hands: list[Hand],
    values: dict[str, str],
    own: dict[str, str],
    ladder: str,
    cap: int | None,
    agreed: tuple[Fans, Fans] = ({}, {}),
) -> int | None:
    """The value of the best reading; None where the hand does not win. ``agreed``: shapes and fans beside them that the table has
    by other options, in place of the game's."""
    return max((value for hand in hands for value in _worths(game, hand, values, own, ladder, cap, agreed)), default=None)


def _worths(
    game: str,
    hand: Hand,
    values: dict[str, str],
    own: dict[str, str],
    ladder: str,
    cap: int | None,
    agreed: tuple[Fans, Fans],
) -> Iterator[int]:
    mine = house(own, hand)
    out = {code for _, _, excluded in mine for code in excluded}
    beside = sum(value for sign, value, _ in mine if sign == "+")
    factor = prod(value for sign, value, _ in mine if sign == "x")
    shapes = [value for sign, value, _ in mine if sign == "="]
    plain = PLAIN[game]
    least = int(values.get(plain[0], plain[1]))
    if game == "sbr":
        every = of(SBR, values, hand, out)
        shaped = ("daduizi", "jingoudiao", "qingyise", "qidui")
        totals = [sum(v for code, v in every.items() if code not in shaped) + value for value in shapes]
        if hand.pair is not None or values.get("qidui") != "off":
            totals.append(sum(every.values()) if every or beside else least)
        totals = [total + beside for total in totals]
    else:
        told = (XUELIU_SHAPES if game == "xueliu" else SICHUAN_SHAPES) | agreed[0]
        extras = XUELIU_EXTRAS if game == "xueliu" else {**AFTER, "gang": (1, Hand.kongs), "gen": (1, Hand.fours)}
        more = {code: fan for code, fan in XUELIU_MORE.items() if code in values} if game == "xueliu" else {}
        added = of({**extras, **more, **agreed[1]}, values, hand, out)
        gen, gang = [0 if values.get(c) == "off" or c in out else int(values.get(c, 1)) for c in ("gen", "gang")]
        totals = [sum(added.values()) + value for value in shapes]
        shaped = of(told, values, hand, out)
        if hand.pair is None:  # it wins by a shape of seven pairs, be it one that does not count beside another fan
            wins = [code for code in of(told, values, hand, set()) if code.endswith("qidui")]
            shaped = (shaped or {plain[0]: least}) if wins else {}
        for code, value in shaped.items():
            own_part = gen * (code in ("longqidui", "qinglongqidui")) + gang * len(hand.melds) * (
                code in ("shibaluohan", "qingshibaluohan")
            )
            totals.append(sum(added.values()) + value - own_part)
        totals = [total + beside for total in totals]

    for total in totals:
        value = climbed(game, total, ladder, least) * factor
        yield value if cap is None else min(value, climbed(game, cap, ladder, least))


PLAIN = {"xueliu": ("pinghu", 0), "sichuan": ("pinghu", 1), "sbr": ("pinghe", 0)}
"""The plain hand of a game, and what it is worth."""


def climbed(game: str, fan: int, ladder: str, least: int) -> int:
    """What so many fan are worth; ``least``: those of a plain hand (TBL-14)."""
    if ladder == "sum":
        return fan
    if ladder != "game":
        steps = [int(step) for step in ladder.split(",")]
        return steps[min(max(fan - least, 0), len(steps) - 1)]
    return int(2 ** (max(fan - 1, 0) if game == "sichuan" else fan))


def on_ladder(game: str, options: dict[str, Any], fan: int) -> int:
    """What so many fan are worth at a table."""
    name, usual = PLAIN[game]
    return climbed(game, fan, options.get("ladder", "game"), int(options.get(f"fan.{name}", usual)))


def listed(game: str, options: dict[str, Any], fans: list[dict[str, Any]], cap: int | None) -> int:
    """What the fans that a verdict lists come to, without the bonus of a self-draw."""
    fan, factor = told(options, [fan for fan in fans if fan["code"] != "zimojiadi"])
    value = on_ladder(game, options, fan) * factor
    return value if cap is None else min(value, on_ladder(game, options, cap))


# -- drawing hands and rules ---------------------------------------------------------------------------------------------------


def hands_of(
    tiles: list[str],
    melds: list[tuple[str, str]],
    win: str,
    by: str,
    flags: frozenset[str],
    kinds: Collection[str] = (),
) -> list[Hand]:
    """Every reading of a hand; ``kinds`` are those in play, if not all are."""
    rest = list((Counter(tiles) - Counter([win])).elements())

    def completes(kind: str) -> bool:
        return kind in kinds and any(pair is not None or not melds for pair, _ in readings(tuple(sorted([*rest, kind]))))

    return [
        Hand(tuple(sorted(tiles)), tuple(melds), win, by, flags, pair, sets, completes if kinds else None)
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


def own_fan(dice: random.Random, conditions: list[str], codes: list[str], own: list[str]) -> str:
    """A fan of the table's own of some conditions; it may exclude one of the game's or of the table's."""
    names = dice.sample(sorted(conditions), dice.choice([1, 1, 2]))
    worth = dice.choice(["+1", "+3", "=2", "=5", "x2", "x3"])
    excluded = [f"excludes:{'+'.join(dice.sample([*codes, *own], dice.choice([1, 1, 2])))}"] if dice.random() < 0.2 else []
    return ",".join([worth, *names, *excluded])


def told(options: dict[str, Any], fans: list[dict[str, Any]]) -> tuple[int, int]:
    """The fans that a verdict lists, added together, and the factors of the table's own among them, multiplied."""
    factors = {name[6:] for name, word in options.items() if name.startswith("house.") and word[0] == "x"}
    sums = [fan["value"] for fan in fans if fan["code"] not in factors]
    return sum(sums), prod(fan["value"] for fan in fans if fan["code"] in factors)


def asks(options: dict[str, Any], condition: str) -> bool:
    """Whether a fan of the table's own asks for this."""
    return any(condition in str(word).split(",") for name, word in options.items() if name.startswith("house."))


def families(dice: random.Random, codes: list[str], conditions: list[str], plain: str, least: int) -> dict[str, str]:
    """Other values of a game's fans (the plain hand's apart) and fans of the table's own, much of it as usual."""
    found = {f"fan.{code}": dice.choice(["off", "1", "2", "3", "7"]) for code in dice.sample(codes, dice.choice([0, 0, 1, 2, 3]))}
    if dice.random() < 0.2:
        found[f"fan.{plain}"] = str(least + dice.randrange(3))
    for number in range(dice.choice([0, 1, 1, 2, 3])):
        found[f"house.h{number}"] = own_fan(dice, conditions, codes, [name[6:] for name in found if name.startswith("house.")])
    return found


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
        asked = [name for name in OF_SUITS if name != "earth" or game != "sbr"]
        own[f"h{number}"] = own_fan(dice, asked, [code for code in told if code != plain], [*own])
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
    if by == "draw" and not melds and not flags and dice.random() < 0.1:
        flags.add(dice.choice(["tianhu", "tianhu", "dihu"][: 2 if game == "sbr" else 3]))
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
