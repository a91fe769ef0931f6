"""Deals taken from records, as statistics need them: who was dealt what, what the wall was, how far hands were from ready."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Final, NamedTuple

from referee.game.dealing import Deals
from referee.game.protocol import Game
from referee.game.sheets import kind_of
from referee.record import Record, Round
from referee.rulebook import Rules
from referee.walls import named

SEED: Final = "WallSeed"
UNSEEN: Final = "?"


class Deal(NamedTuple):
    """A deal of which every hand is known. ``place`` says where it is found: its match and its round.

    ``pieces`` is the whole set, sorted; ``hands`` and ``wall`` are as recorded, the wall empty where it is not known as a whole.
    ``dealer`` is empty where the game has none. ``distances`` are tiles from ready by seat. ``seed`` is the wall's seed where the
    record reveals one.
    """

    place: tuple[str, int]
    pieces: tuple[str, ...]
    hands: Mapping[str, tuple[str, ...]]
    wall: tuple[str, ...]
    dealer: str
    distances: Mapping[str, int]
    seed: str = ""


def deals_of(match: str, record: Record, game: Game, rules: Rules) -> Iterator[Deal]:
    """The deals of a record that can be: those of more copies of a piece than the set has are left out."""
    if not isinstance(game, Deals):
        return
    for round_ in record.rounds:
        deal = None if kind_of(round_) else _deal(match, record, game, rules, round_)
        if deal:
            yield deal


def _deal(match: str, record: Record, game: Deals, rules: Rules, round_: Round) -> Deal | None:
    dealing = game.dealing(rules, round_, None)
    if dealing is None:
        return None
    sizes: dict[str, int] = {}
    for seat, number in dealing.takes:
        sizes[seat] = sizes.get(seat, 0) + number
    hands = {seat: _pieces(game, round_.hands.get(seat, ""), size) for seat, size in sizes.items()}
    if not all(hands.values()):
        return None
    counted = {seat: tuple(map(game.kind_of, hand)) for seat, hand in hands.items()}
    whole = tuple(map(game.kind_of, dealing.pieces))
    wall = tuple(map(game.kind_of, _pieces(game, round_.wall or "", len(whole) - sum(sizes.values()))))
    if Counter(chain(*counted.values(), wall)) - Counter(whole):
        return None
    seed = named(record, round_).get(SEED, "")
    distances = {seat: steps for seat in hands if (steps := game.distance_of(rules, round_.hands[seat])) is not None}
    revealed = "" if seed == UNSEEN else seed
    return Deal((match, round_.number), whole, counted, wall, round_.dealer or "", distances, revealed)


def _pieces(game: Deals, text: str, size: int) -> tuple[str, ...]:
    """The pieces of a hand or wall; empty where not all of so many are known."""
    try:
        found = game.pieces_of(text)
    except ValueError:
        return ()
    return found if len(found) == size and UNSEEN not in found else ()
