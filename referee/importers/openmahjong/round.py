"""A round of an open_mahjong_unity record: its header, and its ticks as moves.

Most ticks do not name who acts: it is whoever has the turn by the program's own order, in which winners are passed over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from referee.core.texts import Texts
from referee.importers.common.drafts import MatchDraft, RoundDraft
from referee.importers.common.json_reading import Node

TEXTS: Final = Texts(__file__)
SEATS: Final = "ESWN"
SUITS: Final = {1: "m", 2: "p", 3: "s"}
WALL: Final = 55
"""Tiles that are left after the deal."""
DEALT: Final = 13
PENG, GANG, WIN = ".peng", ".gang", ".hu"
INTENTS: Final = {"p": "?peng", "g": "?gang", "hu": "?hu", "hu_first": "?hu", "hu_second": "?hu", "hu_third": "?hu"}
FEES: Final = "gs"
"""What stands before the points that a kong brings to each player."""
STEPS: Final = ("reveal_hu", "settle_hu", "chajiao")
CHANGES: Final = {"settle_hu": 6, "chajiao": 5}
"""Where a step of the settlement has what it changes."""


class RoundReader:
    """Reads a round. ``draft`` is told what could not be known."""

    def __init__(self, node: Node, number: int, draft: MatchDraft) -> None:
        self.node, self.draft = node, draft
        self.found = RoundDraft(number, node.place)
        self.dealer = 0
        self.at = node.place
        """Where the tick that is read stands."""
        self.turn = 0
        """Whose turn it is: who drew, claimed or discarded last."""
        self.discarded = ""
        """The last discard."""
        self.won: set[int] = set()
        self.last_winner: int | None = None
        """Who won last, where nobody has drawn since."""
        self.points: Counter[str] = Counter(dict.fromkeys(SEATS, 0))
        self.settled = False
        """Whether the ticks tell what the wins and the ready check brought."""
        self.ended = False
        self.ticks: dict[str, Callable[[list[Node]], None]] = {
            "d": self._draw,
            "gd": lambda tick: self._say(self.turn, f"+{_tile(tick[1])}"),
            "c": self._discard,
            "p": lambda tick: self._claim(tick, PENG),
            "g": lambda tick: self._claim(tick, GANG),
            "ag": lambda tick: self._say(self.turn, f".angang:{_tile(tick[1]) * 4}"),
            "jg": lambda tick: self._say(self.turn, f".bugang:{_tile(tick[1])}"),
            "ca": self._wanted,
            "gr": lambda tick: None,
            "liuju": self._settle,
            "end": self._end,
            **dict.fromkeys(("hu_self", "hu_first", "hu_second", "hu_third"), self._win),
        }

    def round(self) -> RoundDraft:
        """The round as it is told."""
        self._header()
        ticks = self.node.at("action_ticks")
        for node in ticks.array():
            self._tick(node)
        if self.settled:
            self.found.scores(dict(self.points), ticks.place)
        else:
            self.draft.lacks("scores")
        ignored = list(self.node.unused(("current_round", "round_index", "round_random_seed", "start_player_index")))
        if ignored:
            self.draft.lacks("ignored", *ignored)
        return self.found

    # -- the deal --------------------------------------------------------------------------------------------------------------

    def _header(self) -> None:
        seats = self.node.at("seats")
        if [one.value for one in seats.array()] != [0, 1, 2, 3]:
            seats.refuse(TEXTS("identity"))
        dealt = [self.node.at(f"p{at}_tiles") for at in range(len(SEATS))]
        hands = [[_tile(tile) for tile in hand.array()] for hand in dealt]
        if sorted(map(len, hands)) != [DEALT] * 3 + [DEALT + 1]:
            self.node.refuse(TEXTS("one-dealer"))
        self.dealer = self.turn = next(at for at, hand in enumerate(hands) if len(hand) > DEALT)
        if self.node.at("dealer_index").value != self.dealer:
            self.draft.lacks("dealer")
        wall = self.node.at("tiles_list")
        if len(wall.array()) != WALL:
            wall.refuse(TEXTS("wall"))
        self.found.tag("Dealer", SEATS[self.dealer], dealt[self.dealer].place)
        self.found.tag("Wall", "".join(map(_tile, wall.array())), wall.place)
        for seat, hand, node in zip(SEATS, hands, dealt, strict=True):
            self.found.tag(f"Hand.{seat}", "".join(hand), node.place)
        for seat in SEATS:
            self.found.say(f"{seat}.que:?", self.node.place)

    # -- the ticks -------------------------------------------------------------------------------------------------------------

    def _tick(self, node: Node) -> None:
        tick = node.array()
        read = self.ticks.get(tick[0].text()) if tick else None
        if read is None:
            (tick[0] if tick else node).refuse(TEXTS("tick"))
        if self.ended:
            node.refuse(TEXTS("over"))
        self.at = node.place
        try:
            read(tick)
        except IndexError:
            node.refuse(TEXTS("tick"))
        self._fees(tick)

    def _say(self, at: int, does: str) -> None:
        self.found.say(SEATS[at] + does, self.at)

    def _draw(self, tick: list[Node]) -> None:
        self.turn = self._next(self.turn if self.last_winner is None else self.last_winner)
        self.last_winner = None
        self._say(self.turn, f"+{_tile(tick[1])}")

    def _next(self, at: int) -> int:
        """The next player who has not won."""
        following = [(at + step) % len(SEATS) for step in range(1, len(SEATS) + 1)]
        return next(one for one in following if one not in self.won or one == at)

    def _discard(self, tick: list[Node]) -> None:
        self.discarded = _tile(tick[1])
        self._say(self.turn, f"-{self.discarded}")

    def _claim(self, tick: list[Node], called: str) -> None:
        if _tile(tick[1]) != self.discarded:
            tick[1].refuse(TEXTS("last-tile"))
        self.turn = SEATS.index(tick[2].seat(SEATS))
        self._say(self.turn, called)

    def _wanted(self, tick: list[Node]) -> None:
        """A claim that was not carried out."""
        seat, wanted = tick[1].seat(SEATS), tick[2].one_of(list(INTENTS))
        self.found.say(seat + INTENTS[wanted], self.at)

    def _win(self, tick: list[Node]) -> None:
        at = SEATS.index(tick[1].seat(SEATS))
        value, changes = tick[2].whole(), tick[4]
        if any(points for points in _points(changes)):
            changes.refuse(TEXTS("at-the-end"))
        if tick[0].value == "hu_self":
            if at != self.turn:
                tick[1].refuse(TEXTS("in-turn"))
        elif len(tick) > 7 and not self._won_on_this(tick[7]):
            tick[7].refuse(TEXTS("last"))
        self._say(at, f"{WIN}:{value}")
        self.won.add(at)
        self.last_winner = at

    def _won_on_this(self, discarder: Node) -> bool:
        """Whether the tile that is won was discarded, or added to a kong, by this player."""
        return discarder.value == self.turn

    def _settle(self, tick: list[Node]) -> None:
        """A step of the settlement at the end of a round; without a step the round was drawn and its settlement is not told."""
        if len(tick) == 1:
            return
        step = tick[1].one_of(STEPS)
        self.settled = True
        if step in CHANGES:
            self._add(_points(tick[CHANGES[step]]))

    def _end(self, tick: list[Node]) -> None:
        self.ended = True

    def _fees(self, tick: list[Node]) -> None:
        """Add what a kong brought, or what of it went back, which stands at the end of its tick."""
        at = next((at for at, one in enumerate(tick) if one.value == FEES), 0)
        if at:
            points = tick[at + 1 :]
            if len(points) != len(SEATS):
                tick[at].refuse(TEXTS("four"))
            self._add([one.whole() for one in points])

    def _add(self, points: list[int]) -> None:
        self.points.update(dict(zip(SEATS, points, strict=True)))


def _tile(node: Node) -> str:
    number = node.whole()
    suit, rank = divmod(number, 10)
    if suit not in SUITS or not rank:
        node.refuse(TEXTS("tile"))
    return f"{rank}{SUITS[suit]}"


def _points(node: Node) -> list[int]:
    """The points of each player."""
    found = [one.whole() for one in node.array()]
    if len(found) != len(SEATS):
        node.refuse(TEXTS("four"))
    return found
