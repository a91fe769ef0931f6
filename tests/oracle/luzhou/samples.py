"""Records of 瀘州鬼麻將 that others settled, played again and settled by the oracle alone: no engine is asked."""

from __future__ import annotations

from typing import Any

from tests.oracle.luzhou.scoring import options_of
from tests.oracle.luzhou.table import Table
from tests.oracle.mahjong.table import SEATS, tiles_of
from tests.oracle.reading import parts, points

VALUES: dict[str, Any] = {"true": True, "false": False, "none": None} | {
    str(number): number for number in (4, 8, 12, 20, 40, 80, 100)
}


def rules_of(text: str) -> dict[str, Any]:
    """``cap100 gift=mode1`` as options."""
    words = text.split()
    given = [word.split("=") for word in words if "=" in word]
    preset = next((word for word in words if "=" not in word), "luzhou")
    return options_of(preset, **{name: VALUES.get(value, value) for name, value in given})


def disagreements(text: str) -> list[str]:
    """What the oracle would say otherwise than a match that was played and settled by the rules."""
    (head, _), *rounds = parts(text)
    options, base = rules_of(head.get("Rules", "")), int(head.get("Base", 1))
    found, dealer, totals = [], None, [0] * 4
    for number, (tags, moves) in enumerate(rounds, 1):
        table = Table([tiles_of(tags[f"Hand.{seat}"]) for seat in SEATS], SEATS.index(tags["Dealer"]), options)
        found += [f"round {number}: dealer"] if dealer not in (None, table.dealer) else []
        for at, token in enumerate(moves, 1):
            seat, told = SEATS.index(token[0]), token.partition(":")[2]
            forbidden = (".hu" in token and not table.free(seat)) or (".bao" in token and not table.may_report(seat))
            found += [f"round {number} move {at}: {token} not allowed"] if forbidden else []
            table.move(token)
            if ".hu" in token and told and table.wins[-1].value != int(told):
                found.append(f"round {number} move {at}: {token}, paid {table.wins[-1].value}")
        found += [] if table.over() else [f"round {number}: not over"]
        table.finish()
        scores = [score * base for score in table.scores]
        found += [f"round {number}: {scores} instead of {tags['Scores']}"] if scores != points(tags["Scores"]) else []
        totals = [total + score for total, score in zip(totals, scores, strict=True)]
        dealer = table.next_dealer
    return found + ([f"totals {totals}"] if "Totals" in head and points(head["Totals"]) != totals else [])
