"""A mahjong game in a folder of its own builds upon the core, be the core compiled or not: what it says otherwise counts, and
a round of its own carries out the moves."""

from __future__ import annotations

from collections.abc import Sequence

import referee
from referee.core import registry
from referee.core.verdict import Win
from referee.mahjong.game import MahjongGame
from referee.mahjong.hand.candidate import CandidateHand
from referee.mahjong.hand.fans import WinValue
from referee.mahjong.round import MahjongRound
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.kongs import Laying
from referee.mahjong.table.moves import Act
from referee.mahjong.table.ruleset import Ruleset
from referee.rulebook import FindingTemplate, Rules
from tests.files import CLEAN

FAIR = registry.find("sichuan")
assert isinstance(FAIR, MahjongGame)


class Generous(MahjongGame):
    """四川麻將 in which the house gives every winner a point."""

    id = "generous"
    rulebook = FAIR.rulebook
    no_chi = FAIR.no_chi
    no_robbing = FAIR.no_robbing

    def ruleset(self, rules: Rules) -> Ruleset:
        return FAIR.ruleset(rules)

    def win_values(self, rules: Rules, candidate: CandidateHand) -> list[WinValue] | FindingTemplate:
        return FAIR.win_values(rules, candidate)

    def refuted(self, rules: Rules, candidate: CandidateHand) -> FindingTemplate | None:
        return FAIR.refuted(rules, candidate)

    def mechanisms(self, round_: RoundState) -> Sequence[Mechanism]:
        return FAIR.mechanisms(round_)

    def kong(self, round_: RoundState, laying: Laying) -> list[int]:
        return FAIR.kong(round_, laying)

    def won(self, round_: RoundState, win: Win, seat: int) -> None:
        FAIR.won(round_, win, seat)
        round_.ledger.pay(None, seat, 1, "gift", FAIR.rulebook["SCM-4.1"], win.move)

    def drawn(self, round_: RoundState) -> None:
        FAIR.drawn(round_)

    def next_dealer(self, round_: RoundState) -> int | None:
        return None

    def round(self, state: RoundState) -> MahjongRound:
        return NotedRound(self, state)


class NotedRound(MahjongRound):
    """A round that notes on which moves a win was said."""

    def hu(self, act: Act) -> None:
        said.append(self.state.number)
        super().hu(act)


said: list[int] = []


def test_what_a_game_says_otherwise_counts() -> None:
    record = referee.parse(CLEAN)
    round_, verdict_of_fair = record.rounds[0], referee.verify(record).rounds[0]
    rules = FAIR.rulebook.rules(record.rules)
    assert isinstance(rules, Rules)
    said.clear()
    play = Generous().start(record, rules, 1, round_, None).play
    assert play is not None
    assert all(play.move(number, token) for number, token in enumerate(round_.moves, 1))
    play.finish()
    verdict = play.verdict(round_)
    given = [line for line in verdict.ledger if line.reason == "gift"]
    assert [line.payee for line in given] == [win.seat for win in verdict_of_fair.wins] != []
    assert [line for line in verdict.ledger if line.reason != "gift"] == list(verdict_of_fair.ledger)
    assert said == [win.move for win in verdict_of_fair.wins]
