"""The conditions of fans by name: what a game's table of fans, and a table's own fans (TBL-2), ask of a winning hand.

Most are a hand flag, so that one comparison decides them; the others are asked of the reading.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

from referee.mahjong.hand import hand_flags, readiness
from referee.mahjong.hand.candidate import Meld
from referee.mahjong.hand.circumstances import FED
from referee.mahjong.hand.readings import RUN_SET, TRIPLET, Group, Reading
from referee.mahjong.hand.tiles import HONOURS, RANK, SUIT, UNIT, count, kinds_in

Holds = Callable[[Reading], bool | int]

FLAGS: Final[Mapping[str, int]] = {
    "after_kong": hand_flags.AFTER_KONG,
    "all_258": hand_flags.ALL_258,
    "earth": hand_flags.EARTH,
    "four_in_hand": hand_flags.FOUR_IN_HAND,
    "four_kongs": hand_flags.FOUR_KONGS,
    "four_melds": hand_flags.FOUR_MELDS,
    "four_open_melds": hand_flags.FOUR_OPEN_MELDS,
    "four_sets": hand_flags.FOUR_SETS,
    "heaven": hand_flags.HEAVEN,
    "last_tile": hand_flags.LAST_TILE,
    "on_replacement": hand_flags.ON_REPLACEMENT,
    "one_suit": hand_flags.ONE_SUIT,
    "outside": hand_flags.OUTSIDE,
    "pair_258": hand_flags.PAIR_258,
    "pure": hand_flags.PURE,
    "robbing": hand_flags.ROBBING,
    "self_drawn": hand_flags.SELF_DRAWN,
    "seven_pairs": hand_flags.SEVEN_PAIRS,
    "shaped": hand_flags.SHAPED,
    "triplets": hand_flags.TRIPLETS,
    "with_honours": hand_flags.WITH_HONOURS,
}
"""The conditions that are hand flags."""

ALONG: Final = (0, 3, 6)
"""Where the three runs of a long one start, counted from the 1."""
DRAGONS: Final = range(9 * HONOURS + 4, 9 * HONOURS + 7)
SINGLE_WAIT: Final = "single_wait"
COPIES: Final = 4
"""The tiles of a kind."""
LAST_COPY: Final = "last-copy"
"""The circumstance that the other three tiles of the winning kind lie open (絕張)."""


def concealed(reading: Reading) -> bool:
    """門清: no meld lies open; concealed kongs may."""
    return not reading.hand_flags & hand_flags.OPEN_MELD


def simples(reading: Reading) -> bool:
    """中張: no 1, no 9 and no honours in hand and melds."""
    return reading.candidate.simples()


def on_discard(reading: Reading) -> bool:
    """On another's discard."""
    return reading.candidate.by in ("discard", FED)


def long_run(reading: Reading) -> bool:
    """一條龍: 1 to 9 of a suit as three runs."""
    runs = {group.tile for group in reading.groups if group.kind == RUN_SET}
    return any(all(first + step in runs for step in ALONG) for first in (0, 9, 18))


def middle_wait(reading: Reading) -> bool:
    """卡張: the winning tile is the middle one of a concealed run."""
    tile = won_on(reading)
    return tile is not None and SUIT[tile] != HONOURS and Group(RUN_SET, tile - 1) in own_groups(reading) and RANK[tile] > 1


def edge_wait(reading: Reading) -> bool:
    """邊張: the winning tile is the 3 of 1-2-3 or the 7 of 7-8-9."""
    tile = won_on(reading)
    if tile is None or SUIT[tile] == HONOURS or RANK[tile] not in (3, 7):
        return False
    return Group(RUN_SET, tile - 2 if RANK[tile] == 3 else tile) in own_groups(reading)


def pair_wait(reading: Reading) -> bool:
    """單釣: the winning tile is one of the pair."""
    tile = won_on(reading)
    return tile is not None and (tile == reading.pair or bool(reading.hand_flags & hand_flags.SEVEN_PAIRS))


def single_wait(first: int = 1, last: int = 9) -> Holds:
    """獨聽: of the kinds that are in play, of these ranks, the winning tile's alone completes the hand (MJ-4.3)."""

    def holds(reading: Reading) -> bool:
        tile, candidate = won_on(reading), reading.candidate
        if tile is None:
            return False
        keys = list(candidate.keys)
        keys[SUIT[tile]] -= UNIT[tile]
        others = [kind for kind in kinds_in(readiness.waits(keys)) if kind != tile and candidate.copies(kind) < COPIES]
        return not any(SUIT[kind] == HONOURS or first <= RANK[kind] <= last for kind in others)

    return holds


