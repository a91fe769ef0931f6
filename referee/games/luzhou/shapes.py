"""The shapes of 瀘州鬼麻將, with ghosts as any suit tiles (LZG-3.1, LZG-3.2): for each kind the reading with the most 閨."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from referee.mahjong.hand import ghosts, readiness
from referee.mahjong.hand.candidate import CandidateHand, Meld, suits_held
from referee.mahjong.hand.readings import PAIRS, STANDARD, TRIPLET, Group, Reading
from referee.mahjong.hand.tiles import HONOURS, KINDS, SHIFT, UNIT, count, size

GHOST: Final = KINDS - 1
"""紅中."""
ALL: Final = tuple(range(HONOURS))
SUITS_IN: Final = tuple(tuple(suit for suit in ALL if mask >> suit & 1) for mask in range(1 << HONOURS))
"""The suits of which a mask has the bits."""


class InPlay(NamedTuple):
    """The tiles that a table plays with: the lowest rank, counted from 0, how many ranks, and the suits (TBL-4)."""

    low: int = 0
    ranks: int = ghosts.RANKS
    suits: tuple[int, ...] = ALL


EVERY: Final = InPlay()
PAIRED: Final = 14
"""The tiles of seven pairs."""
SETS, TRIPLETS, SEVEN_PAIRS = "sets", "triplets", "pairs"


class Shape(NamedTuple):
    """One way to read a hand: ``kind`` of shape, its number of 閨 (of four alike, for seven pairs), and its suits."""

    kind: str
    quads: int
    within: tuple[int, ...]

    @property
    def pure(self) -> bool:
        """Whether the hand has one suit only."""
        return len(self.within) == 1


def held_ghosts(keys: Sequence[int]) -> int:
    """The number of ghosts among the concealed tiles."""
    return keys[HONOURS] >> SHIFT[GHOST]


def natural_suits(keys: Sequence[int], melds: Sequence[Meld]) -> tuple[int, ...]:
    """The suits of the tiles that are no ghosts."""
    return SUITS_IN[suits_held(keys, melds)]


def foreign(keys: Sequence[int]) -> bool:
    """Whether the hand has tiles that this game lacks: other honours, or more ghosts than there are."""
    number = held_ghosts(keys)
    return number > ghosts.MOST or keys[HONOURS] != number << SHIFT[GHOST]


def shapes(candidate: CandidateHand, in_play: InPlay = EVERY) -> list[Shape]:
    """The shapes of a hand, each kind once with the most 閨, in two suits or (``pure``) in one."""
    keys, melds = candidate.keys, candidate.melds
    suits = natural_suits(keys, melds)
    found: list[Shape] = []
    if len(suits) > 2 or foreign(keys):
        return found
    open_keys, number = ghosts.meld_keys(melds), held_ghosts(keys)
    low, ranks, every = in_play
    for within in _suit_choices(suits, every):
        known = [ghosts.suit(keys[suit], open_keys[suit], low, ranks) for suit in within]
        for kind in (SETS, TRIPLETS):
            quads = ghosts.quads(known, number, kind == SETS)
            if quads >= 0:
                found.append(Shape(kind, quads, within))
    pairs = None if melds or size(keys) != PAIRED else ghosts.paired(keys[:HONOURS], number)
    if pairs is not None:
        found.append(Shape(SEVEN_PAIRS, pairs, suits))
    return found


def reading(candidate: CandidateHand, shape: Shape, in_play: InPlay = EVERY) -> Reading:
    """The groups of a hand by this shape, its melds first."""
    if shape.kind == SEVEN_PAIRS:
        return Reading(candidate, PAIRS)
    keys, open_keys = candidate.keys, ghosts.meld_keys(candidate.melds)
    number, runs = held_ghosts(keys), shape.kind == SETS
    laid = ghosts.fitted(keys, open_keys, number, shape.within, runs, in_play.low, in_play.ranks)
    exposed = tuple(Group(TRIPLET, meld.tile) for meld in candidate.melds)
    return Reading(candidate, STANDARD, (*exposed, *laid.groups), laid.pair) if laid else Reading(candidate, STANDARD)


def has_run(candidate: CandidateHand, shape: Shape, in_play: InPlay = EVERY) -> bool:
    """Whether the hand can be read as sets and a pair, in the suits of this shape, with a run among them."""
    open_keys, number = ghosts.meld_keys(candidate.melds), held_ghosts(candidate.keys)
    for suit in shape.within:
        for first in range(in_play.low, in_play.low + in_play.ranks - 2):
            keys, left = list(candidate.keys), number
            for kind in range(9 * suit + first, 9 * suit + first + 3):
                if count(keys, kind):
                    keys[suit] -= UNIT[kind]
                else:
                    keys[HONOURS] -= UNIT[GHOST]
                    left -= 1
            if left >= 0 and ghosts.fitted(keys, open_keys, left, shape.within, True, in_play.low, in_play.ranks):
                return True
    return False


def fits_any_suits(candidate: CandidateHand, in_play: InPlay = EVERY) -> bool:
    """Whether the tiles have the shape of a win, if no suit had to be missing."""
    keys, number = candidate.keys, held_ghosts(candidate.keys)
    if foreign(keys):
        return False
    if ghosts.fitted(keys, ghosts.meld_keys(candidate.melds), number, ALL, True, in_play.low, in_play.ranks):
        return True
    return size(keys) == PAIRED and ghosts.paired(keys[:HONOURS], number) is not None


def waits(keys: Sequence[int], melds: Sequence[Meld], in_play: InPlay = EVERY) -> int:
    """The kinds that complete the hand, one bit each; three suits never do."""
    suits = natural_suits(keys, melds)
    if len(suits) > 2 or foreign(keys):
        return 0
    number = held_ghosts(keys)
    if not number:
        return readiness.waits(keys)
    open_keys = ghosts.meld_keys(melds)
    found = 0
    for pair in _pairs_of_suits(suits, in_play.suits):
        found |= ghosts.waits(keys, open_keys, number, pair, in_play.low, in_play.ranks)
    if size(keys) == PAIRED - 1:
        found |= ghosts.pair_waits(keys[:HONOURS], number) & _may_hold(suits)
    return found


def _may_hold(suits: tuple[int, ...]) -> int:
    """The kinds that a hand of these suits may still hold, one bit each."""
    return sum(0x1FF << 9 * suit for suit in (suits if len(suits) == 2 else ALL))


@cache
def _suit_choices(suits: tuple[int, ...], every: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The sets of suits that a reading may use: the hand's own alone, or any for nothing but ghosts (TBL-4: a smaller hand may be
    that), then with another that ghosts make up."""
    alone = ((suits or every)[:1],) if len(suits) < 2 else ()
    return (*alone, *_pairs_of_suits(suits, every)[:1])


@cache
def _pairs_of_suits(suits: tuple[int, ...], every: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    if len(suits) == 2:
        return ((suits[0], suits[1]),)
    home = suits[0] if suits else every[0]
    return tuple((home, other) for other in every if other != home)
