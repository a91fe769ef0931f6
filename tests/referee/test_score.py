"""Questions about a hand: its readings, its waits, ghosts in melds, and what is said where one cannot be read."""

from __future__ import annotations

from typing import Any

import pytest

import referee
from referee.core.game.hand_specification import QueryError
from referee.core.scoring import hand_specification
from referee.mahjong.analysis.hand_question import read
from referee.mahjong.hand.tiles import KIND_OF, text
from referee.mahjong.table.ruleset import Ruleset, suited
from tests.each import each
from tests.referee.cases import load, name_of

GHOSTS = Ruleset(seats=4, copies=suited((0, 0, 0, 0, 0, 0, 8)), ghost=KIND_OF["7z"])
ANY_TILES = Ruleset(seats=4, copies=(13,) * 34)
PLAIN = Ruleset(seats=4, copies=suited())


def asked(**query: Any) -> dict[str, Any]:
    return referee.score({"game": "sichuan", **query})


def test_readings_are_listed_best_first() -> None:
    answer = asked(hand="1122334455667p", win="7p", readings=True)
    assert answer["fans"] == [{"code": "qingqidui", "value": 5, "clause": "SCM-3.1"}]
    assert answer["readings"][0]["fans"] == [{"code": "qingqidui", "name": "清七對", "value": 5, "clause": "SCM-3.1"}]
    assert answer["value"] == answer["readings"][0]["value"] == 16
    values = [reading["value"] for reading in answer["readings"]]
    assert values == sorted(values, reverse=True)
    assert [*answer["readings"][0]["groups"], answer["readings"][0]["pair"]] == [*(f"{n}{n}p" for n in range(1, 8)), None]
    standard = [reading for reading in answer["readings"] if reading["pair"]]
    assert {reading["pair"] for reading in standard} == {"11p", "44p", "77p"}
    assert all(len(reading["groups"]) == 4 for reading in standard)


def test_melds_come_first_and_kongs_whole() -> None:
    reading = asked(hand="1123p", melds=["gang:9999s", "peng:444s", "angang:2222s"], win="1p", readings=True)["readings"][0]
    assert reading["groups"] == ["9999s", "444s", "2222s", "123p"]
    assert reading["pair"] == "11p"


def test_waits_leave_out_what_is_held_four_times() -> None:
    assert asked(hand="1111p", melds=["peng:222p", "peng:333p", "peng:555p"], waits=True) == {"waits": {}}


def test_melds_with_ghosts() -> None:
    query = {"hand": "123p7z", "melds": ["peng:55p7z", "bugang:7z55p7z", "peng:666s"], "win": "7z"}
    question = read(query, GHOSTS, ())
    assert [(meld.kind, meld.tile, text(meld.tiles)) for meld in question.melds] == [
        ("peng", KIND_OF["5p"], "55p7z"),
        ("added", KIND_OF["5p"], "55p77z"),
        ("peng", KIND_OF["6s"], "666s"),
    ]
    assert question.win == KIND_OF["7z"]


@pytest.mark.parametrize("meld", ["peng:777z", "peng:5p6p7z", "gang:55p7z", "chi:45p7z", "peng:", "peng", "555p", "kong:5555p"])
def test_malformed_meld_is_refused(meld: str) -> None:
    with pytest.raises(QueryError, match="melds: "):
        read({"hand": "1234567p789s", "melds": [meld], "win": "1p"}, GHOSTS, ())


def test_ghost_in_a_game_without_ghosts_is_refused() -> None:
    with pytest.raises(QueryError, match="melds: "):
        read({"hand": "1234567p789s", "melds": ["peng:55p7z"], "win": "1p"}, PLAIN, ())
    with pytest.raises(QueryError, match="7z is not in play"):
        read({"hand": "1234567p78999s7z", "win": "1p"}, PLAIN, ())


