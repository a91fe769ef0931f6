"""LZG-1.2: who deals next, which only a match of two rounds shows."""

from __future__ import annotations

import pytest

import referee

HEAD = '[PPN "1"]\n[Game "luzhou"]\n'
READY = "123456m2378p99p7z"
"""Waits for the 1 and 4 of 筒."""


def found(first: str, dealer: str) -> list[str]:
    """What is found in the header of a round that follows this one."""
    text = f'{HEAD}\n[Round "1"]\n[Dealer "E"]\n{first}\n\n[Round "2"]\n[Dealer "{dealer}"]\n'
    text += "".join(f'[Hand.{seat} "?"]\n' for seat in "ESWN") + f"{dealer}-1m\n"
    verdict = referee.verify(referee.parse(text))
    return [f"{finding.move} {finding.code} {finding.clause}" for finding in verdict.rounds[1].findings if finding.move == 0]


DOUBLE = f'[Hand.E "?"]\n[Hand.S "{READY}"]\n[Hand.W "{READY}"]\n[Hand.N "?"]\nE-4p S.hu W.hu N+9s N.hu'
ROBBED = (
    f'[Hand.E "?"]\n[Hand.S "{READY}"]\n[Hand.W "{READY}"]\n[Hand.N "44p123456789s1m2m"]\n'
    "E-4p N.peng N-1m E+9s E-9s S+9s S-9s W+9s W-9s N+4p N.bugang:4p S.hu W.hu E+9m E.hu"
)
TWICE_FED = (
    f'[Hand.E "?"]\n[Hand.S "{READY}"]\n[Hand.W "{READY}"]\n[Hand.N "?"]\nE-4p S.hu W+1m W-1m N+1m N-1m E+4p E-4p W.hu N+9s N.hu'
)


@pytest.mark.parametrize(("first", "dealer"), [(DOUBLE, "E"), (ROBBED, "N"), (TWICE_FED, "S")])
def test_lzg_1_2_the_next_dealer(first: str, dealer: str) -> None:
    assert found(first, dealer) == []
    for other in set("ESWN") - {dealer}:
        assert found(first, other) == ["0 wrong-dealer LZG-1.2"]


def test_lzg_1_2_after_no_win_the_same_dealer() -> None:
    hands = "".join(f'[Hand.{seat} "?"]\n' for seat in "ESWN")
    tokens, seats = ["E-?"], "SWNE"
    for number in range(59):
        seat = seats[number % 4]
        tokens += [f"{seat}+?", f"{seat}-?"]
    assert found(hands + " ".join(tokens), "E") == []
    assert found(hands + " ".join(tokens), "W") == ["0 wrong-dealer LZG-1.2"]


@pytest.mark.parametrize(
    ("hand", "moves", "said"),
    [
        (f"{READY}1s", "E.bao E-1s", "not before it"),
        ("?", "E.bao E-1s", "not before it"),
        (f"{READY}1s", "E-2m E.bao", "not ready"),
    ],
)
def test_lzg_4_6_a_report_before_the_first_discard_is_said_to_be_too_early(hand: str, moves: str, said: str) -> None:
    hands = "".join(f'[Hand.{seat} "?"]\n' for seat in "SWN")
    text = f'{HEAD}\n[Round "1"]\n[Dealer "E"]\n[Hand.E "{hand}"]\n{hands}{moves}\n'
    (finding, *_) = referee.verify(referee.parse(text)).rounds[0].findings
    assert (finding.code, said in finding.message["en"]) == ("show-not-ready", True)
