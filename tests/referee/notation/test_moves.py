"""Moves: what is read as one, and its canonical form."""

from __future__ import annotations

import pytest

from referee.notation import grammar_of, parse
from tests.golden import records
from tests.referee.notation.texts import error_of, match, round_of

CHINESE = {letter: said for said, letter in grammar_of().seats.spellings.items()}

READ = {
    "draw": ("E+5p", "E+5p"),
    "draw unseen": ("E+?", "E+?"),
    "discard": ("E-9s", "E-9s"),
    "chi sorted": ("S.chi:43p", "S.chi:34p"),
    "chi compressed": ("S.chi:3p4p", "S.chi:34p"),
    "peng": ("W.peng", "W.peng"),
    "peng with a ghost": ("W.peng:7z5p", "W.peng:5p7z"),
    "gang with ghosts": ("W.gang:5p7z5p", "W.gang:55p7z"),
    "angang with a ghost": ("E.angang:7z555p", "E.angang:555p7z"),
    "bugang": ("E.bugang:5p", "E.bugang:5p"),
    "bugang of a ghost": ("E.bugang:7z=5p", "E.bugang:7z=5p"),
    "hu claimed": ("S.hu:16", "S.hu:16"),
    "hu claimed with zeros": ("S.hu:016", "S.hu:16"),
    "hu of as many digits as there may be": ("S.hu:00999999999999999999", "S.hu:999999999999999999"),
    "dice": ("S.dice:34", "S.dice:34"),
    "birds": ("S.niao:7s3p", "S.niao:3p7s"),
    "intent": ("S?peng:7z5p", "S?peng:5p7z"),
    "set sorted": ("A:x2777", "A:7772x"),
    "shao": ("C.shao:XKK", "C.shao:KKX"),
    "liang of threes": ("B.liang:3d3h", "B.liang:3h3d"),
    "tiao keeps its sets": ("B.tiao:KK/555/3", "B.tiao:KK/555/3"),
    "tiao sorts within a set": ("B.tiao:2K/555", "B.tiao:K2/555"),
    "gong": ("E.gong>A:X2", "E.gong>A:2X"),
    "huan": ("A.huan>E:44", "A.huan>E:44"),
    "mai": ("C.mai>F:2", "C.mai>F:2"),
    "ruling": ("B.fa:lose-turn", "B.fa:lose-turn"),
    "unknown verb": ("E.fly", "E.fly"),
    "unknown verb with anything": ("E.fly>S:a/b=c", "E.fly>S:a/b=c"),
    "unknown Chinese verb": ("E.飛", "E.飛"),
    "Chinese seat": ("東-9s", "E-9s"),
    "Chinese seat and verb": ("南.碰:7z5p", "S.peng:5p7z"),
    "Chinese claim": ("北.胡:4", "N.hu:4"),
    "Chinese receiver": ("A.贡>東:2", "A.gong>E:2"),
}


@pytest.mark.parametrize(("token", "written"), READ.values(), ids=READ)
def test_move_is_read(token: str, written: str) -> None:
    (read,) = round_of(token).moves
    assert (str(read), grammar_of().move(written)) == (written, read)


WRONG = """hello E E. E+ E- E: E? G+1m e+1m E+0m E+8z E+m E+1m2 E+1x E-1p-2p A:1 A: E.hu: E.hu:x E.hu:-4 E.hu:٣
E.hu:1000000000000000000 E.chi:34 E.bugang:=5p E.bugang:5p= E.gong>:2 E.gong>G:2 B.tiao:KK//3 E..hu +5p 12 12.E+5p E+5p] } \""""


@pytest.mark.parametrize("token", [*WRONG.split(), "E.hu:" + "9" * 75])
def test_wrong_move_is_refused(token: str) -> None:
    error = error_of(match(f"E-1p\nS+2p {token} S-2p"))
    assert (error.code, error.line, error.column, error.token) == ("syntax", 6, 6, token)


def test_every_verb_can_be_said_in_chinese() -> None:
    grammar = grammar_of()
    assert {*grammar.spellings.values()} == {*grammar.forms} - {*"+-:"}


def test_move_spelt_in_chinese_is_the_canonical_move() -> None:
    for path in records():
        parse(path.read_bytes())
    grammar = grammar_of()
    spelt = {token: f"{CHINESE.get(token[0], token[0])}{token[1:]}" for token in grammar.canonical}
    assert "S-9p" in spelt
    assert all(grammar.move(said) is grammar.canonical[token] for token, said in spelt.items())
    assert all(grammar.canonical[token].token == token for token in grammar.canonical)


@pytest.mark.parametrize("text", ["1. E-1p 2. S+2p 3. S-2p", "1.\nE-1p\n2... S+2p S-2p", "E-1p S+2p S-2p 4."])
def test_move_numbers_are_ignored(text: str) -> None:
    assert round_of(text).tokens == ("E-1p", "S+2p", "S-2p")


def test_moves_may_be_spaced_and_broken_freely() -> None:
    assert round_of("E-1p\n\n\tS+2p   S-2p\u3000W+3p").tokens == ("E-1p", "S+2p", "S-2p", "W+3p")
