"""Single hands of 衡陽麻將, as they are asked about in disputes, with the oracle's answers (HYM-4)."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from tests.oracle.hengyang.match import families
from tests.oracle.hengyang.scoring import DEFAULTS, Hand, Meld, best, is_jiang, meld_tiles
from tests.oracle.mahjong import payments
from tests.oracle.mahjong.shapes import TILES, after
from tests.oracle.mahjong.table import KINDS
from tests.oracle.text import option_words

SIZES = {"peng": 3, "direct": 4, "concealed": 4, "added": 4}
WORDS = {kind: word for word, kind in KINDS.items()}
FLAGS = {"gangshanghua": "gangshangkaihua", "haidi": "haidilaoyue", "tianhu": "tianhu", "dihu": "dihu"}
"""How a question and how the rulebook calls what happened around a win."""


def hand_of(dice: random.Random) -> tuple[list[str], list[Meld]]:
    """Tiles that mostly win, of few kinds, so that they win in more than one way; or nothing but 將."""
    kinds = [tile for tile in TILES if tile[1] == "p"] if dice.random() < 0.4 else [*TILES]
    if dice.random() < 0.25:
        kinds = [tile for tile in TILES if is_jiang(tile)]
    if dice.random() < 0.1:
        return dice.sample(kinds * 4, 14), []
    number, pairs, claimed = dice.randint(5, 9), dice.random() < 0.2, dice.choice([0, 0, 0.4, 1])
    some = dice.sample(kinds, number) if dice.random() < 0.5 else kinds[:number]
    hand, melds, left = list[str](), list[Meld](), Counter(kinds * 4)
    while len(hand) + 3 * len(melds) < 14:
        tile = dice.choice(some if dice.random() < 0.9 else kinds)
        kind = dice.choice(["chi", *SIZES]) if hand and dice.random() < claimed and not pairs else ""
        run = kind == "chi" or (not kind and dice.random() < 0.5)
        group = [tile] * SIZES.get(kind, 3 if hand and not pairs else 2)
        if run and hand and not pairs:
            group = [tile, after(tile, 1), after(tile, 2)]
        if Counter(group) - left:
            continue
        left.subtract(group)
        if kind:
            melds.append((kind, tile))
        else:
            hand += group
    if dice.random() < 0.1:
        hand[dice.randrange(len(hand))] = dice.choice([tile for tile in kinds if left[tile]])
    return hand, melds


def told(meld: Meld) -> str:
    """A meld as a question names it."""
    return f"{WORDS.get(meld[0], meld[0])}:{''.join(tile[0] for tile in meld_tiles(meld))}{meld[1][1]}"


def by_a_table(dice: random.Random, options: dict[str, Any]) -> dict[str, Any]:
    """The options of a table with values and fans of its own, which say some of them otherwise."""
    told: dict[str, Any] = families(dice)
    for code, name in (("menqianqing", "menqianqing"), ("zimo", "self_draw_bonus")):
        if dice.random() < 0.3:
            told[f"fan.{code}"] = dice.choice(["off", "1", "2", "5"])
            options = {other: value for other, value in options.items() if other != name}
    return options | told


def question(seed: int, changed: bool = False) -> tuple[dict[str, Any], dict[str, Any]]:
    """A query about a hand, and its value and the names of its fans, with what it waits for. ``changed``: by a table with values
    and fans of its own."""
    dice, other = random.Random(seed), random.Random(f"{seed} families")
    options = DEFAULTS | {"self_draw_bonus": dice.choice([0, 1]), "birds": dice.choice([0, 1, 2])}
    options["menqianqing"] = dice.choice(["add", "off"])
    options = by_a_table(other, options) if changed else options
    hand, melds = hand_of(dice)
    drawn = dice.random() < 0.6
    kong = any(SIZES.get(kind) == 4 for kind, _ in melds)
    able = [["haidi"], *[["gangshanghua"], ["gangshanghua", "haidi"]] * kong] if drawn else []
    able += [["tianhu"] if drawn else ["dihu"]] * (not melds)
    flags = dice.choice(able) if able and dice.random() < 0.4 else []
    if changed and other.random() < 0.4:
        flags = [*flags, *other.sample(["last-copy", *([] if drawn or flags else ["gangshangpao", "haidipao"])], 1)]
    win = hand.pop(dice.randrange(len(hand)))

    def worth(tile: str) -> tuple[int, list[str]] | None:
        around = tuple(FLAGS[flag] for flag in flags if flag in FLAGS)
        won = best(Hand((*hand, tile), tuple(melds), tile, drawn, around, frozenset(flags)), DEFAULTS | options)
        return won if won and payments.enough(options, won[0], "draw" if drawn else "discard") else None

    held = Counter([*hand, *(tile for meld in melds for tile in meld_tiles(meld))])
    values = {tile: won[0] for tile in TILES if held[tile] < 4 and (won := worth(tile))}
    rules, by = " ".join(["hengyang", *option_words(options)]), "draw" if drawn else "discard"
    query = {
        "game": "hengyang",
        "rules": rules,
        "hand": "".join(hand),
        "melds": [told(meld) for meld in melds],
        "win": win,
        "by": by,
        "flags": flags,
    }
    value, names = worth(win) or (0, [])
    return query, {"wins": bool(names), "value": value, "fans": [(code, None) for code in names], "waits": values}
