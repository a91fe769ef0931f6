"""The verdict in one line, and its ledger as an account."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils.translation import override

import referee
from frontend.components.verdict.sheet import Sheet, sheet_of
from tests.chinese import HAN
from tests.golden import HOME


def sheet(name: str) -> Sheet:
    record = referee.parse((HOME / f"{name}.ppn").read_bytes())
    return sheet_of(referee.verify(record).as_dict())


@pytest.mark.parametrize(
    ("name", "language", "line"),
    [
        ("sichuan/clean-01", "en", "Clean: 4 rounds, nothing to object to."),
        ("sichuan/score-mismatch", "en", "The settlement is wrong by one point."),
        ("sichuan/three-suits", "en", "One rule broken in round 7; round 7 could not be refereed to its end."),
        ("sichuan/three-suits", "zh-hant", "第 7 局違規 1 次；第 7 局無法裁到終局。"),
    ],
)
def test_verdict_line_says_what_is_wrong_and_by_how_much(name: str, language: str, line: str) -> None:
    with override(language):
        assert sheet(name).line == line


def test_winners_of_a_round_are_told_once_with_how_often_they_won_and_not_as_drawn() -> None:
    with override("en"):
        told = sheet("xueliu/clean-01").rounds[0]
        twice = next(one for one in sheet("luzhou/clean-01").rounds if one["outcome"] == "drawn" and len(one["wins"]) == 2)
    assert told["outcome_text"] == f"wall empty after {len(told['wins'])} wins"
    assert sum(winner["times"] for winner in told["winners"]) == len(told["wins"]) > len(told["winners"])
    assert twice["outcome_text"] == "wall empty after 2 wins"


def test_rulings_of_a_game_that_is_no_longer_installed_are_said_in_the_words_of_all_games() -> None:
    text = (HOME / "gouji" / "clean-01.ppn").read_text(encoding="utf-8")
    verdict = referee.verify(referee.parse(f"{text.rstrip()} B.fa:warning B.fa:fine-2\n")).as_dict()
    with override("en"):
        told = sheet_of({**verdict, "game": "tarock"}).rounds[-1]["penalties"]
    assert [(penalty["seat_text"], penalty["text"]) for penalty in told] == [("B", "a warning"), ("B", "2 points off")]


def every_golden() -> list[str]:
    return sorted(f"{path.parent.name}/{path.stem}" for path in HOME.glob("*/*.ppn"))[::8]


@pytest.mark.parametrize("name", every_golden())
def test_every_golden_verdict_has_a_line(name: str) -> None:
    """Whatever is found: a sentence, with no gap left in it; clean where the verdict is and only there."""
    for record in referee.parse_file((HOME / f"{name}.ppn").read_bytes()):
        told = sheet_of(referee.verify(record).as_dict())
        with override("en"):
            line = told.line
        assert (line[-1], "%" in line, line.startswith("Clean")) == (".", False, told.status == "clean")


def test_account_lists_every_payment_once_and_sums_to_the_scores() -> None:
    for name in ("sichuan/clean-01", "hengyang/clean-01", "kawuxing/clean-02", "luzhou/clean-01"):
        for round_ in sheet(name).rounds:
            lines: list[dict[str, Any]] = [line for entry in round_["account"] for line in entry["lines"]]
            facts = ("move", "from", "to", "points")
            assert [[line[fact] for fact in facts] for line in lines] == [
                [line[fact] for fact in facts] for line in round_["ledger"]
            ]
            assert all(row["receives"] - row["pays"] == row["computed"] for row in round_["balance"])
            assert all(line["clause"]["text"] for line in lines)


def test_wrongly_claimed_score_is_shown_beside_the_computed_one() -> None:
    rows = {row["seat"]: row for row in sheet("sichuan/score-mismatch").rounds[0]["scores"]}
    assert {seat: row["by"] for seat, row in rows.items() if row["differs"]} == {"W": -1, "N": 1}


@pytest.mark.parametrize(
    ("game", "en", "zh"), [("sichuan", r"×\d+", r"\d+ 倍"), ("luzhou", r"\d+ ke", r"\d+ 顆"), ("hengyang", r"\d+ fan", r"\d+ 番")]
)
def test_win_is_told_in_the_unit_of_its_game_and_its_fans_in_the_readers_language(game: str, en: str, zh: str) -> None:
    for language, unit in (("en", en), ("zh-hant", zh)):
        with override(language):
            wins = [win for round_ in sheet(f"{game}/clean-01").rounds for win in round_["wins"]]
        assert wins
        assert all(re.fullmatch(unit, win["value_text"]) for win in wins)
        names = [fan["name"] for win in wins for fan in win["fans"]]
        assert [name for name in names if bool(HAN.search(name)) == (language == "en")] == []


@pytest.mark.parametrize(
    ("tags", "en", "zh"),
    [
        ("", ["South's value: the hand was not shown"], ["南家胡的價值：沒有亮牌"]),
        ('[Shown.S "123456789m2234p"]\n', [], []),
        ('[Shown.S "123456789m223p?"]\n', ["South's value: not all of the hand was shown"], ["南家胡的價值：手牌沒有全亮"]),
    ],
)
def test_score_sheet_says_what_it_is_and_what_was_not_checked(tags: str, en: list[str], zh: list[str]) -> None:
    head = '[PPN "1"]\n[Game "sichuan"]\n[Rules "putong"]\n\n[Round "1"]\n[Dealer "E"]\n[Kind "sheet"]\n'
    verdict = referee.verify(referee.parse(f"{head}{tags}W-5p S.hu:1\n")).as_dict()
    for language, expected in (("en", en), ("zh-hant", zh)):
        with override(language):
            (round_,) = sheet_of(verdict).rounds
            assert (round_["sheet"], [one["text"] for one in round_["unchecked"]]) == ("sheet", expected)
    assert [round_["sheet"] for round_ in sheet("sichuan/clean-01").rounds] == [""] * 4
