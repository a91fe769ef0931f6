"""Frames of a majojson hand: the whole table as it stands, checked as the specification asks."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from referee.core.texts import Texts
from referee.importers.common.json_reading import Node

TEXTS: Final = Texts(__file__)
SEATS: Final = "ESWN"
PHASES: Final = ("DINGQUE", "AWAIT_DISCARD", "CLAIM_WINDOW", "ROBBED_KAN_WINDOW", "ENDED")
MELDS: Final = {"PON": 3, "OPEN_KAN": 4, "CONCEALED_KAN": 4, "ADDED_KAN": 4}
"""The melds of Sichuan rules, by how many tiles they have."""
TILES: Final = frozenset(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10))
SUITS: Final = ("m", "p", "s")
RIICHI: Final = ("doraIndicators", "uraDoraIndicators", "honba", "riichiSticks", "laiziKind", "laiziIndicator")


@dataclass(frozen=True)
class Meld:
    """A meld: its type, its tile, who discarded the tile that made it."""

    type: str
    tile: str
    source: int | None

    @property
    def key(self) -> tuple[str, str]:
        return self.type, self.tile


@dataclass(frozen=True)
class Seat:
    """What a seat has: tiles in hand, melds, discards that lie before it; ``active`` until it has won."""

    concealed: Counter[str]
    melds: tuple[Meld, ...]
    river: tuple[str, ...]
    score: int
    active: bool
    suit: str
    name: str


@dataclass(frozen=True)
class Frame:
    """A table. ``pending`` is a discard that others may claim, with its discarder's seat."""

    node: Node
    dealer: int
    phase: str
    turn: int
    wall: int
    pending: tuple[int, str] | None
    seats: tuple[Seat, ...]


def frame(node: Node) -> Frame:
    """A frame as it stands in a file. Raises NotationError where it is none."""
    for name in RIICHI:
        if node.has(name):
            node.at(name).refuse(TEXTS("none-here"))
    pending = None
    if node.has("pendingDiscard"):
        pending = SEATS.index(node.at("pendingDiscardBy").seat(SEATS)), tile(node.at("pendingDiscard"))
    seats = node.at("seats").array()
    if [one.at("seat").value for one in seats] != [0, 1, 2, 3]:
        node.at("seats").refuse(TEXTS("in-order"))
    return Frame(
        node,
        SEATS.index(node.at("dealer").seat(SEATS)),
        node.at("phase").one_of(PHASES),
        SEATS.index(node.at("turn").seat(SEATS)),
        node.at("wallRemaining").whole(),
        pending,
        tuple(_seat(one) for one in seats),
    )


def _seat(node: Node) -> Seat:
    if node.at("flowers").array():
        node.at("flowers").refuse(TEXTS("no-flowers"))
    return Seat(
        Counter(map(tile, node.at("concealed").array())),
        tuple(map(_meld, node.at("melds").array())),
        tuple(map(tile, node.at("river").array())),
        node.at("score").whole(),
        node.at("active").flag(),
        node.at("dingque").one_of(SUITS) if node.has("dingque") else "",
        node.at("nickname").text(),
    )


def _meld(node: Node) -> Meld:
    kind = node.at("type").one_of(tuple(MELDS))
    tiles = [tile(one) for one in node.at("tiles").array()]
    if len(set(tiles)) != 1 or len(tiles) != MELDS[kind]:
        node.at("tiles").refuse(TEXTS("alike"))
    return Meld(kind, tiles[0], SEATS.index(node.at("fromSeat").seat(SEATS)) if node.has("fromSeat") else None)


def tile(node: Node) -> str:
    """A tile."""
    named = node.text()
    if named not in TILES:
        node.refuse(TEXTS("tile"))
    return named
