"""What a hand is worth by the competition rules SBR, and what it waits for (SBR-5, SBR-6.4, SBR-6.5)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.oracle.mahjong import table_rules
from tests.oracle.mahjong.deals import kinds_of
from tests.oracle.mahjong.shapes import readings

Meld = tuple[str, str]
"""``peng``, ``direct``, ``concealed`` or ``added``, and its tile; ``wrong``, and all of its tiles in a row (SBR-3.10)."""

KONGS = ("direct", "concealed", "added")
SITUATIONS = ("gangshanghua", "gangshangpao", "qianggang", "haidi")
"""The fan of the moment, 1 each."""


def laid(melds: list[Meld]) -> list[str]:
    """The tiles of melds."""
    found = []
    for kind, tile in melds:
        found += [tile[at : at + 2] for at in range(0, len(tile), 2)] if kind == "wrong" else [tile] * (3 + (kind != "peng"))
    return found


def fits(hand: list[str], melds: list[Meld]) -> bool:
    """Whether the tiles have the shape of a win, whatever their suits (SBR-5.1)."""
    if (len(hand) + 3 * len(melds)) % 3 != 2 or any(kind == "wrong" for kind, _ in melds):
        return False
    return any(pair is not None or not melds for pair, _ in readings(tuple(sorted(hand))))


def suits_of(hand: list[str], melds: list[Meld]) -> set[str]:
    """The suits of a hand and its melds."""
    return {tile[1] for tile in [*hand, *laid(melds)]}


def fans(hand: list[str], melds: list[Meld], que: str = "", flags: frozenset[str] = frozenset()) -> Counter[str] | None:
    """The fans of a hand with its winning tile, each with what they add up to; None where it does not win (SBR-5.1, SBR-5.2)."""
    suits = suits_of(hand, melds)
    if not fits(hand, melds) or len(suits) > 2 or que in suits:
        return None
    kongs = [tile for kind, tile in melds if kind in KONGS]
    every = Counter([*hand, *laid(melds)])
    found = Counter(
        gang=len(kongs),
        gen=sum(number >= 4 and tile not in kongs for tile, number in every.items()),
        qingyise=2 * (len(suits) == 1),
        jingoudiao=int(bool(melds) and len(hand) == 2),
        **{name: int(name in flags) for name in SITUATIONS},
    )
    shapes = [Counter[str]()]
    for pair, sets in readings(tuple(sorted(hand))):
        if pair is None and not melds:
            shapes.append(Counter(qidui=2))
        elif pair is not None and all(kind == "triplet" for kind, _ in sets):
            shapes.append(Counter(daduizi=1))
    return found + max(shapes, key=Counter.total) or Counter(pinghe=0)


def worth(
    hand: list[str],
    melds: list[Meld],
    options: dict[str, Any],
    que: str = "",
    flags: frozenset[str] = frozenset(),
    tile: str = "",
) -> int:
    """The value of a hand with its winning tile, the last one if it is not told, 0 where it does not win (SBR-5.2, SBR-2.4)."""
    found = fans(hand, melds, que, flags)
    if found is None:
        return 0
    if table_rules.changes_values(options):
        values, own, ladder = table_rules.of_options(options)
        laid_open = [(table_rules.KONGS.get(kind, kind), meld) for kind, meld in melds]
        by = "rob" if "qianggang" in flags else "draw" if "draw" in flags else "discard"
        hands = table_rules.hands_of(hand, laid_open, tile if tile in hand else hand[-1], by, flags, kinds_of(options))
        return table_rules.worth("sbr", hands, values, own, ladder, options["cap"]) or 0
    fan = found.total()
    return int(2 ** (fan if options["cap"] is None else min(fan, options["cap"])))


def largest(hand: list[str], melds: list[Meld], options: dict[str, Any], que: str = "") -> int:
    """The dearest win that a hand waits for, nothing of the moment counted; 0 where it is not ready (SBR-6.4, SBR-6.5)."""
    return max([0, *waits(hand, melds, options, que).values()])


def waits(hand: list[str], melds: list[Meld], options: dict[str, Any], que: str = "") -> dict[str, int]:
    """What a hand waits for, each kind with its value."""
    if que in suits_of(hand, melds):
        return {}
    how = frozenset([str(options.get("ready_value", "discard"))])
    values = {tile: worth([*hand, tile], melds, options, que, how) for tile in kinds_of(options) if hand.count(tile) < 4}
    return {tile: value for tile, value in values.items() if value}
