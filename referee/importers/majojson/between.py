"""What was done between two frames of a majojson hand: the one chain of moves that leads from the first to the second.

A frame stands at every moment at which somebody may choose, so between two of them there are at most a discard, what is won or
melded of it, and a draw. Where that does not lead to the second frame nothing is guessed: the frame is refused.
"""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple, NoReturn

from referee.core.texts import Texts
from referee.importers.common.drafts import RoundDraft
from referee.importers.common.json_reading import Node
from referee.importers.majojson.frames import SEATS, Frame, Meld

TEXTS: Final = Texts(__file__)
OWN_DRAW: Final = ("SELF_DRAW", "KAN_REPLACEMENT", "LAST_TILE_WALL")
ROBBED: Final = "ROBBED_KAN"
CLAIMED: Final = {"PON": (".peng", 2), "OPEN_KAN": (".gang", 3)}


class Win(NamedTuple):
    """A settlement of the hand: its winners on one tile. ``discarder`` is None for own draws and robbed kongs."""

    node: Node
    source: str
    winners: frozenset[int]
    tile: str
    discarder: int | None


class BetweenFrames:
    """The hands between two frames. ``wins`` are those that no frame has shown yet; ``dealt`` the hands that were dealt."""

    def __init__(self, found: RoundDraft, wins: list[Win]) -> None:
        self.found, self.wins = found, wins
        self.at = found.begins
        """Where the frame stands that the moves lead to."""
        self.dealer = 0
        self.dealt: list[Counter[str]] = []
        self.hands: list[Counter[str]] = []
        self.melds: list[Counter[tuple[str, str]]] = []
        self.rivers: list[list[str]] = []
        self.taken: int | None = None
        """Whose last discard was won or melded: it lies no more where it lay."""
        self.played = False
        """Whether anything was discarded or melded: a tile that the dealer draws before that belongs to the deal."""

    def say(self, at: int, does: str) -> None:
        """Add a move."""
        self.found.say(SEATS[at] + does, self.at)

    def follow(self, before: Frame, after: Frame) -> None:
        """Add the moves between two frames. Raises NotationError where none lead from the one to the other."""
        self.at = after.node.place
        self.hands = [Counter(seat.concealed) for seat in before.seats]
        self.melds = [Counter(meld.key for meld in seat.melds) for seat in before.seats]
        self.rivers, self.taken = [list(seat.river) for seat in before.seats], None
        self._declare(before, after)
        won = {at for at in range(len(SEATS)) if before.seats[at].active and not after.seats[at].active}
        pending = before.pending or self._act(before, after, won)
        if pending:
            self._claim(pending, after, won)
        if won:
            self._uncertain(after)
        self._draw(before, after)
        self._compare(after)

    def _uncertain(self, after: Frame) -> NoReturn:
        after.node.refuse(TEXTS("follows"))

    def _declare(self, before: Frame, after: Frame) -> None:
        for at, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
            if new.suit and not old.suit:
                self.say(at, f".que:{new.suit}")
            elif new.suit != old.suit:
                self._uncertain(after)

    # -- who has the turn ------------------------------------------------------------------------------------------------------

    def _act(self, before: Frame, after: Frame, won: set[int]) -> tuple[int, str] | None:
        """What whoever has the turn did with fourteen tiles; the tile that others may claim then."""
        at = before.turn
        if self.hands[at].total() % 3 != 2:
            return None
        win = self.wins[0] if won and self.wins else None
        if win and win.source in OWN_DRAW and win.winners == {at}:
            self._won(won)
            return None
        if win and win.source == ROBBED:
            self._take(at, win.tile, 1, after)
            self.say(at, f".bugang:{win.tile}")
            return at, win.tile
        kong = next(iter(self._new_melds(at, after)), None)
        if kong:
            self._kong(at, kong, after)
            return None
        return self._discard(at, before, after, win)

    def _discard(self, at: int, before: Frame, after: Frame, win: Win | None) -> tuple[int, str] | None:
        old, new = before.seats[at].river, after.seats[at].river
        tiles = {new[-1]} if new[:-1] == old and new else set()
        tiles |= {meld.tile for other in range(len(SEATS)) for meld in self._new_melds(other, after) if meld.source == at}
        tiles |= {win.tile} if win and win.discarder == at else set()
        if len(tiles) > 1:
            self._uncertain(after)
        for tile in tiles:
            self._take(at, tile, 1, after)
            self.say(at, f"-{tile}")
            self.rivers[at].append(tile)
            self.played = True
            return at, tile
        return None

    def _kong(self, at: int, kong: Meld, after: Frame) -> None:
        if kong.type == "CONCEALED_KAN":
            self._take(at, kong.tile, 4, after)
            self.say(at, f".angang:{kong.tile * 4}")
        elif kong.type == "ADDED_KAN" and self.melds[at]["PON", kong.tile]:
            self._take(at, kong.tile, 1, after)
            self.melds[at]["PON", kong.tile] -= 1
            self.say(at, f".bugang:{kong.tile}")
        else:
            self._uncertain(after)
        self.melds[at][kong.key] += 1
        self.played = True

    # -- who claims ------------------------------------------------------------------------------------------------------------

    def _claim(self, pending: tuple[int, str], after: Frame, won: set[int]) -> None:
        """What others did with a tile: won on it, melded it, or let it pass."""
        source, tile = pending
        if won:
            self.taken = source
            win = self.wins[0] if self.wins else None
            if win is None or win.source in OWN_DRAW or win.tile != tile or win.discarder not in (None, source):
                self._uncertain(after)
            self._won(won, source)
            return
        for at in range(len(SEATS)):
            for meld in self._new_melds(at, after):
                if meld.type not in CLAIMED or meld.tile != tile or meld.source not in (None, source) or at == source:
                    self._uncertain(after)
                called, own = CLAIMED[meld.type]
                self.taken = source
                self._take(at, tile, own, after)
                self.melds[at][meld.key] += 1
                self.say(at, called)

    def _won(self, won: set[int], source: int = 0) -> None:
        """Add the wins of a settlement, in turn from whose tile it is."""
        win = self.wins.pop(0)
        for at in sorted(win.winners, key=lambda seat: (seat - source) % len(SEATS)):
            self.say(at, ".hu")
        won -= win.winners

    # -- the wall --------------------------------------------------------------------------------------------------------------

    def _draw(self, before: Frame, after: Frame) -> None:
        """A draw, by the one hand that has grown by a tile."""
        drawn = before.wall - after.wall
        if not drawn:
            return
        grown = [at for at, seat in enumerate(after.seats) if seat.active and (seat.concealed - self.hands[at]).total()]
        if drawn != 1 or len(grown) != 1:
            self._uncertain(after)
        at = grown[0]
        (tile, *others) = (after.seats[at].concealed - self.hands[at]).elements()
        self.hands[at][tile] += 1
        if others:
            self._uncertain(after)
        if not self.played and at == self.dealer and self.dealt[at].total() % 3 == 1:
            self.dealt[at][tile] += 1
        else:
            self.say(at, f"+{tile}")

    def _compare(self, after: Frame) -> None:
        """Hold what the moves lead to against the frame."""
        for at, seat in enumerate(after.seats):
            if +self.melds[at] != Counter(meld.key for meld in seat.melds):
                self._uncertain(after)
            river = tuple(self.rivers[at])
            if seat.river != river and not (at == self.taken and seat.river == river[:-1]):
                self._uncertain(after)
            if seat.active and +self.hands[at] != seat.concealed:
                self._uncertain(after)

    def _new_melds(self, at: int, after: Frame) -> list[Meld]:
        """The melds of a seat in a frame that it does not have yet."""
        return [meld for meld in after.seats[at].melds if not self.melds[at][meld.key]]

    def _take(self, at: int, tile: str, number: int, after: Frame) -> None:
        if self.hands[at][tile] < number:
            self._uncertain(after)
        self.hands[at][tile] -= number
