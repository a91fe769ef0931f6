"""What holds over any text: it is read or refused with a place, and what is read comes back."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from referee.core.record import Record
from referee.notation import NotationError, grammar_of, locate, parse, parse_file, split, write, write_json
from referee.notation.ppn.moves import NUMBERING
from tests.golden import records
from tests.referee.notation.texts import canonical, match

TEXTS = [path.read_text(encoding="utf-8") for path in records()]
TAGS = ['[PPN "1"]', '[Game "x"]', '[Round "1"]', '[Round "2"]', '[Dealer "E"]', '[Hand.E "1m2p"]', '[Event "a \\" b"]']
SIGNS = '[ ] { } ; " \\ ? , E-1p S.碰:7z5p A:22x 12. [PPN 牌 {" [{ null E?hu'.split()
SPACES = ["\n", " ", "\r\n", "\r", "\u2028", "\x85", "\ufeff", "\x00", "\ud800"]
PIECES = [*TAGS, *SIGNS, *SPACES, '[Scores "E+1 S-1"]', '{"ppn": 1}', "E-1p ; a\n", "{a\nb}"]

soup = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)
words = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n"), max_size=20)
comments = st.text(max_size=30).filter(lambda said: not any("\ud800" <= char <= "\udfff" for char in said))
tokens = st.from_regex(
    r"[ESWN][-+]([1-9][mps]|[1-7]z|\?){1,3}|[A-F]:[3-9TJQKA2xX]{1,8}|[ESWNA-F][.?][a-z]{1,6}(>[A-F])?", fullmatch=True
)
seats = st.sampled_from("ESWN")
seeds = st.integers(0, 2**32)
points = st.integers(-(10**9), 10**9)


@st.composite
def documents(draw: st.DrawFn) -> dict[str, Any]:
    """Matches in JSON form, right by the notation."""

    def round_(number: int) -> dict[str, Any]:
        moves = draw(st.lists(tokens.filter(lambda token: grammar_of().move(token) is not None), max_size=20))
        return {
            "round": number,
            "dealer": draw(seats),
            "moves": moves,
            "break": draw(words),
            "scores": draw(st.dictionaries(seats, points)),
            "hands": draw(st.dictionaries(seats, st.sampled_from(["?", "321m", "7z1m", "345s", ""]))),
            "sits": draw(st.dictionaries(seats, words)),
            "comments": {str(at): draw(comments) for at in draw(st.sets(st.integers(0, len(moves)), max_size=4))},
            "tags": draw(st.dictionaries(st.from_regex(r"X[A-Za-z0-9.]{0,5}", fullmatch=True), words, max_size=3)),
        }

    numbers = sorted(draw(st.sets(st.integers(1, 99), max_size=3)))
    return {
        "ppn": 1,
        "game": draw(words.filter(bool)),
        "rules": draw(words),
        "base": draw(st.integers(-999_999_999, 999_999_999)),
        "comment": draw(comments),
        "tags": draw(st.dictionaries(st.sampled_from(["Event", "Date", "Other"]), words)),
        "seats": draw(st.dictionaries(seats, words)),
        "rounds": [round_(number) for number in numbers],
    }


@given(documents())
def test_record_survives_both_forms_without_loss(document: dict[str, Any]) -> None:
    record = parse(json.dumps(document))
    (alone,) = parse_file(canonical(record))
    again = parse(json.dumps(write_json(record)))
    assert alone == again == record
    assert isinstance(alone, Record)
    assert alone.sha256 == again.sha256 == record.sha256
    assert (record.game, record.tags, record.seats) == (document["game"], document["tags"], document["seats"])
    assert [round_.tags for round_ in record.rounds] == [round_["tags"] for round_ in document["rounds"]]


@given(
    st.one_of(
        st.text(),
        st.binary(),
        soup,
        soup.map(lambda text: '[PPN "1"]\n[Game "x"]\n' + text),
        soup.map(lambda text: '{"ppn": 1' + text),
    )
)
def test_any_text_is_read_or_refused_with_its_place(data: str | bytes) -> None:
    found = list(parse_file(data))
    for one in found:
        if isinstance(one, NotationError):
            assert one.code in ("syntax", "too-large")
            assert one.line >= 1
            assert one.column >= 1
        else:
            canonical(one)
            assert parse(json.dumps(write_json(one))) == one
    with suppress(NotationError):
        parse(data)


@given(soup)
def test_no_text_of_a_file_is_lost(text: str) -> None:
    plain = "; file\n" + text.replace("\r\n", "\n").replace("\r", "\n")
    assert "".join(source.text for source in split(plain)) == plain


@given(soup)
def test_a_broken_match_hides_no_other(text: str) -> None:
    good = match("E-1p {a} S+2p")
    *_, last = parse_file(f"{good}{text}\n{good}")
    assert last == parse(good)


@given(st.sampled_from(TEXTS), seeds)
def test_mutated_record_is_read_or_refused_with_its_place(text: str, seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(dice.randint(1, 5)):
        at = dice.randrange(len(text))
        text = text[:at] + dice.choice(["", *PIECES]) + text[at + dice.randint(0, 3) :]
    for found in parse_file(text):
        if isinstance(found, Record):
            canonical(found)


@given(st.sampled_from(TEXTS), seeds)
def test_a_record_written_loosely_is_the_same_record(text: str, seed: int) -> None:
    dice = random.Random(seed)
    record = parse(text)
    loose = "\n".join(line if line.startswith("[") else loosely(line, dice) for line in text.split("\n"))
    again = parse(loose.replace("\n", dice.choice(["\n", "\r\n", "\n\n"])))
    assert (again, again.sha256, write(again)) == (record, record.sha256, text)
    for round_, other in zip(record.rounds, again.rounds, strict=True):
        number = dice.randint(1, len(round_.moves))
        assert other.position
        written = locate(other.position, number)[0]
        assert written
        assert grammar_of(record.game).move(written) == round_.moves[number - 1]


def loosely(line: str, dice: random.Random) -> str:
    """The same moves with numbers, empty comments, more white space and Chinese words."""
    grammar = grammar_of()
    chinese = {meant: said for spellings in (grammar.seats.spellings, grammar.spellings) for said, meant in spellings.items()}
    found = []
    for word in line.split():
        if dice.random() < 0.3:
            found.append(f"{dice.randint(1, 200)}.")
        rest = word[1:]
        for mark in ".?":
            verb, colon, args = rest[1:].partition(":")
            if rest.startswith(mark) and verb in chinese:
                rest = f"{mark}{chinese[verb]}{colon}{args}"
        found.append(chinese.get(word[0], word[0]) + rest if dice.random() < 0.5 else word)
        if dice.random() < 0.2:
            found.append(dice.choice(["{}", "; \n", "{ \n }", "\t"]))
    assert not any(NUMBERING.fullmatch(word) and grammar.move(word) for word in found)
    return dice.choice([" ", "  ", "\n", "\t"]).join(found)
