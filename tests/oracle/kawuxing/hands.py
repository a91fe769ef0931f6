"""Single hands of 卡五星, as they are asked about in disputes, with the oracle's answers (KWX-4)."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from tests.oracle.kawuxing.match import families, rules_of
from tests.oracle.kawuxing.scoring import Meld, best, kinds_of, too_small, waits
from tests.oracle.mahjong import payments
from tests.oracle.mahjong.shapes import HONOURS, after

WORDS = {"peng": ("peng", 3), "direct": ("gang", 4), "concealed": ("angang", 4), "added": ("bugang", 4)}
FLAGS = {
    "draw": ("gangshanghua", "liang", "haidi", "last-copy"),
    "discard": ("gangshangpao", "liang", "haidipao", "last-copy"),
    "rob": ("liang",),
}
NAMES = {"liang": "liangdao", "haidi": "haidilao"}


def fourteen(dice: random.Random, kinds: list[str]) -> tuple[list[str], list[Meld]]:
    """Tiles that mostly win, of few kinds, so that they win in more than one way."""
    suit = dice.choice([kind[1] for kind in kinds if kind[1] != "z"])
    some = dice.choice(
        [[kind for kind in kinds if kind[1] == suit]] * 3 + [kinds, [*HONOURS, f"4{suit}", f"5{suit}", f"6{suit}"]]
    )
    narrow = [kind for kind in some if dice.random() < 0.6] or some
    pairs, likely = dice.random() < 0.25, dice.choice([0, 0, 0.3, 0.9])
    melds, hand, left = list[Meld](), list[str](), Counter(narrow * 4)
    while len(hand) + 3 * len(melds) < 14:
        tile, kind = dice.choice(narrow), dice.choice(list(WORDS))
        run = dice.random() < 0.5 and not pairs
        exposed = not run and not pairs and bool(hand) and dice.random() < likely
        size = 2 if pairs or not hand else WORDS[kind][1] if exposed else 3
        group = [tile, after(tile, 1), after(tile, 2)] if run and hand else [tile] * size
        if any(left[one] < group.count(one) for one in group):
            narrow = kinds if dice.random() < 0.05 else narrow
            left |= Counter({one: 4 for one in narrow if one not in left})
            continue
        left.subtract(group)
        if exposed:
            melds.append((kind, tile))
        else:
            hand += group
    if dice.random() < 0.1:
        hand[dice.randrange(len(hand))] = dice.choice(some)
    return hand, melds


def has_kong(melds: list[Meld]) -> bool:
    """Whether a replacement can have been drawn."""
    return any(WORDS[kind][1] == 4 for kind, _ in melds)


def held(tile: str, hand: list[str], melds: list[Meld]) -> bool:
    """Whether the winner has a tile of a kind, so that nobody can have a kong of it."""
    return tile in hand or any(meld == tile for _, meld in melds)


def question(seed: int, changed: bool = False) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """A query about a hand, and value and fans by code (``waits`` and their values besides); None for too many of a
    kind, or for a robbed kong of which the winner holds a tile. ``changed``: by a table with values and fans of its own."""
    dice = random.Random(seed)
    options, rules = rules_of(dice, families(random.Random(f"{seed} families")) if changed else {})
    hand, melds = fourteen(dice, kinds_of(options))
    every = Counter(hand) + Counter({tile: 0 for _, tile in melds})
    for kind, tile in melds:
        every[tile] += WORDS[kind][1]
    if max(every.values()) > 4:
        return None
    by = dice.choice(list(FLAGS))
    flags = [flag for flag in FLAGS[by] if dice.random() < 0.3 and (flag != "gangshanghua" or has_kong(melds))]
    flags = flags if changed else [flag for flag in flags if flag not in ("haidipao", "last-copy")]
    own = frozenset([by, *[NAMES.get(flag, flag) for flag in flags], *["qiangganghu"] * (by == "rob")])
    win = hand.pop(dice.randrange(len(hand)))
    if by == "rob" and held(win, hand, melds):
        return None
    told = [f"{WORDS[kind][0]}:{tile[0] * WORDS[kind][1]}{tile[1]}" for kind, tile in melds]
    query = {"game": "kawuxing", "rules": rules, "hand": "".join(hand), "melds": told, "win": win, "by": by, "flags": flags}
    value, fans = best([*hand, win], melds, win, options, own)
    waited = [tile for tile in waits(hand, melds, options) if by != "rob" or not held(tile, hand, melds)]
    found = {tile: best([*hand, tile], melds, tile, options, own) for tile in waited}
    refused = options if by == "discard" else options | {"plain_win": "any"}
    enough = {tile: (value, fans) for tile, (value, fans) in found.items() if payments.enough(options, value, by)}
    values = {tile: value for tile, (value, fans) in enough.items() if not too_small(fans, refused)}
    wins = value > 0 and not too_small(fans, refused) and payments.enough(options, value, by)
    return query, {"wins": wins, "value": value, "fans": fans, "waits": values}
