"""The rulebook of gouji: sets and teams are said in words that read well."""

from __future__ import annotations

from referee.games.gouji.rulebook import GJ


def test_sets_are_named_with_their_number() -> None:
    message = GJ["GJ-3.4"].raises("does-not-beat").message(seat="D", expected="44xx", actual="666X", count=2)
    assert message["zh"] == "「4 ×2、小花 ×2」掛了 2 張小花，丁家的「6 ×3、大花」所掛的大花滅不了這麼多。"
    assert message["en"].startswith("“4 ×2, small joker ×2” has small jokers attached (2); D's “6 ×3, big joker” has too few")


def test_scores_are_said_by_team_with_teams_set_apart() -> None:
    message = GJ.raising("score-mismatch").message(expected={"ACE": 4, "BDF": 0}, actual={"ACE": 0, "BDF": 0})
    assert "甲家、丙家、戊家 +4；乙家、丁家、己家 0" in message["zh"]
    assert "A, C, E +4; B, D, F 0" in message["en"]
