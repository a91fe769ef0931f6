"""The ways to read a winning hand: as sets and a pair, or as seven pairs (MJ-4.1, MJ-4.4)."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Final, NamedTuple

from referee.mahjong.hand import hand_flags
from referee.mahjong.hand.candidate import OF_258, CandidateHand
from referee.mahjong.hand.readiness import all_pairs, home
from referee.mahjong.hand.shapes import RUN, Sets, paired, sets
from referee.mahjong.hand.tiles import HONOURS, RANK

STANDARD: Final = "standard"
PAIRS: Final = "pairs"
RUN_SET: Final = "run"
TRIPLET: Final = "triplet"


class Group(NamedTuple):
    """A set of a reading: a run by its lowest tile, or a triplet (a kong is one)."""

    kind: str
    tile: int


class Reading:
    """One way to read a candidate: sets and a pair, or (``shape`` ``pairs``) seven pairs without groups.

    ``hand_flags`` are what is so of it and of the whole hand.
    """

    __slots__ = ("groups", "candidate", "pair", "shape", "hand_flags")

    def __init__(
        self, candidate: CandidateHand, shape: str, groups: tuple[Group, ...] = (), pair: int | None = None, own: int = 0
    ) -> None:
        self.candidate = candidate
        self.shape = shape
        self.groups = groups
        self.pair = pair
        self.hand_flags = candidate.hand_flags | own


def readings(candidate: CandidateHand) -> list[Reading]:
    """Every reading of a candidate; none if it is no winning hand."""
    found: list[Reading] = []
    keys, melds, known = candidate.keys, candidate.melds, candidate.known
    if not melds and all_pairs(known):
        found.append(Reading(candidate, PAIRS, own=hand_flags.SHAPED | hand_flags.SEVEN_PAIRS))
    paired_suit = home(known)
    if paired_suit < 0:
        return found
    exposed: tuple[Group, ...] = ()
    own = EVERY
    for meld in melds:
        groups, kept = _melded(meld.kind == "chi", meld.tile)
        exposed += groups
        own &= kept
    others = [_wholes(suit, key) for suit, key in enumerate(keys) if key and suit != paired_suit]
    for pair, groups, kept in _homes(paired_suit, keys[paired_suit]):
        for rest in product(*others):
            all_groups, every = exposed + groups, own & kept
            for more, also in rest:
                all_groups += more
                every &= also
            found.append(Reading(candidate, STANDARD, all_groups, pair, every))
    return found


EVERY: Final = hand_flags.SHAPED | hand_flags.FOUR_SETS | hand_flags.TRIPLETS | hand_flags.OUTSIDE | hand_flags.PAIR_258
"""The hand flags of a reading as sets and a pair that each of its parts can break."""

Part = tuple[tuple[Group, ...], int]
"""Sets of one suit, and the hand flags that they leave a reading."""


@cache
def _homes(suit: int, key: int) -> tuple[tuple[int, tuple[Group, ...], int], ...]:
    """Every way to read a suit's tiles as a pair and sets: the pair, the sets, and the hand flags that remain possible."""
    found = []
    for rank, codes in paired(key, suit != HONOURS):
        groups, kept = _part(suit, codes)
        kept &= ~hand_flags.PAIR_258 if rank + 1 not in OF_258 or suit == HONOURS else EVERY
        kept &= ~hand_flags.OUTSIDE if rank + 1 not in (1, 9) else EVERY
        found.append((9 * suit + rank, groups, kept))
    return tuple(found)


@cache
def _wholes(suit: int, key: int) -> tuple[Part, ...]:
    """Every way to read a suit's tiles as sets without a pair: the sets, and the hand flags that remain possible."""
    return tuple([_part(suit, codes) for codes in sets(key, suit != HONOURS)])


@cache
def _melded(run: bool, tile: int) -> Part:
    """A meld as a set, with the hand flags that remain possible."""
    group = Group(RUN_SET if run else TRIPLET, tile)
    return (group,), _kept_by(group)


def _part(suit: int, codes: Sets) -> Part:
    kept = EVERY
    groups: list[Group] = []
    for code in codes:
        group = Group(RUN_SET, 9 * suit + code - RUN) if code >= RUN else Group(TRIPLET, 9 * suit + code)
        groups.append(group)
        kept &= _kept_by(group)
    return tuple(groups), kept


def _kept_by(group: Group) -> int:
    """The hand flags that remain possible for a reading with this set."""
    kept = EVERY if group.kind == TRIPLET else EVERY & ~hand_flags.TRIPLETS
    return kept if terminal(group) else kept & ~hand_flags.OUTSIDE


def terminal(group: Group) -> bool:
    """Whether a 1 or a 9 is in the set."""
    rank = RANK[group.tile]
    return rank in (1, 7) if group.kind == RUN_SET else rank in (1, 9)
