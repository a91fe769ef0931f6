"""A round of 夠級 as the rest of the engine uses it: moves go in, the round's verdict and its frames come out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from referee.game.protocol import Analysis, Refereed
from referee.game.round_form import MoveTemplate
from referee.game.rulings import fine
from referee.games.gouji.analysis.offers import candidates, routine, templates
from referee.games.gouji.analysis.review import GoujiReview
from referee.games.gouji.round import GoujiRound
from referee.games.gouji.rules.places import places, scores, standing, swept
from referee.games.gouji.rules.round_state import ENDED, HALTED
from referee.games.gouji.rules.tribute_debts import Outcome, owed, owed_for_plays
from referee.games.gouji.table.cards import UNSEEN, text
from referee.games.gouji.table.seats import BIT, OPPOSITE, SEATS, TEAMS, listed
from referee.games.gouji.table.trick import BURNING
from referee.record import Round
from referee.verdict import JSON, RoundVerdict

GOUJI_SET: dict[str, JSON] = {"zh": "夠級", "en": "gouji set"}
"""What the table calls a set that only the opposite may answer (GJ-3.5)."""


def unplayed(offenders: Iterable[int]) -> dict[str, JSON]:
    """What the verdict says of a round without an end, besides what it says in any game."""
    told: list[JSON] = [SEATS[seat] for seat in sorted(offenders)]
    return {"places": None, "opened": None, "owed": None, **({"offenders": told} if told else {})}


class GoujiPlay(Refereed[GoujiRound]):
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
        found = scores(order, played.rules.score) if order else dict.fromkeys(TEAMS, 0)
        for penalty in played.penalties:
            found[TEAMS[SEATS.index(penalty.seat) % 2]] -= fine(penalty.penalty)
        return found

    def _extra(self, order: list[int] | None) -> dict[str, JSON]:
        played = self.round.state
        said = unplayed(played.offenders)
        if played.outcome == "void":
            said["owed"] = []
        elif order is not None:
            said["places"] = [SEATS[seat] for seat in order]
            said["opened"] = [SEATS[seat] for seat in listed(played.opening.opened)]
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
            "opened": [SEATS[seat] for seat in listed(played.opening.opened)],
            "owed": [debt.as_dict() for debt in debts],
        }

    def _owed(self, order: list[int]) -> list[JSON]:
        played = self.round.state
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

    # -- frames ------------------------------------------------------------------------------------------------

    def frame(self, view: str | None) -> dict[str, JSON]:
        """The table as it stands. With a ``view`` the other seats' hands are unseen until their places are decided."""
        played = self.round.state
        trick = played.table.trick
        standings = standing(played.table) if played.outcome != "void" else {}
        return {
            "faces": "cards",
            "seats": [self._seat(seat, view, standings) for seat in range(len(SEATS))],
            "top": None
            if trick.top is None
            else {
                "seat": SEATS[trick.owner],
                "tiles": list(trick.top.text),
                "burning": trick.mode == BURNING,
                "marks": [GOUJI_SET] if trick.top.gouji else [],
            },
            "tangled": played.table.tangled,
            "owed": [] if played.started else [debt.as_dict() for debt in played.desk.open],
            "aside": list(text(played.table.swept)),
            "outcome": played.outcome,
            "ledger": [],
        }

    def _seat(self, seat: int, view: str | None, standings: Mapping[int, int]) -> dict[str, JSON]:
        played, letter = self.round.state, SEATS[seat]
        table, bit = played.table, BIT[seat]
        hidden = view is not None and letter != view and table.plays(seat)
        hand = [*text(table.hands[seat]), *UNSEEN * table.unseen[seat]]
        over = played.progress == ENDED
        return {
            "seat": letter,
            "name": self.names.get(letter, ""),
            "dealer": seat == played.deal.leader,
            "team": TEAMS[seat % 2],
            "opposite": SEATS[OPPOSITE[seat]],
            "state": table.states[seat],
            "place": standings.get(seat),
            "turn": not over and self._acting() == seat,
            "may_speak": not over and bool(table.trick.due & bit or table.trick.word and seat == OPPOSITE[table.trick.owner]),
            "passed": bool(table.trick.passed & bit),
            "yielded": bool(table.trick.yielded & bit),
            "burning": table.trick.burner == seat,
            "opened": bool(played.opening.opened & bit),
            "declared": played.declared.get(seat),
            "count": table.left[seat],
            "hand": [UNSEEN] * len(hand) if hidden else list(hand),
            "drawn": None,
            "melds": [
                {"kind": kind, "tiles": list(cards), "from": None, "move": move}
                for other, kind, cards, move in played.marks
                if other == seat and cards
            ],
            "played": list(played.piles[seat]),
            "river": [],
            "wins": [],
            "score": self._score(seat),
        }

    def _acting(self) -> int:
        trick = self.round.state.table.trick
        return trick.leader if trick.top is None or not trick.due else trick.speaker

    def _score(self, seat: int) -> int:
        """The side's score, once the round is settled."""
        order = self._order()
        return self._scores(order)[TEAMS[seat % 2]] if self._settled(order) else 0
