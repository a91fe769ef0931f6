"""Hands with ghosts, tiles that stand for any suit tile: each suit is solved for every number of ghosts, and suits are
combined.

Nothing is tried out tile by tile. A suit's answer says, for any number of ghosts laid among its tiles, the largest number of
*quads* by which it can be read (kinds held four times, open melds among them), or that it cannot. No kind is ever held more than
four times. Open melds are given as a key of their own, three bits a rank: 3 or 4 of a kind. Where a table plays with
some ranks only, ``low`` is the lowest of them, counted from 0, and ``ranks`` their number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from referee.mahjong.hand.candidate import Meld
from referee.mahjong.hand.readings import RUN_SET, TRIPLET, Group
from referee.mahjong.hand.tiles import HONOURS, SHIFT, SUIT, UNIT

MOST: Final = 12
"""The most ghosts that a hand can hold."""
RANKS: Final = 9
COPIES: Final = 4

Best = tuple[int, ...]
"""The largest number of quads for 0, 1, 2 … ghosts; -1: cannot be read so."""

IMPOSSIBLE: Final[Best] = (-1,) * (MOST + 1)
NOTHING: Final[Best] = (0,) + (-1,) * MOST

_solved: Final[dict[tuple[int, int, int, int, int, bool, bool], Best]] = {}
_suits: Final[dict[tuple[int, int, int], GhostSuit]] = {}
_waits: Final[dict[tuple[int, int, int], tuple[tuple[int, ...], tuple[int, ...]]]] = {}


class Fitted(NamedTuple):
    """One way to read a hand with ghosts: its sets and pair (none for seven pairs), and how many quads it has."""

    quads: int
    groups: tuple[Group, ...] = ()
    pair: int | None = None


def solve(key: int, melds: int, pair: bool, runs: bool = True, ranks: int = RANKS, last: int = 0, before: int = 0) -> Best:
    """The most quads of a suit's tiles read as sets (and one ``pair``), for every number of ghosts among them, from some rank
    up.

    ``last`` and ``before`` are the runs that started one and two ranks below, and reach into these.
    """
    if not ranks:
        return NOTHING if not (pair or last or before) else IMPOSSIBLE
    question = (key, melds, ranks, last, before, pair, runs)
    known = _solved.get(question)
    if known is None:
        best = list(IMPOSSIBLE)
        for ghosts, quad, _, rest in _choices(*question):
            for more in range(MOST + 1 - ghosts):
                if rest[more] >= 0 and rest[more] + quad > best[more + ghosts]:
                    best[more + ghosts] = rest[more] + quad
        _solved[question] = known = tuple(best)
    return known


def _choices(
    key: int, melds: int, ranks: int, last: int, before: int, pair: bool, runs: bool
) -> Iterator[tuple[int, int, tuple[int, int, int], Best]]:
    """The ways to use the lowest rank (a triplet, a pair, runs starting there): the ghosts that each takes, whether it is a
    quad, its parts, and the solution of the ranks above."""
    held, room = key & 7, COPIES - (melds & 7)
    for triplet in (0, 1):
        for two in (0, 1) if pair else (0,):
            for starts in range(COPIES + 1) if runs and ranks > 2 else (0,):
                used = last + before + starts + 3 * triplet + 2 * two
                if used > room:
                    break
                if held <= used <= held + MOST:
                    rest = solve(key >> 3, melds >> 3, pair and not two, runs, ranks - 1, starts, last)
                    yield used - held, int(used == room), (triplet, two, starts), rest


def meld_keys(melds: Sequence[Meld]) -> tuple[int, int, int]:
    """The open melds of each suit as a key, a ghost counting as the tile that it stands for; more than four of a kind leave no
    reading."""
    if not melds:
        return 0, 0, 0
    held: dict[int, int] = {}
    for meld in melds:
        held[meld.tile] = held.get(meld.tile, 0) + len(meld.tiles)
    keys = [0, 0, 0]
    for tile, number in held.items():
        keys[SUIT[tile]] += min(number, 7) * UNIT[tile]
    return keys[0], keys[1], keys[2]


class GhostSuit(NamedTuple):
    """The solutions of one suit: as sets, and as sets and a pair; then the same without runs."""

    whole: Best
    paired: Best
    triplets: Best
    paired_triplets: Best


def suit(key: int, melds: int, low: int = 0, ranks: int = RANKS) -> GhostSuit:
    """The solutions of a suit's tiles with ghosts among them, beside its open melds."""
    if low:
        key, melds = key >> 3 * low, melds >> 3 * low
    known = _suits.get((key, melds, ranks))
    if known is None:
        asked = ((False, True), (True, True), (False, False), (True, False))
        _suits[key, melds, ranks] = known = GhostSuit(*(solve(key, melds, pair, runs, ranks) for pair, runs in asked))
    return known


