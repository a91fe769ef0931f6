"""Changes inputs in ways that keep their structure: moves for moves, values for values, files of an archive for others.

A search by bytes alone breaks nearly every text before it is judged. Every change is made by dice alone, so that a seed repeats
it.
"""

from __future__ import annotations

import io
import json
import random
import re
import warnings
import zipfile
import zlib
from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from functools import cache
from typing import Any, Final

import referee
from referee.notation import grammar_of
from tests.budget.worst_cases import ARGUMENTS
from tests.golden import HOME

Mutator = Callable[[bytes, random.Random], bytes]

TAG: Final = re.compile(rb'^\[([\w.]+) "(.*)"\]$')
GAME: Final = re.compile(rb'\[Game "?(\w+)')
PIECES: Final = "123456789mpsz?XxAKQJT2"
VALUES: Final[tuple[Any, ...]] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    2**31,
    2**63,
    10**30,
    1.5,
    "",
    "0",
    "x",
    "\x00",
    "\ud800",
    "牌",
    [],
    {},
    [[]],
    {"": {}},
)
BYTES: Final = bytes(range(256))
ODD: Final = ('\x00 \ufeff \u202e \ud800 \U0001f004 [ ] " \\ { } ; \r % 0 -1 1e9 null [] {} ' + "9" * 40).split(" ") + list(
    "\u3000\n\t"
)
PLAYED: Final = 0.8
"""How often a move is changed, and not a tag."""
OFFERED: Final = 0.03
"""How often a record is played on: the moves that a rulebook offers are tried by replaying it."""


def changed(data: bytes, dice: random.Random) -> bytes:
    """One to three changes: bytes and odd characters put in, taken out and exchanged, lines moved, pieces repeated or cut off."""
    for _ in range(dice.randint(1, 3)):
        at, size = dice.randrange(len(data) + 1), dice.choice([1, 1, 2, 8, 64, 512])
        match dice.randrange(9):
            case 0:
                data = data[:at] + data[at + size :]
            case 1:
                data = data[:at] + dice.choice(ODD).encode("utf-8", "surrogatepass") + data[at:]
            case 2:
                data = data[:at] + bytes([dice.choice(BYTES)]) + data[at + 1 :]
            case 3:
                data = data[:at] + data[at : at + size] + data[at:]
            case 4:
                lines = data.split(b"\n")
                moved = lines.pop(dice.randrange(len(lines)))
                lines.insert(dice.randrange(len(lines) + 1), moved)
                data = b"\n".join(lines)
            case 5:
                data = data[:at] if dice.random() < 0.2 else data
            case _:
                words = data.split(b" ")
                one, other = dice.randrange(len(words)), dice.randrange(len(words))
                words[one], words[other] = words[other], words[one]
                data = b" ".join(words)
    return data


def mutate_record(data: bytes, dice: random.Random) -> bytes:
    """Change the lines and moves of a PPN text, with those of the game's own vocabulary and of other records of it."""
    game = GAME.search(data)
    name = game[1].decode() if game else "sichuan"
    name = name if name in _games() else "sichuan"
    if dice.random() < OFFERED:
        return _played_on(data, dice)
    lines = data.split(b"\n")
    for _ in range(dice.choice((1, 1, 2, 4, 8))):
        if not lines:
            return b""
        played = [at for at, line in enumerate(lines) if line and not line.startswith(b"[")]
        if played and dice.random() < PLAYED:
            at = dice.choice(played)
            lines[at] = _changed_moves(lines[at], name, dice)
        else:
            at = dice.randrange(len(lines))
            lines[at : at + 1] = _changed_tag(lines[at], name, dice)
    return b"\n".join(lines)


def _changed_tag(line: bytes, game: str, dice: random.Random) -> list[bytes]:
    match dice.randrange(6):
        case 0:
            return []
        case 1:
            return [line, line]
        case 2:
            return [line, dice.choice(_lines(game))]
        case 3:
            return [dice.choice(_lines(game))]
    found = TAG.match(line)
    if not found or not found[2]:
        return [changed(line, dice)]
    value, at = found[2], dice.randrange(len(found[2]))
    value = value[:at] + dice.choice(PIECES).encode() * dice.randrange(3) + value[at + dice.randrange(3) :]
    return [b'[%b "%b"]' % (found[1], value)]


