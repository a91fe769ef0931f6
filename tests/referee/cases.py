"""Cases: worked examples that a game or the notation keeps beside its rules, read from its ``cases`` and turned into records.

A seat without a hand was not seen. ``before`` lists the rounds before a card game's, ``match`` its match tags, and ``4*16``
stands for sixteen 4s. ``...N`` in the moves plays on until N tiles are left in the wall: everybody in turn
draws a tile that no hand holds and discards it. In a case of the notation ``«3×E-1p »`` is three times what follows the
sign, with ``#`` for the number of each.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import referee
from referee.core import registry
from referee.core.scoring import rules_of
from referee.mahjong.game import MahjongGame
from referee.mahjong.hand.tiles import NAMES
from referee.mahjong.table.moves import SEATS
from referee.mahjong.table.ruleset import Ruleset

ENGINE = Path(referee.__file__).parent


@cache
def documents() -> list[tuple[str, dict[str, Any]]]:
    """Every file of cases, with the id of the rulebook."""
    paths = sorted([*ENGINE.glob("games/*/cases/*.toml"), *ENGINE.glob("notation/*/cases/*.toml")])
    return [(path.parents[1].name, tomllib.loads(path.read_text(encoding="utf-8"))) for path in paths]


def load(kind: str) -> list[tuple[str, dict[str, Any]]]:
    """Every case of a kind (``case``, ``hand`` or ``text``) of every game and of the notation, with the id of the rulebook."""
    return [(book, case) for book, document in documents() for case in document.get(kind, [])]


SHARED_ELSEWHERE = {
    "PPN-7": "MJ-6.3 says it in the game's own words",
    "PPN-9": "tests/referee/sheets",
    "MJ-6.4": "tests/referee/test_matches.py",
    "TBL-9": "tests/referee/test_matches.py",
}
"""Clauses that all games share and that one round cannot show, and where they are held instead."""
OWN_ELSEWHERE = {entry["clause"]: entry["held_by"] for _, entry in load("elsewhere")}
"""The same of the games' own clauses, as their cases say."""
ELSEWHERE = SHARED_ELSEWHERE | OWN_ELSEWHERE


def name_of(_: str, case: dict[str, Any]) -> str:
    """What a test of this case is called: its clause and what it says."""
    return f"{case['clause']} {case['name']}"


def text_of(game: str, case: dict[str, Any]) -> str:
    """The case as PPN."""
    lines = [line for line in case["round"].strip().splitlines() if line]
    tags = [line for line in lines if line.startswith("[")]
    moves = " ".join(line for line in lines if not line.startswith("["))
    named = {tag[1 : tag.index(" ")] for tag in tags}
    found = registry.find(game)
    if not isinstance(found, MahjongGame):
        return plain_text(game, case)
    table = ruleset(game, case.get("rules", ""))
    hands = [f'[Hand.{seat} "?"]' for seat in SEATS[: table.seats] if f"Hand.{seat}" not in named]
    dealer = [] if "Dealer" in named else ['[Dealer "E"]']
    head = ['[PPN "1"]', f'[Game "{game}"]', f'[Rules "{case.get("rules", "")}"]']
    if "base" in case:
        head.append(f'[Base "{case["base"]}"]')
    return "\n".join([*head, "", '[Round "1"]', *dealer, *tags, *hands, played_out(table, tags, moves), ""])


def plain_text(game: str, case: dict[str, Any]) -> str:
    """A case of a game that is no mahjong as PPN: what its ``match`` says before, then the round itself."""
    found = registry.find(game)
    assert found is not None
    parts = ['[PPN "1"]', f'[Game "{game}"]', f'[Rules "{case.get("rules", "")}"]', case.get("match", "")]
    for number, round_ in enumerate([*case.get("before", ()), case["round"]], 1):
        parts.append(f'[Round "{number}"]' if "[Round " not in round_ else "")
        seats = found.seats(rules_of(found, case.get("rules", "")))
        parts += [f'[Hand.{seat} "?"]' for seat in seats if f"[Hand.{seat} " not in round_]
        parts.append(spread(round_))
    return "\n".join(parts) + "\n"


def repeated(text: str) -> str:
    """What is written as ``«3×E-1p »`` is written out."""
    return re.sub(
        r"«(\d+)×([^»]*)»", lambda found: "".join(found[2].replace("#", str(n + 1)) for n in range(int(found[1]))), text
    )


def spread(text: str) -> str:
    """Cards written as ``4*16`` are written out."""
    return re.sub(r"(\w)\*(\d+)", lambda found: found[1] * int(found[2]), text)


def ruleset(game: str, rules: str) -> Ruleset:
    """The kind of table that a mahjong game plays at by these rules."""
    found = registry.find(game)
    assert isinstance(found, MahjongGame)
    return found.ruleset(rules_of(found, rules))


def played_out(table: Ruleset, tags: list[str], moves: str) -> str:
    """The moves with every ``...N`` written out."""
    if "..." not in moves:
        return moves
    left = Counter({NAMES[kind]: copies for kind, copies in enumerate(table.copies)})
    for tag in tags:
        if tag.startswith("[Hand."):
            left.subtract(tiles(tag.split('"')[1]))
    left.subtract(move[2:] for move in moves.split() if move[1:2] == "+")
    stock = sorted(left.elements(), key=lambda tile: (tile[1], tile[0]))
    out: list[str] = []
    for token in moves.split():
        if not token.startswith("..."):
            out.append(token)
            continue
        while wall_left(table, out) > int(token[3:]):
            seat = next_seat(table, out)
            tile = stock.pop(0)
            out += [f"{seat}+{tile}", f"{seat}-{tile}"]
    return " ".join(out)


def wall_left(table: Ruleset, moves: list[str]) -> int:
    """The tiles left after the deal and these moves."""
    return table.wall - sum(move[1] == "+" for move in moves)


def next_seat(table: Ruleset, moves: list[str]) -> str:
    """The seat after the last that acted, those who have won left out unless they stay in."""
    won = set() if table.winners_stay else {move[0] for move in moves if move[1:].partition(":")[0] == ".hu"}
    last = SEATS.index(moves[-1][0])
    after = [SEATS[(last + step) % table.seats] for step in range(1, table.seats + 1)]
    return next(seat for seat in after if seat not in won)


def tiles(text: str) -> list[str]:
    """Single tiles of an MPSZ text."""
    return [rank + group[-1] for group in re.findall(r"\d+[mpsz]", text) for rank in group[:-1]]
