"""Records of 卡五星 that others settled, played again and settled by the oracle alone: no engine is asked."""

from __future__ import annotations

from tests.oracle.kawuxing.scoring import options_of
from tests.oracle.kawuxing.table import KawuxingTable
from tests.oracle.mahjong.table import SEATS, tiles_of
from tests.oracle.reading import parts, points


def disagreements(text: str) -> list[str]:
    """What the oracle would say otherwise than a match that was played and settled by the rules."""
    (head, _), *rounds = parts(text)
    options, found = options_of(head.get("Rules", "")), []
    dealer, totals = None, [0] * int(options["players"])
    for number, (tags, moves) in enumerate(rounds, 1):
        hands = [tiles_of(tags[f"Hand.{seat}"]) for seat in SEATS[: options["players"]]]
        table = KawuxingTable(
            hands, tiles_of(tags["Wall"]), SEATS.index(tags["Dealer"]), options=options, base=int(head.get("Base", 1))
        )
        found += [f"round {number}: dealer"] if dealer not in (None, table.dealer) else []
        for at, token in enumerate(moves, 1):
            found += [f"round {number} move {at} {token}: {wrong}" for wrong in objections(table, token)]
            table.move(token)
        table.finish()
        dealer = table.next_dealer()
        totals = [total + score for total, score in zip(totals, table.scores, strict=True)]
        if points(tags["Scores"]) != table.scores:
            found.append(f"round {number}: {table.scores} instead of {tags['Scores']}")
    return found + ([f"totals {totals}"] if "Totals" in head and points(head["Totals"]) != totals else [])


def objections(table: KawuxingTable, token: str) -> list[str]:
    """What is wrong with a move, as far as the oracle's players look at it."""
    seat, what = SEATS.index(token[0]), token[1:]
    verb, _, told = what.partition(":")
    if verb == ".hu":
        value = table.free_win(seat)
        return [f"worth {value}"] if not value or (told and int(told) != value) else []
    if verb == ".liang" and not table.may_show(seat):
        return ["may not show"]
    if verb in (".angang", ".bugang"):
        kind = ("concealed" if verb == ".angang" else "added", tiles_of(told)[0])
        return [] if kind in table.own_kongs() else ["may not kong"]
    if what[0] == "-" and seat in table.shown and what[1:] != table.tile:
        return ["locked"]
    if verb in (".peng", ".gang") and seat in table.shown and (verb == ".peng" or not table.may_kong(seat, "direct", table.tile)):
        return ["locked"]
    if what[0] == "+" and table.wall[-1 if table.phase == "kong" else 0] != what[1:]:
        return ["not the wall's"]
    return []
