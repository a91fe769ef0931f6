"""Canonical texts are read as any text is, only sooner; no other text is taken for one."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.record import Record
from referee.notation import NotationError, write
from referee.notation.ppn import canonical
from referee.notation.ppn import reader as ppn
from referee.notation.ppn.tags import ROUND_TAGS
from scripts.fuzz.mutators import changed
from tests.each import each
from tests.golden import records
from tests.referee.notation.texts import match

TEXTS = [path.read_text(encoding="utf-8") for path in records()]
TAGS = '[Dealer "E"]\n[Wall "3p7s?"]\n[Hand.E "123m?"]\n[Hand.S ""]\n[Sit.E "Zhang"]\n[Scores "E+4 S-4 W0"]\n[End "2026"]\n'
MOVES = "E-1m S+2m S-2m W+3m W-3m E+4m E-4m S+5m\nS-5m W.hu:4"
GOOD = match(MOVES, tags=TAGS, head='[Rules "xuezhan"]\n[Base "2"]\n[Event "a [league]"]\n[Seat.E "Li"]\n[Totals "ACE+8 BDF0"]\n')
OTHERWISE = {
    "options that a table adds out of their order": ('"xuezhan"', '"xuezhan house.a=+1,one_suit fan.qidui=2"'),
    "tags in another order": ('[Dealer "E"]\n[Wall "3p7s?"]', '[Wall "3p7s?"]\n[Dealer "E"]'),
    "a tag of one's own": ('[End "2026"]', '[End "2026"]\n[Lamp "on"]'),
    "a tag of the match in a round": ('[End "2026"]', '[Event "2026"]'),
    "two spaces in a tag": ('[Dealer "E"]', '[Dealer  "E"]'),
    "two tags on a line": ('[Dealer "E"]\n', '[Dealer "E"] '),
    "an escape": ("a [league]", 'a \\"league\\"'),
    "a comment in a value": ("a [league]", "a {league}"),
    "no rules": ('"xuezhan"', '""'),
    "a base with its sign": ('[Base "2"]', '[Base "+2"]'),
    "a hand in free order": ('"123m?"', '"321m?"'),
    "a wall in groups": ('"3p7s?"', '"3p7s ?"'),
    "a Chinese seat": ('[Dealer "E"]', '[Dealer "東"]'),
    "scores with zeros": ("E+4 S-4 W0", "E+04 S-4 W0"),
    "scores in another order": ("E+4 S-4 W0", "S-4 E+4 W0"),
    "a move number": ("E-1m", "1. E-1m"),
    "a comment": ("S-5m", "S-5m {dear}"),
    "a comment to the end of the line": ("S-5m W.hu:4", "S-5m W.hu:4 ; dear"),
    "a Chinese word": ("W.hu:4", "W.胡:4"),
    "nine moves on a line": ("S+5m\nS-5m", "S+5m S-5m"),
    "seven moves on a line": ("E-4m S+5m\n", "E-4m\nS+5m "),
    "a tabulator": ("E-1m S+2m", "E-1m\tS+2m"),
    "two spaces": ("E-1m S+2m", "E-1m  S+2m"),
    "an empty line": ("S+5m\nS-5m", "S+5m\n\nS-5m"),
    "two empty lines below a round without moves": (MOVES, '\n\n[Round "2"]'),
    "an empty line above the moves": ("\nE-1m", "\n\nE-1m"),
    "no end of the last line": ("W.hu:4\n", "W.hu:4"),
    "a space at the end": ("W.hu:4\n", "W.hu:4 \n"),
    "space before it": ('[PPN "1"]', ' [PPN "1"]'),
}
WRONG = {
    "a round number with a zero": ('[Round "1"]', '[Round "01"]'),
    "a round twice": ('[Round "1"]', '[Round "1"]\n\n[Round "1"]'),
    "a tag twice": ('[Dealer "E"]', '[Dealer "E"]\n[Dealer "E"]'),
    "no game": ('[Game "sichuan"]', '[Game ""]'),
    "moves above the rounds": ('[Totals "ACE+8 BDF0"]', '[Totals "ACE+8 BDF0"]\nE-1m'),
    "an open value": ('[Dealer "E"]', '[Dealer "E]'),
    "a value on two lines": ('[End "2026"]', '[End "20\n26"]'),
    "a value too large": ("a [league]", "牌" * 1366),
    "two matches": ("W.hu:4\n", 'W.hu:4\n\n[PPN "1"]\n'),
    "no seat": ('[Dealer "E"]', '[Dealer "X"]'),
    "no move": ("W.hu:4", "W.hu:x"),
    "too many moves": (MOVES, "\n".join(["E-1m E-1m E-1m E-1m E-1m E-1m E-1m E-1m"] * 250 + ["E-1m"])),
    "no UTF-8": ("a [league]", "\ud800"),
}


def known(text: str) -> Record:
    """The record by the reader of all texts, which has met its moves hereby."""
    return ppn.read(text, 7)


def assert_alike(found: Record, record: Record) -> None:
    """Two records are the same in everything, order and places too."""
    assert repr(found) == repr(record)
    assert found.sha256 == record.sha256
    assert [round_.position for round_ in found.rounds] == [round_.position for round_ in record.rounds]


@each(lambda: [*TEXTS, GOOD, f"{GOOD}\n\n\n", match(), match(tags=TAGS)])
def test_a_canonical_text_is_the_same_record(text: str) -> None:
    record = known(text)
    found = canonical.read(text, 7)
    if "{" in text or ";" in text or any(set(round_.tags) - set(ROUND_TAGS) for round_ in record.rounds):
        assert found is None, "comments and unknown tags are for the reader of all texts"
    elif found is None:
        assert any(round_.tags for round_ in record.rounds), "only texts with tags of a game's own may be left to it"
    else:
        assert_alike(found, record)


@pytest.mark.parametrize(("old", "new"), OTHERWISE.values(), ids=OTHERWISE)
def test_a_text_written_otherwise_is_left_to_the_reader_of_all_texts(old: str, new: str) -> None:
    assert GOOD.count(old) == 1
    text = GOOD.replace(old, new)
    assert known(text)
    assert canonical.read(text) is None


@pytest.mark.parametrize(("old", "new"), WRONG.values(), ids=WRONG)
def test_a_wrong_text_is_left_to_the_reader_of_all_texts(old: str, new: str) -> None:
    assert GOOD.count(old) == 1
    text = GOOD.replace(old, new)
    with pytest.raises(NotationError):
        known(text)
    assert canonical.read(text) is None


@given(st.sampled_from([*TEXTS, GOOD]), st.integers(0, 2**32))
def test_what_is_read_so_is_canonical(text: str, seed: int) -> None:
    mutated = changed(text.encode(), random.Random(seed)).decode("utf-8", "replace")
    try:
        record = known(mutated)
    except NotationError:
        assert canonical.read(mutated) is None
        return
    found = canonical.read(mutated, 7)
    if found is not None:
        assert_alike(found, record)
        assert write(found) == mutated.rstrip("\n") + "\n"
