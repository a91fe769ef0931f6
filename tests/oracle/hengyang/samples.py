"""Records of 衡陽麻將 that others settled, settled again by the oracle alone: no engine is asked."""

from __future__ import annotations

import re

from tests.oracle.hengyang.scoring import DEFAULTS
from tests.oracle.hengyang.table import HengyangTable
from tests.oracle.mahjong.table import SEATS, tiles_of


def tag(text: str, name: str) -> str | None:
    """The value of a tag."""
    found = re.search(rf'^\[{re.escape(name)} "([^"]*)"\]', text, re.MULTILINE)
    return found[1] if found else None


def options_of(rules: str) -> dict[str, object]:
    """The options that a ``Rules`` tag sets, and the defaults of the others."""
    values: dict[str, object] = {"true": True, "false": False}
    words = [word.split("=") for word in rules.split() if "=" in word]
    return DEFAULTS | {name: values.get(value, int(value) if value.isdigit() else value) for name, value in words}


def read_scores(text: str) -> list[int]:
    """The points of E, S, W and N."""
    points = {part[0]: int(part[1:]) for part in text.split()}
    return [points[seat] for seat in SEATS]


def settled(text: str) -> list[tuple[HengyangTable, list[int] | None]]:
    """Each round of a match played again to its end, and the scores that it claims."""
    head, *rounds = re.split(r"^(?=\[Round )", text, flags=re.MULTILINE)
    found = []
    for part in rounds:
        hands = [tiles_of(tag(part, f"Hand.{seat}") or "") for seat in SEATS]
        table = HengyangTable(
            hands,
            tiles_of(tag(part, "Wall") or ""),
            SEATS.index(tag(part, "Dealer") or "E"),
            options=options_of(tag(head, "Rules") or ""),
            base=int(tag(head, "Base") or 10),
        )
        for token in re.sub(r"^\[.*$|\{[^}]*\}|;.*$", "", part, flags=re.MULTILINE).split():
            check(table, token)
            table.move(token)
        scores = tag(part, "Scores")
        found.append((table, read_scores(scores) if scores else None))
    return found


def check(table: HengyangTable, token: str) -> None:
    """Hold what a move shows against the wall, the value and the duties that the oracle knows."""
    seat = SEATS.index(token[0])
    if token[1] == "+":
        places = table.of_dice(table.cast) if table.phase == "cast" else [-1 if table.phase == "kong" else 0]
        if sorted(table.wall[place] for place in places) != sorted(tiles_of(token)):
            raise ValueError(f"{token} is not the wall's")
        if table.phase == "open" and seat != table.asked():
            raise ValueError(f"{token}: another is asked")
    won = table.win_of(seat) if token[1:].startswith(".hu:") else None
    if won and won[0] != int(token.split(":")[1]):
        raise ValueError(f"{token} is {won}")
    if ".niao" in token and sorted(tiles_of(token)) != sorted(table.wall[: table.birds_due()]):
        raise ValueError(f"{token} are not the wall's")
    if ".ban" in token and token.split(":")[1] not in table.may_ban(seat):
        raise ValueError(f"{token} may not be declared")
    if ".dice" in token and not table.ready(seat):
        raise ValueError(f"{token} without a ready hand")
    claim = next((word for word in (".chi", ".peng", ".gang") if token[1:].startswith(word)), None)
    if claim and not any(able.startswith(claim) for able in table.claims(seat)):
        raise ValueError(f"{token} may not be claimed")
