"""擲注 as the referee asks for it: its seats, what is dealt, and the setting up of a round."""

from __future__ import annotations

from referee.games.toss.round import TossPlay, TossRound
from referee.games.toss.rulebook import TOS, Options

from referee.core.game.hand_specification import QueryError
from referee.core.game.protocol import Start
from referee.core.game.round_form import RoundForm

SEATS = "PQR"
SIZE = 2
BAD_DEAL = TOS["TOS-1.2"].raises("bad-deal")


class Toss:
    """擲注."""

    id = "toss"
    rulebook = TOS

    def seats(self, rules):
        """Three, in order of play."""
        return SEATS

    def sides(self, rules):
        """Everybody plays alone."""
        return tuple(SEATS)

    def start(self, record, rules, base, round_, before):
        """Lay the table of a round, once everybody has two cards (TOS-1.2)."""
        short = [(seat, len(round_.hands.get(seat, ""))) for seat in SEATS if len(round_.hands.get(seat, "")) != SIZE]
        wrong = [BAD_DEAL.finding({"expected": SIZE, "actual": held}, 0, seat) for seat, held in short]
        return Start(wrong, None if wrong else TossPlay(TossRound(Options.of(rules), round_), record.people(round_)))

    def round_form(self, rules):
        """Six cards, two to each."""
        return RoundForm("Leader", {"3": 2, "4": 2, "5": 2}, SIZE)

    def score(self, rules, query):
        """A hand has no value of its own. Raises QueryError."""
        raise QueryError("game", TOS.words.sentence("no-value"))
