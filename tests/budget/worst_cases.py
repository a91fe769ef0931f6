"""The heaviest texts for every production of the grammar, of any size: what a hostile upload would repeat.

A case is a function from a size in bytes to a text of about that size. The moves are those of every verb that some game
declares, so that a new game brings its own cases.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

import referee
from referee.core.game.sheets import SHEET, MakesSheets
from referee.notation import grammar_of, limits
from referee.rulebook import verbs
from tests.golden import HOME as GOLDEN

Case = Callable[[int], str]

HEAD: Final = '[PPN "1"]\n[Game "{game}"]\n'
ROUND: Final = '[Round "{number}"]\n'
ARGUMENTS: Final = {
    verbs.TILES: "1p",
    verbs.CARDS: "3",
    verbs.ADDED: "5p",
    verbs.SETS: "KK/555/3",
    verbs.NUMBER: "4",
    verbs.VALUE: "4",
    verbs.FACES: "34",
    verbs.WORD: "lose-turn",
}
"""What a verb is given, by the form of its arguments."""
MOVES_A_ROUND: Final = 1_000


def _filled(head: str, piece: str, size: int) -> str:
    return head + piece * max(1, (size - len(head)) // len(piece))


def _numbered(head: str, piece: str, size: int) -> str:
    """A head, then pieces that each have their own number."""
    return head + "".join(_up_to(size - len(head), (piece.format(number=number) for number in itertools.count(1))))


def _up_to(size: int, pieces: Iterator[str]) -> Iterator[str]:
    for piece in pieces:
        yield piece
        size -= len(piece)
        if size <= 0:
            return


def _matches(match: str, size: int) -> str:
    return match * max(1, size // len(match))


def _rounds(game: str, content: str, rounds: int, size: int) -> str:
    """Matches of so many rounds with this content."""
    head = HEAD.format(game=game)
    return _matches(head + "".join(ROUND.format(number=number) + content for number in range(1, rounds + 1)), size)


def _dealt(game: str, moves: Iterator[str], size: int, sheets: bool = False) -> str:
    """Matches of rounds that are dealt as a clean one is, or of score sheets, with these moves."""
    record = next(referee.parse_file((GOLDEN / game / "clean-01.ppn").read_bytes()))
    assert isinstance(record, referee.Record)
    bare = record._replace(rounds=(), totals=None, tags={}, seats={})
    deal = record.rounds[0]._replace(moves=(), comments={}, scores=None, places=None, start=None, end=None)
    if sheets:
        deal = deal._replace(hands={}, wall=None, tags={"Kind": SHEET})
    parts, written = [], 0
    while written < size:
        parts.append(referee.write(bare))
        for number in range(1, limits.ROUNDS + 1):
            part = referee.write(bare._replace(rounds=(deal._replace(number=number),)))[len(parts[0]) :]
            part += " ".join(itertools.islice(moves, MOVES_A_ROUND)) + "\n"
            parts.append(part)
            written += len(part)
            if written >= size or number * MOVES_A_ROUND >= limits.MATCH_MOVES:
                break
    return "".join(parts)


def _repeated(game: str, token: str, size: int, sheets: bool = False) -> str:
    """The same move by every seat in turn, again and again; ``token`` is what follows the seat."""
    return _in_turn(game, [token], size, sheets)


def _in_turn(game: str, tokens: Sequence[str], size: int, sheets: bool = False) -> str:
    """These moves, each by every seat in turn, again and again."""
    seats = next(known for known in referee.games() if known.id == game).rulebook.seats
    return _dealt(game, itertools.cycle([f"{seat}{token}" for token in tokens for seat in seats]), size, sheets)


def _distinct(piece: str, size: int) -> str:
    return _dealt("sichuan", (piece.format(number=number) for number in itertools.count(100_000)), size)


def _json(before: str, piece: str, after: str, size: int) -> str:
    return before + ",".join([piece] * max(1, size // (len(piece) + 1))) + after


def _around(before: str, text: str, after: str) -> str:
    return before + text + after


def _keys(before: str, value: str, after: str, size: int) -> str:
    """An object with many keys."""
    return before + ",".join(_up_to(size, (f'"{number}":{value}' for number in itertools.count()))) + after


def _text_cases() -> dict[str, Case]:
    one, first = HEAD.format(game="sichuan"), HEAD.format(game="sichuan") + ROUND.format(number=1)
    full, cards, scores, options = '"' + "9s" * 2_000 + '"]\n', "3h" * 2_000, "E+1 " * 1_000, "a=1 " * 1_000
    return {
        "matches: no game": partial(_filled, "", '[PPN "1"]\n'),
        "matches: no rounds": partial(_filled, "", one),
        "matches: unknown game": partial(_filled, "", HEAD.format(game="x")),
        "matches: unknown options": partial(_filled, "", f'{one}[Rules "{options}"]\n'),
        "rounds: empty, of one match": partial(_numbered, one, ROUND),
        **{f"rounds: empty, {game.id}": partial(_rounds, game.id, "", limits.ROUNDS) for game in referee.games()},
        **{f"rounds: one a match, {game.id}": partial(_rounds, game.id, "", 1) for game in referee.games()},
        "tags: of a match": partial(_numbered, one, '[a{number} "x"]\n'),
        "tags: of a round": partial(_numbered, first, '[a{number} "x"]\n'),
        "tags: of every round": partial(_rounds, "sichuan", "".join(f'[a{n} "x"]\n' for n in range(limits.TAGS - 1)), 50),
        "tags: long name": lambda size: _around(one + "[", "a" * size, ' "x"]\n'),
        "tags: long values": partial(_numbered, one, '[a{number} "' + "x" * 4_000 + '"]\n'),
        "tags: escapes": partial(_numbered, one, '[a{number} "' + r"\"" * 2_000 + '"]\n'),
        "tags: unclosed": partial(_filled, one + '[a "', "x"),
        "tags: broken": partial(_filled, one, "["),
        "hands: full": partial(_rounds, "sichuan", '[Dealer "E"]\n' + "".join(f"[Hand.{seat} {full}" for seat in "ESWN"), 50),
        "hands: of cards": partial(_rounds, "gouji", "".join(f'[Hand.{seat} "{cards}"]\n' for seat in "ABCDEF"), 50),
        "walls: full": partial(_rounds, "sichuan", f"[Wall {full}", 50),
        "scores: long": partial(_rounds, "sichuan", f'[Scores "{scores}"]\n', 50),
        "words: of tiles": partial(_filled, first + "E+", "1p"),
        "words: of cards": partial(_filled, HEAD.format(game="gouji") + ROUND.format(number=1) + "A:", "43"),
        "words: of arguments": partial(_filled, first + "E.x:", "a"),
        "words: of a verb": partial(_filled, first + "E.", "a"),
        "words: no move": partial(_filled, first, "x"),
        "words: as long as may be": partial(_repeated, "sichuan", "+" + "1" * (limits.WORD - 3) + "p"),
        "words: cards as long as may be": partial(_repeated, "gouji", ":" + "43" * (limits.WORD // 2 - 2)),
        "words: numbers": partial(_filled, first, "1. "),
        "words: unknown verbs": partial(_repeated, "sichuan", ".x"),
        "words: distinct verbs": partial(_distinct, "E.x{number}"),
        "words: distinct arguments": partial(_distinct, "E.x:{number}"),
        "words: distinct long arguments": partial(_distinct, "E.x:" + "a" * 20 + "{number}"),
        "comments: many": partial(_filled, first, "{ab}"),
        "comments: of every move": partial(_repeated, "sichuan", ".guo{ab}"),
        "comments: lines": partial(_filled, first, ";ab\n"),
        "comments: of many lines": lambda size: _around(first + "{", "ab\n" * (size // 3), "}"),
        "comments: blank lines": lambda size: _around(first + "{", " \n" * (size // 2), "}"),
        "comments: long": lambda size: _around(first + "{", "a" * size, "}"),
        "comments: Chinese": lambda size: _around(first + "{", "牌" * (size // 3), "}"),
        "comments: unclosed": partial(_filled, first, "{"),
        "comments: of the match": partial(_filled, one, "{ab}"),
    }


def _json_cases() -> dict[str, Case]:
    head = '{"ppn":1,"game":"sichuan","rounds":['
    moves = head + '{"round":1,"moves":['
    return {
        "JSON: matches": partial(_json, "[", "{}", "]"),
        "JSON: matches with a game": partial(_json, "[", '{"ppn":1,"game":"sichuan"}', "]"),
        "JSON: matches, one a line": partial(_filled, "", '{"ppn":1}\n'),
        "JSON: rounds": partial(_json, head, "{}", "]}"),
        "JSON: rounds with a number": lambda size: head + "".join(_rounds_of_json(size)) + "]}",
        "JSON: rounds that are arrays": partial(_json, head, "[]", "]}"),
        "JSON: rounds with keys": partial(_json, head, '{"":{}}', "]}"),
        "JSON: moves": partial(_json, moves, '"E-1p"', "]}]}"),
        "JSON: moves, Chinese": partial(_json, moves, '"東"', "]}]}"),
        "JSON: moves that are short": partial(_json, moves, '"ab"', "]}]}"),
        "JSON: moves that are objects": partial(_json, moves, "{}", "]}]}"),
        "JSON: moves that are numbers": partial(_json, moves, "1.5", "]}]}"),
        "JSON: one long move": lambda size: _around(moves + '"E+', "1p" * (size // 2), '"]}]}'),
        "JSON: tags": partial(_keys, '{"ppn":1,"game":"sichuan","tags":{', '"x"', "}}"),
        "JSON: seats": partial(_keys, '{"ppn":1,"game":"sichuan","seats":{', '"x"', "}}"),
        "JSON: totals": partial(_keys, '{"ppn":1,"game":"sichuan","totals":{', "1", "}}"),
        "JSON: comments": partial(_keys, '{"ppn":1,"game":"sichuan","rounds":[{"round":1,"comments":{', '"x"', "}}]}"),
        "JSON: keys": partial(_keys, "{", "[]", "}"),
        "JSON: the same key": partial(_json, '{"ppn":1', '"a":{}', "}"),
        "JSON: a comment of many lines": lambda size: _around(
            '{"ppn":1,"game":"sichuan","comment":"', r"a\n" * (size // 3), '"}'
        ),
        "JSON: depth": partial(_filled, '{"ppn":', "["),
        "JSON: depth of objects": partial(_filled, "", '{"a":'),
        "JSON: digits": partial(_filled, '{"ppn":', "9"),
        "JSON: escapes": lambda size: _around('{"ppn":1,"game":"', r"\u724c" * (size // 6), '"}'),
        "JSON: unclosed text": partial(_filled, '{"ppn":1,"game":"', "a"),
        "JSON: another format's": partial(_json, '{"title":["",""],"log":[', "[[],{}]", "]}"),
        "JSON: blanks": partial(_filled, '{"ppn":1,', " "),
        "JSON: broken entries": partial(_json, "[", '{"ppn":1,}', "]"),
    }


def _rounds_of_json(size: int) -> Iterator[str]:
    yield '{"round":1}'
    yield from _up_to(size, (f',{{"round":{number}}}' for number in itertools.count(2)))


def _tokens(game: referee.Game) -> list[str]:
    """Every sign and verb of a game as what follows a seat."""
    found = ["+1p", "-1p", ":3", ".fa:fine-1", "?hu"]
    for name, form in grammar_of(game.id).forms.items():
        if name.isalpha():
            other = ">" + game.rulebook.seats[0] if game.rulebook.verbs.get(name, _NONE).to else ""
            argument = ARGUMENTS.get(form)
            found.append(f".{name}{other}:{argument}" if argument else f".{name}{other}")
    return found


def _move_cases() -> dict[str, Case]:
    """Every sign and verb of every game, by every seat in turn."""
    return {
        f"moves: {game.id} {token}": partial(_repeated, game.id, token) for game in referee.games() for token in _tokens(game)
    }


def _sheet_cases() -> dict[str, Case]:
    """Score sheets: every verb by every seat, what only sheets have, and their tags as long as they may be."""
    long = {"Shown.E": "123m", "Melds.E": "peng:555p ", "Flags.E": "haidi ", "Kongs.E": "1 ", "Muffled": "A>B ", "Opened": "A "}
    tags = "".join(f'[{name} "{piece * (4_000 // len(piece))}"]\n' for name, piece in long.items())
    found: dict[str, Case] = {}
    for game in [game for game in referee.games() if isinstance(game, MakesSheets)]:
        tokens = _tokens(game)
        found[f"sheets: {game.id}, every verb"] = partial(_in_turn, game.id, tokens, sheets=True)
        found[f"sheets: {game.id}, burns"] = partial(_repeated, game.id, f".shao>{game.rulebook.seats[0]}", sheets=True)
        found[f"sheets: {game.id}, wins on discards"] = partial(_in_turn, game.id, ["-1p", ".hu:4"], sheets=True)
        found[f"sheets: {game.id}, tags"] = partial(_rounds, game.id, f'[Dealer "E"]\n[Kind "sheet"]\n{tags}', 50)
    return found


_NONE: Final = verbs.Verb(verbs.NONE, False, (), {}, {}, None)


def _other_cases() -> dict[str, Case]:
    return {
        "no record: letters": partial(_filled, "", "a"),
        "no record: words": partial(_filled, "", "a "),
        "no record: lines": partial(_filled, "", "a,b\n"),
        "no record: Chinese": lambda size: "牌" * (size // 3),
        "no record: zeros": partial(_filled, "", "\0"),
        "no record: blanks": partial(_filled, "", " "),
        "no record: openings": partial(_filled, "", "[PPN"),
        "no record: openings in lines": partial(_filled, "", "[PPN\n"),
    }


def cases() -> dict[str, Case]:
    """Every case by its name."""
    return _text_cases() | _json_cases() | _other_cases() | _move_cases() | _sheet_cases()
