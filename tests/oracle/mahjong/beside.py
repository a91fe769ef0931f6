"""A second reading of what is paid beside the value of a win, everybody's piao (TBL-10), and of what tables agree on (TBL-15)."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from tests.oracle.mahjong.forgery import Found, Judge, RecordForger
from tests.oracle.mahjong.table import SEATS, Table, tiles_of
from tests.oracle.text import Match

FALSE_WINS: dict[str, Any] = {"false_win": "off", "after_false_win": "play"}
DEFAULTS: dict[str, Any] = {"piao": "off", "graze": "off", **FALSE_WINS}
KANS_AND_HORSES: dict[str, Any] = {"kans": "off", "horses": "off", "horses_when": "draw"}
OTHERS: dict[str, list[Any]] = {
    "piao": ["round", "round", "match", 1, 4],
    "graze": ["on"],
    "kans": ["on", "on", "pairs", "paoqia"],
    "horses": [1, 1, 2, 6],
    "horses_when": ["any"],
}
REASONS = frozenset({"piao", "kans", "horse", "graze"})
ASKED: dict[str, dict[str, Any]] = {
    "bad-piao": {"piao": "round"},
    "wrong-horses": {"horses": 2, "horses_when": "any"},
    "horses-missing": {"horses": 1, "horses_when": "any"},
}
"""What a table must have agreed on for a forgery."""


def agreed(seed: int, fixed: dict[str, Any], known: dict[str, Any]) -> dict[str, Any]:
    """What a table has added beside the value, of what its game has, where it is not ``fixed``."""
    dice = random.Random(f"{seed} beside")
    found = {name: dice.choice(values) for name, values in OTHERS.items() if dice.random() < 0.3}
    told = {name: value for name, value in found.items() if name in known and name not in fixed}
    if {**told, **fixed}.get("horses", "off") == "off":
        told.pop("horses_when", None)  # refused without horses (TBL-12)
    return told


class Piao:
    """Everybody's piao, round by round; what is chosen once for the match stays with its player."""

    def __init__(self, options: dict[str, Any], seed: int) -> None:
        self.mode, self.dice, self.kept = options["piao"], random.Random(f"{seed} piao"), dict[str, int]()

    def next_round(self, people: list[str]) -> tuple[list[int], dict[str, str]]:
        """The piao of the people in their seats, and the tags that tell it."""
        if self.mode == "off":
            return [0 for _ in people], {}
        if isinstance(self.mode, int):
            found, told = [self.mode for _ in people], [self.dice.random() < 0.2 for _ in people]
        elif self.mode == "round":
            found = [self.dice.choice([0, 0, 1, 2, 3, 9]) for _ in people]
            told = [bool(figure) or self.dice.random() < 0.5 for figure in found]
        else:
            told = [person not in self.kept or self.dice.random() < 0.3 for person in people]
            found = [self.kept.setdefault(person, self.dice.choice([0, 1, 2, 5])) for person in people]
        return found, {f"Piao.{SEATS[seat]}": str(found[seat]) for seat, written in enumerate(told) if written}


def told(options: dict[str, Any], tags: dict[str, str], seats: int, before: list[int] | None) -> list[int]:
    """The piao of a round that others recorded, by its tags and by what held in the round ``before``."""
    mode = options["piao"]
    usual = [mode if isinstance(mode, int) else before[seat] if before and mode == "match" else 0 for seat in range(seats)]
    return [int(tags.get(f"Piao.{SEATS[seat]}", usual[seat])) for seat in range(seats)]


def bad_piao(dice: random.Random, match: Match, judge: Judge) -> Found:
    """A piao of more than nine, or one that is no number."""
    number, sheet = dice.choice(list(enumerate(match.sheets, 1)))
    sheet.tags[f"Piao.{dice.choice(SEATS[: len(sheet.hands)])}"] = dice.choice(["10", "33", "-1", "x", "02"])
    return number, 0, "bad-piao"


# -- kans and horses (TBL-11, TBL-12) ---------------------------------------------------------------------------------


def kans(options: dict[str, Any], hand: list[str], melds: list[Any], sets: Any, pair: str | None, by: str) -> int:
    """The units beside the value of a hand by a reading of its concealed tiles; ``pair`` is None for seven pairs."""
    if options["kans"] == "off":
        return 0
    number = sum(kind == "triplet" for kind, _ in sets) + sum(kind != "peng" for kind, _ in melds)
    if pair is None:
        number = sum(hand.count(tile) == 4 for tile in set(hand)) * (options["kans"] == "pairs")
    if options["kans"] != "paoqia":
        return number
    every = hand + [tile for kind, tile in melds for _ in range(3 if kind == "peng" else 4)]
    return 1 + number + (by == "draw") + max(0, *(sum(tile[1] == suit for tile in every) - 7 for suit in "mps"))


