"""What is said and done outside the trick: showing 3s, revolution, 會3, 報牌, 挑牌, declarations, rulings (GJ-2)."""

from __future__ import annotations

from referee.games.gouji.actions.state import ENDED, GoujiState
from referee.games.gouji.actions.tribute import BUYING, DONE
from referee.games.gouji.clauses import GJ
from referee.games.gouji.rules.checks import NOT_IN_HAND
from referee.games.gouji.rules.tribute_debts import BEFORE_DECLARED
from referee.games.gouji.table.cards import COLOURS, FOUR, RANKS, THREE, TWO, counts, suited
from referee.games.gouji.table.moves import Act
from referee.games.gouji.table.seats import BIT, SEATS
from referee.games.gouji.table.sets import MIXED, card_set
from referee.games.gouji.table.table import FALSE, REVOLTED
from referee.notation import grammar_of
from referee.rulebook import CORE

SHOW_TOO_SMALL = GJ["GJ-2.2"].raises("show-too-small")
NO_SHOW_NOW = GJ["GJ-2.2"].raises("not-your-turn")
NOT_ELIGIBLE = GJ["GJ-2.3"].raises("revolution-not-eligible")
NOT_THE_LEADERS = GJ["GJ-2.4"].raises("not-your-turn")
FALSE_REPORT = GJ["GJ-2.5"].raises("false-report")
NOT_THE_WHOLE_HAND = GJ["GJ-2.6"].raises("card-not-in-hand")
MIXED_RANKS = GJ["GJ-3.1"].raises("mixed-ranks")
TOO_LATE_TO_DECLARE = GJ["GJ-7.4"].raises("not-your-turn")
NOT_IN_BIE3 = GJ["GJ-8.1"].raises("not-in-bie3")
NOT_ELIGIBLE_IN_BIE3 = GJ["GJ-8.3"].raises("revolution-not-eligible")
UNKNOWN_VERB = CORE["PPN-5"].raises("unknown-verb")
NOT_IN_GAME = CORE["PPN-6"].raises("not-in-game")

RULINGS = GJ["GJ-9.1"]
REPORTED = 10
"""With how many cards, or fewer, their number is owed (GJ-2.5)."""
LONGEST_NUMBER = 9
"""The digits of a number that are read: Python refuses to read thousands of them."""

LOSE_TURN, PLACE_LAST, DISQUALIFY, WARNING = "lose-turn", "place-last", "disqualify", "warning"


