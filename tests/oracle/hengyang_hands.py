"""Single hands of 衡陽麻將, as they are asked about in disputes, with the oracle's answers (HYM-4)."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from tests.oracle.hengyang import DEFAULTS, Hand, Meld, best, is_jiang, meld_tiles
from tests.oracle.kawuxing_hands import WORDS, fourteen
from tests.oracle.shapes import TILES, after
from tests.oracle.text import option_words

FLAGS = {"gangshanghua": "gangshangkaihua", "haidi": "haidilaoyue", "tianhu": "tianhu", "dihu": "dihu"}
"""How a question and how the rulebook calls what happened around a win."""


def hand_of(dice: random.Random) -> tuple[list[str], list[Meld]]:
    """Tiles that mostly win, with runs that were claimed now and then, or nothing but 將."""
    jiang = [tile for tile in TILES if is_jiang(tile)]
    hand, melds = fourteen(dice, jiang if dice.random() < 0.2 else TILES)
    if set(hand) <= set(jiang) and dice.random() < 0.5:
        return dice.sample(jiang * 4, len(hand)), melds
    likely = dice.choice([0, 0.3, 1])
    for tile in sorted(set(hand)):
        run = [tile, after(tile, 1), after(tile, 2)]
        if len(hand) > 2 and not Counter(run) - Counter(hand) and dice.random() < likely:
            hand = list((Counter(hand) - Counter(run)).elements())
            melds.append(("chi", tile))
    return hand, melds


def told(meld: Meld) -> str:
    """A meld as a question names it."""
    word = WORDS[meld[0]][0] if meld[0] in WORDS else meld[0]
    return f"{word}:{''.join(tile[0] for tile in meld_tiles(meld))}{meld[1][1]}"


def question(seed: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """A query about a hand, and its value and the names of its wins, with what it waits for."""
    dice = random.Random(seed)
    options = DEFAULTS | {"self_draw_bonus": dice.choice([0, 1]), "birds": dice.choice([0, 1, 2])}
    hand, melds = hand_of(dice)
    while max(Counter([*hand, *(tile for meld in melds for tile in meld_tiles(meld))]).values()) > 4:
        hand, melds = hand_of(dice)
    drawn = dice.random() < 0.6
    able = [["gangshanghua"], ["haidi"], ["gangshanghua", "haidi"]] if drawn else []
    able += [["tianhu"] if drawn else ["dihu"]] * (not melds)
    flags = dice.choice(able) if able and dice.random() < 0.4 else []
    win = hand.pop(dice.randrange(len(hand)))

    def worth(tile: str) -> tuple[int, list[str]] | None:
        return best(Hand((*hand, tile), tuple(melds), tile, drawn, tuple(FLAGS[flag] for flag in flags)), options)

    held = Counter([*hand, *(tile for meld in melds for tile in meld_tiles(meld))])
    values = {tile: won[0] for tile in TILES if held[tile] < 4 and (won := worth(tile))}
    rules, by = " ".join(["hengyang", *option_words(options)]), "draw" if drawn else "discard"
    query = {"game": "hengyang", "rules": rules, "hand": "".join(hand), "melds": [told(meld) for meld in melds], "win": win,
             "by": by, "flags": flags}  # fmt: skip
    return query, {"won": worth(win), "waits": values}
