"""A round of mahjong played through from its record, for writing it in other formats: hands, melds, discards, whose turn it is.

It reads the tokens by itself and asks nothing of the engine, so that an importer is not tested by its own reading.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import referee

SEATS = "ESWN"


def tiles(text: str) -> list[str]:
    """``123m5p`` as single tiles."""
    found: list[str] = []
    ranks = ""
    for char in text:
        if char.isdigit():
            ranks += char
        elif char == "?":
            found.append("?")
        else:
            found += [rank + char for rank in ranks]
            ranks = ""
    return found


@dataclass
class Meld:
    """A meld: ``peng``, ``gang``, ``angang`` or ``bugang``, its tile, and whose discard it was made with."""

    kind: str
    tile: str
    source: int | None


@dataclass
class Table:
    """The table as it stands; ``done`` is what the last move did."""

    hands: list[Counter[str]]
    wall: int
    turn: int
    melds: list[list[Meld]] = field(default_factory=lambda: [[] for _ in SEATS])
    rivers: list[list[str]] = field(default_factory=lambda: [[] for _ in SEATS])
    suits: list[str] = field(default_factory=lambda: [""] * 4)
    won: list[int] = field(default_factory=list)
    offer: tuple[int, str] | None = None
    robbed: bool = False
    konged: bool = False

    @classmethod
    def of(cls, round_: referee.Round) -> Table:
        """The table after the deal."""
        hands = [Counter(tiles(round_.hands[seat])) for seat in SEATS if seat in round_.hands]
        assert round_.dealer
        return cls(hands, len(tiles(round_.wall or "")), SEATS.index(round_.dealer))

    def play(self, move: referee.Move) -> None:
        """Carry out a move."""
        at = SEATS.index(move.seat)
        if move.sign == "+":
            self.hands[at][move.text] += 1
            self.wall -= 1
            self.turn, self.offer = at, None
        elif move.sign == "-":
            self.hands[at][move.text] -= 1
            self.rivers[at].append(move.text)
            self.offer, self.konged, self.robbed = (at, move.text), False, False
        elif move.verb == "que":
            self.suits[at] = move.text
        elif move.verb == "hu":
            self._win(at)
        elif move.verb in ("peng", "gang"):
            self._claim(at, move.verb)
        elif move.verb in ("angang", "bugang"):
            self._kong(at, move.verb, tiles(move.text)[0])

    def _win(self, at: int) -> None:
        if self.offer and not self.robbed and self.rivers[self.offer[0]][-1:] == [self.offer[1]]:
            self.rivers[self.offer[0]].pop()
        elif self.offer and self.robbed:
            self.melds[self.offer[0]] = [
                Meld("peng", meld.tile, meld.source) if meld.tile == self.offer[1] and meld.kind == "bugang" else meld
                for meld in self.melds[self.offer[0]]
            ]
        self.won.append(at)

    def _claim(self, at: int, kind: str) -> None:
        assert self.offer
        source, tile = self.offer
        self.rivers[source].pop()
        self.hands[at][tile] -= 2 if kind == "peng" else 3
        self.melds[at].append(Meld(kind, tile, source))
        self.turn, self.offer, self.konged = at, None, kind == "gang"

    def _kong(self, at: int, kind: str, tile: str) -> None:
        self.hands[at][tile] -= 4 if kind == "angang" else 1
        if kind == "bugang":
            peng = next(meld for meld in self.melds[at] if meld.tile == tile)
            peng.kind = "bugang"
            self.offer, self.robbed = (at, tile), True
        else:
            self.melds[at].append(Meld(kind, tile, None))
            self.offer = None
        self.konged = True
