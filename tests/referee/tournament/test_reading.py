"""A results file read a match at a time says what it says when it is read at once, in memory that does not grow with it."""

from __future__ import annotations

import json
import tracemalloc
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.tournament.published import reading
from referee.tournament.published.canonical import Unreadable, load
from referee.tournament.verification.verify import verify_results
from tests.proof import proof
from tests.referee.tournament.evening import PRIVATE, compose, match, parts, published, seal

SMALL = b'{"document":{"a":[1,{"b":1}],"matches":[{"id":"\xe4\xb8\x80"},{"id":"2","x":[true,-7]}, 3 ],"z":"\\"\\\\"},"h":"h"}\n'


@pytest.fixture(autouse=True)
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few bytes at a time, so that whatever is read is cut somewhere."""
    monkeypatch.setattr(reading, "CHUNK", 5)


def said(data: bytes, at_once: bool) -> Any:
    """What is read of some bytes, or why nothing is."""
    try:
        return load(data) if at_once else whole(reading.read(BytesIO(data)))
    except Unreadable as error:
        return error.message


def whole(found: Any) -> Any:
    """What was read, its matches too."""
    return json.loads(json.dumps(found, default=list))


class TestSaysTheSame:
    def test_stream_and_whole_say_the_same_of_a_good_file(self) -> None:
        assert said(published(), False) == load(published())

    @pytest.mark.parametrize("at", range(len(SMALL)))
    def test_stream_and_whole_say_the_same_of_a_cut_file(self, at: int) -> None:
        assert said(SMALL[:at], False) == said(SMALL[:at], True)

    @given(at=st.integers(0, len(SMALL) - 1), byte=st.sampled_from(b'{}[]:,"\\ \n019.-eEtn\xff\x00\xe4'), kept=st.booleans())
    def test_stream_and_whole_say_the_same_of_a_touched_file(self, at: int, byte: int, kept: bool) -> None:
        touched = SMALL[:at] + bytes([byte]) + SMALL[at + (not kept) :]
        assert said(touched, False) == said(touched, True)

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "[]",
            '{"document":{"matches":7}}',
            '{"document":{"matches":[1,]}}',
            '{"document":{"matches":[1.5]}}',
            '{"document":{"matches":[],"matches":[]}}',
            '{"document":{"matches":[{"a":1,"a":2}]}}',
            "{} {}",
            '{"document":{"matches":[' + "[" * 70 + "]" * 70 + "]}}",
            '{"document":{"matches":[' + "[" * 9000 + "]}}",
            '{"document":{"matches":[' + "9" * 5000 + "]}}",
            '{"document":{"matches":[[1,2],"a",null]}}',
            '{"document":{\n"matches":[\n 1 \n,\n 2\n;]}}',
        ],
    )
    def test_stream_and_whole_say_the_same_of_what_is_no_results_file(self, text: str) -> None:
        assert said(text.encode(), False) == said(text.encode(), True)


def evening(matches: int, noted: int) -> bytes:
    """The file of an event at which the same was played again and again, with so many characters noted down beside it."""
    once = match(1, "sichuan/clean-01", "{" + "x" * noted + "}\n")
    played = [{**once, "id": str(number)} for number in range(matches)]
    tables = [{"stage": 1, "round": number, "table": "", "match": str(number), "seated": None} for number in range(matches)]
    return seal(compose(parts(matches=played, tables=tables, rulings=[])), PRIVATE)


def peak(file: Path) -> int:
    """Bytes that checking a file held at once."""
    with file.open("rb") as stream:
        tracemalloc.start()
        report = verify_results(stream)
        held = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert report.consistent
    return held


NOTED = 50_000


@proof
def test_stream_holds_one_match_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the records are, one is held; of the others what they gave to whom, some kilobytes."""
    monkeypatch.setattr(reading, "CHUNK", 4096)
    held = {}
    for matches, noted in ((8, 0), (8, NOTED), (64, NOTED)):
        path = tmp_path / f"{matches}-{noted}.json"
        path.write_bytes(evening(matches, noted))
        held[matches, noted] = peak(path)
    assert path.stat().st_size > 64 * NOTED
    one = held[8, NOTED] - held[8, 0]
    assert held[64, NOTED] - held[8, NOTED] < min(one, 56 * 6000)
