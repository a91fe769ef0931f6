"""Winning hands, their readings, and the ordered table of fans that values a reading (MJ-4.1, MJ-4.4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from typing import Final, NamedTuple

from referee.mahjong.hand import hand_flags
from referee.mahjong.hand.readiness import all_pairs, home, suits_of
from referee.mahjong.hand.shapes import RUN, Sets, Suit, paired, sets
from referee.mahjong.hand.tiles import HONOURS, RANK, UNIT, count, fours
from referee.rulebook import Clause, Raise
from referee.verdict import FanEntry

STANDARD: Final = "standard"
PAIRS: Final = "pairs"
RUN_SET: Final = "run"
TRIPLET: Final = "triplet"

WHOLE: Final = 14
"""The tiles of a winning hand, a kong as three."""
NO_FLAGS: Final[frozenset[str]] = frozenset()
OF_258: Final = (2, 5, 8)
"""The ranks of the 將 tiles."""
_NOT_258: Final = ~sum(7 << 3 * rank - 3 for rank in OF_258)
"""The bits of a suit's key that are set where it holds any other rank."""


class Meld:
    """An exposed meld or a kong: its kind (``chi peng direct concealed added``), lowest tile, tiles, and whence it came.

    It is never changed, and is known by itself: two melds of the same tiles are two.
    """

    __slots__ = ("kind", "move", "source", "tile", "tiles")

    def __init__(self, kind: str, tile: int, tiles: tuple[int, ...], source: int | None = None, move: int = 0) -> None:
        self.kind = kind
        self.tile = tile
        self.tiles = tiles
        self.source = source
        self.move = move


class Group(NamedTuple):
    """A set of a reading: a run by its lowest tile, or a triplet (a kong is one)."""

    kind: str
    tile: int


def suits_held(keys: Sequence[int], melds: Sequence[Meld]) -> int:
    """The suits of tiles and melds, a bit each, honours left out."""
    m, p, s, _ = keys
    held = (m > 0) | (p > 0) << 1 | (s > 0) << 2
    for meld in melds:
        held |= 1 << meld.tile // 9
    return held & 7


