"""夠級: what a round is worth (GJ-6.3), who opened (GJ-7.2, 7.3), and the tribute owed (GJ-7.4 to 7.7)."""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.oracle.gouji.cards import SEATS, opposite, partners
from tests.oracle.gouji.table import Table

DEFAULTS: dict[str, Any] = {
    "bie3": False,
    "points_mode": "off",
    "tribute": False,
    "side_out": "play",
    "score": "sum",
    "hui4": False,
    "double_fine": False,
    "headless": "both",
    "burn_after_yield": False,
    "late_burn": False,
    "headless_burn": True,
    "big_kills": 1,
    "sweep_tribute": True,
    "buy_from": "opposite",
    "buy4": False,
    "auto_revolution": False,
    "packs": 4,
    "drop": "",
    "place_scores": "",
    "sweep": None,
    "open_without_fours": "off",
    "fours_at_once": "off",
    "burn_needs_open": "off",
    "buy_price": "two_first",
    "buy_order": "",
}
NUMBERS = ("big_kills", "packs", "sweep")
QINGDAO = {"bie3": True, "points_mode": "table", "tribute": True, "side_out": "end", "auto_revolution": True}
PRESETS: dict[str, dict[str, Any]] = {"charter": {}, "qingdao": QINGDAO}
POINTS = (4, 2, 0, 0, -2, -4)
"""What the places score, 頭科 to 大落."""
KINDS = ("men", "shao", "dian", "luo")
"""悶貢, 燒貢, 點貢, 落貢: the order in which they are paid (GJ-7.7)."""
TABLE = {
    (True, True): {(True, False): (0, 4), (False, False): (2, 2), (True, True): (2, 2), (False, True): (4, 0)},
    (False, False): {(True, False): (0, 1), (False, False): (1, 1), (True, True): (0, 0), (False, True): (1, 0)},
    (True, False): {(True, False): (0, 3), (False, False): (1, 2), (True, True): (2, 0), (False, True): (3, 0)},
}
"""GJ-7.6: (I declared, the opposite did), then (I opened, the opposite did): what I pay, what he pays."""


class Owed(NamedTuple):
    """A tribute owed at the start of the next round."""

    kind: str
    giver: str
    taker: str
    count: int
    returned: bool = False
    """With as many cards (落貢 alone, GJ-7.9)."""


def options_of(rules: str) -> dict[str, Any]:
    """The options that a ``Rules`` tag makes."""
    words = rules.split() or ["charter"]
    found = DEFAULTS | PRESETS[words[0]]
    for word in words[1:]:
        name, value = word.split("=")
        found[name] = (
            int(value) if name in NUMBERS and value.isdigit() else {"true": True, "false": False, "none": None}.get(value, value)
        )
    return found


def team_points(places: list[str], options: dict[str, Any], fines: dict[str, int]) -> dict[str, int]:
    """What a side has of its own, or more than the other, and 12 for 串三戶 (GJ-6.3), or as agreed (GJ-11.2); less its fines
    (GJ-9.1)."""
    worth = [int(points) for points in options["place_scores"].split(",")] if options["place_scores"] else POINTS
    own = {side: sum(points for seat, points in zip(places, worth, strict=True) if seat in side) for side in ("ACE", "BDF")}
    if swept(places) and options["sweep"] is not None:
        own = {side: options["sweep"] if places[0] in side else -options["sweep"] for side in own}
    elif options["score"] == "difference":
        own = {side: 2 * points for side, points in own.items()}  # the two sums make nought
    elif swept(places) and not options["place_scores"]:
        own = {side: 12 if places[0] in side else 0 for side in own}
    least = -(10**9) if options["place_scores"] else 0
    return {side: max(points, least) - fines.get(side, 0) for side, points in own.items()}


def team_text(points: dict[str, int]) -> str:
    """``ACE+12 BDF0``."""
    return " ".join(f"{side}{figure:+d}" if figure else f"{side}0" for side, figure in points.items())


def swept(places: list[str]) -> bool:
    """串三戶 (GJ-6.4)."""
    return all(partners(places[0], seat) for seat in places[:3])


def owed(table: Table, options: dict[str, Any], declared: dict[str, str]) -> list[Owed]:
    """What the round leaves owed, in the order of payment. ``declared``: who declared the opposite unopened, and how."""
    if not options["tribute"] or len(table.revolted) > 1:
        return []
    places = table.places()
    found = [Owed("men", seat, by, 1) for seat, by in table.muffled]
    found += [Owed("shao", burn.burned, burn.seat, 2 if burn.counter else 1) for burn in table.burns if burn.done]
    found += point_tribute(table.opened(), options, declared)
    if swept(places) and not options["sweep_tribute"]:
        return found
    if swept(places):
        found += [Owed("luo", seat, opposite(seat), 1) for seat in SEATS if not partners(seat, places[0])]
    else:
        found += [Owed("luo", places[5], places[0], 2, True), Owed("luo", places[4], places[1], 1, True)]
    return found


def agreed(lines: list[Owed], daluo: str) -> list[Owed]:
    """落貢 where the last two, of one side, have agreed who counts as 大落 (GJ-7.7)."""
    two = [line.giver for line in lines if line.returned]
    if daluo not in two:
        return lines
    other = next(seat for seat in two if seat != daluo)
    return [line._replace(giver=daluo if line.count == 2 else other) if line.returned else line for line in lines]


def point_tribute(opened: set[str], options: dict[str, Any], declared: dict[str, str]) -> list[Owed]:
    """點貢 of the three pairs of opposites."""
    pays: dict[tuple[str, str], int] = {}
    if options["points_mode"] == "table":
        for me in SEATS[:3]:
            other = opposite(me)
            if other in declared and me not in declared:
                me, other = other, me
            row = TABLE[me in declared, other in declared][me in opened, other in opened]
            pays[me, other], pays[other, me] = row
    elif options["points_mode"] == "charter":
        for me in SEATS:
            other = opposite(me)
            stake = {"mingdian": 2, "yudian": 4}.get(declared.get(me, ""), 0)
            pays[other, me] = pays.get((other, me), 0) + (0 if other in opened else stake or 1)
            pays[me, other] = pays.get((me, other), 0) + (stake * (2 if options["double_fine"] else 1) if other in opened else 0)
    return [Owed("dian", giver, taker, count) for (giver, taker), count in pays.items() if count]