def _changed_moves(line: bytes, game: str, dice: random.Random) -> bytes:
    words = line.split(b" ")
    at = dice.randrange(len(words))
    match dice.randrange(6):
        case 0:
            del words[at]
        case 1:
            words.insert(at, words[at])
        case 2:
            other = dice.randrange(len(words))
            words[at], words[other] = words[other], words[at]
        case 3:
            words.insert(at, _move(game, dice))
        case 4:
            words[at] = _move(game, dice)
        case _:
            words[at] = re.sub(rb"[1-9][mpsz]|[1-9TJQKAXx]", lambda _: dice.choice(PIECES).encode(), words[at], count=1)
    return b" ".join(words)


def _move(game: str, dice: random.Random) -> bytes:
    """A move of this game, by any seat, that may make sense."""
    seats, signs = _vocabulary(game)
    sign = dice.choice(signs)
    pieces = f"{dice.randint(1, 9)}{dice.choice('mpsz')}" if dice.random() < 0.5 else dice.choice("3456789TJQKA2xX") * 2
    token = sign.format(pieces=pieces, other=dice.choice(seats))
    return (dice.choice(seats) + token).encode()


@cache
def _games() -> frozenset[str]:
    return frozenset(game.id for game in referee.games())


@cache
def _vocabulary(game: str) -> tuple[list[str], list[str]]:
    """The seats of a game, and every sign and verb that its moves may have, with a place for what follows."""
    book = next(known for known in referee.games() if known.id == game).rulebook
    signs = ["+{pieces}", "-{pieces}", ":{pieces}", "?hu", "?{pieces}", "+?", "-?"]
    for name, form in grammar_of(game).forms.items():
        if name.isalpha():
            other = ">{other}" if name in book.verbs and book.verbs[name].to else ""
            argument = ARGUMENTS.get(form)
            signs += [f".{name}{other}"] + ([f".{name}{other}:{{pieces}}", f".{name}{other}:{argument}"] if argument else [])
    return list(book.seats), signs


@cache
def _lines(game: str) -> list[bytes]:
    """Lines of the golden records of a game."""
    found = {line for path in (HOME / game).glob("*.ppn") for line in path.read_bytes().split(b"\n") if line.startswith(b"[")}
    return sorted(found)


def _played_on(data: bytes, dice: random.Random) -> bytes:
    """Cut the last round of a record off after one of its moves, and play on as the game offers."""
    with suppress(referee.NotationError, LookupError):
        record = referee.parse(data)
        if not record.rounds:
            return data
        last = record.rounds[-1]
        moves = last.moves[: dice.randrange(len(last.moves) + 1)]
        for _ in range(dice.randint(1, 3)):
            record = record._replace(rounds=(*record.rounds[:-1], last._replace(moves=moves, comments={})))
            offered = referee.offers(record, last.number)
            if not offered:
                break
            moves += tuple(referee.moves([dice.choice(offered)], record.game))
        return referee.write(record).encode("utf-8", "surrogatepass")
    return changed(data, dice)


def mutate_json(data: bytes, dice: random.Random) -> bytes:
    """Change values of a JSON document: taken out, doubled, exchanged, put in the place of others."""
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return changed(data, dice) if data else b"{}"
    for _ in range(dice.choice((1, 1, 2, 4))):
        places = list(_places(document))
        if not places:
            return changed(data, dice)
        holder, key = dice.choice(places)
        match dice.randrange(6):
            case 0:
                del holder[key]
            case 1:
                holder[key] = deepcopy(dice.choice(VALUES))
            case 2:
                other, name = dice.choice(places)
                with suppress(KeyError, IndexError, RecursionError):
                    holder[key] = deepcopy(other[name])
            case 3 if isinstance(holder, list):
                holder.insert(key, deepcopy(holder[key]))
            case 3:
                holder[dice.choice(_KEYS)] = deepcopy(holder[key])
            case 4 if isinstance(holder[key], int):
                holder[key] += dice.choice((-1, 1, 10, -(10**9)))
            case _:
                holder[key] = _changed_value(holder[key], dice)
    return json.dumps(document, ensure_ascii=dice.random() < 0.3, separators=(",", ":")).encode("utf-8", "surrogatepass")


_KEYS: Final = (
    "",
    "ppn",
    "game",
    "rounds",
    "moves",
    "hand",
    "melds",
    "win",
    "by",
    "flags",
    "rules",
    "waits",
    "tags",
    "totals",
    "x",
)