def last_copy(reading: Reading) -> bool:
    """絕張: the other three of the winning kind lie open."""
    return LAST_COPY in reading.candidate.flags


ASKED: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "after_kong": {"gangshangpao": ("discard",)},
    "earth": {"dihu": ("draw",)},
    "heaven": {"tianhu": ("draw",)},
    "last_copy": {LAST_COPY: ("draw", "discard", "rob")},
    "last_tile": {"haidi": ("draw",), "haidipao": ("discard",)},
    "on_replacement": {"gangshanghua": ("draw",)},
}
"""The circumstances of a win that a condition asks for, each with the ways of winning that it goes with."""

PREDICATES: Final[Mapping[str, Holds]] = {
    "concealed": concealed,
    "edge_wait": edge_wait,
    "last_copy": last_copy,
    "long_run": long_run,
    "middle_wait": middle_wait,
    "on_discard": on_discard,
    "pair_wait": pair_wait,
    "simples": simples,
    SINGLE_WAIT: single_wait(),
}
"""The conditions that are asked of a reading."""


def middle_of(rank: int) -> Holds:
    """夾五 and the like: the winning tile has this rank and is the middle one of a concealed run."""

    def holds(reading: Reading) -> bool:
        tile = won_on(reading)
        return tile is not None and RANK[tile] == rank and middle_wait(reading)

    return holds


def concealed_triplets(number: int) -> Holds:
    """暗刻: exactly so many triplets are concealed, concealed kongs too. One that another's tile completes is not."""

    def holds(reading: Reading) -> bool:
        candidate = reading.candidate
        own = [group.tile for group in own_groups(reading) if group.kind == TRIPLET]
        tile = candidate.tile
        if candidate.by not in ("draw", FED) and tile in own and count(candidate.keys, tile) == 3:
            own.remove(tile)
        return len(own) + sum([meld.kind == "concealed" for meld in candidate.melds]) == number

    return holds


def dragon_pairs(number: int) -> Holds:
    """Of exactly so many kinds of dragons the hand has a pair, or two."""
    return lambda reading: (
        sum([count(reading.candidate.keys, kind) in (2, 4) for kind in DRAGONS]) == number
        if reading.hand_flags & hand_flags.SEVEN_PAIRS
        else (reading.pair in DRAGONS) == number
    )


def kongs_of(kind: str) -> Holds:
    """A kong of this kind is among the melds."""
    return lambda reading: any(_is_kong(meld, kind) for meld in reading.candidate.melds)


def _is_kong(meld: Meld, kind: str) -> bool:
    return meld.kind == kind and len(meld.tiles) == 4


class Measured(NamedTuple):
    """A condition that asks for a figure or a word behind a colon (``middle_wait:5``): the allowed ones, and what then holds."""

    allowed: tuple[str, ...]
    asked: Callable[[str], Holds]


def _digits(first: int, last: int) -> tuple[str, ...]:
    return tuple(map(str, range(first, last + 1)))


MEASURED: Final[Mapping[str, Measured]] = {
    "concealed_triplets": Measured(_digits(1, 4), lambda word: concealed_triplets(int(word))),
    "dragon_pair": Measured(_digits(1, 3), lambda word: dragon_pairs(int(word))),
    "kongs": Measured(("direct", "added", "concealed"), kongs_of),
    "middle_wait": Measured(_digits(2, 8), lambda word: middle_of(int(word))),
}
"""The conditions that ask for a figure or a word."""


def won_on(reading: Reading) -> int | None:
    """The tile that completed the hand; None if it won as it was dealt."""
    return None if reading.hand_flags & hand_flags.HEAVEN else reading.candidate.tile


def own_groups(reading: Reading) -> tuple[Group, ...]:
    """The sets of the concealed hand."""
    return reading.groups[len(reading.candidate.melds) :]


def parsed(names: Iterable[str], own: Mapping[str, Holds] | None = None) -> tuple[int, Holds | None]:
    """The hand flags that these conditions need together, and what else is to be asked of the reading, None if nothing.

    ``own`` are conditions of a game's own. A condition that counts (a fan for each kong) tells how many times, but only once
    beside others. Raises KeyError for an unknown name."""
    flags, asked = 0, []
    for name in names:
        word, colon, behind = name.partition(":")
        if own and name in own:
            asked.append(own[name])
        elif colon:
            asked.append(MEASURED[word].asked(behind))
        elif name in FLAGS:
            flags |= FLAGS[name]
        else:
            asked.append(PREDICATES[name])
    if len(asked) < 2:
        return flags, asked[0] if asked else None
    return flags, lambda reading: min([int(holds(reading)) for holds in asked])
