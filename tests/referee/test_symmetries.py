"""What a verdict may not hang on: where people sit, which suit is which, what is low and what is high, how it is written.

A record is turned around the table and its tiles are exchanged for each other; the verdict has to be the old one turned
and exchanged alike, whatever was found. Nobody's reading of a clause is asked here.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

import pytest

import referee
from referee.core import registry
from referee.core.record import Record, Round, Scores
from referee.rulebook import Rules
from tests.golden import records
from tests.oracle import games, part
from tests.proof import seeds

GAMES = games("match")
TILES = re.compile(r"(\d+)([mpsz])")
NAMED = re.compile(r"(?:[+-]|[.?](?:chi|peng|gang|angang|bugang|niao|ma|huansan):)")
"""How a move of mahjong begins that names tiles, after its seat."""


@dataclass(frozen=True)
class Turn:
    """Where each seat goes, and each tile; ``rules`` says the rules anew where a suit has to be named."""

    seats: Mapping[str, str]
    tiles: Callable[[str], str] | None
    rules: Callable[[str], str] = str

    def text(self, tiles: str) -> str:
        """Tiles in MPSZ, each exchanged."""
        exchange = self.tiles
        return TILES.sub(lambda found: "".join(exchange(rank + found[2]) for rank in found[1]), tiles) if exchange else tiles

    def seat(self, letter: str | None) -> str | None:
        return None if letter is None else self.seats.get(letter, letter)

    def moved(self, value: str) -> str:
        """A header's value that opens with a seat."""
        return f"{self.seat(value[0])}{value[1:]}"

    def side(self, name: str) -> str:
        """Where a seat goes, or the seats of a team; who is neither stays."""
        return "".join(sorted(self.seats[letter] for letter in name)) if set(name) <= set(self.seats) else name

    def scores(self, scores: Scores | None) -> dict[str, int] | None:
        return None if scores is None else {self.side(name): points for name, points in scores.items()}

    def tag(self, name: str) -> str:
        """The name of a tag, which may end in a seat: ``Piao.S``."""
        word, point, seat = name.partition(".")
        return f"{word}{point}{self.seats.get(seat, seat)}"

    def move(self, token: str) -> str:
        rest = re.sub(r">(\w)", lambda found: f">{self.seat(found[1])}", token[1:])
        rest = re.sub(r"(?<=^\.que:)[mps]$", lambda suit: self.text(f"5{suit[0]}")[1], rest)
        named = NAMED.match(rest)
        return f"{self.seat(token[0])}{named[0] + self.text(rest[named.end() :]) if named else rest}"

    def round(self, round_: Round) -> Round:
        return round_._replace(
            moves=referee.moves(map(self.move, round_.tokens)),
            dealer=self.seat(round_.dealer),
            leader=self.seat(round_.leader),
            position=None,
            break_=round_.break_ and self.moved(round_.break_),
            draw=round_.draw and self.moved(round_.draw),
            wall=round_.wall and self.text(round_.wall),
            hands={self.seats[seat]: self.text(hand) for seat, hand in round_.hands.items()},
            sits={self.seats[seat]: name for seat, name in round_.sits.items()},
            scores=self.scores(round_.scores),
            places=round_.places and " ".join(self.seats[seat] for seat in round_.places.split()),
            tags={self.tag(name): self.seats.get(value, value) for name, value in round_.tags.items()},
        )

    def record(self, record: Record) -> Record:
        return record._replace(
            rules=self.rules(record.rules),
            seats={self.seats[seat]: name for seat, name in record.seats.items()},
            totals=self.scores(record.totals),
            rounds=tuple(map(self.round, record.rounds)),
        )

    def verdict(self, record: Record) -> Any:
        """What is judged of a record, turned: all but messages, what they quote, and places in the text."""
        told: Any = referee.verify(record).as_dict()
        return [
            told["status"],
            told["base"],
            list(map(self.finding, told["findings"])),
            *map(self.scores, told["totals"].values()),
            *map(self.judged, told["rounds"]),
        ]

    def judged(self, told: Any) -> Any:
        wins = [
            (
                *map(self.seat, (win["seat"], win["from"])),
                win["by"],
                self.text(win["tile"] or ""),
                win["move"],
                win["value"],
                [(fan["code"], fan["value"], fan["clause"]) for fan in win["fans"]],
            )
            for win in told.get("wins", ())
        ]
        kongs = [
            (self.seat(kong["seat"]), kong["kind"], self.text(kong["tile"]), kong["move"], kong["multiplier"])
            for kong in told.get("kongs", ())
        ]
        paid = [
            (*map(self.side, (line["from"], line["to"])), line["points"], line["reason"], line["clause"], line["move"])
            for line in told.get("ledger", ())
        ]
        owed = [(*map(self.side, (debt["from"], debt["to"])), debt["count"], debt["reason"]) for debt in told.get("owed") or ()]
        places, opened = ([self.seat(seat) for seat in told.get(key) or ()] for key in ("places", "opened"))
        return [
            told["round"],
            told["status"],
            told["outcome"],
            *map(self.seat, (told["dealer"], told["next_dealer"])),
            wins,
            kongs,
            sorted(paid),
            sorted(owed),
            [(ruling["move"], self.seat(ruling["seat"]), ruling["penalty"]) for ruling in told.get("penalties", ())],
            places,
            sorted(map(str, opened)),
            sorted(map(self.finding, told["findings"])),
            *map(self.scores, told["scores"].values()),
            told["checked"],
        ]

    def finding(self, told: Any) -> Any:
        return told["round"], told["move"], told["code"], told["severity"], told["clause"], str(self.seat(told["seat"]))


