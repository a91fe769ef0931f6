"""The table before each move of a legal round: who holds what and what is awaited, read off the moves."""

from __future__ import annotations

import re
from copy import copy
from dataclasses import dataclass, field
from typing import Self, TypeVar

SEATS = "ESWN"
KINDS = {"gang": "direct", "angang": "concealed", "bugang": "added"}


def tiles_of(text: str) -> list[str]:
    """The tiles that a text like ``123m5z`` names."""
    return [f"{rank}{suit}" for ranks, suit in re.findall(r"(\d+)([mpsz])", text) for rank in ranks]


@dataclass
class Table:
    """What a player at the table sees, and every hand."""

    hands: list[list[str]]
    wall: list[str]
    seat: int
    phase: str = "act"
    """``act``: the seat owes a discard; ``open``: its discard lies there; ``kong``: it takes a replacement; ``won``: a win."""
    how: str = "dealt"
    """How the seat came to act: ``dealt``, ``drawn``, ``claimed``, ``replaced``; after a kong its kind."""
    tile: str = ""
    """The last tile drawn, discarded or laid as a kong."""
    melds: list[list[tuple[str, str]]] = field(default_factory=list)
    """``chi`` (and its lowest tile), ``peng``, or the kind of a kong, and its tile."""
    out: list[int] = field(default_factory=list)
    """Who has won."""
    moves: list[str] = field(default_factory=list)
    """What has been said and done so far."""

    def __post_init__(self) -> None:
        self.melds = self.melds or [[] for _ in self.hands]

    def copy(self) -> Self:
        """This table, untouched by what follows."""
        other = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, (list, dict)):
                setattr(other, name, value.copy())
        other.hands, other.melds = [list(hand) for hand in self.hands], [list(melds) for melds in self.melds]
        return other

    def playing(self, *but: int) -> list[int]:
        """Who is still in, but for some."""
        return [seat for seat in range(len(self.hands)) if seat not in self.out and seat not in but]

    def after(self, seat: int) -> int:
        """The next seat still in."""
        seats = len(self.hands)
        return next((seat + step) % seats for step in range(1, seats + 1) if (seat + step) % seats not in self.out)

    def next_to_draw(self) -> int:
        """Whose turn it is when nobody claims what lies there."""
        return self.after(self.seat)

    def move(self, token: str) -> None:
        """Carry out a legal move; words, intents and what only some game has leave the table as it is."""
        self.moves.append(token)
        seat, what = SEATS.index(token[0]), token[1:]
        hand = self.hands[seat]
        if what[0] == "+":
            self.phase, self.how, self.tile, self.seat = "act", "replaced" if self.phase == "kong" else "drawn", what[1:], seat
            self.wall.pop(-1 if self.how == "replaced" else 0)
            hand.append(self.tile)
        elif what[0] == "-":
            self.phase, self.tile = "open", what[1:]
            hand.remove(self.tile)
        elif what.startswith(".hu"):
            self.phase = "won"
            self.out.append(seat)
        elif what[0] == ".":
            verb, _, tiles = what[1:].partition(":")
            if verb in ("chi", "peng", "gang"):
                self.meld(seat, verb, tiles_of(tiles))
            elif verb in ("angang", "bugang"):
                self.lay(seat, verb, tiles)

    def meld(self, seat: int, verb: str, tiles: list[str]) -> None:
        """A claim of the last discard, with the tiles named or else with the same tiles."""
        tiles = tiles or [self.tile] * (2 if verb == "peng" else 3)
        for tile in tiles:
            self.hands[seat].remove(tile)
        lowest = min(self.tile, *tiles) if verb == "chi" else self.tile
        self.seat, self.phase, self.how = seat, ("kong" if verb == "gang" else "act"), KINDS.get(verb, "claimed")
        self.melds[seat].append((KINDS.get(verb, verb), lowest))

    def lay(self, seat: int, verb: str, what: str) -> None:
        """A kong of the own turn: its four tiles, or the tile added (``7z=5p``: as a 5p)."""
        laid, _, stands_for = what.partition("=")
        tiles = tiles_of(laid)
        self.tile, self.phase, self.how = stands_for or tiles[0], "kong", KINDS[verb]
        for tile in tiles:
            self.hands[seat].remove(tile)
        if self.how == "added":
            self.melds[seat].remove(("peng", self.tile))
        self.melds[seat].append((self.how, self.tile))


AnyTable = TypeVar("AnyTable", bound=Table)


def tables(table: AnyTable, moves: list[str]) -> list[AnyTable]:
    """The table before each move, as copies."""
    found = []
    for token in moves:
        found.append(table.copy())
        table.move(token)
    return found
