"""How far a hand is from winning: the fewest tiles that must come before it is complete, and which tiles bring it nearer.

Exact, by looking up suits: a suit's *need* says for every number of sets, with a pair or without, how many tiles are missing
for it at least, and which tiles those are. A hand is its suits' needs put together. A need is one int, the number of
missing tiles above the bits of the kinds that are among them: of needs that have no kind in common the sum is the need of both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple

from referee.mahjong.hand.candidate import Meld
from referee.mahjong.hand.tiles import HONOURS, KINDS, RANK, SHIFT, SUIT, UNIT, count

ONE = 1 << KINDS + 2
"""One missing tile; below it stand the kinds, nine bits a suit."""
NEVER = 64 * ONE
"""The need of what cannot be."""
SETS, PAIRS, FREE = "sets", "pairs", "free"
ANY_RANK = 0x1FF
LEFT = 5
"""A suit is looked up in two parts: its first five ranks and its last four."""
MOST_SETS = 4
SIZE = 2 * MOST_SETS + 2
"""How many numbers of sets and pairs a hand may have: ``2 * sets + pair``."""
COPIES = 4
CACHED = 1 << 16

Needs = tuple[int, ...]
"""The need for so many sets without and with a pair (``2 * sets + pair``), or for so many pairs."""


class Form(NamedTuple):
    """A shape in which a game's hands are complete.

    ``sets``: sets and a pair, without ``runs`` triplets only, the pair of one of ``pair_ranks`` (a bit a rank, of a suit);
    ``pairs``: seven pairs; ``free``: any tiles of ``pair_ranks``. ``suits``: how many of the three suits it may hold;
    ``barred``: suits that it may not, a bit each. ``sets``: how many sets a hand has beside its pair.
    """

    shape: str = SETS
    runs: bool = True
    pair_ranks: int = ANY_RANK
    suits: int = HONOURS
    barred: int = 0
    sets: int = MOST_SETS


STANDARD_FORMS = (Form(), Form(PAIRS))
"""Four sets and a pair, or seven pairs (MJ-4.1)."""


class Distance(NamedTuple):
    """The number of tiles that a hand needs to be ready (0: it is ready, -1: it is complete), and the kinds that bring it
    nearer, one bit each."""

    steps: int
    nearer: int


def distance(
    forms: Sequence[Form], copies: Sequence[int], keys: Sequence[int], melds: Sequence[Meld], ghost: int | None = None
) -> Distance | None:
    """The distance of these concealed tiles and melds from a complete hand of one of the forms; None if they cannot become one.

    A ghost stands for any suit tile; of no kind a hand uses more copies than there are.
    """
    ghosts = 0 if ghost is None else count(keys, ghost)
    rooms = _rooms(tuple(copies), laid_tiles(melds), ghost)
    if ghost is not None:
        keys = [*keys[:HONOURS], keys[HONOURS] - (ghosts << SHIFT[ghost])]
    best = NEVER
    for form in forms:
        for need in _of_form(form, rooms, keys, melds):
            best = better(best, need)
    if best >= NEVER:
        return None
    steps, nearer = (best >> KINDS + 2) - ghosts - 1, best & ONE - 1
    if ghost is not None and steps >= 0 and ghosts + _in_melds(melds, ghost) < copies[ghost]:
        nearer |= 1 << ghost
    return Distance(steps, nearer)


def possible(forms: Sequence[Form], rooms: Sequence[int], melds: Sequence[Meld]) -> int:
    """The kinds of the concealed tiles of all complete hands of these forms beside these melds, one bit each.

    ``rooms``: the most tiles of each kind that there may be of it, as a key for each suit.
    """
    best = NEVER
    for form in forms:
        for need in _of_form(form, rooms, (0, 0, 0, 0), melds):
            best = better(best, need)
    return 0 if best >= NEVER else best & ONE - 1


def better(one: int, other: int) -> int:
    """The smaller of two needs; if they are equal, with the kinds of both."""
    if one ^ other < ONE:
        return one | other
    return one if one < other else other


@lru_cache(1024)
def _rooms(copies: tuple[int, ...], laid: tuple[int, ...], ghost: int | None) -> tuple[int, ...]:
    """The most tiles of each kind that the concealed part of a complete hand may hold beside these melds, as a key for each
    suit."""
    left = [0 if kind == ghost else min(COPIES, number) for kind, number in enumerate(copies)]
    for kind in laid:
        left[kind] = max(0, left[kind] - 1)
    rooms = [0, 0, 0, 0]
    for kind, number in enumerate(left):
        rooms[SUIT[kind]] += number * UNIT[kind]
    return tuple(rooms)


def laid_tiles(melds: Sequence[Meld]) -> tuple[int, ...]:
    """The tiles of melds; a ghost counts as the tile that it stands for."""
    return tuple(kind for meld in melds for kind in (meld.tiles if meld.kind == "chi" else (meld.tile,) * len(meld.tiles)))


def _in_melds(melds: Sequence[Meld], kind: int) -> int:
    return sum(meld.tiles.count(kind) for meld in melds)


def _of_form(form: Form, rooms: Sequence[int], keys: Sequence[int], melds: Sequence[Meld]) -> Iterator[int]:
    """The needs of a hand for one form, one for every choice of suits that its melds allow."""
    if form.shape == PAIRS and melds or not form.runs and any(meld.kind == "chi" for meld in melds):
        return
    if form.shape == FREE:
        yield _free(form, rooms, keys, melds)
        return
    held = {SUIT[meld.tile] for meld in melds} - {HONOURS}
    allowed = [suit for suit in range(HONOURS) if not form.barred >> suit & 1]
    for suits in combinations(allowed, min(form.suits, len(allowed))):
        if held <= set(suits):
            used = [*suits, HONOURS] if rooms[HONOURS] else suits
            if form.shape == PAIRS:
                needs = [_pairs(suit, keys[suit], rooms[suit]) for suit in used]
                yield _last(_all_but_last(needs, 1), needs[-1], 7, 1)
            else:
                needs = [_of_suit(suit, keys[suit], rooms[suit], form) for suit in used]
                yield _last(_all_but_last(needs, 2), needs[-1], 2 * (form.sets - len(melds)) + 1, 2)


def _of_suit(suit: int, key: int, room: int, form: Form) -> Needs:
    """The needs of one suit for this form. Honours form no runs, and any of them may be the pair."""
    return _sets(suit, key, room, False, ANY_RANK) if suit == HONOURS else _sets(suit, key, room, form.runs, form.pair_ranks)


def _free(form: Form, rooms: Sequence[int], keys: Sequence[int], melds: Sequence[Meld]) -> int:
    """The need of a hand of tiles of certain ranks in any arrangement."""
    if any(not form.pair_ranks >> RANK[kind] - 1 & 1 or kind // 9 == HONOURS for meld in melds for kind in meld.tiles):
        return NEVER
    missing, kinds, most = 2 + 3 * (form.sets - len(melds)), 0, 0
    for kind in range(9 * HONOURS):
        room, held = rooms[SUIT[kind]] >> SHIFT[kind] & 7, count(keys, kind)
        if form.pair_ranks >> RANK[kind] - 1 & 1:
            missing, most = missing - min(held, room), most + max(0, room - held)
            kinds |= (held < room) << kind
    if missing > most:
        return NEVER
    return missing * ONE + kinds if missing > 0 else 0


# -- suits put together ----------------------------------------------------------------------------------------


def _all_but_last(needs: Sequence[Needs], kinds: int) -> Needs:
    joined = needs[0]
    for more in needs[1:-1]:
        joined = _joined(joined, more, kinds)
    return joined if len(needs) > 1 else NOTHING[kinds]


@lru_cache(CACHED)
def _joined(one: Needs, other: Needs, kinds: int) -> Needs:
    """The needs of two suits together. ``kinds`` is 2 if sets and pairs are counted separately, else 1."""
    return tuple([_last(one, other, wanted, kinds) for wanted in range(len(one))])


def _last(one: Needs, other: Needs, wanted: int, kinds: int) -> int:
    """The need of two suits together for one number of sets and pairs."""
    best = NEVER
    for own in _shares(wanted, kinds):
        need = one[own] + other[wanted - own]
        if need ^ best < ONE:
            best |= need
        elif need < best:
            best = need
    return best


@cache
def _shares(wanted: int, kinds: int) -> tuple[int, ...]:
    """The numbers of sets and pairs that one of two suits may have of this total."""
    return tuple(own for own in range(wanted + 1) if own % kinds <= wanted % kinds)


NOTHING = {1: (0, *[NEVER] * 7), 2: (0, *[NEVER] * (SIZE - 1))}
"""The needs of no suit at all, of pairs and of sets."""


@lru_cache(CACHED)
def _pairs(suit: int, key: int, room: int) -> Needs:
    """The needs of a suit's tiles for 0 to 7 pairs, four of a kind counting as two. Pairs in hand need nothing, one for each
    single tile needs one, others need two."""
    whole = alone = empty = alone_kinds = empty_kinds = 0
    for rank in range(9):
        held, most = key >> 3 * rank & 7, (room >> 3 * rank & 7) // 2
        here = min(held // 2, most)
        more = held % 2 if here < most else 0
        whole, alone, empty = whole + here, alone + more, empty + most - here - more
        alone_kinds |= more << 9 * suit + rank
        empty_kinds |= (most > here + more) << 9 * suit + rank
    needs = [0] * (whole + 1)
    needs += [number * ONE + alone_kinds for number in range(1, alone + 1)]
    needs += [(alone + 2 * number) * ONE + (alone_kinds | empty_kinds) for number in range(1, min(empty, 7) + 1)]
    return tuple((needs + [NEVER] * 8)[:8])


# -- one suit, in sets and a pair ------------------------------------------------------------------------------


@lru_cache(CACHED)
def _sets(suit: int, key: int, room: int, runs: bool, pair_ranks: int) -> Needs:
    """The needs of a suit's tiles for 0 to 4 sets, with and without a pair. Its lower and upper ranks are looked up separately
    and joined."""
    low = (1 << 3 * LEFT) - 1
    best = [NEVER] * SIZE
    upper = key >> 3 * LEFT, room >> 3 * LEFT, runs, pair_ranks >> LEFT
    for last, before, lower in _lower(key & low, room & low, runs, pair_ranks):
        rest = _across(*upper, last, before)
        for made, need in lower:
            for more, other in rest[made & 1]:
                if (together := made + more) >= SIZE:
                    break
                both, known = need + other, best[together]
                if both ^ known < ONE:
                    best[together] = both | known
                elif both < known:
                    best[together] = both
    return tuple([need if need >= NEVER else need + (need & ONE - 1) * ((1 << 9 * suit) - 1) for need in best])


Made = tuple[tuple[int, int], ...]
"""Numbers of sets and pairs, each with its need."""


@lru_cache(CACHED)
def _lower(key: int, room: int, runs: bool, pair_ranks: int) -> tuple[tuple[int, int, Made], ...]:
    """The sets and pairs that the lower ranks can form, with their needs, by the numbers of runs that start in the last two of
    these ranks."""
    states = {(0, 0): {0: 0}}
    for rank in range(LEFT):
        grown: dict[tuple[int, int], dict[int, int]] = {}
        for (last, before), made in states.items():
            for more, starts, here in _at_rank(key, room, rank, last, before, runs, pair_ranks):
                after = grown.setdefault((starts, last), {})
                for so_far, need in made.items():
                    if so_far + more < SIZE and not so_far & more & 1:
                        after[so_far + more] = better(after.get(so_far + more, NEVER), need + here)
        states = grown
    return tuple((last, before, tuple(sorted(made.items()))) for (last, before), made in states.items())


@lru_cache(CACHED)
def _across(key: int, room: int, runs: bool, pair_ranks: int, last: int, before: int) -> tuple[Made, Made]:
    """The sets and pairs that the upper ranks can form when these runs reach into them, with their needs: all, then those
    without a pair."""
    needs = _upper(key, room, last, before, runs, pair_ranks, 9 - LEFT)
    every = [(made, need + (need & ONE - 1) * ((1 << LEFT) - 1)) for made, need in enumerate(needs) if need < NEVER]
    return tuple(every), tuple((made, need) for made, need in every if not made & 1)


@lru_cache(CACHED)
def _upper(key: int, room: int, last: int, before: int, runs: bool, pair_ranks: int, ranks: int) -> Needs:
    """The needs of the upper ranks, by numbers of sets and pairs, when these runs reach into them."""
    if not ranks:
        return NOTHING[2] if not (last or before) else (NEVER,) * SIZE
    best = [NEVER] * SIZE
    for made, starts, here in _at_rank(key, room, 0, last, before, runs and ranks > 2, pair_ranks):
        rest = _upper(key >> 3, room >> 3, starts, last, runs, pair_ranks >> 1, ranks - 1)
        for more, need in enumerate(rest[: SIZE - made]):
            if need < NEVER and not made & more & 1:
                best[made + more] = better(best[made + more], here + need + (need & ONE - 1))
    return tuple(best)


def _at_rank(
    key: int, room: int, rank: int, last: int, before: int, runs: bool, pair_ranks: int
) -> Iterator[tuple[int, int, int]]:
    """The ways to use one rank (a triplet, the pair, runs starting there; three runs are three triplets): each as a number of
    sets and pairs, how many of them are runs, and its need."""
    held, most = key >> 3 * rank & 7, room >> 3 * rank & 7
    for triplet in (0, 1):
        for two in (0, 1) if pair_ranks >> rank & 1 else (0,):
            for starts in (0, 1, 2) if runs else (0,):
                used = last + before + starts + 3 * triplet + 2 * two
                if used > most:
                    break
                yield 2 * (triplet + starts) + two, starts, (used - held) * ONE + (1 << rank) if used > held else 0
