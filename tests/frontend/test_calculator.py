"""The calculator without a browser: every game's form, what it says of a hand, and that an address can say anything."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

import referee
from frontend.pages.calculator.form import games
from referee.core.scoring import hand_specification
from tests.frontend.markup import compact

pytestmark = pytest.mark.django_db

WIN = {"game": "sichuan", "hand": "1122334455667p", "win": "7p"}
client = Client(HTTP_ACCEPT_LANGUAGE="en")


def page(part: str = "", language: str = "en", **asked: Any) -> str:
    """The page that was found, or a part of it, for these questions."""
    answer = client.get("/calculator/", {"part": part, **asked}, HTTP_ACCEPT_LANGUAGE=language)
    assert answer.status_code == 200
    return compact(answer.content.decode())


def table(text: str) -> dict[str, Any]:
    """What the page's script is told."""
    return dict(json.loads(unescape(re.findall(r'data-table="([^"]*)"', text)[0])))


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_form_is_made_from_the_rulebook(game: referee.Game) -> None:
    text = page(game=game.id)
    for option in game.rulebook.options:
        assert f'name="option.{option.name}"' in text
        assert f"/rules/{game.id}/#{option.clause}" in text
    made = hand_specification(game)
    assert made is not None
    assert all(f'name="flags" value="{flag}"' in text for flag in made.flags)
    assert [by for by in ("draw", "discard", "rob") if f'name="by" value="{by}"' in text] == list(made.by)
    for preset in game.rulebook.presets:
        assert f'<option value="{preset.name}"' in text or preset == game.rulebook.presets[0]
        of_preset = hand_specification(game, preset.name)
        assert of_preset is not None
        assert table(page(game=game.id, preset=preset.name))["tiles"] == dict(of_preset.tiles)


def test_game_without_hands_has_no_calculator() -> None:
    assert client.get("/calculator/", {"game": "chess"}).status_code == 404
    assert {game.id for game in games()} == {game.id for game in referee.games() if hand_specification(game) is not None}


def test_win_is_shown_with_fans_clauses_and_readings_by_rules_and_circumstances() -> None:
    text = page("answer", **WIN)
    told = ('data-line="×16"', "Flush of seven pairs", 'href="/rules/sichuan/#SCM-3.1"')
    assert [one for one in told if one not in text] == []
    assert text.count('class="laid"') == text.count("face won") == len(referee.score({**WIN, "readings": True})["readings"])
    assert 'data-line="×4"' in page("answer", **WIN, **{"option.max_fan": "3"})
    assert 'data-line="×32"' in page("answer", **WIN, flags=["tianhu"])


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["Plain hand with a quad", "5 ke", "After a kong", "×2", "No ghost", "40 ke"]),
        ("zh-hant", ["閨", "5 顆", "槓上花", "×2", "無鬼", "40 顆"]),
        ("zh-hans", ["闺", "5 颗", "杠上花", "×2", "无鬼", "40 颗"]),
    ],
)
def test_fans_are_named_and_valued_in_the_readers_language_and_the_unit_of_the_game(language: str, told: list[str]) -> None:
    asked = {"game": "luzhou", "hand": "123m456p99p22p", "melds": "bugang:555m5m", "win": "2p", "flags": "gangshanghua"}
    text = page("answer", language, **asked)
    assert [words for words in told if words not in text] == []


DISCARD = {**WIN, "by": "discard", "winner": "S", "from": "W", "base": "2"}
HORSES = {"game": "kawuxing", "hand": "123456789s1234p", "win": "1p", "option.horses": "2"}


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (DISCARD, ["<td>+32</td>", "West pays South<b>32</b>", 'href="/rules/sichuan/#SCM-4.1"', "One unit is 2"]),
        ({**WIN, "by": "discard"}, ["South pays East<b>16</b>"]),
        ({**WIN, "dealer": "N"}, ["<td>+48</td><td>−16</td>", "Dealer: North"]),
        ({**WIN, "option.piao": "round", "piao.S": "3"}, ["South pays East<b>3</b>", 'name="piao.S" value="3"']),
        ({**WIN, "base": "much"}, ["a whole number from 1", 'data-line="×16"']),
        (HORSES, ["2 tiles are turned after the win", 'name="turned" value=""']),
        ({**HORSES, "turned": "9s1s"}, ["<b>10</b>", 'name="turned" value="9s1s"']),
        ({**HORSES, "turned": "x"}, ["expected 2 tiles", 'name="turned" value="x"']),
    ],
    ids=["a discard", "the next seat's", "a draw", "piao", "no base", "horses to turn", "horses", "no tiles"],
)
def test_win_is_shown_with_who_pays_whom(asked: dict[str, str], told: list[str]) -> None:
    text = unescape(page("", **asked))
    assert [words for words in told if words not in text] == []


