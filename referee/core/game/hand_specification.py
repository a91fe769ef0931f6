"""The specification of what a hand of a game consists of, and the error for questions that cannot be read. Nothing here knows a
game.

A game that values single hands says by ``Hands`` what may be asked, so that a page can be drawn without knowing it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple, Protocol, runtime_checkable

from referee.core.texts import shortened
from referee.core.verdict import JSON, Text
from referee.rulebook import Rules

SHOWN = 60
"""How much of what somebody wrote is repeated to them."""


class QueryError(ValueError):
    """Raised for a question about a hand that cannot be read: the field at fault, and what was expected, in zh and en; with
    ``words``, what programs call the things that the message names."""

    def __init__(self, field: str, message: Text, words: tuple[str, ...] = ()) -> None:
        self.field = field
        self.message: Text = {language: _printable(said) for language, said in message.items()}
        super().__init__(f"{field}: {self.message['en']}" + (f" ({', '.join(words)})" if words else ""))


class HandSpecification(NamedTuple):
    """What a hand consists of by certain rules.

    ``tiles``: what is in play, each with its copies. ``size``: how many tiles a hand has before it wins; a meld stands for
    three of them. ``melds``: the word for each meld and its tiles as steps from the lowest one (``chi`` ``0 1 2``); in it
    ``ghost`` may stand for all but one. ``by``: how a win may come. ``flags``: the circumstances that change what a hand is
    worth, each with the ways ``by`` which it can come about. ``declared``: those among them by which the suit is told that the
    seat has declared to be without; at most one is so. ``seats``: the letters of the seats. ``replaced``: the circumstances in
    which a tile was drawn in place of one laid into a kong, so that who fed it may pay. ``piao``: the most that a seat may put
    on top of each win, 0 where nobody chooses.
    """

    tiles: Mapping[str, int]
    size: int
    melds: Mapping[str, tuple[int, ...]]
    ghost: str | None
    by: tuple[str, ...]
    flags: Mapping[str, tuple[str, ...]]
    declared: tuple[str, ...] = ()
    seats: str = ""
    replaced: tuple[str, ...] = ()
    piao: int = 0


@runtime_checkable
class ValuesHands(Protocol):
    """A game that can value single hands."""

    def hand_specification(self, rules: Rules) -> HandSpecification:
        """The hand specification by these rules."""


def shown(value: JSON) -> str:
    """A value as an error message repeats it: short, however long or deeply nested it is."""
    if isinstance(value, list | dict):
        return "[…]" if isinstance(value, list) else "{…}"
    return shortened(value if isinstance(value, str) else json.dumps(value), SHOWN)


def _printable(text: str) -> str:
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)
