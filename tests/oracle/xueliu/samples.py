"""Records of 血流成河 as they are written down, played again and settled by the oracle alone: no engine is asked."""

from __future__ import annotations

from tests.oracle.mahjong.table import SEATS, tiles_of
from tests.oracle.reading import parts, points
from tests.oracle.xueliu.forgery import GameJudge
from tests.oracle.xueliu.positions import Positions
from tests.oracle.xueliu.scoring import options_of
from tests.oracle.xueliu.table import Table


def disagreements(text: str) -> list[str]:
    """What the oracle would say otherwise than a match that was played and settled by the rules."""
    (head, _), *rounds = parts(text)
    options = options_of(head.get("Rules", ""))
    positions, found, totals = Positions(GameJudge(options)), list[str](), [0] * 4
    dealer: int | None = None
    for number, (tags, moves) in enumerate(rounds, 1):
        hands, turn = [tiles_of(tags[f"Hand.{seat}"]) for seat in SEATS], SEATS.index(tags["Dealer"])
        table = Table(hands, tiles_of(tags["Wall"]), turn, options=options, direction=tags.get("Exchange", "across"))
        found += [f"round {number}: dealer"] if dealer not in (None, turn) else []
        for at, token in enumerate(moves, 1):
            seat, told = SEATS.index(token[0]), token.partition(":")[2]
            found += [f"round {number} move {at}: {token} not allowed"] if positions.may(table, token) is False else []
            if ".hu:" in token and table.win_of(seat) != int(told):
                found.append(f"round {number} move {at}: {token}, worth {table.win_of(seat)}")
            table.move(token)
        found += [] if table.over() else [f"round {number}: not over"]
        table.finish()
        found += [f"round {number}: {table.scores}"] if table.scores != points(tags["Scores"]) else []
        totals = [total + score for total, score in zip(totals, table.scores, strict=True)]
        dealer = table.next_dealer
    return found + ([f"totals {totals}"] if "Totals" in head and points(head["Totals"]) != totals else [])