def quads(known: Sequence[GhostSuit], ghosts: int, runs: bool = True) -> int:
    """The most quads if one or two suits are read as sets and a pair; -1 if they cannot be."""
    whole, paired = (0, 1) if runs else (2, 3)
    if len(known) == 1:
        return known[0][paired][ghosts]
    one, other = known
    return max(_together(one[whole], other[paired], ghosts), _together(other[whole], one[paired], ghosts))


def _together(sets: Best, rest: Best, ghosts: int) -> int:
    """The most quads of two suits that share the ghosts; -1 if they cannot be read so."""
    best = -1
    for share in range(ghosts + 1):
        if sets[share] >= 0 and rest[ghosts - share] >= 0 and sets[share] + rest[ghosts - share] > best:
            best = sets[share] + rest[ghosts - share]
    return best


def fitted(
    keys: Sequence[int],
    melds: Sequence[int],
    ghosts: int,
    suits: Sequence[int],
    runs: bool = True,
    low: int = 0,
    ranks: int = RANKS,
) -> Fitted | None:
    """The reading as sets and a pair in these suits that has the most quads; None if there is none.

    ``keys`` are the natural tiles of the three suits; of tiles or melds in other suits nothing is known here.
    """
    best: tuple[int, dict[int, int], int] | None = None
    keys, melds = [key >> 3 * low for key in keys[:HONOURS]], [key >> 3 * low for key in melds]
    for home in suits:
        for shares in _shares(ghosts, len(suits)):
            dealt = dict(zip(suits, shares, strict=True))
            parts = [solve(keys[suit], melds[suit], suit == home, runs, ranks)[dealt[suit]] for suit in suits]
            if min(parts) >= 0 and (best is None or sum(parts) > best[0]):
                best = sum(parts), dealt, home
    if best is None:
        return None
    quads, dealt, home = best
    groups: list[Group] = []
    pair: int | None = None
    for suit in suits:
        for kind, tile in _laid_out(keys[suit], melds[suit], suit == home, runs, dealt[suit], ranks):
            if kind == "pair":
                pair = 9 * suit + low + tile
            else:
                groups.append(Group(kind, 9 * suit + low + tile))
    return Fitted(quads, tuple(groups), pair)


