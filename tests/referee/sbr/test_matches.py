"""What one round of SBR leaves to the next."""

from __future__ import annotations

import pytest

import referee

PIG_TWICE = """[PPN "1"]
[Game "sbr"]

[Round "1"]
[Dealer "E"]
[Hand.E "123456789m1115p5s"]
[Hand.S "?"]
[Hand.W "?"]
[Hand.N "?"]
E.que:s S.que:s W.que:s N.que:m
E-5p S+? S-? W+? W-? N+? N-? E+9p E-9p S+? S-? W+? W-? N+? N-? E+5s E.hu S+?

[Round "2"]
[Dealer "S"]
[Hand.S "?"]
[Hand.W "?"]
[Hand.N "?"]
S.que:s W.que:s N.que:m S-?
"""


def test_sbr_4_1_match_that_was_lost_stays_lost_when_a_win_with_three_suits_costs_instead() -> None:
    verdict = referee.verify(referee.parse(PIG_TWICE))
    assert "match-lost" in [finding.code for finding in verdict.rounds[0].findings]
    assert [line.points for line in verdict.rounds[0].ledger] == [24]
    assert [finding.code for finding in verdict.rounds[1].findings] == ["round-not-finished"]


LOST = (
    '[PPN "1"]\n[Game "sbr"]\n\n[Round "1"]\n[Dealer "E"]\n[Scores "E-48 S0 W0 N0"]\n[Kind "sheet"]\nE.fa:fine-24 E.fa:fine-24\n'
)
SHEET = '\n[Round "2"]\n[Dealer "S"]\n[Kind "sheet"]\n[Ready.N "no"]\n[Ready.W "no"]\n[Shown.S "123456789m1122p"]\nS+2p S.hu:1\n'


def test_sbr_4_2_who_has_lost_the_match_pays_nothing_on_later_sheets_either() -> None:
    verdict = referee.verify(referee.parse(LOST + SHEET))
    assert [finding.code for finding in verdict.rounds[0].findings] == ["match-lost"]
    assert verdict.rounds[1].findings == ()
    assert verdict.rounds[1].computed == {"E": 0, "S": 4, "W": -2, "N": -2}


def test_sbr_4_2_grave_faults_are_counted_across_sheets_and_scores_alone() -> None:
    scores = '\n[Round "2"]\n[Scores "E0 S0 W0 N0"]\n[Kind "scores"]\n'
    again = LOST.replace(" E.fa:fine-24 E", " E").replace("E.fa:fine-24 E.fa:fine-24", "E.fa:fine-24").replace("E-48", "E-24")
    third = '\n[Round "3"]\n[Dealer "E"]\n[Kind "sheet"]\n[Scores "E-24 S0 W0 N0"]\nE.fa:fine-24\n'
    verdict = referee.verify(referee.parse(again + scores + third))
    assert "match-lost" in [finding.code for finding in verdict.rounds[2].findings]


def test_sbr_4_3_rulings_on_who_has_lost_the_match_are_listed() -> None:
    ruled = PIG_TWICE.replace("N.que:m S-?", "N.que:m E.fa:warning E.fa:fine-24 S-?")
    later = referee.verify(referee.parse(ruled)).rounds[1]
    assert [finding.code for finding in later.findings] == ["round-not-finished"]
    assert [(penalty.seat, penalty.penalty) for penalty in later.penalties] == [("E", "warning"), ("E", "fine-24")]


def test_sbr_4_1_who_is_out_by_a_win_that_was_none_is_marked_on_the_board() -> None:
    hands = '[Hand.E "123456789m1135p1p"]\n[Hand.S "?"]\n[Hand.W "?"]\n[Hand.N "?"]\n'
    moves = "E.que:s S.que:s W.que:s N.que:m E.hu S+?"
    false = f'[PPN "1"]\n[Game "sbr"]\n\n[Round "1"]\n[Dealer "E"]\n{hands}{moves}\n'
    *_, before, after, _ = referee.replay(referee.parse(false), 1)
    told = [[mark["en"] for mark in frame["seats"][0]["marks"]] for frame in (before, after)]  # type: ignore[index,call-overload,union-attr]
    assert told == [["no bamboo"], ["false win", "no bamboo"]]


def test_sbr_4_1_hands_of_winners_are_not_shown_until_the_end() -> None:
    hand = "123456789m2345p"
    hands = f'[Hand.E "?"]\n[Hand.S "{hand}"]\n[Hand.W "{hand}"]\n[Hand.N "{hand}"]\n'
    moves = "E.que:s S.que:s W.que:s N.que:s E-9s S+? S-2p W.hu N.hu E+? E-2p S.hu"
    won = f'[PPN "1"]\n[Game "sbr"]\n\n[Round "1"]\n[Dealer "E"]\n{hands}{moves}\n'
    frames = list(referee.replay(referee.parse(won), 1, view="E"))
    told = [["".join(frame["seats"][2]["hand"])[:2]] for frame in frames[-4:]]  # type: ignore[index,call-overload]
    assert told == [["??"], ["??"], ["??"], ["1m"]]


@pytest.mark.parametrize(("before", "multiplier"), [("", 1), ("E.angang:1111m E+6p ", 0)])
def test_kong_laid_before_it_makes_an_added_one_late(before: str, multiplier: int) -> None:
    """Only the tile just drawn counts."""
    hands = '[Hand.E "1111234m556789p1s"]\n[Hand.S "?"]\n[Hand.W "?"]\n[Hand.N "?"]\n'
    moves = "E.que:s S.que:s W.que:s N.que:m E-1s S+? S-5p E.peng E-9p S+? S-? W+? W-? N+? N-? E+5p "
    text = f'[PPN "1"]\n[Game "sbr"]\n\n[Round "1"]\n[Dealer "E"]\n{hands}{moves}{before}E.bugang:5p E+7p E-7p S+?\n'
    (round_,) = referee.verify(referee.parse(text)).rounds
    assert [finding.code for finding in round_.findings] == ["round-not-finished"]
    assert round_.kongs[-1].multiplier == multiplier
