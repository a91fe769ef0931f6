"""The deal of a mahjong round as recorded: hands, dealer, wall, and how many copies of each kind have been shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from referee.core.record import Round
from referee.mahjong.hand.tiles import KINDS, NAMES, UNSEEN, Keys, count, held, kinds
from referee.mahjong.table.moves import SEATS
from referee.mahjong.table.ruleset import Ruleset

UNSEEN_TEXT: Final = "?"
NO_TILES: Final = [0, 0, 0, 0]


class Deal:
    """Hands, dealer and wall. ``playable`` is False if a hand or the dealer is missing, so that the round cannot be set up.

    ``keys`` are the suit keys of the hands; ``seen`` counts the copies of every kind that the record has shown so far,
    ``overflowed`` are the kinds of which it has shown more than exist. ``left`` is how many tiles these hands leave in the wall,
    ``miscounted`` are the hands of a wrong size that are played all the same. ``wall_size`` is how many tiles the record lists
    as the wall, None where it lists none; a ``wall`` of another size than that of the game is taken for one that nobody saw.
    """

    __slots__ = (
        "dealer",
        "hands",
        "keys",
        "left",
        "miscounted",
        "overflowed",
        "playable",
        "ruleset",
        "seen",
        "wall",
        "wall_size",
        "whole_hands",
        "whole_wall",
    )

    def __init__(self, ruleset: Ruleset, round_: Round) -> None:
        self.ruleset = ruleset
        dealer = SEATS.find(round_.dealer) if round_.dealer else -1
        self.playable = 0 <= dealer < ruleset.seats and dealer not in ruleset.absent
        self.dealer = dealer if 0 <= dealer < ruleset.seats else 0
        self.hands: list[list[int]] = []
        self.keys: list[Keys] = []
        self.whole_hands = True
        self.left = ruleset.wall
        self.miscounted: list[int] = []
        self._deal(round_.hands)
        self.wall_size: int | None = None
        self.wall = self._wall(round_.wall)
        self.whole_wall = self.wall is not None and UNSEEN_TEXT not in (round_.wall or "")
        self.overflowed: set[int] = set()
        self.seen = self._count()

    def size(self, seat: int) -> int:
        """The number of tiles that a seat is dealt."""
        if seat in self.ruleset.absent:
            return 0
        return self.ruleset.hand + (seat == self.dealer)

    def one_more(self, kind: int) -> bool:
        """Count another visible copy of a kind; True if it is the first one too many."""
        self.seen[kind] += 1
        if self.seen[kind] <= self.ruleset.copies[kind] or kind in self.overflowed:
            return False
        self.overflowed.add(kind)
        return True

    def unshown(self) -> dict[str, int]:
        """The tiles of which not every copy has been shown, each with the number missing."""
        copies, seen = self.ruleset.copies, self.seen
        return {NAMES[kind]: copies[kind] - seen[kind] for kind in range(KINDS) if copies[kind] > seen[kind]}

    def out_of_sight(self, kinds: Iterable[int]) -> None:
        """Uncount copies whose place is unknown from now on; later ones may be the same tiles."""
        for kind in kinds:
            self.seen[kind] -= 1

    def shown(self, tiles: Iterable[int], known: Keys) -> None:
        """Count the tiles of a hand that is laid open, of which these keys were counted already."""
        for kind, copies in Counter(tiles).items():
            if kind != UNSEEN:
                self.seen[kind] += copies - count(known, kind)
                if self.seen[kind] > self.ruleset.copies[kind]:
                    self.overflowed.add(kind)

    def instead(self, kind: int, expected: int) -> None:
        """Count a recorded tile in place of the one in the wall, so that this difference is not also reported as one copy too
        many."""
        self.seen[kind] += 1
        self.seen[expected] -= 1
        if self.seen[kind] > self.ruleset.copies[kind]:
            self.overflowed.add(kind)

    def _deal(self, written: Mapping[str, str]) -> None:
        """Read the hands."""
        for seat in range(self.ruleset.seats):
            size, text = self.size(seat), written.get(SEATS[seat], "")
            try:
                hand, keys = ([UNSEEN] * size, NO_TILES) if text == UNSEEN_TEXT else held(text)
            except KeyError:
                hand, keys = [], NO_TILES
            if len(hand) != size:
                self._miscount(seat, size, len(hand))
            if UNSEEN_TEXT in text:
                self.whole_hands = False
            self.hands.append(hand)
            self.keys.append(keys)

    def _miscount(self, seat: int, size: int, count: int) -> None:
        """Take a hand with a tile too many or too few as it is, where the ruleset lets it be played."""
        if self.ruleset.dead_hands and size and abs(count - size) == 1:
            self.miscounted.append(seat)
            self.left += size - count
        else:
            self.playable = False

    def _wall(self, written: str | None) -> list[int] | None:
        if not written or written == UNSEEN_TEXT:
            return None
        try:
            wall = kinds(written)
        except KeyError:
            wall = []
        self.wall_size = len(wall)
        return wall if len(wall) == self.left else None

    def _count(self) -> list[int]:
        """The number of copies of each kind in deal and wall."""
        shown = [0] * (KINDS + 1)
        for tiles in (*self.hands, self.wall or ()):
            for kind in tiles:
                shown[kind] += 1
        if tuple(shown[:KINDS]) != self.ruleset.copies:
            self.overflowed.update([kind for kind, copies in enumerate(self.ruleset.copies) if shown[kind] > copies])
        return shown