def _shares(ghosts: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Every way to distribute ghosts among this many suits."""
    if parts == 1:
        yield (ghosts,)
        return
    for first in range(ghosts + 1):
        for rest in _shares(ghosts - first, parts - 1):
            yield (first, *rest)


def _laid_out(key: int, melds: int, pair: bool, runs: bool, ghosts: int, every: int) -> Iterator[tuple[str, int]]:
    """The sets and the pair of a suit by its best reading, each with its (lowest) rank, counted from the lowest in play."""
    last = before = 0
    for rank in range(every):
        ranks = every - rank
        best = solve(key, melds, pair, runs, ranks, last, before)[ghosts]
        used, (triplet, two, starts) = next(
            (used, made)
            for used, quad, made, rest in _choices(key, melds, ranks, last, before, pair, runs)
            if used <= ghosts and rest[ghosts - used] >= 0 and rest[ghosts - used] + quad == best
        )
        yield from [(TRIPLET, rank)] * triplet + [("pair", rank)] * two + [(RUN_SET, rank)] * starts
        key, melds, pair, ghosts = key >> 3, melds >> 3, pair and not two, ghosts - used
        last, before = starts, last


def paired(keys: Sequence[int], ghosts: int) -> int | None:
    """The most quads of fourteen tiles read as seven pairs (four of a kind is two pairs); None if they cannot be.

    A ghost goes to every tile left alone; then two of them make a quad of a pair, or four a quad of their own.
    """
    m, p, s = map(_in_pairs, keys)
    spare = ghosts - m[0] - p[0] - s[0]
    if spare < 0 or spare % 2:
        return None
    raised = min(m[1] + p[1] + s[1], spare // 2)
    return m[2] + p[2] + s[2] + raised + (spare // 2 - raised) // 2


@cache
def _in_pairs(key: int) -> tuple[int, int, int]:
    """Counts of a suit: single tiles left over by pairs, kinds held once or twice, kinds held three or four times."""
    held = [key >> shift & 7 for shift in range(0, 3 * RANKS, 3)]
    if max(held) > COPIES:
        return MOST + 1, 0, 0
    return sum(number & 1 for number in held), sum(number in (1, 2) for number in held), sum(number > 2 for number in held)


def stand_ins(keys: Sequence[int], ghosts: int, groups: Sequence[Group], pair: int | None, copies: Sequence[int]) -> list[int]:
    """The kind that each ghost of a hand stands for by this reading; without a pair the reading is seven pairs. ``copies``: how
    many of each kind are in play."""
    if pair is None:
        return _paired_off(keys, ghosts, copies)
    held = [0] * (RANKS * HONOURS)
    for group in groups:
        for step in (0, 1, 2):
            held[group.tile + step * (group.kind == RUN_SET)] += 1
    held[pair] += 2
    return [kind for kind, wanted in enumerate(held) for _ in range(wanted - (keys[SUIT[kind]] >> SHIFT[kind] & 7))]


def _paired_off(keys: Sequence[int], ghosts: int, copies: Sequence[int]) -> list[int]:
    """The kind that each ghost stands for in seven pairs, laid as by ``paired``."""
    held = [keys[SUIT[kind]] >> SHIFT[kind] & 7 for kind in range(RANKS * HONOURS)]
    laid = [kind for kind, number in enumerate(held) if number % 2]
    own = [kind for kind, number in enumerate(held) if number]
    twos = [kind for kind in own if held[kind] < 3]
    suits = {kind // RANKS for kind in own}
    fresh = [kind for kind, number in enumerate(held) if not number and copies[kind] and kind // RANKS in suits]
    for kind in [*twos, *(kind for kind in fresh for _ in range(2))]:
        if ghosts - len(laid) >= 2:
            laid += [kind, kind]
    return sorted(laid)


def waits(keys: Sequence[int], melds: Sequence[int], ghosts: int, suits: Sequence[int], low: int = 0, ranks: int = RANKS) -> int:
    """The kinds, one bit each, that complete tiles and ghosts to sets and a pair in these two suits."""
    found = 0
    if low:
        keys, melds = [key >> 3 * low for key in keys[:HONOURS]], [key >> 3 * low for key in melds]
    for suit, other in (suits, suits[::-1]):
        whole, as_pair = _suit_waits(keys[suit], melds[suit], ranks)
        other_whole = solve(keys[other], melds[other], False, ranks=ranks)
        other_pair = solve(keys[other], melds[other], True, ranks=ranks)
        for share in range(ghosts + 1):
            if other_pair[ghosts - share] >= 0:
                found |= whole[share] << 9 * suit + low
            if other_whole[ghosts - share] >= 0:
                found |= as_pair[share] << 9 * suit + low
    return found


def _suit_waits(key: int, melds: int, ranks: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The ranks, one bit each, that complete a suit to sets, and to sets and a pair, for 0, 1, 2 … ghosts."""
    known = _waits.get((key, melds, ranks))
    if known is None:
        found: tuple[list[int], list[int]] = ([0] * (MOST + 1), [0] * (MOST + 1))
        for rank in range(ranks):
            if (key >> 3 * rank & 7) + (melds >> 3 * rank & 7) < COPIES:
                for masks, pair in zip(found, (False, True), strict=True):
                    for ghosts, quads in enumerate(solve(key + (1 << 3 * rank), melds, pair, ranks=ranks)):
                        masks[ghosts] |= (quads >= 0) << rank
        _waits[key, melds, ranks] = known = tuple(found[0]), tuple(found[1])
    return known


def pair_waits(keys: Sequence[int], ghosts: int) -> int:
    """The kinds, one bit each, that complete thirteen tiles and ghosts to seven pairs."""
    alone = [9 * suit + rank for suit, key in enumerate(keys) for rank in range(RANKS) if key >> 3 * rank & 1]
    if len(alone) < ghosts:
        return sum(1 << kind for kind in range(9 * HONOURS) if keys[SUIT[kind]] >> SHIFT[kind] & 7 < COPIES)
    return sum(1 << kind for kind in alone) if len(alone) - 1 <= ghosts else 0
