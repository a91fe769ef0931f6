"""Limits: what is just small enough is read, what is past one is ``too-large`` at its place."""

from __future__ import annotations

import pytest

from referee.notation import NotationError, limits, parse, parse_file, split
from tests.referee.notation.texts import HEAD, error_of, match


def test_limits_are_those_of_the_notation() -> None:
    assert (limits.FILE_BYTES, limits.MATCHES, limits.ROUNDS, limits.MOVES, limits.TAG_BYTES) == (
        16 << 20,
        10_000,
        500,
        2_000,
        4 << 10,
    )


@pytest.mark.parametrize("moves", ["E-1p\n", "E-1p {a}\n", "1. E-1p\n", "東-1p\n"])
def test_round_of_too_many_moves_is_refused(moves: str) -> None:
    assert len(parse(match(moves * 2000)).rounds[0].moves) == 2000
    error = error_of(match(moves * 2001))
    assert (error.code, error.line, error.column) == ("too-large", 2005, moves.find("-1p"))
    assert "2,000" in error.message["en"]
    assert "2,000" in error.message["zh"]


def test_moves_are_counted_by_the_round() -> None:
    assert len(parse(match("E-1p " * 2000) + '[Round "2"]\n' + "E-1p " * 2000).rounds) == 2


def test_match_of_too_many_rounds_is_refused() -> None:
    text = HEAD + "".join(f'[Round "{number}"]\n' for number in range(1, 501))
    assert len(parse(text).rounds) == 500
    error = error_of(text + '[Round "501"]\n')
    assert (error.code, error.line, error.column) == ("too-large", 503, 1)


@pytest.mark.parametrize(("char", "count"), [("a", 4096), ("牌", 1365), (r"\"", 4096)])
def test_tag_of_too_many_bytes_is_refused(char: str, count: int) -> None:
    parse(match(head=f'[Event "{char * count}"]\n'))
    error = error_of(match(head=f'[Event "{char * (count + 1)}"]\n'))
    assert (error.code, error.line, error.column) == ("too-large", 3, 1)


def test_file_of_too_many_bytes_is_refused() -> None:
    big = HEAD + ";" + "a" * (limits.FILE_BYTES - len(HEAD) - 1)
    assert [type(found) for found in parse_file(big)] != [NotationError]
    for data in (big + "a", big.encode() + b"a", HEAD + ";" + "牌" * (limits.FILE_BYTES // 3)):
        (error,) = parse_file(data)
        assert isinstance(error, NotationError)
        assert (error.code, error.line, error.column) == ("too-large", 1, 1)


def test_file_of_too_many_matches_is_refused() -> None:
    text = '[PPN "1"]\n' * 10_000
    assert sum(1 for _ in split(text)) == 10_000
    *_, last = parse_file(text + '[PPN "1"]')
    assert isinstance(last, NotationError)
    assert (last.code, last.line) == ("too-large", 10_001)
