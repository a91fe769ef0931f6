"""A file's matches: each by its own text and line, and none hidden by a broken one."""

from __future__ import annotations

import json
import time

import pytest

from referee.notation import NotationError, limits, parse, parse_file, split, write_json
from tests.proof import one_in
from tests.referee.notation.texts import HEAD, match

GOOD = match("E-1p S+2p")
OBJECT = json.dumps(write_json(parse(GOOD)))
BROKEN = {
    "a bad move": match("E-1p oh"),
    "an open comment": match("E-1p {oh"),
    "an open tag": match("", tags='[Dealer "E'),
    "no game": '[PPN "1"]\n[Event "x"]\n',
    "another version": '[PPN "7"]\n',
    "a bare opening": "[PPN",
    "an open quote": '[PPN "1',
    "a backslash": match("", tags='[Dealer "E\\'),
    "a bracket": match("["),
}


def told(data: str | bytes) -> str:
    """One letter for every match of a file: read or broken."""
    return "".join("x" if isinstance(found, NotationError) else "o" for found in parse_file(data))


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_a_broken_match_hides_no_other(broken: str) -> None:
    assert told(f"{GOOD}\n{broken}\n{GOOD}{GOOD}{broken}") == "oxoox"


def test_places_count_from_the_start_of_the_file() -> None:
    sources = list(split(f"\n{GOOD}{GOOD}"))
    assert [(source.first_line, source.form) for source in sources] == [(1, "ppn"), (7, "ppn")]
    assert "".join(source.text for source in sources) == f"\n{GOOD}{GOOD}"
    errors = [found for found in parse_file(f"{GOOD}{BROKEN['a bad move']}") if isinstance(found, NotationError)]
    assert [(error.line, error.column, error.token) for error in errors] == [(10, 6, "oh")]
    assert parse(GOOD, first_line=40).rounds[0].position.first_line == 40  # type: ignore[union-attr]


def test_matches_written_in_one_line_are_split() -> None:
    line = GOOD.replace("\n", " ")
    assert told(f"{line} {line}") == "oo"
    assert told(line.replace("S+2p", "{ [PPN ") + "} S+2p") == "o"
    assert told(line.replace("S+2p", "{ oh ") + line) == "xo"


def test_text_that_only_looks_like_a_match_is_not_split() -> None:
    assert told(match('E-1p ; [PPN "1"]\nS+2p')) == told(match(head='[Event "see [PPN 1"]\n')) == "o"


def test_comments_before_the_first_match_are_its_own() -> None:
    assert told(f"; saved by a program\n{{of ours}}\n{GOOD}") == "o"
    assert told(f"; saved by a program\n{GOOD.replace(chr(10), ' ')} {GOOD.replace(chr(10), ' ')}") == "oo"
    assert told(f"{{of ours}} {GOOD}") == "o"
    assert told(f"hello\n{GOOD}") == told(f"hello {GOOD}") == "xo"


@pytest.mark.parametrize(
    ("text", "result"),
    [
        (OBJECT, "o"),
        (f"[{OBJECT},\n {OBJECT}]", "oo"),
        (f"{OBJECT}\n{OBJECT}\n\n", "oo"),
        (f'{OBJECT}\n{{"ppn": oh\n{OBJECT}\n', "oxo"),
        (f'[{OBJECT}, {{"ppn": 1, oh}}, {OBJECT}]', "oxo"),
        (f"[{OBJECT}, 7, {OBJECT}]", "oxo"),
        (f"[{OBJECT}", "ox"),
        ("[]", ""),
        ("{}", "x"),
        (f"[{OBJECT}] oh", "ox"),
        (json.dumps(json.loads(OBJECT), indent=1)[:-3], "x"),
        (f"{OBJECT}\n{GOOD}", "ox"),
        ("[{", "xx"),
    ],
)
def test_json_file_is_split_into_its_matches(text: str, result: str) -> None:
    assert told(text) == told(text.encode("utf-8-sig")) == result


def test_json_entries_know_their_lines() -> None:
    sources = list(split(f'[\n{OBJECT},\n{{"ppn": 1,\n oh}},\n{OBJECT}\n]'))
    assert [(source.first_line, source.form) for source in sources] == [(2, "json"), (3, "json"), (5, "json")]
    assert sources[0].text == OBJECT
    error = next(found for found in parse_file(f'{OBJECT}\n{{"ppn": oh}}') if isinstance(found, NotationError))
    assert (error.line, error.column) == (2, 9)


def test_the_same_content_has_the_same_hash() -> None:
    loose = GOOD.replace("\n", "\r\n").replace("E-1p", "东-1p {}")
    assert parse(loose).sha256 == parse(GOOD).sha256 == parse(OBJECT).sha256 != parse(GOOD.replace("1p", "2p")).sha256
    assert len(parse(GOOD).sha256) == 64


@pytest.mark.parametrize("data", [b"\xff\xfe\x00", "", " \n", HEAD.encode("utf-16")])
def test_file_without_a_match_gives_none(data: str | bytes) -> None:
    assert told(data) == "x"


@pytest.mark.parametrize(
    "text",
    one_in(
        5,
        [
            '[PPN "1"] ' + "{ [PPN " * 100_000,
            "[PPN {" * 100_000,
            '{"ppn":1,"a":' * 50_000,
            "; " * 300_000 + "x",
            "[" * 300_000,
            match("E-" + "1m" * 300_000),
            "[PPN " * 3_000_000,
            " " * 2_000_000 + "[PPN " * 2_000_000,
            "{c}" * 700_000 + '[PPN "1"] ' * 5_000,
            '{"ppn":1,' + ",".join(f'"{number}":1' for number in range(200_000)) + ',"199999":1}',
            ('{"a":[' + "1," * 200 + "\n") * 30_000,
            " " * 100_000 + '{"a": 1}',
        ],
    ),
    ids=[
        "open comments",
        "open matches",
        "open objects",
        "one comment",
        "brackets",
        "one move",
        "matches of one line",
        "matches after spaces",
        "matches after comments",
        "a key twice",
        "open lists",
        "space before what is no record",
    ],
)
def test_no_text_takes_long(text: str) -> None:
    start = time.process_time()
    assert sum(1 for _ in parse_file(text)) <= limits.MATCHES + 1
    assert time.process_time() - start < 60, "a reader that goes over its text again and again would take minutes on any machine"
