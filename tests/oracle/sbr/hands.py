"""Single hands by the competition rules SBR, asked and answered as ``referee score`` does."""

from __future__ import annotations

import random
from typing import Any

from tests.oracle.mahjong.deals import Stock
from tests.oracle.mahjong.shapes import TILES
from tests.oracle.sbr.match import DEFAULTS
from tests.oracle.sbr.scoring import Meld, fans, worth

WORDS = {"peng": "peng", "direct": "gang", "concealed": "angang", "added": "bugang"}

NAMES = {"haidipao": "haidi"}
"""How the rulebook calls a circumstance that a question calls otherwise."""


def whole(dice: random.Random) -> tuple[list[str], list[Meld]]:
    """Fourteen tiles near a win, and melds among them; no kind more than four times."""
    stock = Stock(dice)
    suits = dice.choice([stock.suits[:1], stock.suits[:2], stock.suits])
    if dice.random() < 0.2:
        pairs = [kind for kind in TILES if kind[1] in dice.choice(["m", "mp", "mp", "mps"])] * 2
        tiles = dice.sample(pairs, 7) * 2
        return tiles, []
    hand, melds = list[str](), list[Meld]()
    for _ in range(dice.choice([4, 4, 4, 3])):
        kind = f"{dice.randint(1, 9)}{dice.choice(suits)}"
        if dice.random() < 0.45 and stock.left[kind] == 4:
            melds.append((dice.choice(list(WORDS)), kind))
            stock.left[kind] -= 3 + (melds[-1][0] != "peng")
        elif dice.random() < 0.5:
            stock.give(hand, kind, 3)
        else:
            stock.run(hand, f"{dice.randint(1, 7)}{kind[1]}")
    stock.give(hand, f"{dice.randint(1, 9)}{dice.choice(suits)}", 2)
    rest = dice.sample(sorted(stock.left.elements()), 14)
    hand += rest[: max(0, 14 - 3 * len(melds) - len(hand))]
    return hand[: 14 - 3 * len(melds)], melds


def has(tile: str, hand: list[str], melds: list[Meld]) -> bool:
    """Whether the winner has a tile of a kind, so that nobody can have a kong of it."""
    return tile in hand or any(meld == tile for _, meld in melds)


def question(seed: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """A hand with its winning tile and how it came; and what it is worth, its fans, and what it waits for without the tile."""
    dice = random.Random(f"hand {seed}")
    options = DEFAULTS | {"cap": dice.choice([3, 3, None, 5])}
    hand, melds = whole(dice)
    win = hand.pop(dice.randrange(len(hand)))
    by = dice.choice(["draw", "discard"] if has(win, hand, melds) else ["draw", "discard", "rob"])
    able = {"draw": ["gangshanghua", "haidi"], "discard": ["gangshangpao", "haidipao"], "rob": ["gangshangpao"]}[by]
    flags = [flag for flag in able if dice.random() < 0.2]
    if any(kind != "peng" for kind, _ in melds) < ("gangshanghua" in flags):
        flags.remove("gangshanghua")
    counted = frozenset([*[NAMES.get(flag, flag) for flag in flags], *["qianggang"] * (by == "rob")])
    query = {
        "game": "sbr",
        "rules": f"sbr cap={options['cap'] or 'none'}",
        "hand": "".join(hand),
        "melds": [f"{WORDS[kind]}:{tile[0] * (3 + (kind != 'peng'))}{tile[1]}" for kind, tile in melds],
        "win": win,
        "by": by,
        "flags": flags,
    }

    def able_to_come(tile: str) -> bool:
        """SBR-6.4; of a robbed kong the winner has none."""
        return not has(tile, hand, melds) if by == "rob" else hand.count(tile) < 4

    values = {tile: worth([*hand, tile], melds, options, flags=counted) for tile in TILES if able_to_come(tile)}
    found = fans([*hand, win], melds, flags=counted)
    value = worth([*hand, win], melds, options, flags=counted)
    answer = {
        "wins": value > 0,
        "value": value,
        "fans": [(code, None) for code in found or ()],
        "waits": {tile: value for tile, value in values.items() if value},
    }
    return query, answer
