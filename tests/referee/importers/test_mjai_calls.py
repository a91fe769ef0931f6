"""P9: an mjai log that declares a suit with ``ding_que``, and what is said of an event that is not known."""

from __future__ import annotations

import json

import pytest

import referee
from referee.notation import Hints
from tests.oracle.sbr.match import match as sbr_match
from tests.referee.importers import writers


def events(*kinds: str) -> list[dict[str, object]]:
    record = referee.parse(sbr_match(5, que="declared", rounds=1).text())
    return [json.loads(line) for line in writers.mjai(record).splitlines()]


def read(found: list[dict[str, object]]) -> referee.Record | referee.NotationError:
    (record,) = referee.parse_file("\n".join(map(json.dumps, found)).encode(), Hints("sbr"))
    return record


@pytest.mark.parametrize("names", ["man pin sou", "m p s", "wan tong tiao", "萬 筒 條", "Man PIN Sou"])
def test_ding_que_is_read_as_the_declared_suit(names: str) -> None:
    words = dict(zip("mps", names.split(), strict=True))
    plain = events()
    other = [
        {"type": "ding_que", "actor": one["actor"], "suit": words[str(one["text"])]} if one["type"] == "que" else one
        for one in plain
    ]
    assert other != plain
    assert read(other) == read(plain)


def test_suit_that_is_none_is_named_with_its_line() -> None:
    error = read([*events()[:2], {"type": "ding_que", "actor": 0, "suit": "ji"}])
    assert isinstance(error, referee.NotationError)
    assert "Line 3 suit: found “ji”, expected a suit: man, pin or sou." in error.message["en"]


def test_unknown_event_is_refused_with_the_words_that_can_stand_there() -> None:
    error = read([*events()[:2], {"type": "dingque", "actor": 0, "suit": "man"}])
    assert isinstance(error, referee.NotationError)
    assert "Line 3 type: found “dingque”" in error.message["en"]
    assert "ding_que, hora" in error.message["en"]
    assert "or a verb of sbr: " in error.message["en"]
    assert ", que," in error.message["en"]
    assert "sbr 的動詞：" in error.message["zh"]
