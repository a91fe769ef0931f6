"""What tables change in the value of hands, held against a second reading of TBL-1, TBL-2 and TBL-14."""

from __future__ import annotations

import random

import pytest

import referee
from referee.mahjong.fan_options import CONDITIONS
from referee.mahjong.hand import conditions
from referee.rulebook import Rules
from tests.oracle.mahjong import table_rules
from tests.proof import seeds


@pytest.mark.parametrize("game", ["sbr", "sichuan", "xueliu"])
@pytest.mark.parametrize("some", seeds(100, 500, 400))
def test_hand_by_other_values_and_fans_of_the_tables_own_is_worth_what_a_second_reading_says(game: str, some: range) -> None:
    for seed in some:
        asked, hands, changed = table_rules.question(random.Random(f"{game} {seed}"), game)
        answer = referee.score(asked)
        assert answer.get("value") == table_rules.worth(game, hands, *changed), asked


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("fan.pinghu=off", "0..999"),
        ("fan.qidui=0", "off"),
        ("fan.longrun=2", "fan.qidui"),
        ("house.qidui=+1,long_run", "≠"),
        ("house.x=+1", "long_run"),
        ("house.x=+1,longrun", "long_run"),
        ("house.x=1,long_run", "+1.."),
        ("house.x=+1,long_run,excludes:pinghu", "excludes:qidui"),
        ("ladder=5,2", "sum"),
    ],
)
def test_value_that_a_table_cannot_give_is_refused_with_what_may_stand_there(word: str, expected: str) -> None:
    (problem,) = referee.core.registry.find("xueliu").rulebook.rules(word)  # type: ignore[union-attr]
    assert problem.code == "unknown-option"
    assert expected in str(problem.expected)


def test_every_condition_that_a_table_may_ask_for_is_one_of_hands() -> None:
    measured = [f"{word}:{one}" for word, asked in conditions.MEASURED.items() for one in asked.allowed]
    assert sorted(CONDITIONS) == sorted([*conditions.FLAGS, *conditions.PREDICATES, *measured])


@pytest.mark.parametrize("game", referee.games(), ids=lambda game: game.id)
def test_example_of_what_a_table_adds_is_read_and_its_conditions_have_words(game: referee.Game) -> None:
    known = game.rulebook.words.of("conditions")
    for family in game.rulebook.families.values():
        read = game.rulebook.rules(family.example(game.rulebook))
        assert isinstance(read, Rules) or read[0].data["reason"] == "together"
        assert [one for one in family.conditions if not {one, f"{one.partition(':')[0]}:N"} & known.keys()] == []


@pytest.mark.parametrize(
    ("word", "zh", "en"),
    [
        ("fan.tianhu=off", "不算", "does not count"),
        ("house.x=+1,long_run", "加 1：一條龍：同花色一至九三副順子", "+1: 1 to 9 of a suit as three runs"),
        (
            "house.x=x2,middle_wait:5,concealed,excludes:menqing",
            "乘 2：門清、卡 5：以 5 胡在順子中間；不計門清",
            "×2: no open meld, won in the middle of a run by a 5; not beside Concealed hand",
        ),
        ("ladder=sum", "就是番數", "their number"),
    ],
)
def test_value_of_what_a_table_adds_is_said_in_words(word: str, zh: str, en: str) -> None:
    book = referee.core.registry.find("xueliu").rulebook  # type: ignore[union-attr]
    ((name, value),) = book.rules(word).own  # type: ignore[union-attr]
    assert book.families[name.partition(".")[0]].said(book, value) == {"zh": zh, "en": en}


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("xueliu", "jiangdui=on fan.jiangdui=4"),
        ("xueliu", "house.x=+1,long_run,excludes:nothing"),
        ("sichuan", "tiandihu=true fan.tianhu=3"),
        ("kawuxing", "five_star=2 fan.kawuxing=8"),
        ("hengyang", "menqianqing=off fan.menqianqing=2"),
    ],
)
def test_options_that_say_two_things_of_one_fan_are_refused_together(game: str, words: str) -> None:
    (problem,) = referee.core.registry.find(game).rulebook.rules(words)  # type: ignore[union-attr]
    assert problem.data["reason"] == "together"


@pytest.mark.parametrize(
    ("game", "preset"), [(game, preset.name) for game in referee.games() for preset in game.rulebook.presets]
)
def test_preset_is_read_again_from_the_text_of_its_rules(game: referee.Game, preset: str) -> None:
    rules = game.rulebook.rules(preset)
    assert isinstance(rules, Rules)
    assert game.rulebook.rules(rules.text) == rules


def test_option_is_not_told_beside_the_value_of_its_fan() -> None:
    rules = referee.core.registry.find("xueliu").rulebook.rules("fan.daiyaojiu=3")  # type: ignore[union-attr]
    assert isinstance(rules, Rules)
    told: dict[str, object] = rules.as_dict()["options"]  # type: ignore[assignment]
    assert ("daiyaojiu" in told, told["fan.daiyaojiu"]) == (False, 3)


def test_rules_with_a_tables_own_fans_are_read_again_from_their_text() -> None:
    book = referee.core.registry.find("xueliu").rulebook  # type: ignore[union-attr]
    rules = book.rules("xuezhan_ding house.yitiaolong=+1,one_suit,long_run fan.qidui=3 fan.gen=1 ladder=game")
    assert rules.own == (("fan.qidui", "3"), ("house.yitiaolong", "+1,long_run,one_suit"))  # type: ignore[union-attr]
    assert book.rules(rules.text) == rules  # type: ignore[union-attr]
    assert rules.as_dict()["options"]["fan.qidui"] == 3  # type: ignore[union-attr,index]
