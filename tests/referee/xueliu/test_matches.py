"""What one round cannot show of 血流成河: who deals next; and a match of its scores alone."""

from __future__ import annotations

import pytest

import referee
from tests.golden import HOME


def said(text: str) -> list[tuple[int, int, str, str]]:
    """Round, move, code and clause of what is found of who deals."""
    found = referee.verify(referee.parse(text)).all_findings()
    return [(one.round, one.move, one.code, one.clause) for one in found if one.code == "wrong-dealer"]


def test_another_dealer_than_the_first_winner_is_found() -> None:
    record = referee.parse((HOME / "xueliu" / "clean-01.ppn").read_bytes())
    due = referee.verify(record).rounds[0].next_dealer
    assert due == record.rounds[1].dealer
    other = next(seat for seat in "ESWN" if seat != due)
    changed = record._replace(rounds=(record.rounds[0], record.rounds[1]._replace(dealer=other)), totals=None)
    assert said(referee.write(changed)) == [(2, 0, "wrong-dealer", "XLC-1.3")]
    assert said(referee.write(record)) == []


def test_scores_alone_are_taken_where_winners_stay() -> None:
    record = referee.parse((HOME / "xueliu" / "clean-01.ppn").read_bytes())
    alone = (one._replace(tags={"Kind": "scores"}, hands={}, wall=None, moves=()) for one in record.rounds)
    verdict = referee.verify(record._replace(rounds=tuple(alone)))
    assert verdict.status == "clean"
    assert verdict.computed == referee.verify(record).computed


def opened(rules: str, moves: str) -> list[tuple[int, str]]:
    """Move and code of what is found of a round of which one hand was seen."""
    hands = '[Hand.E "123456789m11789p"]\n' + "".join(f'[Hand.{seat} "?"]\n' for seat in "SWN")
    head = f'[PPN "1"]\n[Game "xueliu"]\n[Rules "xueliu {rules}"]\n\n[Round "1"]\n[Dealer "E"]\n[Exchange "next"]\n'
    return [(one.move, one.code) for one in referee.verify(referee.parse(f"{head}{hands}{moves}\n")).all_findings()]


def test_exchange_that_somebody_has_no_part_in_is_found_once_however_long_play_goes_on() -> None:
    found = opened("que=off", "E.huansan:123m W.huansan:??? N.huansan:??? E-1m S+1p S-1p W+2p W-2p")
    assert found == [(4, "exchange-missing"), (8, "round-not-finished")]


@pytest.mark.parametrize("word", ["", ":z", ":mp", ":??"])
def test_only_a_suit_can_be_declared(word: str) -> None:
    assert opened("exchange=off", f"E.que{word}") == [(1, "unknown-verb"), (1, "round-not-finished")]
