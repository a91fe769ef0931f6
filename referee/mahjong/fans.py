"""Winning hands, their readings, and the ordered table of fans that values a reading (MJ-4.1, MJ-4.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from referee.mahjong.readiness import complete, seven_pairs
from referee.mahjong.shapes import RUN, Sets, paired, sets
from referee.mahjong.tiles import HONOURS, RANK, UNIT, count, fours, listed, size
from referee.rulebook import Clause, Raise
from referee.verdict import FanEntry

STANDARD: Final = "standard"
PAIRS: Final = "pairs"
RUN_SET: Final = "run"
TRIPLET: Final = "triplet"


class Meld(NamedTuple):
    """An exposed meld or a kong: its kind (``chi peng direct concealed added``), lowest tile, tiles, and whence it came."""

    kind: str
    tile: int
    tiles: tuple[int, ...]
    source: int | None = None
    move: int = 0


class Group(NamedTuple):
    """A set of a reading: a run by its lowest tile, or a triplet (a kong is one)."""

    kind: str
    tile: int


class Holding(NamedTuple):
    """A hand that wins, or would: concealed keys with the winning tile in them, melds, and how the tile came.

    ``by`` is ``draw``, ``discard`` or ``rob``; ``flags`` the circumstances: ``gangshanghua gangshangpao haidi tianhu
    dihu`` and what a game adds.
    """

    keys: tuple[int, ...]
    melds: tuple[Meld, ...]
    tile: int | None
    by: str = "draw"
    flags: frozenset[str] = frozenset()

    def whole(self) -> bool:
        """Whether it has the size of a winning hand: fourteen tiles, a kong as three."""
        return size(self.keys) + 3 * len(self.melds) == 14

    def shaped(self) -> bool:
        """Whether it is four sets and a pair, or seven pairs: whether it has a reading."""
        return complete(self.keys) or (not self.melds and seven_pairs(self.keys))

    def copies(self, kind: int) -> int:
        """How many of a kind are in hand and melds."""
        return count(self.keys, kind) + sum(meld.tiles.count(kind) for meld in self.melds)

    def suits(self) -> set[int]:
        """The suits (0–2) that hand and melds hold."""
        held = {index for index in range(HONOURS) if self.keys[index]}
        return held | {tile // 9 for meld in self.melds for tile in meld.tiles if tile // 9 < HONOURS}

    def quads(self) -> int:
        """The kinds held four times that are no kong."""
        held = list(self.keys)
        for meld in self.melds:
            for tile in meld.tiles if len(meld.tiles) < 4 else ():
                held[tile // 9] += UNIT[tile]
        kongs = [meld.tile for meld in self.melds if len(meld.tiles) == 4]
        return sum(fours(key) for key in held) - sum(count(held, kind) == 4 for kind in kongs)

    def kinds(self) -> set[int]:
        """The kinds in hand and melds."""
        return set(listed(self.keys)) | {tile for meld in self.melds for tile in meld.tiles}


class Reading(NamedTuple):
    """One way to read a holding: sets and a pair, or (``shape`` ``pairs``) seven pairs with no groups."""

    holding: Holding
    shape: str
    groups: tuple[Group, ...] = ()
    pair: int | None = None

    def triplets_only(self) -> bool:
        """Four triplets or kongs and a pair."""
        return self.shape == STANDARD and all(group.kind == TRIPLET for group in self.groups)


class Judged(NamedTuple):
    """What a winning hand is worth by one reading.

    ``value`` is the win value in the game's unit, ``fans`` what makes it. ``rank`` is what the lock on a missed win compares.
    ``breaks`` is raised by a win that stands all the same (a minimum).
    """

    value: int
    fans: tuple[FanEntry, ...]
    rank: int
    reading: Reading
    breaks: Raise | None = None


class Fan(NamedTuple):
    """One line of a game's table: code, Chinese name, value in the game's unit, clause, and when a reading has it (a number:
    how many times). Where it counts, those that it ``excludes`` do not."""

    code: str
    name: str
    value: int
    clause: Clause
    holds: Callable[[Reading], bool | int]
    excludes: tuple[str, ...] = ()

    def entry(self, value: int | None = None) -> FanEntry:
        """The line as a verdict tells it, with another value where one is given."""
        return FanEntry(self.code, self.name, self.value if value is None else value, self.clause.id)


def entries(table: Sequence[Fan], reading: Reading) -> tuple[FanEntry, ...]:
    """What a reading has of a table, in the table's order, without what is excluded by another."""
    held = [(fan, times) for fan in table if (times := int(fan.holds(reading)))]
    excluded = {code for fan, _ in held for code in fan.excludes}
    return tuple(fan.entry() for fan, times in held if fan.code not in excluded for _ in range(times))


def readings(holding: Holding) -> Iterator[Reading]:
    """Every reading of a holding; none where it is no winning hand."""
    if not holding.melds and seven_pairs(holding.keys):
        yield Reading(holding, PAIRS)
    exposed = tuple(Group(RUN_SET if meld.kind == "chi" else TRIPLET, meld.tile) for meld in holding.melds)
    for home in range(4):
        for rank, own in paired(holding.keys[home], home != HONOURS):
            others = [sets(holding.keys[suit], suit != HONOURS) for suit in AWAY[home]]
            for rest in product(*others):
                found = _groups(home, own)
                for suit, codes in zip(AWAY[home], rest, strict=True):
                    found += _groups(suit, codes)
                yield Reading(holding, STANDARD, exposed + found, 9 * home + rank)


AWAY: Final = tuple(tuple(suit for suit in range(4) if suit != home) for home in range(4))
"""For each suit the other three."""


@lru_cache(maxsize=4096)
def _groups(suit: int, codes: Sets) -> tuple[Group, ...]:
    return tuple([Group(RUN_SET, 9 * suit + code - RUN) if code >= RUN else Group(TRIPLET, 9 * suit + code) for code in codes])


def terminal(group: Group) -> bool:
    """Whether a 1 or a 9 is in the set."""
    rank = RANK[group.tile]
    return rank in (1, 7) if group.kind == RUN_SET else rank in (1, 9)