class Before(GoujiState):
    """The acts that are no plays."""

    # -- 革命 --------------------------------------------------------------------------------------------------

    def revolt_by_deal(self) -> None:
        """憋3: who was dealt no 3, no 2 and no joker has revolted, said or not; by two of them the round is void (GJ-8.3)."""
        if self.rules.bie3:
            for seat in range(6):
                if self.may_revolt(seat) and not self.table.unseen[seat]:
                    self._revolt(seat)

    def may_revolt(self, seat: int) -> bool:
        """No 2 and no joker among the cards as dealt; in 憋3 no 3 either (GJ-2.3, GJ-8.3)."""
        dealt = self.deal.hands[seat]
        return not any(dealt[TWO:]) and not (self.rules.bie3 and dealt[THREE])

    def _revolt(self, seat: int) -> None:
        self.table.leave(seat, REVOLTED)
        self.doubt &= ~BIT[seat]
        if self.rules.bie3:
            self.opening.opened |= BIT[seat]
        if len(self.table.revolted) > 1:
            self.end("void")

    def revolt(self, act: Act) -> None:
        """``C.geming``: in 憋3 right after the buying (GJ-2.3)."""
        seat = act.seat
        raises = NOT_ELIGIBLE_IN_BIE3 if self.rules.bie3 else NOT_ELIGIBLE
        if self.state != ENDED and not self.started:
            self.desk.advance(BUYING + 1)
        known = seat in self.table.revolted
        if not self.may_revolt(seat) or self.started or known and not self.rules.bie3:
            late = self.started or known and not self.rules.bie3
            self.find(raises, seat, reason="late" if late else None)
            if self.started or known or self.state == ENDED:
                return
        if not known:
            self._revolt(seat)

    # -- 上班, 會3, 報牌, 挑牌 ------------------------------------------------------------------------------------

    def barred(self, act: Act) -> bool:
        """Whether 憋3 does not know this act (GJ-8.1)."""
        if self.rules.bie3:
            self.find(NOT_IN_BIE3, act.seat)
        return self.rules.bie3

    def show(self, act: Act) -> None:
        """``B.liang:3h3d``: two 3s of one colour take the lead, more of one suit take it over (GJ-2.2)."""
        if self.barred(act):
            return
        seat, shown = act.seat, suited(act.move.text)
        if self.started or not self.deal.anew or not self.table.plays(seat):
            self.find(NO_SHOW_NOW, seat, reason=None if self.deal.anew else "given")
            return
        if not self._holds_shown(seat, shown):
            self.find(NOT_IN_HAND, seat, tiles=act.move.text)
            return
        if any(rank != RANKS[THREE] for rank, _ in shown) or not self._enough(shown):
            least = 2 if self.shown is None else self.shown[1] + 1
            self.find(SHOW_TOO_SMALL, seat, expected=least, actual=len(shown), reason="more" if self.shown else None)
            return
        self.shown = seat, len(shown)
        self.table.trick.owner = seat

    def _holds_shown(self, seat: int, shown: list[tuple[str, str]]) -> bool:
        """The cards are there, and where the hand is written with suits so are those."""
        hand = self.record.hands.get(SEATS[seat], "")
        held = suited(hand)
        if not self.table.holds(seat, tuple(enumerate(counts("".join(rank for rank, _ in shown))))):
            return False
        with_suits = any(suit for rank, suit in held if rank == RANKS[THREE])
        return not with_suits or all(held.count(card) >= shown.count(card) for card in shown if card[1])

    def _enough(self, shown: list[tuple[str, str]]) -> bool:
        """Whether what is shown is of one colour, or of one suit where it takes over, and more than what was shown."""
        suits = {suit for _, suit in shown if suit}
        if self.shown is None:
            return len(shown) >= 2 and len({COLOURS[suit] for suit in suits}) <= 1
        return len(shown) > self.shown[1] and len(suits) <= 1

    def sweep(self, act: Act) -> None:
        """``A.hui:3``: the leader takes all 3s out of play, with ``hui4`` also the 4s (GJ-2.4)."""
        if self.barred(act):
            return
        assert act.set is not None
        seat, ranks = act.seat, [rank for rank, _ in act.set.cards]
        if not set(ranks) <= ({THREE, FOUR} if self.rules.hui4 else {THREE}):
            self.find(NOT_IN_GAME, seat)
            return
        self.lead_anyhow(seat)
        if self.started or seat != self.table.trick.leader:
            self.find(NOT_THE_LEADERS, seat, player=SEATS[self.table.trick.leader])
            return
        for rank in ranks:
            self._sweep(rank)

    def _sweep(self, rank: int) -> None:
        """All cards of a rank go; how many an unseen hand held is known where there is only one."""
        table = self.table
        hidden = [seat for seat in range(6) if table.unseen[seat]]
        if len(hidden) > 1:
            self.slack += self.unseen_of(rank)
        for seat in range(6):
            number = table.hands[seat][rank] + (min(self.unseen_of(rank), table.unseen[seat]) if hidden == [seat] else 0)
            table.take(seat, ((rank, number),))
            table.swept[rank] += number

    def report(self, act: Act) -> None:
        """``B.bao:7``: how many cards are left, owed truthfully at ten or fewer (GJ-2.5)."""
        if self.barred(act):
            return
        left, said = self.table.left[act.seat], int(act.move.text[:LONGEST_NUMBER])
        if left <= REPORTED and not self.least_left(act.seat) <= said <= left:
            self.find(FALSE_REPORT, act.seat, expected=left, actual=said)

    def lay(self, act: Act) -> None:
        """``B.tiao:KK/555/3``: the whole rest of the hand, in sets (GJ-2.6)."""
        if self.barred(act):
            return
        seat = act.seat
        sets = [card_set(part) for part in act.move.parts]
        whole = card_set(act.move.text)
        if not self.table.holds(seat, whole.cards) or not self.least_left(seat) <= whole.size <= self.table.left[seat]:
            self.find(NOT_THE_WHOLE_HAND, seat, tiles=whole.text, expected=self.table.left[seat], actual=whole.size)
            return
        mixed = next((one for one in sets if one.rank == MIXED), None)
        if mixed is not None:
            self.find(MIXED_RANKS, seat, tiles=mixed.text)
            return
        self.table.laid[seat] = [one.text for one in sets]

    # -- 明點, 預點, 罰 -------------------------------------------------------------------------------------------

    def declare(self, act: Act) -> None:
        """The opposite will not open: said before the deal (``yudian``) or after the tribute (``mingdian``) (GJ-7.4)."""
        seat = act.seat
        if self.started:
            self.find(TOO_LATE_TO_DECLARE, seat)
            return
        if act.move.verb != BEFORE_DECLARED:
            self.desk.advance(DONE)
        self.declared.setdefault(seat, act.move.verb)

    def rule(self, act: Act) -> None:
        """An arbiter's ruling is carried out (GJ-9.1)."""
        seat = act.seat
        if act.move.text == LOSE_TURN:
            self.lost |= BIT[seat]
        elif act.move.text in (PLACE_LAST, DISQUALIFY):
            self.put_last(seat)
        elif act.move.text != WARNING:
            self.find(UNKNOWN_VERB, seat)

    def put_last(self, seat: int) -> None:
        """A seat is placed last at once, above those to whom that happened before (GJ-5.5, GJ-9.1)."""
        if self.table.plays(seat):
            self.table.leave(seat, FALSE)
            if self.table.tangled:
                self.table.trick.tangle()
            self.after_leaving()

    def after_leaving(self) -> None:
        """Somebody's place was decided: the round may have ended by it (GJ-6.1)."""
        if self.table.decided:
            self.end(self.result())

    def result(self) -> str:
        """How a round that was played out has ended."""
        raise NotImplementedError

    def unknown(self, act: Act) -> None:
        """A move whose words say nothing."""
        self.find(UNKNOWN_VERB, act.seat if act.seat >= 0 else None)

    def foreign(self, act: Act) -> None:
        """A move, or a seat, that this game does not have; a word that no game has says nothing."""
        if act.seat < 0:
            self.find(NOT_IN_GAME, None)
        else:
            self.find(NOT_IN_GAME if not act.move.verb or grammar_of().has(act.move.verb) else UNKNOWN_VERB, act.seat)
