"""What is paid beside the value of a win, and what a table agrees on among itself: over rounds, and in games without a ledger."""

from __future__ import annotations

from pathlib import Path

import referee
from referee.notation import moves
from referee.verdict import RoundVerdict

GOLDEN = Path(__file__).parents[1] / "golden"

HAND = '[Hand.E "?"]\n[Hand.S "123789p12378s66z"]\n[Hand.W "?"]\n'


def judged(rules: str, *rounds: str, seats: str = "") -> list[RoundVerdict]:
    """The verdicts on rounds of 卡五星 in which South wins on East's discard."""
    text = f'[PPN "1"]\n[Game "kawuxing"]\n[Rules "{rules}"]\n{seats}'
    for number, tags in enumerate(rounds, 1):
        dealer = "E" if number == 1 else "S"
        moves = "E-9s S.hu:1" if number == 1 else "S-5z W+1p W-1p E+9s E-9s S.hu:1"
        hand = HAND if number == 1 else HAND.replace("66z", "566z")
        text += f'\n[Round "{number}"]\n[Dealer "{dealer}"]\n{hand}{tags}{moves}\n'
    return list(referee.verify(referee.parse(text)).rounds)


def piao(verdict: RoundVerdict) -> list[int]:
    return [line.points for line in verdict.ledger if line.reason == "piao"]


class TestPiao:
    def test_what_is_chosen_once_holds_for_the_match(self) -> None:
        first, second = judged("piao=match", '[Piao.E "1"]\n[Piao.S "2"]\n', "")
        assert (piao(first), piao(second), second.findings) == ([3], [3], ())

    def test_what_is_chosen_by_rounds_does_not(self) -> None:
        first, second = judged("piao=round", '[Piao.E "1"]\n[Piao.S "2"]\n', '[Piao.E "4"]\n')
        assert (piao(first), piao(second), second.findings) == ([3], [4], ())

    def test_another_later_in_the_match_is_found(self) -> None:
        _, second = judged("piao=match", '[Piao.S "2"]\n', '[Piao.S "3"]\n')
        assert [(finding.code, finding.seat, finding.expected) for finding in second.findings] == [("bad-piao", "S", 2)]
        assert piao(second) == [3]

    def test_it_stays_with_the_player_whatever_the_seat(self) -> None:
        names = '[Seat.E "Zhao"]\n[Seat.S "Qian"]\n[Seat.W "Sun"]\n'
        sits = '[Sit.E "Qian"]\n[Sit.S "Zhao"]\n[Sit.W "Sun"]\n'
        _, second = judged("piao=match", '[Piao.E "1"]\n[Piao.S "5"]\n[Piao.W "0"]\n', sits + '[Piao.E "5"]\n', seats=names)
        assert [finding.code for finding in second.findings if finding.code == "bad-piao"] == []
        assert piao(second) == [6]


def test_agreed_payments_are_in_the_scores_of_a_game_without_a_ledger() -> None:
    """Between two of one side nothing changes; the play goes on as if they were not there (TBL-15)."""
    record = referee.parse((GOLDEN / "gouji" / "clean-01.ppn").read_bytes())
    first = record.rounds[0]
    paid = moves(["A.pay>B:8", "A.pay>C:5", "B.pay:2"], "gouji")
    other = first._replace(moves=(*paid[:1], *first.moves, *paid[1:]), scores=None)
    before = referee.verify(record).rounds[0]
    after = referee.verify(record._replace(rounds=(other, *record.rounds[1:]), totals=None)).rounds[0]
    assert before.computed is not None
    assert after.computed is not None
    assert after.findings == ()
    assert {side: after.computed[side] - before.computed[side] for side in before.computed} == {"ACE": -2, "BDF": 2}
    assert after.checked["agreed"] == [1, len(other.moves) - 1, len(other.moves)]
