"""What worked cases cannot show: who deals next, a report that comes too early, a robbed ghost on a sheet."""

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


ROBBED_ON_A_SHEET = """[PPN "1"]
[Game "luzhou"]
[Rules "luzhou gift=mode1"]
[Base "2"]

[Round "1"]
[Dealer "N"]
[Kind "sheet"]
[Scores "E0 S+40 W-100 N+60"]
[Melds.S "peng:88p7z peng:777p MELD"]
[Melds.W "peng:111s"]
[Ready.S "40"]
[Ready.W "no"]
[Shown.E "35567p22334455s"]
[Shown.N "35p2355667788s7z"]
[Shown.S "9p"]
[Shown.W "4688m88p1s"]
E.bao N.bao N+7z N.hu:10 S.bugang:7z=4p E.hu:10 S.bugang:9m W.bugang:9s
"""


@pytest.mark.parametrize("meld", ["peng:444p", "peng:44p7z"])
def test_lzg_2_6_robbed_ghost_kong_on_a_sheet_is_noted_as_it_lay_before_or_as_it_lies_after(meld: str) -> None:
    """P11: as it lies after, a ghost was counted twice."""
    verdict = referee.verify(referee.parse(ROBBED_ON_A_SHEET.replace("MELD", meld)))
    assert verdict.all_findings() == []
    assert verdict.rounds[0].computed == {"E": 0, "S": 40, "W": -100, "N": 60}


def test_lzg_2_6_a_ghost_too_many_beside_a_robbed_kong_is_found() -> None:
    text = ROBBED_ON_A_SHEET.replace("MELD", "peng:44p7z").replace("4688m88p1s", "468m788p7z")
    assert "tile-overflow" in [found.code for found in referee.verify(referee.parse(text)).all_findings()]
