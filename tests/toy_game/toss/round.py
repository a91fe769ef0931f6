"""A round of 擲注: everybody stakes, which is a phase of its own; then everybody plays a card."""

from __future__ import annotations

from referee.games.toss.rulebook import TOS

from referee.core.game.protocol import Refereed
from referee.core.game.round_form import MoveTemplate
from referee.core.game.round_referee import RoundReferee
from referee.core.record import CALL, PLAY
from referee.core.verdict import RoundVerdict, Transfer
from referee.rulebook import CORE

SEATS = "PQR"
NO_STAKE = TOS["TOS-1.1"].raises("stake-missing")
NOT_YOUR_TURN = TOS["TOS-2.1"].raises("not-your-turn")
NOT_FINISHED = TOS["TOS-2.1"].raises("round-not-finished")
NOT_IN_GAME = CORE["PPN-6"].raises("not-in-game")
POT = TOS["TOS-2.2"]


class TossRound(RoundReferee):
    """The stakes, the cards and what was found."""

    def __init__(self, options, round_):
        self.options = options
        self.findings = []
        self.hands = {seat: list(round_.hands.get(seat, "")) for seat in SEATS}
        self.next = SEATS.index(round_.leader or SEATS[0])
        self.leader = SEATS[self.next]
        self.stakes = {}
        self.laid = {}
        self.length = 0

    @property
    def over(self):
        """Whether everybody has played a card."""
        return len(self.laid) == len(SEATS)

    def move(self, number, move):
        """Referee the next move."""
        self.length = number
        if move.sign == CALL and move.verb == "xia":
            self._acts(number, move, len(self.stakes) < len(SEATS))
            self.stakes[move.seat] = int(move.text or 1)
        elif move.sign == PLAY:
            if len(self.stakes) < len(SEATS):
                self._find(NO_STAKE, number, move)
            self._acts(number, move, not self.over)
            self.laid[move.seat] = move.text
            self.hands[move.seat] = [card for card in self.hands[move.seat] if card != move.text]
        elif move.verb != "han":
            self._find(NOT_IN_GAME, number, move)
        return True

    def _acts(self, number, move, open_):
        if not open_ or move.seat != SEATS[self.next]:
            self._find(NOT_YOUR_TURN, number, move)
        self.next = (SEATS.index(move.seat) + 1) % len(SEATS)

    def _find(self, raises, number, move):
        self.findings.append(raises.finding({"player": SEATS[self.next]}, number, move.seat, move.token))

    def finish(self):
        """The record ends here."""
        if not self.over:
            self.findings.append(NOT_FINISHED.finding({}, self.length))

    def ledger(self):
        """What the others pay to the highest card (TOS-2.2)."""
        if not self.over:
            return ()
        winner = max(self.laid, key=lambda seat: (self.laid[seat], -list(self.laid).index(seat)))
        times = 2 if self.options.worth == "double" else 1
        return tuple(
            Transfer(seat, winner, times * self.stakes.get(seat, 0), "pot", POT.id, self.length)
            for seat in SEATS
            if seat != winner
        )


class TossPlay(Refereed[TossRound]):
    """A round in progress."""

    def verdict(self, round_):
        """What is said of the round."""
        played, ledger = self.round, self.round.ledger()
        scores = dict.fromkeys(SEATS, 0)
        for line in ledger:
            scores[line.payer] -= line.points
            scores[line.payee] += line.points
        return RoundVerdict(
            round_.number,
            "flagged" if played.findings else "clean",
            "win" if played.over else "unfinished",
            tuple(played.findings),
            played.leader,
            ledger[0].payee if ledger else None,
            ledger=ledger,
            computed=scores if played.over else None,
            claimed=round_.scores,
        )

    def candidates(self):
        """Every card in the hand that is to act; the referee says whether it comes too early."""
        seat = SEATS[self.round.next]
        if not self.round.over:
            yield from (f"{seat}:{card}" for card in sorted(set(self.round.hands[seat])))

    def templates(self):
        """A stake, and a call."""
        seat = SEATS[self.round.next]
        if len(self.round.stakes) < len(SEATS):
            yield MoveTemplate(f"{seat}.xia:", {str(number): 1 for number in range(1, (self.round.options.limit or 9) + 1)})
        yield MoveTemplate(f"{seat}.han:", {"da": 1, "xiao": 1}, usual=False)

    def frame(self, view):
        """The table as it stands."""
        seats = [self._seat(seat, view) for seat in SEATS]
        outcome = "win" if self.round.over else "unfinished"
        ledger = [line.as_dict() for line in self.round.ledger()]
        table = {"top": None, "tangled": False, "owed": [], "aside": []}
        return {"faces": "cards", "seats": seats, **table, "outcome": outcome, "ledger": ledger}

    def _seat(self, seat, view):
        played = self.round
        hidden = view not in (None, seat) and not played.options.open
        hand = ["?" if hidden else card for card in played.hands[seat]]
        return {
            "seat": seat,
            "name": self.names.get(seat, ""),
            "dealer": seat == played.leader,
            "team": seat,
            "opposite": "",
            "state": "in",
            "place": None,
            "turn": not played.over and SEATS[played.next] == seat,
            "may_speak": False,
            "passed": False,
            "yielded": False,
            "burning": False,
            "opened": False,
            "declared": None,
            "count": len(hand),
            "hand": hand,
            "drawn": None,
            "melds": [],
            "played": [[played.laid[seat]]] if seat in played.laid else [],
            "river": [],
            "wins": [],
            "score": 0,
        }
