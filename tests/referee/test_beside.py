"""What is paid beside the value of a win, and what a table agrees on among itself: over rounds, and in games without a ledger."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import referee
from referee.core.offers import choices
from referee.core.verdict import RoundVerdict
from referee.notation import moves
from tests.oracle import part
from tests.proof import seeds

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


def test_question_about_a_hand_tells_its_kans_beside_its_value() -> None:
    asked = {"game": "kawuxing", "hand": "111p234p567p99p77s", "win": "9p", "by": "draw"}
    assert "kans" not in referee.score(asked)
    assert [referee.score({**asked, "rules": f"kans={how}"})["kans"] for how in ("on", "paoqia")] == [2, 9]


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


@pytest.mark.parametrize("game", ["hengyang", "kawuxing", "luzhou", "sichuan", "xueliu"])
@pytest.mark.parametrize("some", seeds(6, 46, 40))
def test_false_win_that_was_paid_for_changes_nothing_else(game: str, some: range) -> None:
    """A win that is none is slipped into a legal match: it is found, paid, and the round comes to what it came to (TBL-15)."""
    tried = [slipped_in(game, seed) for seed in some]
    assert any(tried), "none of these matches offers an occasion"


def slipped_in(game: str, seed: int) -> bool:
    """Whether the match of a seed offers an occasion for such a win; where it does, it holds."""
    dice, forgery = random.Random(f"{game} {seed} false"), part(game, "forgery")
    match = part(game, "match").match(seed, rounds=1, false_win=3)
    judge, (sheet,) = forgery.GameJudge(match.options), match.sheets
    forger = forgery.OF_MOVES["not-winning"]
    tables = enumerate(judge.seen(sheet))
    places = [
        (at, *tokens) for at, table in tables if not judge.bound(table) for tokens in forger(table, judge) if len(tokens) == 1
    ]
    if not places or any(token.endswith(".tao") for token in sheet.moves):
        return False
    at, token = dice.choice(places)
    before = referee.verify(referee.parse(match.text())).rounds[0]
    sheet.moves.insert(at, token)
    sheet.scores = match.totals = None
    after = referee.verify(referee.parse(match.text())).rounds[0]
    assert [(finding.move, finding.code) for finding in after.findings] == [(at + 1, "not-winning")], f"{token} at {at}"
    paid = [line for line in after.ledger if line.reason == "false-win"]
    assert {line.payer for line in paid} == {token[0]}
    assert len(paid) == len(sheet.hands) - 1
    assert [line[:5] for line in after.ledger if line.reason != "false-win"] == [line[:5] for line in before.ledger]
    assert after.next_dealer == before.next_dealer
    return True


@pytest.mark.parametrize("game", referee.games(), ids=lambda game: game.id)
def test_agreed_payment_is_offered_in_every_game_between_any_two_at_the_table(game: referee.Game) -> None:
    record = referee.parse((GOLDEN / game.id / "clean-01.ppn").read_bytes())
    heads = {template.head for template in choices(record, record.rounds[0].number).templates}
    seats = game.seats(game.rulebook.rules(record.rules))  # type: ignore[arg-type]
    assert {f"{payer}.pay>{payee}:" for payer in seats for payee in seats if payer != payee} <= heads
