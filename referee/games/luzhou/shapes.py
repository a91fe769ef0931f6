"""The shapes of 瀘州鬼麻將, with ghosts as any suit tiles (LZG-3.1, LZG-3.2): for each kind the reading with the most 閨."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from referee.mahjong.hand import ghosts, readiness
from referee.mahjong.hand.candidate import CandidateHand, Meld, suits_held
from referee.mahjong.hand.readings import PAIRS, STANDARD, TRIPLET, Group, Reading
from referee.mahjong.hand.tiles import HONOURS, KINDS, SHIFT

GHOST: Final = KINDS - 1
"""紅中."""
ALL: Final = tuple(range(HONOURS))
SUITS_IN: Final = tuple(tuple(suit for suit in ALL if mask >> suit & 1) for mask in range(1 << HONOURS))
"""The suits of which a mask has the bits."""


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


def shapes(candidate: CandidateHand) -> list[Shape]:
    """The shapes of a hand, each kind once with the most 閨, in two suits or (``pure``) in one."""
    keys, melds = candidate.keys, candidate.melds
    suits = natural_suits(keys, melds)
    found: list[Shape] = []
    if len(suits) > 2 or foreign(keys):
        return found
    open_keys, number = ghosts.meld_keys(melds), held_ghosts(keys)
    for within in _suit_choices(suits):
        known = [ghosts.suit(keys[suit], open_keys[suit]) for suit in within]
        for kind in (SETS, TRIPLETS):
            quads = ghosts.quads(known, number, kind == SETS)
            if quads >= 0:
                found.append(Shape(kind, quads, within))
    pairs = None if melds else ghosts.paired(keys[:HONOURS], number)
    if pairs is not None:
        found.append(Shape(SEVEN_PAIRS, pairs, suits))
    return found


def reading(candidate: CandidateHand, shape: Shape) -> Reading:
    """The groups of a hand by this shape, its melds first."""
    if shape.kind == SEVEN_PAIRS:
        return Reading(candidate, PAIRS)
    keys, open_keys = candidate.keys, ghosts.meld_keys(candidate.melds)
    laid = ghosts.fitted(keys, open_keys, held_ghosts(keys), shape.within, shape.kind == SETS)
    exposed = tuple(Group(TRIPLET, meld.tile) for meld in candidate.melds)
    return Reading(candidate, STANDARD, (*exposed, *laid.groups), laid.pair) if laid else Reading(candidate, STANDARD)


def fits_any_suits(candidate: CandidateHand) -> bool:
    """Whether the tiles have the shape of a win, if no suit had to be missing."""
    keys, number = candidate.keys, held_ghosts(candidate.keys)
    if foreign(keys):
        return False
    if ghosts.fitted(keys, ghosts.meld_keys(candidate.melds), number, ALL):
        return True
    return not candidate.melds and ghosts.paired(keys[:HONOURS], number) is not None


def waits(keys: Sequence[int], melds: Sequence[Meld]) -> int:
    """The kinds that complete the hand, one bit each; three suits never do."""
    suits = natural_suits(keys, melds)
    if len(suits) > 2 or foreign(keys):
        return 0
    number = held_ghosts(keys)
    if not number:
        return readiness.waits(keys)
    open_keys = ghosts.meld_keys(melds)
    found = 0
    for pair in _pairs_of_suits(suits):
        found |= ghosts.waits(keys, open_keys, number, pair)
    if not melds:
        found |= ghosts.pair_waits(keys[:HONOURS], number) & _may_hold(suits)
    return found


def _may_hold(suits: tuple[int, ...]) -> int:
    """The kinds that a hand of these suits may still hold, one bit each."""
    return sum(0x1FF << 9 * suit for suit in (suits if len(suits) == 2 else ALL))


@cache
def _suit_choices(suits: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The sets of suits that a reading may use: the hand's own alone, then with another that ghosts make up."""
    alone = ((suits[0],),) if len(suits) == 1 else ()
    return (*alone, *_pairs_of_suits(suits)[:1])


@cache
def _pairs_of_suits(suits: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    if len(suits) == 2:
        return ((suits[0], suits[1]),)
    home = suits[0] if suits else 0
    return tuple((home, other) for other in ALL if other != home)
