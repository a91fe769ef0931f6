"""Single hands of 瀘州鬼麻將, as they are asked about in disputes, with the oracle's answers (LZG-3, LZG-4)."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from tests.oracle.luzhou.match import families, rules
from tests.oracle.luzhou.players import kong_text
from tests.oracle.luzhou.scoring import DOUBLES, waits, worth
from tests.oracle.mahjong import payments
from tests.oracle.mahjong.ghost_shapes import GHOST, SUITS, Meld, shaped
from tests.oracle.mahjong.shapes import TILES, after

REFUSED = frozenset({"win-too-small"})
WORDS = {"peng": "peng", "direct": "gang", "concealed": "angang", "added": "bugang"}
FLAGS = {"draw": ("gangshanghua", "tianhu", "dihu", "bao"), "discard": ("gangshangpao", "dihu", "bao"), "rob": ("bao",)}


def fourteen(dice: random.Random, ghosts: int) -> tuple[list[str], list[Meld]]:
    """Tiles and melds, with at most so many ghosts, that mostly win; melds may be of one kind."""
    suits = dice.choice(["m", "p", "mp", "ps", "ms", "".join(SUITS)])
    kinds = [tile for tile in TILES if tile[1] in suits and dice.random() < dice.choice([0.4, 1])] or TILES
    left, form = Counter(TILES * 4), dice.choice(["pairs", "runs", "runs", "triplets"])
    hand, melds = list[str](), list[Meld]()
    for _ in range(0 if form == "pairs" else dice.choice([0, 0, 1, 2, 4])):
        tile, kind = dice.choice(kinds[:3] if dice.random() < 0.2 else kinds), dice.choice(list(WORDS))
        size = 3 if kind == "peng" else 4
        stand_in = dice.randint(0, min(ghosts, size - 2)) if dice.random() < 0.4 else 0
        if left[tile] >= size - stand_in:
            melds.append(Meld(kind, tile, stand_in))
            left[tile] -= size - stand_in
            ghosts -= stand_in
    room = 14 - 3 * len(melds)
    hand += [GHOST] * min(room, dice.randint(0, ghosts))
    while len(hand) < room:
        tile = dice.choice(kinds if dice.random() < 0.95 else TILES)
        run = form == "runs" and dice.random() < 0.7 and tile[0] < "8"
        size = 2 if form == "pairs" or len(hand) + 2 == room else 3
        group = [tile, after(tile, 1), after(tile, 2)] if run else [tile] * size
        for one in group:
            if left[one] and len(hand) < room:
                hand.append(one)
                left[one] -= 1
        kinds = kinds if any(left[one] for one in kinds) else TILES
    return hand, melds


def robbable(tile: str, hand: list[str], melds: list[Meld]) -> bool:
    """Whether somebody can add a tile to a peng: two of its kind at least are no ghosts, the robbed one among them."""
    return hand.count(tile) + sum(meld.size - meld.ghosts for meld in melds if meld.tile == tile) <= 2


def question(seed: int, changed: bool = False) -> tuple[dict[str, Any], dict[str, Any]]:
    """A query about a hand, and its answer: value, and fans or the reason, and what each payer pays for every wait. ``changed``:
    by a table with values and fans of its own."""
    dice = random.Random(seed)
    options, text = rules(dice, **(families(random.Random(f"{seed} families")) if changed else {}))
    hand, melds = fourteen(dice, options["ghosts"])
    dice.shuffle(hand)
    by = dice.choice(list(FLAGS)) if hand[-1] != GHOST else "draw"
    flags = [dice.choice(FLAGS[by])] if dice.random() < 0.4 else []
    if not any(meld.kind != "peng" for meld in melds):
        flags = [flag for flag in flags if flag != "gangshanghua"]
    if melds:
        flags = [flag for flag in flags if flag not in ("tianhu", "dihu")]
    if by == "rob" and not robbable(hand[-1], hand[:-1], melds):
        by, flags = "discard", []
    own = frozenset([by, *flags, *["qianggang"] * (by == "rob")])
    told = [f"{WORDS[meld.kind]}:{kong_text(meld.tile, meld.size - meld.ghosts, meld.ghosts)}" for meld in melds]
    query = {
        "game": "luzhou",
        "rules": text,
        "hand": "".join(hand[:-1]),
        "melds": told,
        "win": hand[-1],
        "by": by,
        "flags": flags,
    }

    def paid(tile: str) -> tuple[int, frozenset[str]]:
        win = worth([*hand[:-1], tile], melds, options, own)
        if win is None:
            return 0, frozenset()
        value = win.value // (1 if by == "draw" else 2)
        codes = frozenset({win.shape, *(win.extras & set(DOUBLES)), *["floor"] * win.floored})
        enough = (value > 1 or options["one_ke_win"] or by == "draw") and payments.enough(options, value, by)
        return (value, codes) if enough else (0, REFUSED)

    value, codes = paid(hand[-1])
    waited = [tile for tile in waits(hand[:-1], melds, options) if by != "rob" or robbable(tile, hand[:-1], melds)]
    told_of = {tile: paid(tile) for tile in waited}
    values = {tile: value for tile, (value, codes) in told_of.items() if codes and codes != REFUSED}
    if codes and codes != REFUSED:
        return query, {"wins": True, "value": value, "fans": [(code, None) for code in codes], "waits": values}
    reason = "win-too-small" if codes else "three-suits" if shaped(hand, melds, options) else "not-winning"
    return query, {"wins": False, "reason": reason, "waits": values}
