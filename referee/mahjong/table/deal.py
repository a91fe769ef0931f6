"""The deal of a mahjong round as the record gives it, and what is wrong with it before the first move (MJ-1.2 to MJ-1.4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from referee.mahjong.clauses import MJ
from referee.mahjong.hand.tiles import KINDS, NAMES, UNSEEN, Keys, held, kinds
from referee.mahjong.table.moves import SEATS
from referee.mahjong.table.ruleset import Ruleset
from referee.record import Round
from referee.rulebook import Raise
from referee.verdict import JSON, Finding

BAD_DEAL: Final = MJ["MJ-1.3"].raises("bad-deal")
TILE_OVERFLOW: Final = MJ["MJ-1.2"].raises("tile-overflow")
WALL_MISMATCH: Final = MJ["MJ-1.4"].raises("wall-mismatch")

UNSEEN_TEXT: Final = "?"
NO_TILES: Final = [0, 0, 0, 0]


class Deal:
    """Hands, dealer and wall; ``findings`` on them stand at move 0. Where ``playable`` is False no table can be laid.

    ``keys`` are the suit keys of the hands; ``seen`` counts the copies of every kind that the record has shown so far.
    """

    __slots__ = (
        "dealer",
        "findings",
        "hands",
        "keys",
        "overflowed",
        "playable",
        "ruleset",
        "seen",
        "wall",
        "whole_hands",
        "whole_wall",
    )

    def __init__(self, ruleset: Ruleset, round_: Round) -> None:
        self.ruleset = ruleset
        self.findings: list[Finding] = []
        self.overflowed: set[int] = set()
        self.dealer = self._dealer(round_)
        self.hands: list[list[int]] = []
        self.keys: list[Keys] = []
        self.whole_hands = True
        for seat in range(ruleset.seats):
            self._hand(round_, seat)
        self.playable = not self.findings
        self.wall = self._wall(round_)
        self.whole_wall = self.wall is not None and UNSEEN_TEXT not in (round_.wall or "")
        self.seen = self._count()

    def one_more(self, kind: int) -> bool:
        """Another copy has come to light; whether it is the first one too many of its kind."""
        self.seen[kind] += 1
        if self.seen[kind] <= self.ruleset.copies[kind] or kind in self.overflowed:
            return False
        self.overflowed.add(kind)
        return True

    def unshown(self) -> dict[str, int]:
        """The tiles of which not every copy has been shown, each with how many have not."""
        copies, seen = self.ruleset.copies, self.seen
        return {NAMES[kind]: copies[kind] - seen[kind] for kind in range(KINDS) if copies[kind] > seen[kind]}

    def out_of_sight(self, kinds: Iterable[int]) -> None:
        """These copies went where nobody can tell them any more: what comes to light there may be one of them."""
        for kind in kinds:
            self.seen[kind] -= 1

    def instead(self, kind: int, expected: int) -> None:
        """A tile was written where the wall has another: that is said once, and not again as one copy too many."""
        self.seen[kind] += 1
        self.seen[expected] -= 1
        if self.seen[kind] > self.ruleset.copies[kind]:
            self.overflowed.add(kind)

    def _dealer(self, round_: Round) -> int:
        dealer = SEATS.find(round_.dealer) if round_.dealer else -1
        if not 0 <= dealer < self.ruleset.seats:
            self._find(BAD_DEAL, None, expected=SEATS[: self.ruleset.seats], actual=round_.dealer, reason="dealer")
            return 0
        return dealer

    def _hand(self, round_: Round, seat: int) -> None:
        size = 14 if seat == self.dealer else 13
        text = round_.hands.get(SEATS[seat], "")
        try:
            hand, keys = ([UNSEEN] * size, NO_TILES) if text == UNSEEN_TEXT else held(text)
        except KeyError:
            hand, keys = [], NO_TILES
        if len(hand) != size:
            self._find(BAD_DEAL, seat, expected=size, actual=len(hand), count=len(hand), reason="hand")
        if UNSEEN_TEXT in text:
            self.whole_hands = False
        self.hands.append(hand)
        self.keys.append(keys)

    def _wall(self, round_: Round) -> list[int] | None:
        if not round_.wall or round_.wall == UNSEEN_TEXT:
            return None
        try:
            wall = kinds(round_.wall)
        except KeyError:
            wall = []
        if len(wall) == self.ruleset.wall:
            return wall
        self._find(WALL_MISMATCH, None, expected=self.ruleset.wall, actual=len(wall), reason="size")
        return None

    def _count(self) -> list[int]:
        """The copies that deal and wall show; more than exist is found here, at move 0."""
        shown = [0] * (KINDS + 1)
        for hand in self.hands:
            for kind in hand:
                shown[kind] += 1
        for kind in self.wall or ():
            shown[kind] += 1
        if tuple(shown[:KINDS]) == self.ruleset.copies:
            return shown
        for kind, copies in enumerate(self.ruleset.copies):
            if shown[kind] > copies:
                self.overflowed.add(kind)
                self._find(TILE_OVERFLOW, None, tile=NAMES[kind], expected=copies, actual=shown[kind])
        return shown

    def _find(self, raises: Raise, seat: int | None, **facts: JSON) -> None:
        letter = None if seat is None else SEATS[seat]
        message = raises.message(seat=letter, **facts)
        expected, actual = facts.get("expected"), facts.get("actual")
        self.findings.append(raises.finding(message, seat=letter, expected=expected, actual=actual))
