"""Records by the competition rules SBR, played again and settled by the oracle alone: no engine is asked."""

from __future__ import annotations

from typing import Any

from tests.oracle.mahjong.table import SEATS, tiles_of
from tests.oracle.reading import parts, points
from tests.oracle.sbr.account import Account
from tests.oracle.sbr.match import DEFAULTS
from tests.oracle.sbr.table import Table


def options_of(rules: str) -> dict[str, Any]:
    """``sbr cap=4 que=off`` as options."""
    given = dict(word.split("=") for word in rules.split() if "=" in word)
    cap = given.get("cap", "3")
    return DEFAULTS | given | {"cap": None if cap == "none" else int(cap)}


def played_again(text: str) -> list[tuple[Table, dict[str, str]]]:
    """Each round of a match at its end, and its tags."""
    (head, _), *rounds = parts(text)
    options, strikes, found = options_of(head.get("Rules", "")), [0] * 4, []
    for tags, moves in rounds:
        hands = [tiles_of(tags.get(f"Hand.{seat}", "")) for seat in SEATS]
        dealer = SEATS.index(tags["Dealer"])
        table = Table(hands, tiles_of(tags["Wall"]), dealer, options=options, account=Account(strikes=list(strikes)))
        for token in moves:
            table.move(token)
        table.finish()
        strikes = list(table.account.strikes)
        found.append((table, tags))
    return found


def disagreements(text: str) -> list[str]:
    """What the oracle would say otherwise than a match that was played and settled by the rules."""
    found, dealer, totals = [], None, [0] * 4
    for number, (table, tags) in enumerate(played_again(text), 1):
        scores = table.account.scores()
        found += [f"round {number} move {at}: {code} of {SEATS[seat]}" for at, code, seat in table.found]
        found += [f"round {number}: dealer"] if dealer not in (None, table.dealer) else []
        found += [f"round {number}: {scores} for {tags['Scores']}"] if scores != points(tags["Scores"]) else []
        totals = [total + score for total, score in zip(totals, scores, strict=True)]
        dealer = table.next_dealer()
    head = parts(text)[0][0]
    return found + ([f"totals {totals}"] if "Totals" in head and points(head["Totals"]) != totals else [])
