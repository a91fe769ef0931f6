"""The options of 夠級 that have a grammar of their own: cards that are left out (``drop=345``), what places score
(``place_scores=2,1,0,0,-1,-2``), and whom a buyer asks in turn (``buy_order=opposite,partner,neighbours``) (GJ-11)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar, Final

from referee.core.verdict import Text
from referee.games.gouji.cards import RANKS, SMALL, SUITS
from referee.rulebook import Rulebook
from referee.rulebook.options import Family, NotAllowed

DROP, PLACE_SCORES, BUY_ORDER = "drop", "place_scores", "buy_order"
MOST_PACKS: Final = 6
PLACES: Final = 6
OPPOSITE_FIRST, PARTNERS, NEIGHBOURS = "opposite", "partner", "neighbours"
USUAL_ORDER: Final = (OPPOSITE_FIRST, NEIGHBOURS)
"""Whom a buyer asks where the table has not settled it: the opposite, then the opposite's partners (GJ-8.2)."""
ALL: Final = 0
"""That every card of a rank is left out, as a number of cards."""
ORDERS_OFFERED: Final = ("opposite,partner,neighbours", "partner,opposite,neighbours")
_SOME: Final = re.compile(rf"([{RANKS}]):([1-9]\d?)")
_RUN: Final = re.compile(rf"([{RANKS}])-([{RANKS}])")
_POINTS: Final = re.compile(r"0|[+-]?[1-9]\d{0,5}")


class DropOption(Family):
    """``drop=345``: these ranks are left out; ``3:10``: so many cards of a rank; ``3-5``: a run of ranks; commas between them."""

    clause: ClassVar[str] = "GJ-11.1"

    def read(self, book: Rulebook, name: str, value: str) -> str:
        """The value with its ranks from low to high; empty where nothing is left out. Raises NotAllowed."""
        found: dict[int, int] = {}
        for part in value.split(","):
            for rank, number in self._cards(part):
                if rank in found:
                    raise self._wrong()
                found[rank] = number
        return ",".join([RANKS[rank] + (f":{number}" if number else "") for rank, number in sorted(found.items())])

    def _cards(self, part: str) -> list[tuple[int, int]]:
        """The ranks that one part names, each with how many of its cards (``ALL``: every one)."""
        some, run = _SOME.fullmatch(part), _RUN.fullmatch(part)
        if some and int(some[2]) < MOST_PACKS * (SUITS if RANKS.index(some[1]) < SMALL else 1):
            return [(RANKS.index(some[1]), int(some[2]))]
        if run and RANKS.index(run[1]) < RANKS.index(run[2]):
            return [(rank, ALL) for rank in range(RANKS.index(run[1]), RANKS.index(run[2]) + 1)]
        if not part or part.strip(RANKS):
            raise self._wrong()
        return [(RANKS.index(letter), ALL) for letter in part]

    def _wrong(self) -> NotAllowed:
        return NotAllowed("value", [f"[{RANKS}]+", "3-5", "3:10,4:8"])

    def example(self, book: Rulebook) -> str:
        """The option as a record writes it."""
        return "drop=345"


class PlaceScores(Family):
    """``place_scores=2,1,0,0,-1,-2``: what each place scores, first to last."""

    clause: ClassVar[str] = "GJ-11.2"

    def read(self, book: Rulebook, name: str, value: str) -> str:
        """The six figures without plus signs. Raises NotAllowed."""
        figures = value.split(",")
        if len(figures) != PLACES or not all(map(_POINTS.fullmatch, figures)):
            raise NotAllowed("value", ["2,1,0,0,-1,-2"])
        return ",".join([str(int(figure)) for figure in figures])

    def example(self, book: Rulebook) -> str:
        """The option as a record writes it."""
        return "place_scores=2,1,0,0,-1,-2"


class BuyOrder(Family):
    """``buy_order=opposite,partner,neighbours``: whom a buyer asks, one after the other."""

    clause: ClassVar[str] = "GJ-11.5"

    def read(self, book: Rulebook, name: str, value: str) -> str:
        """The value; empty for the usual order. Raises NotAllowed."""
        words = tuple(value.split(","))
        if not set(words) <= {OPPOSITE_FIRST, PARTNERS, NEIGHBOURS} or len(set(words)) < len(words):
            raise NotAllowed("value", ["opposite,neighbours", "opposite,partner,neighbours", "…"])
        return "" if words == USUAL_ORDER else value

    def offered(self, book: Rulebook, clause: str) -> Mapping[str, Text]:
        """The orders in which partners are asked too, where a purchase was wrong."""
        wrong = clause in (self.clause, "GJ-8.2")
        return {order: book.words.of("families")[f"{BUY_ORDER}-{order}"] for order in ORDERS_OFFERED if wrong}

    def example(self, book: Rulebook) -> str:
        """The option as a record writes it."""
        return "buy_order=opposite,partner,neighbours"


def left_out(written: str, copies: tuple[int, ...]) -> dict[int, int]:
    """How many cards of each rank are left out of these copies, by the text that ``DropOption`` has read."""
    found = {}
    for part in written.split(",") if written else ():
        rank, _, number = part.partition(":")
        found[RANKS.index(rank)] = int(number) if number else copies[RANKS.index(rank)]
    return found
