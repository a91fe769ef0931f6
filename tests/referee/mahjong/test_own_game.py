"""A mahjong game in a folder of its own builds upon the core, be the core compiled or not."""

from __future__ import annotations

import referee
from referee import registry
from referee.mahjong.game import MahjongGame
from referee.mahjong.hand.fans import CandidateHand, WinValue
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.ruleset import Ruleset
from referee.mahjong.table.table import Laying
from referee.rulebook import Raise, Rules
from referee.verdict import Win
from tests.files import CLEAN

FAIR = registry.find("sichuan")
assert isinstance(FAIR, MahjongGame)


class Generous(MahjongGame):
    """四川麻將 in which the house gives every winner a point."""

    id = "generous"
    rulebook = FAIR.rulebook

    def ruleset(self, rules: Rules) -> Ruleset:
        return FAIR.ruleset(rules)

    def win_values(self, rules: Rules, holding: CandidateHand) -> list[WinValue] | Raise:
        return FAIR.win_values(rules, holding)

    def refuted(self, rules: Rules, holding: CandidateHand) -> Raise | None:
        return FAIR.refuted(rules, holding)

    def kong(self, round_: RoundState, laying: Laying) -> list[int]:
        return FAIR.kong(round_, laying)

    def won(self, round_: RoundState, win: Win, seat: int) -> None:
        FAIR.won(round_, win, seat)
        round_.ledger.pay(None, seat, 1, "gift", FAIR.rulebook["SCM-4.1"], win.move)

    def drawn(self, round_: RoundState) -> None:
        FAIR.drawn(round_)

    def next_dealer(self, round_: RoundState) -> int | None:
        return None


def test_what_it_says_otherwise_counts() -> None:
    record = referee.parse(CLEAN)
    round_, judged = record.rounds[0], referee.verify(record).rounds[0]
    rules = FAIR.rulebook.rules(record.rules)
    assert isinstance(rules, Rules)
    play = Generous().start(record, rules, 1, round_, None).play
    assert play is not None
    assert all(play.move(number, move) for number, move in enumerate(round_.moves, 1))
    play.finish()
    verdict = play.verdict(round_)
    given = [line for line in verdict.ledger if line.reason == "gift"]
    assert [line.payee for line in given] == [win.seat for win in judged.wins] != []
    assert [line for line in verdict.ledger if line.reason != "gift"] == list(judged.ledger)
