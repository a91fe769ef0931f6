"""A round of 夠級 as the rest of the engine uses it: moves go in, the round's verdict comes out."""

from __future__ import annotations

from collections.abc import Iterable

from referee.core.game.protocol import Analysis
from referee.core.game.round_form import MoveTemplate
from referee.core.game.rulings import fine
from referee.core.record import Round
from referee.core.verdict import JSON, RoundVerdict
from referee.games.gouji.analysis.offers import candidates, routine, templates
from referee.games.gouji.analysis.review import GoujiReview
from referee.games.gouji.frames import Framed
from referee.games.gouji.rules.places import places, scores, standing, swept
from referee.games.gouji.rules.round_state import ENDED, HALTED
from referee.games.gouji.rules.tribute_debts import Outcome, owed, owed_for_plays
from referee.games.gouji.table.seats import SEATS, TEAMS, listed


def unplayed(offenders: Iterable[int]) -> dict[str, JSON]:
    """What the verdict says of a round without an end, besides what it says in any game."""
    told: list[JSON] = [SEATS[seat] for seat in sorted(offenders)]
    return {"places": None, "opened": None, "owed": None, **({"offenders": told} if told else {})}


class GoujiPlay(Framed):
    """One round in progress."""

    def verdict(self, round_: Round) -> RoundVerdict:
        """The verdict on the round: places, scores by team, who opened, debts, the next leader."""
        played = self.round.state
        order = self._order()
        settled = self._settled(order)
        next_leader = self._next_leader(order) if settled else None
        return RoundVerdict(
            round_.number,
            "halted" if played.progress == HALTED else "flagged" if played.findings else "clean",
            played.outcome,
            tuple(played.findings),
            self._leader(),
            None if next_leader is None else SEATS[next_leader],
            computed=self._scores(order) if settled else None,
            claimed=round_.scores,
            checked={"hands": played.deal.whole, "tribute": played.desk.debts is not None},
            extra=self._extra(order),
            more=played.more,
            penalties=tuple(played.penalties),
        )

    def _order(self) -> list[int] | None:
        """The places, first to last; None if the round has none."""
        played = self.round.state
        known = played.progress == ENDED and played.outcome != "void"
        return places(played.table) if known else None

    def _settled(self, order: list[int] | None) -> bool:
        """Whether the round has scores: it has places, or is void."""
        return order is not None or self.round.state.outcome == "void"

    def _scores(self, order: list[int] | None) -> dict[str, int]:
        """The scores of both sides, with the fines of their seats taken off (GJ-9.1)."""
        played = self.round.state
        found = scores(order, played.rules.scoring) if order else dict.fromkeys(TEAMS, 0)
        for penalty in played.penalties:
            found[TEAMS[SEATS.index(penalty.seat) % 2]] -= fine(penalty.penalty)
        return found

    def scores(self) -> dict[str, int] | None:
        """The scores of both sides; None where the round is not settled."""
        order = self._order()
        return self._scores(order) if self._settled(order) else None

    def _extra(self, order: list[int] | None) -> dict[str, JSON]:
        played = self.round.state
        said = unplayed(played.offenders)
        if played.outcome == "void":
            said["owed"] = []
        elif order is not None:
            said["places"] = [SEATS[seat] for seat in order]
            said["opened"] = self._opened()
            said["owed"] = self._owed(order)
        elif played.progress == HALTED:
            said |= self._so_far()
        return said

    def _so_far(self) -> dict[str, JSON]:
        """What is known of a round that halted (GJ-4.9): the places decided, who had opened, the tribute owed for plays."""
        played = self.round.state
        seats = {place: SEATS[seat] for seat, place in standing(played.table).items()}
        debts = owed_for_plays(played.rules, played.muffles, played.burns)
        return {
            "places": [seats.get(place) for place in range(1, len(SEATS) + 1)],
            "opened": self._opened(),
            "owed": [debt.as_dict() for debt in debts],
        }

    def _opened(self) -> list[JSON] | None:
        """The seats that opened; None where that hangs on cards that were not seen (GJ-11.3)."""
        opening = self.round.state.opening
        opening.settle(self.round.state.table)
        return None if opening.unclear else [SEATS[seat] for seat in listed(opening.opened)]

    def _owed(self, order: list[int]) -> list[JSON] | None:
        """The tribute that the round leaves; None where it hangs on who opened, and that is not known."""
        played = self.round.state
        if played.rules.tribute and played.opening.unclear:
            return None
        outcome = Outcome(order, played.muffles, played.burns, played.opening.opened, played.declared)
        return [debt.as_dict() for debt in owed(played.rules, outcome)]

    def _leader(self) -> str | None:
        """The first taker, if the record says who it is (GJ-1.3, GJ-1.4)."""
        leader = self.round.state.deal.leader
        return None if leader < 0 else SEATS[leader]

    def _next_leader(self, order: list[int] | None) -> int | None:
        """The leader of the next round: 大落, or None if it is opened anew (GJ-1.4); in 憋3 the next opener (GJ-8.1)."""
        played = self.round.state
        if played.rules.bie3:
            return None if played.deal.leader < 0 else (played.deal.leader + 1) % len(SEATS)
        return None if order is None or swept(order) else order[-1]

    def candidates(self) -> Iterable[str]:
        """Tokens of moves that may come next, legal or not."""
        return candidates(self.round.state)

    def templates(self) -> Iterable[MoveTemplate]:
        """Templates of moves that may come next and need cards to be chosen."""
        return templates(self.round.state)

    def routine(self) -> str:
        """The pass of the seat that has to speak."""
        return routine(self.round.state)

    def analysis(self, view: str | None, ahead: bool = False) -> Analysis:
        """An analysis of what the players could have done."""
        return GoujiReview(self.round.state, view)
