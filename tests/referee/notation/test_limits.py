"""Limits: what is just small enough is read, what is past one is ``too-large`` at its place."""

from __future__ import annotations

import pytest

from referee.core.record import Record
from referee.notation import NotationError, limits, parse, parse_file, split
from tests.referee.notation.texts import HEAD, error_of, match


@pytest.mark.parametrize("moves", ["E-1p\n", "E-1p {a}\n", "1. E-1p\n", "東-1p\n"])
def test_round_of_too_many_moves_is_refused(moves: str) -> None:
    assert len(parse(match(moves * 2000)).rounds[0].moves) == 2000
    error = error_of(match(moves * 2001))
    assert (error.code, error.line, error.column) == ("too-large", 2005, moves.find("-1p"))
    assert "2,000" in error.message["en"]
    assert "2,000" in error.message["zh"]


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


def test_match_of_too_many_moves_is_refused_where_their_round_begins() -> None:
    rounds = [f'[Round "{number}"]\n' + "E-1p " * 2000 + "\n" for number in range(1, 27)]
    assert len(parse(HEAD + "".join(rounds[:25])).rounds) == 25
    for last in ("E-1p", "E-1p {a}"):
        text = HEAD + "".join(rounds[:25]) + f'[Round "26"]\n{last}\n'
        error = error_of(text)
        assert (error.code, error.token) == ("too-large", "50001")
        assert error.line == text.count("\n", 0, text.index('[Round "26"]')) + 1


def test_canonical_match_of_too_many_moves_is_refused() -> None:
    lines = ("E-1p " * 8).strip() + "\n"
    text = HEAD + "".join(f'\n[Round "{number}"]\n' + lines * 200 for number in range(1, 33))
    assert error_of(text).code == "too-large"


@pytest.mark.parametrize("begins", ["E+", "E-", "A:", "E.x:", "E.", "E?", "東+"])
def test_move_of_too_many_characters_is_refused(begins: str) -> None:
    piece = "1p" if begins[-1] in "+-" else "33" if begins == "A:" else "aa"
    word = begins + piece * ((limits.WORD - len(begins)) // 2)
    assert len(parse(match(word)).rounds[0].moves) == 1
    error = error_of(match(f"E-1p {word}{piece}"))
    assert (error.code, error.line, error.column) == ("too-large", 5, 6)


def test_round_and_match_of_too_many_tags_are_refused() -> None:
    def tags(count: int) -> str:
        return "".join(f'[a{number} "x"]\n' for number in range(count))

    assert len(parse(match(head=tags(98))).tags) == 98
    assert error_of(match(head=tags(99))).code == "too-large"
    assert len(parse(match(tags=tags(99))).rounds[0].tags) == 99
    error = error_of(match(tags=tags(100)))
    assert (error.code, error.line, error.column) == ("too-large", 104, 1)


def test_rounds_of_all_matches_of_a_file_are_counted_together() -> None:
    one = HEAD + "".join(f'[Round "{number}"]\n' for number in range(1, 501))
    assert [type(found) for found in parse_file(one * 40)] == [Record] * 40
    *before, last = parse_file(one * 41 + one)
    assert [type(found) for found in before] == [Record] * 40
    assert isinstance(last, NotationError)
    assert (last.code, last.line) == ("too-large", 40 * 502 + 1)


HEAVY = {
    "objects": '{"ppn":1,"game":"sichuan","rounds":[' + ",".join(["{}"] * 10_000) + "]}",
    "arrays": '{"ppn":1,"game":"sichuan","rounds":[' + ",".join(["[]"] * 10_000) + "]}",
    "values": '{"ppn":1,"game":"sichuan","rounds":[{"round":1,"moves":[' + ",".join(['"E-1p"'] * 200_000) + "]}]}",
    "rounds": '{"ppn":1,"game":"sichuan","rounds":[' + ",".join(["{}"] * 501) + "]}",
    "tags": '{"ppn":1,"game":"sichuan","tags":{' + ",".join(f'"a{number}":"x"' for number in range(101)) + "}}",
}


@pytest.mark.parametrize("what", HEAVY)
def test_json_of_too_much_hides_none_of_the_matches_around_it(what: str) -> None:
    good = '{"ppn":1,"game":"sichuan","tags":{"Event":"a } [ \\" b"}}'
    for text in (f"[{good},{HEAVY[what]},{good}]", f"{good}\n{HEAVY[what]}\n{good}\n"):
        before, error, after = parse_file(text)
        assert (type(before), type(after)) == (Record, Record)
        assert isinstance(error, NotationError)
        assert error.code == "too-large"


def test_brackets_and_commas_of_comments_are_not_counted() -> None:
    text = '{"ppn":1,"game":"sichuan","comment":"' + '[{,\\"' * 100_000 + '"}'
    assert len(parse(text).comment) == 400_000
