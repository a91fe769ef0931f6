"""Comments: kept with the move before them, written where they were said."""

from __future__ import annotations

import pytest

from referee.notation import parse, write
from tests.referee.notation.texts import HEAD, canonical, match, round_of

KEPT = {
    "after a move": ("E-1p {hm} S+2p", {1: "hm"}),
    "to the end of the line": ("E-1p ; hm { } [Dealer\nS+2p", {1: "hm { } [Dealer"}),
    "before the first": ("{hm} E-1p S+2p", {0: "hm"}),
    "after the last": ("E-1p S+2p {hm}", {2: "hm"}),
    "without a space": ("E-1p{hm}S+2p", {1: "hm"}),
    "several": ("E-1p {a} ; b\n{c} S+2p", {1: "a\nb\nc"}),
    "of several lines": ("E-1p {  a \n\n   b\n} S+2p", {1: "a\nb"}),
    "with what ends a line elsewhere": ("E-1p {a\u2028b\x0bc} ; d\x85e\x1cf\nS+2p", {1: "a\u2028b\x0bc\nd\x85e\x1cf"}),
    "empty": ("E-1p {} {  } ;\n S+2p", {}),
    "over a move number": ("E-1p 2. {hm} S+2p", {1: "hm"}),
    "not nested": ("E-1p {a {b} S+2p", {1: "a {b"}),
    "looking like moves": ("E-1p {S-3p 4.} S+2p", {1: "S-3p 4."}),
    "at the end of the text": ("E-1p S+2p ; hm", {2: "hm"}),
}


@pytest.mark.parametrize(("moves", "comments"), KEPT.values(), ids=KEPT)
def test_comment_is_kept_with_its_move(moves: str, comments: dict[int, str]) -> None:
    record = parse(match(moves))
    assert (record.rounds[0].tokens, record.rounds[0].comments) == (("E-1p", "S+2p"), comments)
    canonical(record)


def test_comment_among_tags_is_kept() -> None:
    round_ = round_of("{c} E-1p", tags='[Dealer "E"] {a}\n[Wall "1m"] ; b\n')
    assert (round_.dealer, round_.wall, round_.comments) == ("E", "1m", {0: "a\nb\nc"})


def test_comment_between_moves_and_a_later_tag_is_kept() -> None:
    round_ = round_of('E-1p {a} [Scores "E0"] {b}')
    assert (round_.scores, round_.comments) == ({"E": 0}, {1: "a\nb"})


@pytest.mark.parametrize("rest", ["", '\n[Round "1"]\nE-1p\n'])
def test_comment_of_a_match_is_kept(rest: str) -> None:
    record = parse(f'; first\n[PPN "1"] {{second}}\n[Game "x"] ; third }}{rest}')
    assert record.comment == "first\nsecond\nthird }"
    canonical(record)


def test_comment_is_written_after_its_move_and_is_no_move() -> None:
    moves = " ".join(f"E+{rank}m" for rank in range(1, 10))
    text = write(parse(match(moves.replace("E+8m", "E+8m {hm}").replace("E+2m", "E+2m ; a } b\n"))))
    assert text == f'{HEAD}\n[Round "1"]\nE+1m E+2m ; a }} b\nE+3m E+4m E+5m E+6m E+7m E+8m {{hm}}\nE+9m\n'


def test_comment_that_would_open_a_match_is_not_written_at_the_start_of_a_line() -> None:
    record = parse(match("E-1p ; a\n; [PPN here\nS+2p"))
    assert record.rounds[0].comments == {1: "a\n[PPN here"}
    assert "\n[PPN here" not in canonical(record)