def rules_of(record: Record, game: referee.Game) -> Rules:
    """What this record's table agrees on; of rules that cannot be read, the game's usual ones."""
    usual = game.rulebook.presets[0].name
    found = [rules for text in (record.rules, usual) if isinstance(rules := game.rulebook.rules(text), Rules)]
    return found[0]


def turned(record: Record, dice: random.Random) -> Turn:
    """Some turn of this record's table, and some exchange of its suits where it is played with tiles.

    High and low are exchanged too, a 1 is to a 2 what a 9 is to an 8: no clause names one rank and not the other, but those on
    birds and horses. Where the rules name suits or ranks, they name those that are now in play. Where fewer sit than there are
    sides of the table, nobody changes the seat: walls are broken and birds turned by sides (TBL-3).
    """
    game = registry.find(record.game)
    assert game is not None
    rules = rules_of(record, game)
    order = game.seats(rules)
    usual = game.seats(rules_of(record._replace(rules=""), game))
    steps = dice.randrange(len(order)) if len(order) == len(usual) else 0
    seats = {seat: order[(at + steps) % len(order)] for at, seat in enumerate(order)}
    if not game.rulebook.words.grouped:
        return Turn(seats, None)
    counted = rules.values.get("birds") or rules.values.get("horses", "off") != "off"
    low = dice.random() < 0.5 and not counted
    suits = dict(zip("mps", dice.sample("mps", 3), strict=True)) | {"z": "z"}

    def exchanged(tile: str) -> str:
        rank, suit = tile
        return (str(10 - int(rank)) if low and suit != "z" else rank) + suits[suit]

    def named(text: str) -> str:
        """The rules with the suits and ranks that are now in play."""
        now = {"suits": "".join(sorted(suits[suit] for suit in str(rules.values["suits"])))}
        if "ranks" in rules.values and low:
            first, last = map(int, str(rules.values["ranks"]).split("-"))
            now["ranks"] = f"{10 - last}-{10 - first}"
        kept = [word for word in text.split() if word.partition("=")[0] not in now]
        return " ".join([*kept, *(f"{name}={value}" for name, value in now.items())])

    return Turn(seats, exchanged, named if "suits" in rules.values else str)


STILL = Turn({}, None)


def assert_turns(record: Record, dice: random.Random) -> None:
    """The verdict on the turned record is the verdict turned."""
    turn = turned(record, dice)
    again = referee.parse(referee.write(turn.record(record)))
    assert STILL.verdict(again) == turn.verdict(record)


def golden(game: str) -> Iterator[Record]:
    """The golden matches of a game."""
    for path in records():
        if path.parent.name == game:
            found = referee.parse_file(path.read_bytes())
            yield from (one for one in found if isinstance(one, Record) and one.game == game)


@pytest.mark.parametrize("game", GAMES)
def test_verdict_is_the_same_from_every_seat_and_in_every_suit(game: str) -> None:
    dice = random.Random(game)
    for record in islice(golden(game), 0, None, 3):
        assert_turns(record, dice)


@pytest.mark.parametrize("some", seeds(2, 6, 4))
@pytest.mark.parametrize("game", GAMES)
def test_verdict_on_a_turned_match_is_turned(game: str, some: range) -> None:
    for seed in some:
        assert_turns(referee.parse(part(game, "match").play_match(seed)), random.Random(seed))


@pytest.mark.parametrize("some", seeds(2, 6, 4))
@pytest.mark.parametrize("game", GAMES)
def test_verdict_on_a_turned_faulty_match_is_turned(game: str, some: range) -> None:
    for seed in some:
        dice = random.Random(seed)
        record = referee.parse(part(game, "match").play_match(seed))
        assert_turns(record._replace(rounds=tuple(disturbed(round_, dice) for round_ in record.rounds)), dice)


def disturbed(round_: Round, dice: random.Random) -> Round:
    """The round with some moves left out, said twice, or said by somebody else who sits at the table."""
    moves = list(round_.tokens)
    for _ in range(min(len(moves), 3)):
        at = dice.randrange(len(moves))
        other = dice.choice([*round_.hands]) + moves[at][1:]
        moves[at : at + 1] = dice.choice([[], [moves[at]] * 2, [other], [other, moves[at]]])
    return round_._replace(moves=referee.moves(moves), comments={}, position=None)
