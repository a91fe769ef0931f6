"""The table of a round: hands as counts by rank, the trick, and who is out in which way (GJ-6)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.gouji.cards import THREE, Pairs
from referee.games.gouji.rulebook import GJ, TableRules
from referee.games.gouji.table.seats import BIT, COUNT, TEAM
from referee.games.gouji.table.trick import Trick

FOUR_LEFT = GJ["GJ-4.8"]
ROUND_ENDS = GJ["GJ-6.1"]

IN, FINISHED, MUFFLED, FALSE, REVOLTED = "in", "finished", "muffled", "false-burn", "revolted"
"""What has become of a seat: it plays, or it is out: without cards, with 3s, for a false burn or a ruling, by revolution."""


def over(playing: int, rules: TableRules) -> bool:
    """Whether a round is over once these seats alone are in play (GJ-6.1)."""
    if rules.side_out == "end":
        return not playing & TEAM[0] or not playing & TEAM[1]
    return COUNT[playing] <= 1


class GoujiTable:
    """Hands, the trick and the places so far.

    ``finished`` went out in this order, ``muffled`` and ``false`` were placed from the bottom, ``revolted`` stands fourth.
    ``unseen`` counts the cards of a seat that the record does not show. ``swept`` were taken out of play (GJ-2.4).
    ``laid`` holds the sets that a seat has laid out (GJ-2.6). ``tangled``: two places are decided, 四戶亂纏 (GJ-4.8);
    ``decided``: the round has ended (GJ-6.1). ``last`` is the seat that was out last (-1: none is).
    """

    __slots__ = (
        "decided",
        "false",
        "finished",
        "hands",
        "laid",
        "last",
        "left",
        "muffled",
        "revolted",
        "states",
        "swept",
        "tangled",
        "trick",
        "unseen",
    )

    def __init__(self, hands: Sequence[Sequence[int]], leader: int, rules: TableRules) -> None:
        self.hands = [list(hand) for hand in hands]
        self.left = [rules.pack.hand] * len(self.hands)
        self.unseen = [rules.pack.hand - sum(hand) for hand in self.hands]
        self.trick = Trick(leader, rules)
        self.states = [IN] * len(self.hands)
        self.finished: list[int] = []
        self.muffled: list[int] = []
        self.false: list[int] = []
        self.revolted: list[int] = []
        self.swept = [0] * len(self.hands[0])
        self.laid: dict[int, list[str]] = {}
        self.tangled = self.decided = False
        self.last = -1

    def plays(self, seat: int) -> bool:
        """Whether a seat is still in play."""
        return bool(self.trick.playing & BIT[seat])

    def holds(self, seat: int, cards: Pairs) -> bool:
        """Whether a seat may hold these cards: seen ones, or else unseen ones."""
        hand, hidden = self.hands[seat], self.unseen[seat]
        for rank, number in cards:
            if hand[rank] < number:
                hidden -= number - hand[rank]
                if hidden < 0:
                    return False
        return True

    def take(self, seat: int, cards: Pairs) -> None:
        """Take cards out of a hand; what it did not show comes from its unseen ones."""
        hand, left = self.hands[seat], self.left[seat]
        for rank, number in cards:
            rest = hand[rank] - number
            if rest < 0:
                self.unseen[seat] += rest
                rest = 0
            hand[rank] = rest
            left -= number
        self.left[seat] = left

    def give(self, seat: int, cards: Pairs) -> None:
        """Put cards into a hand."""
        for rank, number in cards:
            self.hands[seat][rank] += number
            self.left[seat] += number

    def show(self, seat: int, rank: int, number: int) -> None:
        """Show so many cards of a rank in a hand: as many of them as were unseen are seen from now on."""
        shown = min(max(0, number - self.hands[seat][rank]), self.unseen[seat])
        self.hands[seat][rank] += shown
        self.unseen[seat] -= shown

    def only_threes(self, seat: int) -> bool:
        """Whether a seat has nothing but 3s left."""
        return 0 < self.left[seat] == self.hands[seat][THREE]

    def leave(self, seat: int, state: str) -> None:
        """Note that a seat's place is decided."""
        self.states[seat] = state
        self.trick.leave(seat)
        self.last = seat
        playing = self.trick.playing
        self.tangled, self.decided = COUNT[playing] <= 4, over(playing, self.trick.rules)
        {FINISHED: self.finished, MUFFLED: self.muffled, FALSE: self.false, REVOLTED: self.revolted}[state].append(seat)
