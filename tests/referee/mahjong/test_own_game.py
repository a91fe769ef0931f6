"""A mahjong game in a folder of its own builds upon the core, be the core compiled or not.

It may bring a phase before the first draw, mechanisms with a state of their own, several wins of one player and a round whose
moves are carried out otherwise; what it objects to, the referee, the offers and the reviews all hear of.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import referee
from referee import registry
from referee.mahjong.game import MahjongGame
from referee.mahjong.hand.candidate import DECLARED, CandidateHand
from referee.mahjong.hand.fans import WinValue
from referee.mahjong.mechanisms.locks.hand_lock import WinnersLock
from referee.mahjong.mechanisms.opening.declared_suit import DeclaredSuit
from referee.mahjong.play import MahjongPlay
from referee.mahjong.round import MahjongRound
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.kongs import Laying
from referee.mahjong.table.moves import Act
from referee.mahjong.table.ruleset import Ruleset, suited
from referee.record import CALL, DISCARD, DRAW, Move, Record, Round
from referee.rulebook import FindingTemplate, Rules
from referee.verdict import Win
from tests.files import CLEAN

FAIR = registry.find("sichuan")
assert isinstance(FAIR, MahjongGame)
SUIT_FIRST = FAIR.rulebook["SCM-2.2"].raises("three-suits")
MISSING = FAIR.rulebook["SCM-2.1"].raises("chi-not-allowed")
TWICE = FAIR.rulebook["SCM-2.5"].raises("not-winning")
LOCKED = FAIR.rulebook["SCM-2.3"].raises("forced-win-declined")


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


class NotedRound(MahjongRound):
    """A round that notes on which moves a win was said."""

    def hu(self, act: Act) -> None:
        said.append(self.state.number)
        super().hu(act)


said: list[int] = []


class Flowing(Generous):
    """血流成河 in small: a declared suit, winners that play on, 海底 on the last discard too."""

    id = "flowing"
    flags: ClassVar = {"haidipao": ("discard",)}

    def ruleset(self, rules: Rules) -> Ruleset:
        return Ruleset(seats=4, copies=suited(), winners_stay=True, last_discard_counts=True)

    def mechanisms(self, round_: RoundState) -> Sequence[Mechanism]:
        marks = dict.fromkeys(DECLARED, {"zh": "缺", "en": "Without"})
        return DeclaredSuit(round_, MISSING, TWICE, SUIT_FIRST, marks), WinnersLock(round_, LOCKED)

    def round(self, state: RoundState) -> MahjongRound:
        return NotedRound(self, state)

    def won(self, round_: RoundState, win: Win, seat: int) -> None:
        round_.ledger.pay(round_.table.offerer, seat, win.value or 0, "win", FAIR.rulebook["SCM-4.1"], win.move)


HANDS = {"E": "112233445699p44s", "S": "123456789m1123s", "W": "123456789p5777s", "N": "111222333m8899s"}
QUE = ("E.que:s", "S.que:p", "W.que:m", "N.que:p")


def move(token: str) -> Move:
    if token[1] in "+-":
        return Move(token, token[0], DRAW if token[1] == "+" else DISCARD, text=token[2:])
    verb, _, text = token[2:].partition(":")
    return Move(token, token[0], CALL, verb, text=text)


def played(*tokens: str) -> MahjongPlay:
    """A round of the flowing game, as far as these moves go."""
    rules = FAIR.rulebook.rules("")
    assert isinstance(rules, Rules)
    header = Round(1, tuple(map(move, tokens)), dealer="E", dice="34", hands=HANDS)
    play = Flowing().start(Record("flowing"), rules, 1, header, None).play
    assert isinstance(play, MahjongPlay)
    play.moves(header.moves)
    return play


def codes(play: MahjongPlay) -> list[tuple[int, str | None]]:
    return [(finding.move, finding.seat) for finding in play.findings]


def test_what_a_game_says_otherwise_counts() -> None:
    record = referee.parse(CLEAN)
    round_, verdict_of_fair = record.rounds[0], referee.verify(record).rounds[0]
    rules = FAIR.rulebook.rules(record.rules)
    assert isinstance(rules, Rules)
    play = Generous().start(record, rules, 1, round_, None).play
    assert play is not None
    assert all(play.move(number, token) for number, token in enumerate(round_.moves, 1))
    play.finish()
    verdict = play.verdict(round_)
    given = [line for line in verdict.ledger if line.reason == "gift"]
    assert [line.payee for line in given] == [win.seat for win in verdict_of_fair.wins] != []
    assert [line for line in verdict.ledger if line.reason != "gift"] == list(verdict_of_fair.ledger)


def test_a_phase_before_the_first_move_is_waited_for() -> None:
    assert [seat["turn"] for seat in played("E.que:s").frame(None)["seats"]] == [False, True, True, True]
    assert set(played("E.que:s").candidates()) >= {"S.que:m", "N.que:s"}
    assert codes(played(*QUE, "E-4s")) == []
    assert codes(played("E.que:s", "N.que:p", "E-4s")) == [(3, "S"), (3, "W")]


def test_one_winner_wins_twice_and_plays_on() -> None:
    play = played(*QUE, "E-4s", "S.hu", "W+6m", "W-6m", "N+7p", "N-7p", "E+5s", "E-4s", "S.hu")
    wins = play.round.state.wins
    assert [(win.seat, win.source, win.move) for win in wins] == [("S", "E", 6), ("S", "E", 13)]
    assert play.round.state.table.states == ["in"] * 4
    assert len(play.frame(None)["seats"][1]["wins"]) == 2
    assert play.round.state.ledger.scores()["S"] == sum(win.value or 0 for win in wins)


def test_a_tile_won_by_a_draw_lies_apart_and_the_hand_stays_locked() -> None:
    play = played(*QUE, "E-4s", "S.hu", "W+6m", "W-6m", "N+7p", "N-7p", "E+5s", "E-5s", "S+1s", "S.hu", "W+6m", "W-6m")
    table = play.round.state.table
    assert table.size(1) == 13
    again = played(*QUE, "E-4s", "S.hu", "W+6m", "W-6m", "N+7p", "N-7p", "E+5s", "E-5s", "S+9p", "S-1m")
    assert codes(again) == [(14, "S"), (14, "S")]


def test_referee_offers_and_review_ask_one_question() -> None:
    play = played(*QUE)
    analysis = play.analysis(None)
    analysis.before(5, move("E-1p"))
    (turn,) = analysis.as_dict()["turns"]
    assert [choice["discard"] for choice in turn["choices"]] == ["4s"]
    assert codes(played(*QUE, "E-1p")) == [(5, "E")]
    assert codes(played(*QUE, "E-4s")) == []
    assert codes(played(*QUE, "E-4s", "W+7s", "W-8p", "N.peng"))[-1] == (8, "N")


def test_its_own_round_carries_out_the_moves() -> None:
    said.clear()
    play = played(*QUE, "E-4s", "S.hu")
    assert said == [6]
    assert isinstance(play.round, NotedRound)
    assert play.round.state.header.dice == "34"


def test_the_last_discard_is_the_sea_bottom_where_the_ruleset_says_so() -> None:
    play = played(*QUE, "E-4s")
    play.round.state.table.wall.left = 0
    assert "haidipao" in play.round.state.circumstances(1, "discard")
