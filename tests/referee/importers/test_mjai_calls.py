"""P9: an mjai log that declares a suit with ``ding_que``, and what is said of an event that is not known."""

from __future__ import annotations

from typing import Any

import pytest

import referee
from referee.notation import Hints
from tests.referee.importers.files import mjai, mjai_events


def read(found: list[dict[str, Any]]) -> referee.Record | referee.NotationError:
    (record,) = referee.parse_file(mjai(found), Hints("sbr"))
    return record


@pytest.mark.parametrize("names", ["man pin sou", "wan tong tiao", "萬 筒 條", "Man PIN Sou"])
def test_ding_que_is_read_as_the_declared_suit(names: str) -> None:
    words = dict(zip("mps", names.split(), strict=True))
    plain = mjai_events()
    other = [
        {"type": "ding_que", "actor": one["actor"], "suit": words[str(one["text"])]} if one["type"] == "que" else one
        for one in plain
    ]
    assert other != plain
    assert read(other) == read(plain)


def test_suit_that_is_none_is_named_with_its_line() -> None:
    error = read([*mjai_events()[:2], {"type": "ding_que", "actor": 0, "suit": "ji"}])
    assert isinstance(error, referee.NotationError)
    assert "Line 3 suit: found “ji”, expected a suit: man, pin or sou." in error.message["en"]


def test_unknown_event_is_refused_with_the_words_that_can_stand_there() -> None:
    error = read([*mjai_events()[:2], {"type": "dingque", "actor": 0, "suit": "man"}])
    assert isinstance(error, referee.NotationError)
    assert "Line 3 type: found “dingque”" in error.message["en"]
    assert "ding_que, hora" in error.message["en"]
    assert "or a verb of sbr: " in error.message["en"]
    assert ", que," in error.message["en"]
    assert "sbr 的動詞：" in error.message["zh"]
