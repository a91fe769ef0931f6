"""Makes a wall by a scheme: the tags for a record, and once all is revealed the deal that they give."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from referee.game.dealing import Deals
from referee.game.protocol import Game
from referee.notation import NotationError, parse, write
from referee.record import Record, Round
from referee.rulebook import Rules
from referee.walls.scheme import SCHEME, Asked, Bytes, Scheme


class Wanted(NamedTuple):
    """A wall that is to be made: by which scheme, for which game and rules (as a record names them), for which round and dealer.

    ``tags`` are what is given already; ``whole_match``: the tags are the match's, not the round's.
    """

    scheme: Scheme
    game: Game
    rules: str = ""
    round: int = 1
    dealer: str = ""
    tags: Mapping[str, str] = {}
    whole_match: bool = False


def make(wanted: Wanted, random: Bytes) -> Record:
    """A record of one round that has the tags, and hands and wall where all is given that they are made of.

    ``random`` is asked for so many secret bytes where no seed is given. Raises ValueError for rules, a dealer or tags that cannot
    be used, and for a game whose deal cannot be made anew.
    """
    scheme, game, rules_text, number, dealer, tags, whole_match = wanted
    rules = game.rulebook.rules(rules_text)
    if not isinstance(rules, Rules):
        raise ValueError(rules_text)
    seats = game.seats(rules)
    named = {**tags, SCHEME: scheme.id}
    round_ = Round(number, dealer=dealer or None)
    dealing = game.dealing(rules, round_, None) if isinstance(game, Deals) else None
    if dealing is None or not isinstance(game, Deals):
        raise ValueError(dealer or "dealer")
    asked = Asked(game.id, rules_text, seats, number, "" if whole_match else str(number), named, dealing)
    made = dict(scheme.make(asked, random))
    origin = scheme.origin(asked._replace(tags=made))
    if origin.flaws:
        raise ValueError(origin.flaws[0].actual)
    if origin.order is not None:
        cut = dealing.cut(origin.order)
        hands = {seat: game.written(pieces) for seat, pieces in cut.hands.items()}
        round_ = round_._replace(hands=hands, wall=game.written(cut.wall) or None)
    if whole_match:
        return _canonical(Record(game.id, rules_text, tags=made, rounds=(round_,)))
    return _canonical(Record(game.id, rules_text, rounds=(round_._replace(tags=made),)))


def _canonical(record: Record) -> Record:
    """The record as it is read again, its hands sorted. Raises ValueError for a tag that no record can hold."""
    found = parse(write(record))
    if isinstance(found, NotationError):
        raise ValueError(found.message["en"])
    return found
