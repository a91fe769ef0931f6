"""How the tiles of one suit can be read: as sets, as sets and a pair, as pairs, and what they wait for.

Every answer is looked up by the suit's key (see ``tiles``); a key met for the first time is worked out once and kept.
A set is a small int: ``rank`` (0–8) for a triplet, ``RUN + rank`` for a run that starts there.
"""

from __future__ import annotations

from typing import Final

from referee.mahjong.hand.tiles import fours, size

RUN: Final = 16

Sets = tuple[int, ...]


class Suit:
    """The shapes of the tiles of one suit, looked up once.

    ``whole`` they are sets and nothing else; ``paired`` sets and one pair; ``whole_waits`` and ``paired_waits`` are the
    ranks (one bit each) of which one more would make them so; ``pairs`` counts pairs (four of a kind is two), ``odd``
    holds the ranks left over by them, one bit each. ``taken`` is all three: a rank outside it completes no hand. ``size`` is
    how many tiles they are, ``fours`` how many ranks of them are held exactly four times.
    """

    __slots__ = ("fours", "odd", "paired", "paired_waits", "pairs", "size", "taken", "whole", "whole_waits")

    def __init__(
        self, whole: bool, paired: bool, whole_waits: int, paired_waits: int, pairs: int, odd: int, size: int, fours: int
    ) -> None:
        self.whole = whole
        self.paired = paired
        self.whole_waits = whole_waits
        self.paired_waits = paired_waits
        self.pairs = pairs
        self.odd = odd
        self.taken = whole_waits | paired_waits | odd
        self.size = size
        self.fours = fours


_sets: Final[dict[tuple[int, bool], tuple[Sets, ...]]] = {}
_paired: Final[dict[tuple[int, bool], tuple[tuple[int, Sets], ...]]] = {}
_suits: Final[dict[int, Suit]] = {}
_honours: Final[dict[int, Suit]] = {}


def sets(key: int, runs: bool = True) -> tuple[Sets, ...]:
    """Every way to read a suit's tiles as sets and nothing else. ``runs`` is False for the honours.

    The lowest rank decides: it is in at most one triplet, and what is left of it must start runs.
    """
    if not key:
        return ((),)
    known = _sets.get((key, runs))
    if known is None:
        _sets[key, runs] = known = tuple(_readings(key, runs))
    return known


def _readings(key: int, runs: bool) -> list[Sets]:
    shift = ((key & -key).bit_length() - 1) // 3 * 3
    rank = shift // 3
    held = key >> shift & 7
    found: list[Sets] = []
    for triplets in (1, 0):
        starts = held - 3 * triplets
        if starts < 0 or (starts and (not runs or rank > 6)):
            continue
        if starts and ((key >> shift + 3 & 7) < starts or (key >> shift + 6 & 7) < starts):
            continue
        rest = key - (held << shift) - (starts << shift + 3) - (starts << shift + 6)
        first = (rank,) * triplets + (RUN + rank,) * starts
        found.extend(first + others for others in sets(rest, runs))
    return found


def paired(key: int, runs: bool = True) -> tuple[tuple[int, Sets], ...]:
    """Every way to read a suit's tiles as one pair (its rank) and sets."""
    known = _paired.get((key, runs))
    if known is None:
        pairs = [rank for rank in range(9) if (key >> 3 * rank & 7) >= 2]
        _paired[key, runs] = known = tuple((rank, rest) for rank in pairs for rest in sets(key - (2 << 3 * rank), runs))
    return known


def suit(key: int) -> Suit:
    """The shapes of a suit's tiles."""
    known = _suits.get(key)
    if known is None:
        _suits[key] = known = _look(key, True, 9)
    return known


def honours(key: int) -> Suit:
    """The shapes of a hand's honours, which form no runs."""
    known = _honours.get(key)
    if known is None:
        _honours[key] = known = _look(key, False, 7)
    return known


def _look(key: int, runs: bool, ranks: int) -> Suit:
    tiles = size((key, 0, 0, 0) if runs else (0, 0, 0, key))
    whole_waits = paired_waits = pairs = odd = 0
    for rank in range(ranks):
        held = key >> 3 * rank & 7
        pairs += held >> 1
        odd |= (held & 1) << rank
        if held >= 4:
            continue
        more = key + (1 << 3 * rank)
        if sets(more, runs):
            whole_waits |= 1 << rank
        if paired(more, runs):
            paired_waits |= 1 << rank
    return Suit(bool(sets(key, runs)), bool(paired(key, runs)), whole_waits, paired_waits, pairs, odd, tiles, fours(key))
