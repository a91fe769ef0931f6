"""A file taken apart while it is read gives the matches of the whole text, and holds a match or two of it."""

from __future__ import annotations

import io
import itertools
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.notation import NotationError, Source, limits, read, split, split_stream
from tests.golden import HOME

PARTS = ['[PPN "1"]', "\n", "{", "}", ";", '[Game "x"]', " ", "E-1p", "萬", "\ufeff", "\r\n", "\r", '"', "[PPN", "\t", "x"]
TEXT = st.lists(st.sampled_from(PARTS), min_size=1, max_size=40).map("".join)
MATCH = (HOME / "sichuan" / "clean-01.ppn").read_text(encoding="utf-8")


def streamed(data: bytes, **how: object) -> list[Source]:
    return list(split_stream(io.BytesIO(data).read, **how))  # type: ignore[arg-type]


@given(TEXT.filter(lambda text: text.strip() and not text.lstrip("\ufeff \t\r\n").startswith("{")), st.integers(1, 60))
def test_the_matches_are_those_of_the_whole_text(text: str, block: int) -> None:
    assert streamed(text.encode(), block=block) == list(split(text.encode()))


def test_real_matches_in_small_pieces() -> None:
    data = "\n".join(path.read_text(encoding="utf-8") for path in sorted((HOME / "sichuan").glob("clean-*.ppn"))).encode()
    assert streamed(data, block=333) == list(split(data))
    assert all(not isinstance(read(source), NotationError) for source in streamed(data, block=333))


def test_json_is_split_as_in_the_whole_text() -> None:
    document = b'[{"ppn": 1,\n "game": "a"},\n {"ppn": 1, "game": "b"}]'
    assert streamed(document, block=5) == list(split(document))


@pytest.mark.parametrize("told", [True, False])
def test_json_lines_are_matches_with_their_line_numbers(told: bool) -> None:
    data = b'\xef\xbb\xbf{"ppn": 1}\n\n{"ppn": 1, broken}\r\n{"ppn": 2}'
    found = [(source.text, source.first_line) for source in streamed(data, lines=told, block=100)]
    assert found == [('{"ppn": 1}', 1), ('{"ppn": 1, broken}', 3), ('{"ppn": 2}', 4)]


@pytest.mark.parametrize("lines", [True, False])
def test_a_byte_that_is_no_utf_8_is_told_with_its_place_after_the_matches_before_it(lines: bool) -> None:
    one = b'{"ppn": 1}\n' if lines else b'[PPN "1"]\n'
    found: list[Source] = []
    with pytest.raises(NotationError) as caught:
        found.extend(split_stream(io.BytesIO(one * 3 + "萬".encode() + b"\xff\n" + one).read, lines=lines, block=7))
    assert (caught.value.code, caught.value.line, caught.value.column, caught.value.token) == ("syntax", 4, 2, "0xff")
    assert len(found) >= 2


@pytest.mark.parametrize("opening", [b'[PPN "1"]\n', b'{"ppn": 1}\n{"ppn": "'])
def test_a_match_that_never_ends_is_refused_before_it_is_read_whole(opening: bytes) -> None:
    taken = 0

    def endless(size: int) -> bytes:
        nonlocal taken
        taken += size
        return (opening if taken == size else b"") + b"x" * (size - len(opening))

    with pytest.raises(NotationError) as caught:
        list(split_stream(endless, most=100_000, block=1000))
    assert caught.value.code == "too-large"
    assert taken < 110_000


@pytest.mark.parametrize("size", [500, 8_000])
def test_memory_does_not_grow_with_the_file(size: int) -> None:
    source = itertools.chain.from_iterable(itertools.repeat(MATCH.encode() + b"\n", size))
    tracemalloc.start()
    try:
        found = sum(1 for _ in split_stream(lambda most: bytes(itertools.islice(source, most))))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert found == size
    assert peak < 1_000_000


@pytest.mark.parametrize("text", ['[PPN "1"]\n' * 6, '{"ppn": 1}\n' * 6, "[" + '{"ppn": 1},' * 5 + '{"ppn": 1}]'])
def test_matches_past_those_that_a_stream_may_have_are_not_read(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STREAM_MATCHES", 5)
    found: list[Source] = []
    with pytest.raises(NotationError) as caught:
        found.extend(split_stream(io.BytesIO(text.encode()).read))
    assert (len(found), caught.value.code, caught.value.token) == (5, "too-large", "6")