def test_calculator_opens_with_the_game_asked_for_last_at_first_with_the_usual_one() -> None:
    visitor = Client(HTTP_ACCEPT_LANGUAGE="en")

    def opened(**asked: str) -> str:
        return re.findall(r'name="game" value="(\w+)"', visitor.get("/calculator/", asked).content.decode())[0]

    assert [opened(), opened(game="luzhou"), opened()] == ["sichuan", "luzhou", "luzhou"]


def test_hand_that_does_not_win_is_shown_with_the_reason_or_its_waits() -> None:
    text = page("answer", game="sichuan", hand="123456789m123p5s", win="5s")
    assert ("The hand holds all three suits." in text, 'href="/rules/sichuan/#SCM-2.2"' in text) == (True, True)
    ready = page("answer", game="sichuan", hand="1112345678999p")
    assert set(re.findall(r'data-win="(\dp)"', ready)) == {f"{rank}p" for rank in range(1, 10)}
    assert ("Self-draw" in ready, "On a discard" in ready) == (True, True)
    link = unescape(re.findall(r'href="([^"]*)"', ready)[0])
    assert 'data-state="wins"' in client.get(link).content.decode()
    assert "Not ready" in page("answer", game="sichuan", hand="147m258p369s1234m")


@pytest.mark.parametrize(
    ("asked", "language", "told"),
    [
        ({"flags": ["gangshanghua"], "by": "discard"}, "en", ["“After a kong” does not go with this way", "“On a discard”"]),
        ({"flags": ["gangshanghua"]}, "en", ["“After a kong”", "“no kong”"]),
        ({"flags": ["gangshanghua", "tianhu"]}, "zh-hans", ["“杠上花”与“天胡”不能并存。"]),
        ({"by": "rob"}, "zh-hant", ["「搶槓」與「自己有 1 張七筒」不能並存。"]),
    ],
)
def test_contradiction_is_told_in_the_words_of_the_form(asked: dict[str, Any], language: str, told: list[str]) -> None:
    text = unescape(page("answer", language, **{**WIN, **asked}))
    assert [words for words in ('data-state="unclear"', *told) if words not in text] == []
    assert "tianhu" not in text, "the page says it without the words of programs"


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"hand": "123m"}, "expected 13 tiles"),
        ({"melds": "peng"}, "as peng:555p"),
        ({"preset": "none"}, "no preset"),
        ({"option.max_fan": "many"}, "has a value that is not allowed"),
        ({"flags": "<b>"}, "&lt;b&gt;"),
    ],
)
def test_unreadable_hand_is_explained(asked: dict[str, str], told: str) -> None:
    for path in ("", "answer"):
        assert told in page(path, **{**WIN, **asked})


def test_address_alone_reproduces_the_form_and_links_to_other_games_keep_the_tiles() -> None:
    """Without a script the page is a form: its fields hold what was asked, and it is answered on the page."""
    text = page(**{**WIN, "by": "discard", "preset": "putong", "option.max_fan": "5"})
    for field, value in (("hand", "1122334455667p"), ("win", "7p"), ("option.max_fan", "5")):
        assert re.search(rf'name="{field}"[^>]* value="{value}"', text)
    assert re.search(r'name="by" value="discard" checked', text)
    assert 'data-line="×16"' in text
    links = [unescape(link) for link in re.findall(r'data-game="\w+" href="([^"]*)"', text)]
    assert len(links) == len(games())
    assert all("hand=1122334455667p" in link and "preset" not in link for link in links)


FIELDS = ("hand", "melds", "win", "by", "preset", "option.max_fan", "flags")


@given(st.dictionaries(st.sampled_from(FIELDS), st.text(max_size=20)))
def test_any_address_is_answered_without_a_fault(asked: dict[str, str]) -> None:
    for path in ("", "answer"):
        page(path, **{**WIN, **asked})


def test_declared_suit_is_asked_for_where_one_is_declared() -> None:
    hand = {"game": "xueliu", "hand": "1112223334445m", "win": "5m"}
    asked = page(**hand, flags="que-p")
    choices = [("", ""), ("que-m", ""), ("que-p", " checked"), ("que-s", "")]
    assert re.findall(r'type="radio" name="flags" value="([^"]*)"( checked)?', asked) == choices
    assert 'data-state="wins"' in page("answer", **hand, flags=["", "que-p"])
    assert 'data-state="wins"' not in page("answer", **hand, flags="que-m")
    said = ["Declared suit" in text for text in (asked, page(**hand, **{"option.que": "off"}), page(game="sichuan"))]
    assert said == [True, False, False]
