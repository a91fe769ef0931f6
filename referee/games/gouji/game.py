"""夠級 as the rest of the engine uses it: its seats, setting up a round, and what the previous round left to be paid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from referee.game.hand_specification import QueryError
from referee.game.protocol import Start
from referee.game.round_form import RoundForm
from referee.games.gouji.actions.declarations import revolt_by_deal
from referee.games.gouji.analysis.offers import round_form
from referee.games.gouji.clauses import GJ
from referee.games.gouji.options import Options
from referee.games.gouji.play import GoujiPlay, unplayed
from referee.games.gouji.round import GoujiRound
from referee.games.gouji.rules.deal import Before, Deal
from referee.games.gouji.rules.round_state import GoujiState
from referee.games.gouji.rules.tribute_debts import Debt, agreed
from referee.games.gouji.table.seats import SEATS, TEAMS
from referee.record import Record, Round
from referee.rulebook import Rules
from referee.verdict import JSON


class Gouji:
    """夠級."""

    id: ClassVar = "gouji"
    rulebook: ClassVar = GJ

    def seats(self, rules: Rules) -> str:
        """The letters of the six seats, in order of play (GJ-1.1)."""
        return SEATS

    def sides(self, rules: Rules) -> Sequence[str]:
        """The two teams (GJ-1.1)."""
        return TEAMS

    def start(self, record: Record, rules: Rules, base: int, round_: Round, before: Before) -> Start:
        """Set up the table of a round, with the debts that the last one left (GJ-7.7)."""
        options = Options.of(rules)
        deal = Deal(options, record, round_, before)
        if not deal.playable:
            return Start(deal.findings, None, unplayed(offenders(before)))
        state = GoujiState(options, round_, deal, debts(options, deal, round_, before))
        state.offenders |= offenders(before)
        revolt_by_deal(state)
        return Start(deal.findings, GoujiPlay(GoujiRound(state), record.people(round_)))

    def round_form(self, rules: Rules) -> RoundForm:
        """The form of a round: four packs, dealt out (GJ-1.2)."""
        return round_form()

    def score(self, rules: Rules, query: dict[str, JSON]) -> dict[str, JSON]:
        """Raises QueryError: a hand of 夠級 has no value of its own."""
        raise QueryError("game", "夠級的手牌不計價值。", "a hand of gouji has no value of its own")


def debts(rules: Options, deal: Deal, round_: Round, before: Before) -> Sequence[Debt] | None:
    """The tribute that the previous round left to be paid; None if it is not known."""
    if not rules.tribute:
        return ()
    if not deal.follows or before is None:
        return () if round_.number == 1 else None
    if before[1].partial:
        return None  # GJ-4.9: not all that it left is known
    owed = before[1].extra.get("owed")
    if not isinstance(owed, list):
        return None
    return agreed([_debt(entry) for entry in owed if isinstance(entry, dict)], deal.daluo)


def offenders(before: Before) -> set[int]:
    """The seats that have played cards never dealt, in earlier rounds (GJ-9.1)."""
    told = before[1].extra.get("offenders") if before else None
    return {SEATS.index(str(seat)) for seat in told} if isinstance(told, list) else set()


def _debt(entry: dict[str, JSON]) -> Debt:
    payer, payee, count = SEATS.index(str(entry["from"])), SEATS.index(str(entry["to"])), entry["count"]
    return Debt(payer, payee, count if isinstance(count, int) else 0, str(entry["reason"]))
