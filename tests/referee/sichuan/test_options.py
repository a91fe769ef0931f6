"""What the options of 四川麻將 change besides verdicts: what is offered, what a review says, what the calculator asks, and what
cannot be combined."""

from __future__ import annotations

from typing import Any

import pytest

import referee
from referee.core import registry
from referee.core.offers import choices
from referee.core.scoring import hand_specification
from tests.referee.cases import load, text_of

GAME = registry.find("sichuan")
assert GAME is not None


def record(rules: str, hands: str, moves: str) -> referee.Record:
    unseen = " ".join(f'[Hand.{seat} "?"]' for seat in "ESWN" if f"Hand.{seat}" not in hands)
    return referee.parse(f'[PPN "1"]\n[Game "sichuan"]\n[Rules "{rules}"]\n[Round "1"]\n[Dealer "E"]\n{hands}{unseen}\n{moves}')


def offered(rules: str, hands: str, moves: str) -> set[str]:
    return {str(move) for move in choices(record(rules, hands, moves), 1).legal}


PASSED = ('[Hand.N "123456p1144478s"]', "E-9s S+1m S-6s")


def test_locked_win_is_not_offered() -> None:
    assert "N.hu" in offered("putong", *PASSED)
    assert "N.hu" not in offered("putong pass_lock=turn", *PASSED)


@pytest.mark.parametrize(("rules", "severity", "status"), [("", "note", "clean"), ("forced_win=wall4", "illegal", "flagged")])
def test_win_passed_over_near_the_end_of_the_wall_is_a_fault_only_where_the_table_names_the_duty(
    rules: str, severity: str, status: str
) -> None:
    (case,) = [one for _, one in load("case") if one["name"].endswith("with four tiles left is only noted")]
    verdict = referee.verify(referee.parse(text_of("sichuan", {**case, "rules": rules})))
    assert [(found.code, found.severity) for found in verdict.all_findings()] == [("forced-win-declined", severity)]
    assert verdict.status == status


def missed(rules: str, hands: str, moves: str) -> list[dict[str, Any]]:
    review: Any = referee.review(record(rules, hands, moves), 1)
    return list(review["missed"])


def test_locked_win_is_not_missed() -> None:
    """The first one is, in both."""
    hands, moves = PASSED
    wins = {
        rules: [row["move"] for row in missed(rules, hands, f"{moves} W+1p W-1p") if row["what"] == "win"]
        for rules in ("putong", "putong pass_lock=turn")
    }
    assert wins == {"putong": [1, 3], "putong pass_lock=turn": [1]}


LATE = (
    '[Hand.S "333p1112345678m"]',
    "E-9s S+9s S-9s W+3p W-3p S.peng S-8m W+9m W-9m N+8m N-8m E+9s E-9s S+9p S-9p W+7p W-7p",
)


@pytest.mark.parametrize(("rules", "points"), [("", 3), ("late_kong=free", 0), ("kong_unit=5", 15)])
def test_review_says_what_a_missed_kong_would_have_earned(rules: str, points: int) -> None:
    rows = [row for row in missed(rules, *LATE) if row["what"] == "kong" and row["verb"] == "bugang"]
    assert [row["points"] for row in rows] == [points] * len(rows)
    assert rows


@pytest.mark.parametrize(
    ("rules", "flags"),
    [
        ("", {"gangshanghua", "gangshangpao", "tianhu", "dihu"}),
        ("tiandihu=false", {"gangshanghua", "gangshangpao"}),
        ("haidi=draw", {"gangshanghua", "gangshangpao", "tianhu", "dihu", "haidi"}),
        ("haidi=both", {"gangshanghua", "gangshangpao", "tianhu", "dihu", "haidi", "haidipao"}),
    ],
)
def test_calculator_asks_for_the_circumstances_that_count(rules: str, flags: set[str]) -> None:
    assert GAME is not None
    specification = hand_specification(GAME, rules)
    assert specification is not None
    assert set(specification.flags) == flags
    assert flags <= GAME.rulebook.words.of("flags").keys()


def test_hand_of_which_a_late_kong_was_not_seen_leaves_its_fee_undetermined() -> None:
    """Whether the tile was drawn in that turn nobody can say."""
    moves = "E-1m S+2m S-2m W+3p W-3p S.peng S-6s W+9m W-9m N+8m N-8m E+7m E-7m S+? S.bugang:3p S+5m S-5m W+1p W-1p N+9s N.hu"
    hands = '[Hand.S "?"][Hand.N "123456p1144478s"]'
    computed = {
        rules: referee.verify(record(f"putong {rules}", hands, moves)).rounds[0].computed for rules in ("", "late_kong=free")
    }
    assert computed["late_kong=free"] is None
    assert computed[""] is not None
