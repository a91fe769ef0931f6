"""A mahjong game: the declarations and the few methods by which the games differ in substance.

A game's folder gives a subclass; the core's rounds ask it. Seats are indices in play order, units are the game's own
(the ledger multiplies them by the base).
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from mypy_extensions import mypyc_attr

from referee.core.game import sheets
from referee.core.game.hand_specification import HandSpecification
from referee.core.game.protocol import OpenRound, Play, Start
from referee.core.game.round_form import RoundForm, SheetFigure, SheetNotes
from referee.core.record import Record, Round
from referee.core.verdict import JSON, Finding, RoundVerdict
from referee.mahjong.analysis import hand_query
from referee.mahjong.analysis.offers import round_form
from referee.mahjong.fan_options import asks
from referee.mahjong.mechanisms.beside import MA, Horses, Kans, Piao
from referee.mahjong.mechanisms.circumstances import LastCopy
from referee.mahjong.mechanisms.false_wins import RefusedWins
from referee.mahjong.mechanisms.kong_fees import Graze, Robbing
from referee.mahjong.mechanisms.missed_wins import MissedWins, MissedWinsInTurn
from referee.mahjong.mechanisms.priority import OneWinner, PengLock
from referee.mahjong.open_round import OpenMahjongRound
from referee.mahjong.play import MahjongPlay
from referee.mahjong.round import MahjongRound
from referee.mahjong.rulebook import Options
from referee.mahjong.rules import agreements
from referee.mahjong.rules.checks import beside_checks, deal_checks
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.rules.settlement import Settlement
from referee.mahjong.sheet import from_record, payments
from referee.mahjong.sheet import play as sheet_play
from referee.mahjong.table.deal import Deal
from referee.mahjong.table.moves import SEATS
from referee.mahjong.table.ruleset import Ruleset
from referee.rulebook import FindingTemplate, Rules


@mypyc_attr(allow_interpreted_subclasses=True)
class MahjongGame(Settlement, ABC):
    """Base class of the mahjong games: all that the core and the rest of the engine call."""

    missed_win: ClassVar[FindingTemplate]
    """Raised by who wins on no more than was passed, where the ruleset locks missed wins."""
    first_discard: ClassVar[bool] = False
    """Whether a win on the dealer's first discard is worth something of its own."""
    break_dice: ClassVar[int] = 0
    """How many dice are thrown for the break of the wall …"""
    wall_breaks: ClassVar[Sequence[str]] = ()
    """… and where it may then be, as a record names it."""

    # -- a round -------------------------------------------------------------------------------------------------------

    def mechanisms(self, round_: RoundState) -> Sequence[Mechanism]:
        """The mechanisms that the ruleset names; a game adds its own, in the order in which they are called."""
        found: list[Mechanism] = []
        if round_.ruleset.robbed:
            found.append(Robbing(self))
        if round_.ruleset.missed_wins:
            missed_wins = MissedWinsInTurn if round_.ruleset.one_winner else MissedWins
            found.append(missed_wins(round_, self.missed_win, self.first_discard))
        return [*found, *self._added(round_)] if round_.rules.adds else found

    def _added(self, round_: RoundState) -> Iterator[Mechanism]:
        """The mechanisms that the table has added to the game."""
        options = Options.of(round_.rules)
        if asks(round_.rules, "last_copy"):
            yield LastCopy()
        if options.peng_lock == "turn":
            yield PengLock()  # TBL-18
        if options.multi_win == "next":
            yield OneWinner()  # TBL-6
        if isinstance(options.false_win, int):
            yield RefusedWins(options.false_win, options.after_false_win == "end")
        if options.graze == "on":
            yield Graze()
        if options.piao != "off":
            yield Piao()
        if options.kans != "off":
            yield Kans(options.kans)
        if isinstance(options.horses, int):
            yield Horses(round_, options.horses, options.horses_when)

    def round(self, state: RoundState) -> MahjongRound:
        """The referee of a round; a game whose moves are carried out differently returns its own."""
        return MahjongRound(self, state)

    def start(self, record: Record, rules: Rules, base: int, round_: Round, before: tuple[Round, RoundVerdict] | None) -> Start:
        """Set up the table of a round (MJ-1.3), and compare its dealer with the result of the previous round (MJ-6.4)."""
        header = [
            *deal_checks.dealer(self.rulebook, record, rules, round_, before),  # MJ-6.4, TBL-9
            *self.heading(record, rules, round_, before),
        ]
        carried = before[1].carried if before else {}
        ruleset = self.seated(rules, carried)
        times: int | None = 1
        if rules.adds:
            piao = beside_checks.choices(self.rulebook.words, rules, SEATS[: ruleset.seats], record, round_, carried)  # TBL-10
            header += piao.findings
            carried = {**carried, **piao.carried}
            times = agreements.stakes(rules, round_, before)  # TBL-18
            base *= times or 1
        if sheets.kind_of(round_):
            begun = sheet_play.start(self, (rules, ruleset, base), record, round_, header, carried)
            if times is None and isinstance(begun.play, sheet_play.SheetPlay):
                begun.play.round.state.determined = False
            return begun
        deal = Deal(ruleset, round_)
        findings = [*header, *deal_checks.deal(deal, round_, self.wrong_count)]
        play: Play | None = None
        if deal.playable:
            state = RoundState(self, rules, deal, base, round_)
            state.carried.update(carried)
            state.determined = times is not None
            play = MahjongPlay(self.round(state), record.people(round_))
        return Start(findings, play)

    def open_round(self, rules: Rules, round_: Round) -> OpenRound:
        """The round as everybody at the table sees it."""
        hidden = [name for name, verb in self.rulebook.verbs.items() if verb.hidden]
        return OpenMahjongRound(self.ruleset(rules).seats, hidden, round_)

    def seated(self, rules: Rules, carried: Mapping[str, int]) -> Ruleset:
        """The table of a round: that of the rules, without the seats of those who are out of the match by what earlier rounds
        carry over."""
        return self.ruleset(rules)

    def heading(
        self, record: Record, rules: Rules, round_: Round, before: tuple[Round, RoundVerdict] | None
    ) -> Sequence[Finding]:
        """Findings on the header of a round, apart from its dealer and deal."""
        return ()

    def sheet(self, rules: Rules, round_: Round, play: Play) -> Round:
        """The round as a score sheet: what came of its moves, all of which ``play`` has replayed."""
        assert isinstance(play, MahjongPlay)
        return from_record.sheet_of(self, play.round.state, round_)

    # -- what the rest of the engine asks --------------------------------------------------------------------------

    def seats(self, rules: Rules) -> str:
        """The letters of the seats, in order of play."""
        return SEATS[: self.ruleset(rules).seats]

    def sides(self, rules: Rules) -> Sequence[str]:
        """The sides that have a score: every seat is one."""
        return tuple(self.seats(rules))

    def hand_specification(self, rules: Rules) -> HandSpecification:
        """What a hand consists of by these rules, for questions about its value."""
        return hand_query.described(self, rules)

    def round_form(self, rules: Rules) -> RoundForm:
        """The fields of a round before its first move: what is dealt and thrown."""
        form = round_form(self.ruleset(rules), self.break_dice, self.wall_breaks)
        if Options.of(rules).piao not in ("round", "match"):
            return form
        figures = tuple(map(str, range(beside_checks.MOST_PIAO + 1)))
        return form._replace(choices={beside_checks.PIAO_TAG + seat: figures for seat in self.seats(rules)})

    def sheet_notes(self, rules: Rules) -> SheetNotes:
        """What a score sheet notes beside wins and kongs: readiness where it is asked, fees that are not paid once."""
        options, ruleset, figures = Options.of(rules), self.ruleset(rules), [*self.sheet_figures(rules)]
        if options.piao in ("round", "match"):
            figures.append(SheetFigure("Piao", beside_checks.MOST_PIAO, each=True))
        if options.horses != "off":
            figures.append(SheetFigure("Left", ruleset.wall))
        unused = [MA] if options.horses == "off" else []
        return SheetNotes(
            unready=self.unready(rules),
            times=self.kong_times(rules),
            figures=figures,
            stay=ruleset.winners_stay,
            unused=unused,
        )

    def sheet_figures(self, rules: Rules) -> Sequence[SheetFigure]:
        """The numbers that a score sheet may note."""
        return ()

    def score(self, rules: Rules, query: dict[str, JSON]) -> dict[str, JSON]:
        """Value one hand, and say who pays for it; or value the hand with each tile that it waits for."""
        query = payments.with_dealer(query)
        found = hand_query.answer(self, rules, query)
        if payments.FIELD in query and found.get("wins"):
            found[payments.FIELD] = payments.payments(self, self.start, rules, query)
        return found
