"""What only several rounds show: who deals next, and who rests where four people share the table (KWX-1.5, KWX-1.6)."""

from __future__ import annotations

import pytest

import referee

HANDS = '[Hand.E "?"]\n[Hand.S "123789p12378s66z"]\n[Hand.W "456p45678s55577z"]\n[Hand.N "?"]\n'
UNSEEN = "".join(f'[Hand.{seat} "?"]\n' for seat in "ESWN")
SOUTH = "E-9s S.hu:1"
"""East feeds South's win."""
BOTH = "E-9s S.hu:1 W.hu:1"
WRONG_DEALER, WRONG_ROTATION = "2 0 wrong-dealer KWX-1.5", "2 0 wrong-rotation KWX-1.6"


def match(*rounds: str, rules: str = "", seats: str = "", hands: str = HANDS) -> list[str]:
    """What is found at the head of a match's rounds, each its dealer, the people who sit (or ``-``), and its moves.

    ``hands`` are those of the first round; the others' were not seen.
    """
    head = f'[PPN "1"]\n[Game "kawuxing"]\n[Rules "{rules}"]\n{sitting("Seat", seats)}'
    texts = []
    for number, round_ in enumerate(rounds, 1):
        dealer, people, moves = round_.split(" ", 2)
        dealt = hands if number == 1 else UNSEEN
        texts.append(f'\n[Round "{number}"]\n[Dealer "{dealer}"]\n{sitting("Sit", people)}{dealt}{moves}\n')
    found = referee.verify(referee.parse(head + "".join(texts))).all_findings()
    return [f"{one.round} {one.move} {one.code} {one.clause}" for one in found if one.move == 0]


def sitting(tag: str, people: str) -> str:
    """``ABC`` as tags for East, South and West; a dot leaves a seat out."""
    return "".join(f'[{tag}.{seat} "{name}"]\n' for seat, name in zip("ESW", people, strict=False) if name.isalpha())


@pytest.mark.parametrize(
    ("first", "dealer"),
    [(SOUTH, "S"), (BOTH, "E"), ("E-1s S+9s S.hu:1", "S"), ("E-5z S+1p S-1p W+9s W-9s S.hu:1", "S")],
)
def test_kwx_1_5_who_deals_next(first: str, dealer: str) -> None:
    for letter in "ESW":
        assert match(f"E - {first}", f"{letter} - {letter}-1p") == ([] if letter == dealer else [WRONG_DEALER])


def test_kwx_1_5_after_a_drawn_round_the_same_dealer() -> None:
    drawn = "E-? " + " ".join(f"{'SWE'[turn % 3]}+? {'SWE'[turn % 3]}-?" for turn in range(44))
    assert match(f"E - {drawn}", "E - E-1p", hands=UNSEEN) == []
    assert match(f"E - {drawn}", "S - S-1p", hands=UNSEEN) == [WRONG_DEALER]


@pytest.mark.parametrize(("now", "dealer"), [("DBC", "S"), ("BDC", "E"), ("CDB", "W"), ("DBE", "S")])
def test_kwx_1_5_where_people_moved_the_winner_deals_by_name(now: str, dealer: str) -> None:
    for letter in "ESW":
        found = match(f"E ABC {SOUTH}", f"{letter} {now} {letter}-1p", rules="rotation=bawang")
        assert found == ([] if letter == dealer else [WRONG_DEALER])


def test_kwx_1_5_a_resting_winner_leaves_the_dealer_open() -> None:
    for letter in "ESW":
        assert match(f"E ABC {SOUTH}", f"{letter} ADC {letter}-1p", rules="rotation=winner_rests") == []


def test_kwx_1_5_a_halted_round_says_nothing() -> None:
    assert match("E - E-1p S.hu", "W - W-1p") == []


