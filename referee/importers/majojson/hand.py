"""A hand of a majojson file as a round: the deal, the moves between its frames, the wall, the points."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Final

from referee.core.texts import Texts
from referee.importers.common.drafts import MatchDraft, RoundDraft
from referee.importers.common.json_reading import Node
from referee.importers.majojson.between import BetweenFrames, Win
from referee.importers.majojson.frames import SEATS, Frame, frame, tile

TEXTS: Final = Texts(__file__)
FRAMES: Final = 1_000
"""Frames of a hand, by the specification."""
DEALT: Final = 13
SET: Final = 108
SOURCES: Final = ("SELF_DRAW", "KAN_REPLACEMENT", "LAST_TILE_WALL", "DISCARD", "LAST_TILE_DISCARD", "ROBBED_KAN")


class HandReader:
    """Reads a hand; ``names`` are the people in its seats."""

    def __init__(self, replay: Node, number: int, draft: MatchDraft) -> None:
        self.replay, self.draft = replay, draft
        self.found = RoundDraft(number, replay.place)
        self.names: dict[str, str] = {}

    def round(self) -> RoundDraft:
        """The round as the frames tell it. Raises NotationError at the first frame that does not follow from the one before."""
        nodes = self.replay.at("frames").array()
        if not 0 < len(nodes) <= FRAMES:
            self.replay.at("frames").refuse(TEXTS("few"))
        self.replay.at("ruleSet").one_of(["sichuan"])
        frames = [frame(node) for node in nodes]
        wins = self._wins()
        table = BetweenFrames(self.found, wins)
        self._deal(frames[0], table)
        for before, after in pairwise(frames):
            table.follow(before, after)
        if wins:
            wins[0].node.refuse(TEXTS("all-won"))
        for at, seat in enumerate(SEATS):
            self.found.tag(f"Hand.{seat}", "".join(sorted(table.dealt[at].elements())), frames[0].node.place)
        self._wall(table)
        self._scores(frames)
        self.names = {seat: frames[0].seats[at].name for at, seat in enumerate(SEATS)}
        ignored = list(self.replay.unused(("handNumber", "deadSize", "drawPositions", "wall", "ryukyoku", "wins")))
        if ignored:
            self.draft.lacks("ignored", *ignored)
        return self.found

    def _wins(self) -> list[Win]:
        found = []
        for node in self.replay.at("wins").array():
            source = node.at("source").one_of(SOURCES)
            winners = node.at("winners").array()
            seats = frozenset(SEATS.index(one.at("seat").seat(SEATS)) for one in winners)
            tiles = {tile(one.at("winTile")) for one in winners}
            discarder = SEATS.index(node.at("discardBy").seat(SEATS)) if node.has("discardBy") else None
            if len(tiles) != 1:
                node.at("winners").refuse(TEXTS("one-tile"))
            found.append(Win(node, source, seats, tiles.pop(), discarder))
        return found

    def _deal(self, first: Frame, table: BetweenFrames) -> None:
        if any(seat.river or seat.melds or not seat.active for seat in first.seats) or first.pending:
            first.node.refuse(TEXTS("from-the-deal"))
        for at, seat in enumerate(first.seats):
            if seat.concealed.total() not in ((DEALT, DEALT + 1) if at == first.dealer else (DEALT,)):
                first.node.refuse(TEXTS("from-the-deal"))
        table.dealt = [Counter(seat.concealed) for seat in first.seats]
        table.dealer = first.dealer
        self.found.tag("Dealer", SEATS[first.dealer], first.node.place)
        table.at = first.node.place
        for at, seat in enumerate(first.seats):
            if seat.suit:
                table.say(at, f".que:{seat.suit}")

    def _wall(self, table: BetweenFrames) -> None:
        """Give the wall if the tiles that were dealt are the first of it, and every draw came off its front or its end."""
        tiles = [tile(one) for one in self.replay.at("wall").array()] if self.replay.has("wall") else []
        drawn = [one.whole() for one in self.replay.at("drawPositions").array()] if self.replay.has("drawPositions") else []
        deal = sum(hand.total() for hand in table.dealt)
        sound = len(tiles) == SET and Counter(tiles[:deal]) == sum(table.dealt, Counter())
        if sound and _front_or_end(drawn, deal):
            self.found.tag("Wall", "".join(tiles[deal:]), self.replay.at("wall").place)
        else:
            self.draft.lacks("wall")

    def _scores(self, frames: list[Frame]) -> None:
        """What each seat won and lost: from the first frame to the last, and what a drawn hand was settled by."""
        points, place = {at: seat.score for at, seat in enumerate(frames[-1].seats)}, frames[-1].node.place
        if self.replay.has("ryukyoku"):
            drawn = self.replay.at("ryukyoku")
            if not drawn.has("deltas"):
                self.draft.lacks("scores")
                return
            place = drawn.place
            points |= {SEATS.index(one.at("seat").seat(SEATS)): one.at("score").whole() for one in drawn.at("deltas").array()}
        self.found.scores({SEATS[at]: score - frames[0].seats[at].score for at, score in points.items()}, place)


def _front_or_end(drawn: list[int], deal: int) -> bool:
    """Whether these places of a wall are those of the deal, and then each the first or the last that is left."""
    front, end = deal, SET - 1
    if drawn[:deal] != list(range(deal)):
        return False
    for place in drawn[deal:]:
        if place == front:
            front += 1
        elif place == end:
            end -= 1
        else:
            return False
    return True
