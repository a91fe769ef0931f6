"""A hand that wins, or would: its concealed tiles, its melds, and how the tile came (MJ-4.1)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from referee.mahjong.hand import circumstances, hand_flags
from referee.mahjong.hand.readiness import suits_of
from referee.mahjong.hand.shapes import Suit
from referee.mahjong.hand.tiles import HONOURS, SUITS, UNIT, count, fours

NO_FLAGS: Final[frozenset[str]] = frozenset()
PAIR: Final = 2
"""The concealed tiles of a winning hand all of whose sets are melds."""
OF_258: Final = (2, 5, 8)
"""The ranks of the 將 tiles."""
_NOT_258: Final = ~sum(7 << 3 * rank - 3 for rank in OF_258)
"""The bits of a suit's key that are set where it holds any other rank."""
_ENDS: Final = sum(7 << 3 * rank - 3 for rank in (1, 9))
"""The bits of a suit's key that are set where it holds a 1 or a 9."""


DECLARED: Final = tuple([f"que-{suit}" for suit in SUITS[:HONOURS]])
"""定缺: the circumstances that the seat has declared to be without a suit, one for each suit."""


@lru_cache(maxsize=4096)
def barred_suits(flags: frozenset[str]) -> int:
    """The suits that a hand has been declared to be without, one bit each."""
    return sum([1 << suit for suit, flag in enumerate(DECLARED) if flag in flags])


class Meld:
    """A meld or kong: its kind (``chi peng direct concealed added``), lowest tile, tiles, and the seat that its tile came from.

    It is never changed, and is known by itself: two melds of the same tiles are two.
    """

    __slots__ = ("kind", "move", "source", "tile", "tiles")

    def __init__(self, kind: str, tile: int, tiles: tuple[int, ...], source: int | None = None, move: int = 0) -> None:
        self.kind = kind
        self.tile = tile
        self.tiles = tiles
        self.source = source
        self.move = move


def suits_held(keys: Sequence[int], melds: Sequence[Meld]) -> int:
    """The suits of tiles and melds, one bit each, without honours."""
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
        """The looked-up shapes of each suit of the concealed tiles."""
        if self._suits is None:
            self._suits = suits_of(self.keys)
        return self._suits

    def concealed(self) -> int:
        """The number of concealed tiles, the winning one among them."""
        m, p, s, z = self.known
        return m.size + p.size + s.size + z.size

    def whole(self, hand: int) -> bool:
        """Whether the hand has one tile more than is dealt to each, a kong as three."""
        m, p, s, z = self.known
        return m.size + p.size + s.size + z.size + 3 * len(self.melds) == hand + 1

    def copies(self, kind: int) -> int:
        """The number of tiles of a kind in hand and melds."""
        copies = count(self.keys, kind)
        for meld in self.melds:
            copies += meld.tiles.count(kind)
        return copies

    def suits(self) -> int:
        """The number of suits in hand and melds, without honours."""
        return suits_held(self.keys, self.melds).bit_count()

    def barred(self) -> bool:
        """Whether hand or melds hold a tile of the suit that their seat has declared to be without."""
        return bool(self.flags) and bool(suits_held(self.keys, self.melds) & barred_suits(self.flags))

    def simples(self) -> bool:
        """Whether hand and melds have no 1, no 9 and no honours (中張)."""
        m, p, s, z = self.keys
        if z or (m | p | s) & _ENDS:
            return False
        return not any(tile // 9 == HONOURS or tile % 9 in (0, 8) for meld in self.melds for tile in meld.tiles)

    def quads(self) -> int:
        """The kinds that the hand holds four times without a kong."""
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
        """Flags of the hand by any reading, and of how it wins (``hand_flags``)."""
        if self._hand_flags < 0:
            self._hand_flags = self._found()
        return self._hand_flags

    def _found(self) -> int:
        m, p, s, z = self.keys
        found = circumstances.hand_flags_of(self.by, self.flags)
        melds = self.melds
        honours, only_258, exposed, kongs = z > 0, not (z or (m | p | s) & _NOT_258), 0, 0
        for meld in melds:
            if meld.tile // 9 == HONOURS:
                honours, only_258 = True, False
            if meld.kind == "chi" or meld.tile % 9 + 1 not in OF_258:
                only_258 = False
            kongs += len(meld.tiles) == 4
            exposed += meld.kind != "concealed"
        if kongs:
            found |= hand_flags.KONG
        if exposed:
            found |= hand_flags.OPEN_MELD
        if melds and self.concealed() == PAIR:
            found |= hand_flags.FOUR_MELDS
            if kongs == len(melds):
                found |= hand_flags.FOUR_KONGS
            if exposed == len(melds):
                found |= hand_flags.FOUR_OPEN_MELDS
        if suits_held(self.keys, melds).bit_count() == 1:
            found |= hand_flags.ONE_SUIT if honours else hand_flags.ONE_SUIT | hand_flags.PURE
        if honours:
            found |= hand_flags.WITH_HONOURS
        if only_258:
            found |= hand_flags.ALL_258
        if sum([suit.fours for suit in self.known]):
            found |= hand_flags.FOUR_IN_HAND
        return found
