"""What lies open of a round of 夠級: what is played, said and paid, how many cards a hand has, and who is out in which way.

Three things are seen at the table that no move names: who has revolted by the deal, which cards are taken out of play, and that a
beaten hand has nothing but 3s. They are worked out from the hand alone that shows them. Who was dealt no four, or kept one, is
seen by nobody: whether that has opened stays open (GJ-11.3).
"""

from __future__ import annotations

from typing import Final

from referee.core.game.protocol import Play
from referee.core.record import Move, Round
from referee.games.gouji.actions.declarations import revolt_as_dealt
from referee.games.gouji.cards import SMALL, THREE, TWO, UNSEEN, Counts, counts
from referee.games.gouji.play import GoujiPlay
from referee.games.gouji.rules import tribute_checks
from referee.games.gouji.rules.round_state import GoujiState
from referee.games.gouji.table.moves import BURN, BUY, PAY, PLAY, RETURN, SWEEP, Act, decode
from referee.games.gouji.table.seats import SEATS

OPEN_TAGS: Final = ("Kind", "Daluo")
"""The tags of a round that everybody at the table knows and that a round is played by."""


class OpenGoujiRound:
    """A round as everybody at the table sees it."""

    def __init__(self, round_: Round, dealt: int) -> None:
        """``dealt``: how many cards a hand is dealt."""
        self._dealt = dealt
        self._hands = [_known(round_.hands.get(seat, "")) for seat in SEATS]
        self._header = Round(
            round_.number,
            leader=round_.leader,
            draw=round_.draw,
            hands={seat: UNSEEN for seat, hand in zip(SEATS, self._hands, strict=True) if hand is None or sum(hand) == dealt},
            sits=round_.sits,
            tags={name: round_.tags[name] for name in OPEN_TAGS if name in round_.tags},
        )
        self._made: tuple[Act, list[int], int] | None = None

    @property
    def header(self) -> Round:
        """The round before its first move."""
        return self._header

    def begin(self, play: Play) -> None:
        """Put away the hands that have revolted by the deal."""
        if isinstance(play, GoujiPlay):
            state = play.round.state
            state.told = True
            revolt_as_dealt(state, [seat for seat, hand in enumerate(self._hands) if hand is not None and self._revolts(hand)])

    def before(self, play: Play, move: Move) -> Move:
        """The next move: all of it is seen. What it shows of hidden hands is laid open first."""
        act = decode(move)
        self._made = None
        if isinstance(play, GoujiPlay) and act.seat >= 0:
            state = play.round.state
            if act.kind in (PLAY, BURN):
                self._show_threes(state)
            elif act.kind == SWEEP and act.set is not None:
                for swept, _number in act.set.cards:
                    self._show_rank(state, swept)
            rank = self._bought(state, act.seat) if act.kind == BUY else THREE
            self._made = act, [*state.table.left, state.table.hands[act.seat][rank]], rank
        return move

    def after(self, play: Play) -> None:
        """Take the cards that the move has moved out of their hand, and give them to who got them."""
        if self._made is None or not isinstance(play, GoujiPlay):
            return
        (act, known, rank), table = self._made, play.round.state.table
        if act.kind == SWEEP and act.set is not None:
            for swept, _number in act.set.cards:
                if table.swept[swept]:
                    for hand in self._hands:
                        _move(hand, swept, -sum(hand[swept : swept + 1]) if hand else 0)
        elif act.kind in (PLAY, BURN, PAY, RETURN, BUY) and [*table.left, table.hands[act.seat][rank]] != known:
            for one, number in act.set.cards if act.set is not None else ():
                self._hand_over(act.seat, act.other, one, number)
            if act.kind == BUY:
                self._hand_over(act.other, act.seat, rank, 1)

    def _revolts(self, hand: Counts) -> bool:
        """Whether a hand was dealt no 3, no 2 and no joker (GJ-8.3)."""
        return sum(hand) == self._dealt and not hand[THREE] and not any(hand[TWO : SMALL + 2])

    def _hand_over(self, giver: int, taker: int, rank: int, number: int) -> None:
        _move(self._hands[giver], rank, -number)
        if taker >= 0:
            _move(self._hands[taker], rank, number)

    def _show_threes(self, state: GoujiState) -> None:
        """Show the hand of the set on top, where it has nothing but 3s left: if it is beaten now, it is muffled (GJ-6.2)."""
        table, owner = state.table, state.table.trick.owner
        hand = self._hands[owner]
        if hand is not None and state.rules.bie3 and hand[THREE] == table.left[owner] and not any(hand[THREE + 1 :]):
            self._show_rank(state, THREE, owner)

    def _show_rank(self, state: GoujiState, rank: int, seat: int = -1) -> None:
        """Show the cards of a rank in one hand, or in all."""
        for one, hand in enumerate(self._hands):
            if hand is not None and seat in (-1, one):
                state.table.show(one, rank, hand[rank])

    def _bought(self, state: GoujiState, buyer: int) -> int:
        """The rank that a seat buys: whether it buys a 3 or a 4 shows whether it has a 3 (GJ-8.2)."""
        hand = self._hands[buyer]
        if hand is not None and state.rules.buy4 and hand[THREE]:
            state.table.show(buyer, THREE, 1)
        return max(tribute_checks.bought(state, buyer), THREE)


def _known(text: str) -> Counts | None:
    """The cards of a hand; None where nobody saw them."""
    return None if text and not text.strip(UNSEEN) else counts(text)


def _move(hand: Counts | None, rank: int, number: int) -> None:
    if hand is not None:
        hand[rank] += number