class CandidateHand:
    """A hand that wins, or would: concealed keys with the winning tile in them, melds, and how the tile came.

    ``by`` is ``draw``, ``discard`` or ``rob``; ``flags`` the circumstances: ``gangshanghua gangshangpao haidi tianhu
    dihu`` and what a game adds.
    """

    __slots__ = ("_suits", "_hand_flags", "by", "flags", "keys", "melds", "tile")

    def __init__(
        self, keys: Sequence[int], melds: tuple[Meld, ...], tile: int | None, by: str = "draw", flags: frozenset[str] = NO_FLAGS
    ) -> None:
        self.keys = keys
        self.melds = melds
        self.tile = tile
        self.by = by
        self.flags = flags
        self._hand_flags = -1
        self._suits: tuple[Suit, Suit, Suit, Suit] | None = None

    @property
    def known(self) -> tuple[Suit, Suit, Suit, Suit]:
        """What is known of each suit of the concealed tiles."""
        if self._suits is None:
            self._suits = suits_of(self.keys)
        return self._suits

    def whole(self) -> bool:
        """Whether it has the size of a winning hand."""
        m, p, s, z = self.known
        return m.size + p.size + s.size + z.size + 3 * len(self.melds) == WHOLE

    def copies(self, kind: int) -> int:
        """How many of a kind are in hand and melds."""
        copies = count(self.keys, kind)
        for meld in self.melds:
            copies += meld.tiles.count(kind)
        return copies

    def suits(self) -> int:
        """How many suits hand and melds hold, honours not counted."""
        return suits_held(self.keys, self.melds).bit_count()

    def quads(self) -> int:
        """The kinds held four times that are no kong."""
        held = list(self.keys)
        kongs: list[int] = []
        for meld in self.melds:
            if len(meld.tiles) == 4:
                kongs.append(meld.tile)
            elif meld.kind == "peng":
                held[meld.tile // 9] += 3 * UNIT[meld.tile]
            else:
                for tile in meld.tiles:
                    held[tile // 9] += UNIT[tile]
        return sum(map(fours, held)) - sum(count(held, kind) == 4 for kind in kongs)

    @property
    def hand_flags(self) -> int:
        """What is so of the hand however it is read, and of how it wins (``hand_flags``)."""
        if self._hand_flags < 0:
            self._hand_flags = self._found()
        return self._hand_flags

    def _found(self) -> int:
        m, p, s, z = self.keys
        found = hand_flags.of_circumstances(self.by, self.flags)
        melds = self.melds
        honours, only_258, exposed = z > 0, not (m | p | s | z) & _NOT_258, 0
        for meld in melds:
            if meld.tile // 9 == HONOURS:
                honours = True
            if meld.kind == "chi" or meld.tile % 9 + 1 not in OF_258:
                only_258 = False
            if len(meld.tiles) == 4:
                found |= hand_flags.KONG
            exposed += meld.kind != "concealed"
        if exposed:
            found |= hand_flags.OPEN_MELD
        if len(melds) == 4:
            found |= hand_flags.FOUR_MELDS | hand_flags.FOUR_OPEN_MELDS if exposed == 4 else hand_flags.FOUR_MELDS
        if suits_held(self.keys, melds).bit_count() == 1:
            found |= hand_flags.ONE_SUIT if honours else hand_flags.ONE_SUIT | hand_flags.PURE
        if honours:
            found |= hand_flags.WITH_HONOURS
        if only_258:
            found |= hand_flags.ALL_258
        if sum([suit.fours for suit in self.known]):
            found |= hand_flags.FOUR_IN_HAND
        return found


class Reading:
    """One way to read a candidate: sets and a pair, or (``shape`` ``pairs``) seven pairs with no groups.

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


class WinValue:
    """What a winning hand is worth by one reading.

    ``value`` is the win value in the game's unit, ``fans`` what makes it. ``rank`` is what the lock on a missed win compares.
    ``breaks`` is raised by a win that stands all the same (a minimum).
    """

    __slots__ = ("breaks", "fans", "rank", "reading", "value")

    def __init__(self, value: int, fans: tuple[FanEntry, ...], rank: int, reading: Reading, breaks: Raise | None = None) -> None:
        self.value = value
        self.fans = fans
        self.rank = rank
        self.reading = reading
        self.breaks = breaks


Holds = Callable[[Reading], bool | int]


class Fan(NamedTuple):
    """One line of a game's table: code, Chinese name, value in the game's unit, clause, and the hand flags that a reading with it
    has; where they do not say all of it, ``holds`` does (a number: how many times)."""

    code: str
    name: str
    value: int
    clause: Clause
    hand_flags: int
    holds: Holds | None = None

    def entry(self) -> FanEntry:
        """The line as a verdict tells it."""
        return FanEntry(self.code, self.name, self.value, self.clause.id)


class FanTable:
    """A game's fans in their order. The hand flags of a reading settle most of them, and what they settle is kept."""

    __slots__ = ("_kept", "_named", "fans")

    def __init__(self, fans: Sequence[Fan]) -> None:
        self.fans = tuple(fans)
        self._named = 0
        for fan in fans:
            self._named |= fan.hand_flags
        self._kept: dict[int, tuple[tuple[FanEntry, ...], tuple[tuple[FanEntry, Holds | None], ...]]] = {}

    def possible(self, having: int) -> list[Fan]:
        """The fans of which these hand flags have all."""
        return [fan for fan in self.fans if not fan.hand_flags & ~having]

    def entries(self, reading: Reading) -> tuple[FanEntry, ...]:
        """What a reading has of the table, in the table's order."""
        having = reading.hand_flags & self._named
        kept = self._kept.get(having)
        if kept is None:
            kept = self._kept[having] = self._settle(having)
        settled, asked = kept
        if not asked:
            return settled
        found: list[FanEntry] = []
        for entry, holds in asked:
            times = 1 if holds is None else int(holds(reading))
            if times:
                found += [entry] * times
        return tuple(found)

    def _settle(self, having: int) -> tuple[tuple[FanEntry, ...], tuple[tuple[FanEntry, Holds | None], ...]]:
        """What these flags settle: the entries, or where some fan has to be asked, all the entries with who is to be asked."""
        possible = [(fan.entry(), fan.holds) for fan in self.possible(having)]
        if any(holds for _, holds in possible):
            return (), tuple(possible)
        return tuple(entry for entry, _ in possible), ()


def readings(candidate: CandidateHand) -> list[Reading]:
    """Every reading of a candidate; none where it is no winning hand."""
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
    """Every way to read a suit's tiles as a pair and sets: the pair, the sets, and the hand flags that they leave."""
    found = []
    for rank, codes in paired(key, suit != HONOURS):
        groups, kept = _part(suit, codes)
        kept &= ~hand_flags.PAIR_258 if rank + 1 not in OF_258 else EVERY
        kept &= ~hand_flags.OUTSIDE if rank + 1 not in (1, 9) else EVERY
        found.append((9 * suit + rank, groups, kept))
    return tuple(found)


@cache
def _wholes(suit: int, key: int) -> tuple[Part, ...]:
    """The same for sets and no pair."""
    return tuple([_part(suit, codes) for codes in sets(key, suit != HONOURS)])


@cache
def _melded(run: bool, tile: int) -> Part:
    """A meld as a part."""
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
    """The hand flags that a set leaves a reading."""
    kept = EVERY if group.kind == TRIPLET else EVERY & ~hand_flags.TRIPLETS
    return kept if terminal(group) else kept & ~hand_flags.OUTSIDE


def terminal(group: Group) -> bool:
    """Whether a 1 or a 9 is in the set."""
    rank = RANK[group.tile]
    return rank in (1, 7) if group.kind == RUN_SET else rank in (1, 9)
