"""A mahjong game in a folder of its own builds upon the core, be the core compiled or not.

It may bring a phase before the first draw, mechanisms with a state of their own, several wins of one player and a round whose
moves are carried out otherwise; what it objects to, the referee, the offers and the reviews all hear of.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

import referee
from referee import registry
from referee.mahjong.game import MahjongGame
from referee.mahjong.hand.candidate import CandidateHand
from referee.mahjong.hand.distance import Form
from referee.mahjong.hand.fans import WinValue
from referee.mahjong.hand.tiles import SUIT, SUITS, listed
from referee.mahjong.mechanisms.hand_lock import HandLock
from referee.mahjong.play import MahjongPlay
from referee.mahjong.round import MahjongRound
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.rules.violation import Violation
from referee.mahjong.table.kongs import Laying
from referee.mahjong.table.moves import SEATS, Act
from referee.mahjong.table.ruleset import Ruleset, suited
from referee.record import CALL, DISCARD, DRAW, Move, Record, Round
from referee.rulebook import FindingTemplate, Rules
from referee.verdict import Win
from tests.files import CLEAN

FAIR = registry.find("sichuan")
assert isinstance(FAIR, MahjongGame)
SUIT_FIRST = FAIR.rulebook["SCM-2.2"].raises("three-suits")
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


class DeclaredSuit(Mechanism):
    """定缺: before the first move every seat names a suit, which it then has to be rid of before any other."""

    def __init__(self, round_: RoundState) -> None:
        self.round = round_
        self.suits: dict[int, int] = {}
        round_.verbs["que"] = self.declare
        round_.await_move(self)
        for seat in range(round_.seats):
            round_.on_discard[seat] += (self,)
        round_.on_claim += (self,)
        round_.on_flags += (self,)

    def declare(self, act: Act) -> None:
        self.suits.setdefault(act.seat, SUITS.index(act.text))

    def to_act(self) -> Sequence[int]:
        waits = self in self.round.waiting
        return [seat for seat in range(self.round.seats) if waits and seat not in self.suits]

    def tokens(self) -> Iterable[str]:
        return [f"{SEATS[seat]}.que:{suit}" for seat in self.to_act() for suit in "mps"]

    def play_moves_on(self, act: Act) -> None:
        if act.verb == "que":
            return
        for seat in self.to_act():
            self.round.note(Violation(SUIT_FIRST), seat)
        self.round.waiting.remove(self)

    def objects_to_discard(self, seat: int, kind: int) -> Violation | None:
        held = {SUIT[tile] for tile in listed(self.round.table.keys[seat])}
        suit = self.suits.get(seat)
        return Violation(SUIT_FIRST) if suit in held and SUIT[kind] != suit else None

    def objects_to_claim(self, seat: int, kind: str, own: tuple[int, ...]) -> Violation | None:
        offer = self.round.table.offer
        return Violation(SUIT_FIRST) if offer is not None and SUIT[offer] == self.suits.get(seat) else None

    def standing(self, seat: int) -> Iterable[str]:
        return (f"que {self.suits[seat]}",) if seat in self.suits else ()


class WinnersLock(HandLock):
    """Who has won plays on, and changes the hand no more."""

    def __init__(self, round_: RoundState) -> None:
        super().__init__(round_)
        round_.on_win += (self,)

    def won(self, win: Win, seat: int) -> None:
        self.lock(seat, LOCKED)


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
        return DeclaredSuit(round_), WinnersLock(round_)

    def round(self, state: RoundState) -> MahjongRound:
        return NotedRound(self, state)

    def forms_of(self, round_: RoundState, seat: int) -> Sequence[Form]:
        return (Form(suits=2),) if seat in round_.mechanism(DeclaredSuit).suits else ()

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
