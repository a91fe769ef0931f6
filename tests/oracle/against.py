"""What the engine finds in the oracle's records, and records of which less was seen."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import referee
from referee.core import registry
from referee.rulebook import Rules
from referee.rulebook.options import Option, Value, write
from tests.oracle import part
from tests.oracle.mahjong.forgery import Found

MANY = 50
"""A range of more figures than these is drawn by its ends only."""


def values(option: Option) -> Iterator[Value]:
    """What an option may be; of a number without limit the first ones, of a wide range its ends."""
    yield from option.values
    if option.least is not None:
        most = option.least + 2 if option.most is None else option.most
        figures = range(option.least, most + 1)
        yield from figures if len(figures) <= MANY else (*figures[:2], figures[-1])


def by_any_options(game: str, seed: int, rounds: int = 2) -> Any:
    """The match of a seed in which every option of the game's rulebook is any of its values, as far as they go together, and so
    are those with a grammar of their own that its second reading draws."""
    dice, found = random.Random(f"{game} {seed} options"), registry.find(game)
    assert found
    while True:
        chosen = {option.name: dice.choice(list(values(option))) for option in found.rulebook.options}
        if isinstance(found.rulebook.rules(" ".join(f"{name}={write(value)}" for name, value in chosen.items())), Rules):
            return part(game, "match").match(seed, rounds=rounds, **chosen, **part(game, "match").families(dice))


def found_in(text: str) -> list[Found]:
    """Round, move and code of each finding."""
    return [(finding.round, finding.move, finding.code) for finding in referee.verify(referee.parse(text)).all_findings()]


def found_first(text: str, forged: Found) -> list[Found]:
    """The first finding in the forged round or in a round before it; it should be the forgery."""
    return [finding for finding in found_in(text) if finding[0] == forged[0] or 0 < finding[0] < forged[0]][:1]


def without_wall(text: str) -> str:
    """The match without its walls."""
    return re.sub(r'\[Wall "[^"]*"\]\n', "", text)


def hidden(text: str, seats: str, wall: bool) -> str:
    """The match with hands, and perhaps the walls, that the recorder did not see."""
    text = re.sub(rf'\[Hand\.([{seats}]) "[^"]*"\]', r'[Hand.\1 "?"]', text)
    return text if wall else without_wall(text)


def partly_seen(text: str, dice: random.Random) -> str:
    """The match without its walls, and with three tiles of ten of its hands and draws unseen."""

    def hand(found: re.Match[str]) -> str:
        return re.sub(r"\d[mpsz]", lambda tile: tile[0] if dice.random() < 0.7 else "?", found[0])

    text = re.sub(r'\[Hand\.[ESWN] "[^"]*', hand, without_wall(text))
    return re.sub(r"\b([ESWN])\+\d[mpsz]", lambda draw: draw[0] if dice.random() < 0.7 else f"{draw[1]}+?", text)


def moves_unseen(text: str, dice: random.Random, signs: str) -> str:
    """The match, walls and all, with half of its draws (``+``) or discards (``-``) unseen."""
    return re.sub(rf"\b([ESWN][{signs}])\d[mpsz]", lambda move: move[0] if dice.random() < 0.5 else f"{move[1]}?", text)
