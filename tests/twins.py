"""Tables that look alike to whoever stands beside them: everything that lies open is the same, what stays hidden is not."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import referee
from referee.core import registry
from referee.core.game.sheets import kind_of
from referee.core.record import DRAW, Move, Record, Round
from referee.core.watched_match import WatchedMatch
from referee.notation import moves as read_moves
from referee.rulebook import Rules
from tests.golden import records

HIDDEN = frozenset({"huansan"})
OPENED = ("liang", "ban")
ANOTHER = {f"{rank}{suit}": f"{10 - rank}{suit}" for suit in "mps" for rank in range(1, 10)} | {
    "5z": "6z",
    "6z": "7z",
    "7z": "5z",
}
CARDS = str.maketrans("456789TJQKA", "56789TJQKA4")


def opened(path: Path) -> Record | None:
    """A record of moves that can be played, without the places of its moves in a text."""
    record = referee.parse(path.read_bytes())
    if not isinstance(record, Record) or not (game := registry.find(record.game)):
        return None
    if not isinstance(game.rulebook.rules(record.rules), Rules) or any(kind_of(round_) for round_ in record.rounds):
        return None
    return record._replace(rounds=tuple(round_._replace(position=None) for round_ in record.rounds))


@cache
def played() -> list[Path]:
    """The golden records of moves that can be played: clean ones, and one or more of each finding."""
    return [path for path in records() if opened(path) is not None]


def shows(record: Record) -> Iterator[set[str]]:
    """The seats that lay their hands open in each round: by a word, or since they are beaten with nothing but 3s left."""
    match = WatchedMatch(record)
    for round_ in record.rounds:
        match.begin(round_)
        for move in round_.moves:
            match.move(move)
        frame: Any = match.frame()
        beaten = {seat["seat"] for seat in frame["seats"] if seat["state"] == "muffled"} if frame else set()
        yield {move.seat for move in round_.moves if move.verb == "hu" or move.verb in OPENED} | beaten
        match.over(round_.scores, round_.places, round_.end)


def other_tiles(text: str) -> str:
    """As many other tiles."""
    found, ranks = "", ""
    for letter in text:
        if letter in "mpsz":
            found += "".join(ANOTHER[f"{rank}{letter}"] for rank in ranks)
            ranks = ""
        elif letter == "?":
            found += letter
        else:
            ranks += letter
    return found


def twin(record: Record) -> Record:
    """A table at which everything that lies open is the same, and whatever stays hidden is another tile or card."""
    rounds = zip(record.rounds, shows(record), strict=True)
    return record._replace(rounds=tuple(_twin_of(record.game, round_, kept) for round_, kept in rounds))


def _twin_of(game: str, round_: Round, kept: set[str]) -> Round:
    if game == "gouji":
        hands = {seat: hand if seat in kept else hand.translate(CARDS) for seat, hand in round_.hands.items()}
        return round_._replace(hands=hands)
    hands = {seat: hand if seat in kept else other_tiles(hand) for seat, hand in round_.hands.items()}
    return round_._replace(hands=hands, wall=None, moves=tuple(_other(game, move, kept) for move in round_.moves))


def _other(game: str, move: Move, kept: set[str]) -> Move:
    single = move.sign == DRAW and len(move.text) == 2
    if move.seat in kept or not (single or move.verb in HIDDEN and not kept) or not move.text:
        return move
    head = move.token[: len(move.token) - len(move.text)]
    [other] = read_moves([head + other_tiles(move.text)], game)
    return other