def horses_due(options: dict[str, Any], by: str, shown: bool, wall: list[str]) -> int:
    """How many horses a winner is to turn."""
    fits = {"draw": by == "draw", "shown_draw": by == "draw" and shown, "any": True}[options["horses_when"]]
    return min(options["horses"], len(wall)) if fits and options["horses"] != "off" else 0


def ranks(tiles: list[str]) -> int:
    """What horses count."""
    return sum(10 if tile[1] == "z" else int(tile[0]) for tile in tiles)


@dataclass
class HorseTable(Table):
    """A table at which winners turn horses (TBL-12)."""

    options: dict[str, Any] = field(default_factory=dict)
    turning: list[int] = field(default_factory=list)
    """Who is still to turn some."""
    owing: dict[int, list[int]] = field(default_factory=dict)
    """Who pays for the last win of each seat, once for each share."""

    def pay(self, payer: int, payee: int, points: int, reason: str) -> None:
        raise NotImplementedError

    def horses_due(self) -> int:
        """How many tiles the next of who is to turn horses turns."""
        return min(int(self.options["horses"]), len(self.wall))

    def turn_horses(self, seat: int, tiles: list[str]) -> None:
        """Nobody turns of an empty wall."""
        self.turning.remove(seat)
        del self.wall[: len(tiles)]
        for payer in self.owing[seat]:
            self.pay(payer, seat, ranks(tiles), "horse")
        if not self.wall:
            self.turning = []


def wrong_horses(dice: random.Random, match: Match, judge: Judge) -> Found | None:
    """Another horse than lies in the wall, or one more or less."""
    places = [(number, at) for number, sheet in enumerate(match.sheets, 1) for at in range(len(sheet.moves))]
    places = [(number, at) for number, at in places if ".ma:" in match.sheets[number - 1].moves[at]]
    if not places:
        return None
    number, at = dice.choice(places)
    moves = match.sheets[number - 1].moves
    tiles = tiles_of(moves[at].partition(":")[2])
    if len(tiles) > 1 and dice.random() < 0.3:
        tiles = tiles[1:]
    elif dice.random() < 0.3:
        tiles.append(tiles[0])
    else:
        tiles[0] = dice.choice([tile for tile in judge.kinds if tile != tiles[0]])
    moves[at] = f"{moves[at][0]}.ma:{''.join(tiles)}"
    return number, at + 1, "wrong-horses"


def horses_missing(dice: random.Random, match: Match, judge: Judge) -> Found | None:
    """Horses are not turned before the next draw, or where one win ends the round at all."""
    places = []
    for number, sheet in enumerate(match.sheets, 1):
        for at, (token, after) in enumerate(zip(sheet.moves, [*sheet.moves[1:], ""], strict=True)):
            if ".ma:" in token and (after[1:2] == "+" or not after and match.game == "kawuxing"):
                places.append((number, at))
    if not places:
        return None
    number, at = dice.choice(places)
    moves = match.sheets[number - 1].moves
    del moves[at]
    return number, min(at + 1, len(moves)), "horses-missing"


# -- agreed payments (TBL-15) ------------------------------------------------------------------------------------------


def with_payments(match: Match, seed: int) -> Match:
    """The match with payments that the table has agreed on, anywhere in its rounds and after their ends."""
    dice, found = random.Random(f"{seed} agreed"), match.copy()
    for sheet in found.sheets:
        seats = range(len(sheet.hands))
        for _ in range(dice.choice([0, 1, 1, 3])):
            payer, points = dice.choice(seats), dice.choice([1, 2, 8, 50])
            payees = [seat for seat in seats if seat != payer]
            payees = payees if dice.random() < 0.4 else [dice.choice(payees)]
            whom = f">{SEATS[payees[0]]}" if len(payees) == 1 else ""
            sheet.moves.insert(dice.randrange(len(sheet.moves) + 1), f"{SEATS[payer]}.pay{whom}:{points}")
            for figures in (sheet.scores, found.totals):
                for payee in payees if figures else ():
                    figures[payer] -= points
                    figures[payee] += points
    return found


def agreed_on(moves: list[str], seats: int) -> list[int]:
    """What each seat has in all from the payments among these moves."""
    found = [0] * seats
    for token in moves:
        verb, _, points = token[2:].partition(":")
        if token[1] == "." and verb.partition(">")[0] == "pay":
            payer = SEATS.index(token[0])
            payees = [SEATS.index(verb[-1])] if ">" in verb else [seat for seat in range(seats) if seat != payer]
            for payee in payees:
                found[payer] -= int(points)
                found[payee] += int(points)
    return found


OF_RECORDS: dict[str, RecordForger] = {"bad-piao": bad_piao}
WITH_HORSES: dict[str, RecordForger] = {"wrong-horses": wrong_horses, "horses-missing": horses_missing}