@pytest.mark.parametrize(
    ("now", "found"),
    [
        ("ADC", []),
        ("ABC", [WRONG_ROTATION]),
        ("ABD", [WRONG_ROTATION]),
        ("A.C", []),
    ],
)
def test_kwx_1_6_the_winner_rests(now: str, found: list[str]) -> None:
    assert match(f"E ABC {SOUTH}", f"S {now} S-1p", rules="rotation=winner_rests") == found


@pytest.mark.parametrize(
    ("rules", "before", "now"),
    [
        ("rotation=winner_rests", "ABB", "ACB"),
        ("rotation=bawang", "BBC", "DBC"),
        ("rotation=bawang", "ABC", "DBB"),
    ],
)
def test_kwx_1_6_who_bears_the_name_of_another_at_the_table_is_not_looked_for(rules: str, before: str, now: str) -> None:
    for dealer in "ESW":
        assert match(f"E {before} {SOUTH}", f"{dealer} {now} {dealer}-1p", rules=rules) == []


@pytest.mark.parametrize("rules", ["rotation=winner_rests", "rotation=bawang"])
def test_kwx_1_6_a_name_of_nothing_is_none(rules: str) -> None:
    head = f'[PPN "1"]\n[Game "kawuxing"]\n[Rules "{rules}"]\n'
    first = f'\n[Round "1"]\n[Dealer "E"]\n[Sit.E ""]\n[Sit.S ""]\n[Sit.W "C"]\n{HANDS}{SOUTH}\n'
    later = f'\n[Round "2"]\n[Dealer "S"]\n[Sit.E "D"]\n[Sit.S ""]\n[Sit.W "C"]\n{UNSEEN}S-1p\n'
    found = referee.verify(referee.parse(head + first + later)).all_findings()
    assert [one.code for one in found if one.round == 2 and one.move == 0] == []


@pytest.mark.parametrize(("now", "found"), [("ADC", []), ("ABD", []), ("ABC", [WRONG_ROTATION]), ("CDB", [WRONG_ROTATION])])
def test_kwx_1_6_of_two_winners_one_rests(now: str, found: list[str]) -> None:
    assert match(f"E ABC {BOTH}", f"E {now} E-1p", rules="rotation=winner_rests") == found


@pytest.mark.parametrize(
    ("dealer", "now", "found"),
    [
        ("E", "DBC", []),
        ("E", "ABC", [WRONG_ROTATION]),
        ("E", "DBA", [WRONG_ROTATION]),
        ("S", "DBC", []),
        ("S", "ABD", []),
        ("S", "ADC", [WRONG_ROTATION]),
        ("S", "A.C", []),
    ],
)
def test_kwx_1_6_bawang_the_dealer_stays_until_somebody_else_wins(dealer: str, now: str, found: list[str]) -> None:
    hands = HANDS.replace("12378s", "123789s") if dealer == "S" else HANDS
    first = f"{dealer} ABC {'S.hu:1' if dealer == 'S' else SOUTH}"
    assert match(first, f"S {now} S-1p", rules="rotation=bawang", hands=hands) == found


def test_kwx_1_6_without_a_rotation_anybody_may_sit() -> None:
    assert match(f"E ABC {SOUTH}", "S ABC S-1p") == []
    assert match(f"E ABC {SOUTH}", "S ABD S-1p") == []


def test_kwx_1_6_a_table_of_four_has_no_rotation() -> None:
    assert match(f"E ABC {SOUTH}", "S ABC S-1p", rules="players=4 rotation=winner_rests") == []


def test_kwx_1_6_a_round_that_names_only_who_changed_stands_upon_the_match() -> None:
    rules = "rotation=winner_rests"
    assert match(f"E - {SOUTH}", "S .D. S-1p", rules=rules, seats="ABC") == []
    assert match(f"E - {SOUTH}", "S ..D S-1p", rules=rules, seats="ABC") == [WRONG_ROTATION]


def test_kwx_1_6_a_record_that_names_nobody_by_rounds_is_not_checked() -> None:
    assert match(f"E - {SOUTH}", "S - S-1p", rules="rotation=winner_rests", seats="ABC") == []
