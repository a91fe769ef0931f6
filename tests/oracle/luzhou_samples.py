"""Records of 瀘州鬼麻將 played again move by move and settled by the oracle, without any engine."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from tests.oracle.luzhou import options_of
from tests.oracle.luzhou_table import SEATS, Table, tiles_of


def rules_of(words: list[str]) -> dict[str, Any]:
    """``cap100 gift=mode1`` as options."""
    values: dict[str, Any] = {"true": True, "false": False, "none": None} | {str(number): number for number in (4, 8, 40, 100)}
    given = dict(word.split("=") for word in words if "=" in word)
    preset = next((word for word in words if "=" not in word), "luzhou")
    return options_of(preset, **{name: values.get(value, value) for name, value in given.items()})


def points(text: str) -> list[int]:
    """``E-4 S+4 W0 N0`` as figures."""
    return [int(part[1:]) for part in sorted(text.split(), key=lambda part: SEATS.index(part[0]))]


def settled(text: str) -> tuple[list[str], Counter[str]]:
    """What a match of right scores says differently from the oracle, and what happened in it."""
    head, *rounds = text.split('[Round "')
    tags = dict(re.findall(r'\[(\S+) "([^"]*)"\]', head))
    options, base = rules_of(tags["Rules"].split()), int(tags.get("Base", 1))
    wrong, seen, dealer = [], Counter[str](), None
    for number, part in enumerate(rounds, 1):
        tags = dict(re.findall(r'\[(\S+) "([^"]*)"\]', part))
        moves = re.sub(r"\[[^\]]*\]|\{[^}]*\}|;.*", "", part.partition("\n")[2]).split()
        table = Table([tiles_of(tags[f"Hand.{seat}"]) for seat in SEATS], SEATS.index(tags["Dealer"]), options)
        wrong += [f"round {number}: dealer"] if dealer not in (None, table.dealer) else []
        for at, move in enumerate(moves, 1):
            seat = SEATS.index(move[0])
            if ".hu" in move and not table.free(seat):
                wrong.append(f"round {number} move {at}: {move} not allowed")
            if ".bao" in move and not table.may_report(seat):
                wrong.append(f"round {number} move {at}: {move} not allowed")
            table.move(move)
            if ":" in move and ".hu" in move and table.values[-1] != int(move.partition(":")[2]):
                wrong.append(f"round {number} move {at}: {move}, paid {table.values[-1]}")
        wrong += [] if table.over() else [f"round {number}: not over"]
        table.finish()
        if [score * base for score in table.scores] != points(tags["Scores"]):
            wrong.append(f"round {number}: {tags['Scores']}, settled {table.scores}")
        seen += table.seen
        dealer = table.next_dealer
    return wrong, seen
