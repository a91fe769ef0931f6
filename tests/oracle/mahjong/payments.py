"""A least value and a table's own fees of kongs, read from TBL-5 and TBL-7, and how a match draws them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, TypeVar

from tests.oracle.mahjong.table import tiles_of

Seat = TypeVar("Seat", int, str)

LEAST: dict[str, list[Any]] = {"min_value": ["2", "2:discard", "3"]}
FEES: dict[str, list[Any]] = {
    "kong.direct": ["3:discarder", "0:discarder", "1:all", "5:all"],
    "kong.added": ["2:all", "3:discarder", "0:all"],
    "kong.concealed": ["1:all", "4:all", "0:all"],
}
ADDED = LEAST | FEES


def families(dice: random.Random, fees: bool = True) -> dict[str, str]:
    """Some of these options, or none."""
    drawn = LEAST | (FEES if fees else {})
    often = dice.choice([0, 0.3, 0.6])
    return {name: dice.choice(values) for name, values in drawn.items() if dice.random() < often}


def enough(options: Mapping[str, Any], value: int, by: str) -> bool:
    """Whether a win by ``draw``, ``discard`` or ``rob`` is worth the least value (TBL-5)."""
    least, _, on_discards = str(options.get("min_value", "0")).partition(":")
    return value >= int(least) or bool(on_discards) and by == "draw"


def fee(options: Mapping[str, Any], kind: str, usual: int, playing: list[Seat], feeder: Seat | None) -> tuple[int, list[Seat]]:
    """What each pays for a kong, and who pays: all others still ``playing``, or of them who fed the kong or the peng (TBL-7)."""
    units, _, payer = options.get(f"kong.{kind}", f"{usual}:{'discarder' if kind == 'direct' else 'all'}").partition(":")
    if payer == "discarder":
        playing = [seat for seat in playing if seat == feeder]
    return int(units), playing


def times(options: Mapping[str, Any], tags: Mapping[str, str], doubles: bool) -> int:
    """How often everything is paid in a round: by its dice, and where the round before doubles it (TBL-18)."""
    faces, found = tags.get("Dice", ""), 1
    if options.get("dice_double") == "on":
        found *= 2 if faces[0] == faces[1] else 1
    return found * 2 if doubles and options.get("double_next") == "on" else found


def thrown(seed: object) -> str:
    """The faces of two dice, equal ones often."""
    dice = random.Random(f"{seed} thrown")
    face = dice.randint(1, 6)
    return f"{face}{face if dice.random() < 0.4 else dice.randint(1, 6)}"


def peng_locked(options: Mapping[str, Any], moves: list[str], letter: str, tile: str) -> bool:
    """Whether a seat that could claim the last discard for a peng has passed one of its kind since its own last draw (TBL-18)."""
    if options.get("peng_lock") != "turn":
        return False
    played = [token for token in moves if token[1] != "?" and not token.endswith(".guo")]
    passed, last = False, max(at for at, token in enumerate(played) if token[1] == "-")
    for at, token in enumerate(played[:last]):
        if token[:2] == f"{letter}+":
            passed = False
        won = any(next_[1:4] == ".hu" for next_ in played[at + 1 : at + 2])
        passed = passed or token[1] == "-" and token[0] != letter and tile in tiles_of(token[1:]) and not won
    return passed