def mutate_lines(data: bytes, dice: random.Random) -> bytes:
    """Change lines: taken out, doubled, exchanged; the JSON of a line as JSON, the cells of another."""
    lines = data.split(b"\n")
    for _ in range(dice.choice((1, 1, 2, 4))):
        at, other = dice.randrange(len(lines)), dice.randrange(len(lines))
        match dice.randrange(8):
            case 0 if len(lines) > 1:
                del lines[at]
            case 1:
                lines.insert(at, lines[other])
            case 2:
                lines[at], lines[other] = lines[other], lines[at]
            case _:
                json_line = lines[at].lstrip().startswith(b"{")
                lines[at] = mutate_json(lines[at], dice) if json_line else _changed_cells(lines[at], dice)
    return b"\n".join(lines)


def _changed_cells(line: bytes, dice: random.Random) -> bytes:
    cells = line.split(b",")
    at = dice.randrange(len(cells))
    cells[at] = dice.choice((b"", b"0", b"-1", b"1e9", b"x", b'"', b'"a,b"', b"Round", b"Game", b"E", "局".encode(), cells[-1]))
    return b",".join(cells) if dice.random() < 0.9 else changed(line, dice) if line else b"x"


def _changed_value(value: Any, dice: random.Random) -> Any:
    if not isinstance(value, str) or not value:
        return deepcopy(dice.choice(VALUES))
    at = dice.randrange(len(value))
    return value[:at] + dice.choice(PIECES) * dice.randrange(3) + value[at + dice.randrange(3) :]


def _places(document: Any) -> list[tuple[Any, Any]]:
    """Every value of a document, as what holds it and its key there."""
    found, open_ = [], [document]
    while open_:
        holder = open_.pop()
        for key in list(holder) if isinstance(holder, dict) else range(len(holder)) if isinstance(holder, list) else ():
            found.append((holder, key))
            open_.append(holder[key])
    return found


def mutate_zip(data: bytes, dice: random.Random) -> bytes:
    """Change the files of an archive and write it anew, or change the bytes of its directory."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            files = [(entry.filename, archive.read(entry)) for entry in archive.infolist()[:20] if entry.file_size < 10_000]
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError):
        return _changed_bytes(data, dice)
    if not files or dice.random() < 0.4:
        return _changed_bytes(data, dice)
    at = dice.randrange(len(files))
    name, text = files[at]
    match dice.randrange(5):
        case 0:
            files.append((dice.choice(NAMES), text))
        case 1:
            files[at] = (dice.choice(NAMES), text)
        case 2:
            files[at] = (name, _changed_file(text, dice))
        case 3:
            files.append((name, data if len(data) < 2_000 else text))
        case _ if len(files) > 1:
            del files[at]
    made = io.BytesIO()
    with (
        suppress(UnicodeError, ValueError),
        zipfile.ZipFile(made, "w", dice.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))) as new,
    ):
        warnings.simplefilter("ignore")  # of names that are there twice
        for name, text in files:
            new.writestr(zipfile.ZipInfo(name), text)
    return made.getvalue() or data


def _changed_file(text: bytes, dice: random.Random) -> bytes:
    """A file of an archive, changed as what it is."""
    if text.startswith(b"<"):
        return changed(text, dice)
    return mutate_json(text, dice) if text[:1] in b"{[" else mutate_record(text, dice)


NAMES: Final = (
    "a.ppn",
    "b.ndjson",
    "c.jsonl",
    "d.zip",
    "e.gz",
    "../f",
    "/g",
    "__MACOSX/h",
    "牌.ppn",
    "i/",
    "j\x00k",
    "." * 300,
    ".DS_Store",
)


def _changed_bytes(data: bytes, dice: random.Random) -> bytes:
    """Change some of the last bytes: an archive's directory stands at its end."""
    if not data:
        return b"PK\x05\x06" + bytes(18)
    changing = bytearray(data)
    for _ in range(dice.randint(1, 4)):
        at = len(data) - 1 - min(len(data) - 1, int(dice.expovariate(0.02)))
        changing[at] = dice.choice((0, 1, 8, 0x7F, 0x80, 0xFF, dice.randrange(256)))
    return bytes(changing)


MUTATORS: Final[dict[str, Mutator]] = {"ppn": mutate_record, "json": mutate_json, "lines": mutate_lines, "zip": mutate_zip}
