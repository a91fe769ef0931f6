"""夠級 as the rest of the engine uses it: its seats, setting up a round, and what the previous round left to be paid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from referee.core.game.hand_specification import QueryError
from referee.core.game.protocol import OpenRound, Play, Start
from referee.core.game.round_form import RoundForm, SheetNotes, SheetTag
from referee.core.game.sheets import kind_of
from referee.core.record import Record, Round
from referee.core.verdict import JSON
from referee.games.gouji.actions.declarations import revolt_by_deal
from referee.games.gouji.analysis.offers import round_form
from referee.games.gouji.open_round import OpenGoujiRound
from referee.games.gouji.play import GoujiPlay, unplayed
from referee.games.gouji.round import GoujiRound
from referee.games.gouji.rulebook import GJ, TableRules, table_rules
from referee.games.gouji.rules.deal import Before, Deal
from referee.games.gouji.rules.round_state import GoujiState
from referee.games.gouji.rules.tribute_debts import Debt, agreed, owed_for_places
from referee.games.gouji.sheets.header import header
from referee.games.gouji.sheets.making import sheet
from referee.games.gouji.sheets.play import SheetPlay
from referee.games.gouji.sheets.round import SheetRound
from referee.games.gouji.table.seats import OPPOSITE, SEATS, TEAMS
from referee.rulebook import Rules


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
        options = table_rules(rules)
        deal = Deal(options, record, round_, before)
        if not deal.playable:
            return Start(deal.findings, None, unplayed(offenders(before)))
        state = GoujiState(options, round_, deal, debts(options, deal, round_, before))
        if state.desk.debts is None:
            state.desk.open = certain_debts(options, deal, before)
        state.offenders |= offenders(before)
        revolt_by_deal(state)
        names = record.people(round_)
        if not kind_of(round_):
            return Start(deal.findings, GoujiPlay(GoujiRound(state), names))
        read = header(options, round_)
        return Start([*deal.findings, *read.findings], SheetPlay(SheetRound(state, read), names))  # PPN-9

    def open_round(self, rules: Rules, round_: Round) -> OpenRound:
        """The round as everybody at the table sees it."""
        return OpenGoujiRound(round_, table_rules(rules).pack.hand)

    def sheet(self, rules: Rules, round_: Round, play: Play) -> Round:
        """The sheet of a round, of which this is the finished play."""
        assert isinstance(play, GoujiPlay)
        return sheet(round_, play)

    def round_form(self, rules: Rules) -> RoundForm:
        """The form of a round: the packs, dealt out (GJ-1.2, GJ-11.1)."""
        return round_form(table_rules(rules).pack)

    def sheet_notes(self, rules: Rules) -> SheetNotes:
        """Who opened, who was muffled by whom where the threes are kept, and whose set a burn burned."""
        options = table_rules(rules)
        opened = (SheetTag("Opened", "opened"),) if options.points_mode != "off" else ()
        muffled = (SheetTag("Muffled", "muffled", pairs=True),) if options.bie3 else ()
        return SheetNotes(opened + muffled, ("shao",))

    def score(self, rules: Rules, query: dict[str, JSON]) -> dict[str, JSON]:
        """Raises QueryError: a hand of 夠級 has no value of its own."""
        raise QueryError("game", GJ.words.sentence("no-value"))


def debts(rules: TableRules, deal: Deal, round_: Round, before: Before) -> Sequence[Debt] | None:
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


def certain_debts(rules: TableRules, deal: Deal, before: Before) -> list[Debt]:
    """The tribute for places that a sheet left, where nothing but who opened keeps all that it left from being known (GJ-7.7).

    What opposites owe each other for places cannot be told from what they owe for points, nor what is owed for places to who
    muffled or burned the payer from what is owed for that.
    """
    if not rules.tribute or not deal.follows or before is None or before[1].extra.get("owed") is not None:
        return []
    if not kind_of(before[0]):
        return []
    unchecked, places = before[1].checked.get("unchecked"), before[1].extra.get("places")
    whats = {one.get("what") for one in unchecked if isinstance(one, dict)} if isinstance(unchecked, list) else set()
    if whats & {"places", "muffled", "burn"} or not isinstance(places, list):
        return []
    found = agreed(list(owed_for_places(rules, [SEATS.index(str(seat)) for seat in places])), deal.daluo)
    burns = {(SEATS.find(move.other), SEATS.find(move.seat)) for move in before[0].moves if move.verb == "shao" and move.other}
    plays = burns.union(header(rules, before[0]).muffles)
    return [debt for debt in found if OPPOSITE[debt.payer] != debt.payee and (debt.payer, debt.payee) not in plays]


def offenders(before: Before) -> set[int]:
    """The seats that have played cards never dealt, in earlier rounds (GJ-9.1)."""
    told = before[1].extra.get("offenders") if before else None
    return {SEATS.index(str(seat)) for seat in told} if isinstance(told, list) else set()


def _debt(entry: dict[str, JSON]) -> Debt:
    payer, payee, count = SEATS.index(str(entry["from"])), SEATS.index(str(entry["to"])), entry["count"]
    return Debt(payer, payee, count if isinstance(count, int) else 0, str(entry["reason"]))
