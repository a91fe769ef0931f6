"""擲注 as the referee asks for it: its seats, what is dealt, and the setting up of a round."""

from __future__ import annotations

from referee.games.toss.clauses import TOS
from referee.games.toss.options import Options
from referee.games.toss.round import TossPlay, TossRound

from referee.game import Start
from referee.hand_specification import QueryError
from referee.round_form import RoundForm

SEATS = "PQR"


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
        """Lay the table of a round."""
        return Start((), TossPlay(TossRound(Options.of(rules), round_), record.people(round_)))

    def round_form(self, rules):
        """Six cards, two to each."""
        return RoundForm("Leader", {"3": 2, "4": 2, "5": 2}, 2)

    def score(self, rules, query):
        """A hand has no value of its own. Raises QueryError."""
        raise QueryError("game", "擲注的手牌不計價值。", "a hand of toss has no value of its own")
