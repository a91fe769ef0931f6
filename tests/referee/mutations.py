"""Records changed at random, which the engine must bear: whatever they say, it answers, and answers the same again."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import NamedTuple

import referee


class Alphabet(NamedTuple):
    """What a game's records are changed to: characters in headers, and moves (a seat's whole token)."""

    header: str
    move: Callable[[random.Random], str]


def mutated(text: str, dice: random.Random, changes: int, alphabet: Alphabet) -> str:
    """Moves dropped, doubled, swapped and replaced; characters of headers changed."""
    lines = text.split("\n")
    for _ in range(changes):
        number = dice.randrange(len(lines))
        words = lines[number].split(" ")
        place = dice.randrange(len(words))
        if lines[number].startswith("["):
            at = dice.randrange(len(lines[number]))
            lines[number] = lines[number][:at] + dice.choice(alphabet.header) + lines[number][at + 1 :]
            continue
        choice = dice.randrange(4)
        if choice == 0:
            del words[place]
        elif choice == 1:
            words.insert(place, words[place])
        elif choice == 2:
            other = dice.randrange(len(words))
            words[place], words[other] = words[other], words[place]
        else:
            words[place] = alphabet.move(dice)
        lines[number] = " ".join(words)
    return "\n".join(lines)


def assert_borne(text: str) -> None:
    """Every match of the text gets a verdict, twice the same, and its rounds can be replayed where a table was laid."""
    for record in referee.parse_file(text):
        verdict = referee.verify(record)
        json.dumps(verdict.as_dict())
        assert verdict.as_dict() == referee.verify(record).as_dict()
        if isinstance(record, referee.NotationError):
            continue
        for round_ in record.rounds:
            try:
                referee.replay(record, round_.number)
            except LookupError:
                assert verdict.rounds == () or any(judged.status == "halted" for judged in verdict.rounds)