def test_up_to_eight_ghosts() -> None:
    assert read({"hand": "123p456p7777777z", "win": "7z"}, GHOSTS, ()).hand.count(KIND_OF["7z"]) == 7
    with pytest.raises(QueryError, match="9 of 7z, but only 8"):
        read({"hand": "123p45p77777777z", "win": "7z"}, GHOSTS, ())


@pytest.mark.parametrize("game", referee.games(), ids=lambda game: game.id)
def test_hand_specification_has_tiles_melds_and_ways_of_winning(game: referee.Game) -> None:
    """By every preset: the tiles fill the hands, and words and ways are those that a question may use."""
    for preset in game.rulebook.presets:
        made = hand_specification(game, preset.name)
        if made is None:
            continue
        assert sum(made.tiles.values()) > 4 * made.size
        assert set(made.tiles) <= set(KIND_OF)
        assert all("{}" in said[language] for said in game.rulebook.words.of("units").values() for language in ("zh", "en"))
        assert made.ghost is None or made.tiles[made.ghost] in (4, 8, 12)
        for flag, ways in made.flags.items():
            assert ways
            assert set(ways) <= set(made.by)
            read({"hand": "1" * 13 + "p", "flags": [flag], "waits": True}, ANY_TILES, game.rulebook.words.of("flags"))


WINNING = [entry for entry in load("hand") if entry[1].get("wins", True)]


@each(WINNING, name_of, many=4)
def test_a_wait_is_worth_what_the_win_is(game: str, case: dict[str, Any]) -> None:
    """Every worked hand waits for the tile that it wins with, where a wait may be that, and for the same value."""
    query = {"game": game, "rules": case.get("rules", ""), **case["query"]}
    found = referee.score({**query, "waits": True})["waits"]
    made = hand_specification(next(one for one in referee.games() if one.id == game), query["rules"])
    assert made is not None
    assert query["win"] == made.ghost or found[query["win"]] == case["value"]
    assert made.ghost not in found
    for tile, value in found.items():
        assert referee.score({**query, "win": tile})["value"] == value


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        (
            {"game": "luzhou", "hand": "23456p12378s99s7z", "win": "9s", "by": "discard"},
            {"reason": "win-too-small", "clause": "LZG-3.3"},
        ),
        (
            {"game": "luzhou", "hand": "23456p12378s99s7z", "win": "7z", "by": "discard"},
            {"reason": "ghost-discard-claimed", "clause": "LZG-2.4"},
        ),
        (
            {"game": "hengyang", "hand": "123456p12378s99s", "win": "9s", "by": "discard"},
            {"reason": "not-winning", "clause": "HYM-4.14", "detail": "need-258-pair"},
        ),
        (
            {"game": "hengyang", "hand": "123456p12378s22s", "win": "9s", "by": "rob"},
            {"reason": "not-winning", "clause": "HYM-2.2"},
        ),
    ],
)
def test_refused_win_is_answered_with_the_reason(query: dict[str, Any], answer: dict[str, Any]) -> None:
    assert referee.score({**query, "readings": True}) == {"wins": False, **answer}
    assert referee.score(query) == {"wins": False, "reason": answer["reason"]}


@pytest.mark.parametrize(
    ("hand", "win", "names"),
    [
        ("1112345678999m", "5m", ["qingyise"]),
        ("1112345678999m", "7z", ["qingyise"]),
        ("222555888m3339p", "9p", ["daduizi"]),
        ("222555888333m9m", "9m", ["qingdui"]),
        ("1122334455667m", "7m", ["qingqidui", "qingyise"]),
    ],
)
def test_same_groups_are_one_reading_of_a_hand_by_their_dearest_shape(hand: str, win: str, names: list[str]) -> None:
    """P12: a full flush was listed a second time as a plain hand."""
    answer = referee.score({"game": "luzhou", "hand": hand, "win": win, "readings": True})
    assert [reading["fans"][0]["code"] for reading in answer["readings"]] == names
