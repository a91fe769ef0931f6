"""The review of a round of 夠級: the sets with which each seat could have beaten the one on top, and how many cards it has left.

How far a hand is from going out cannot be counted here, for it hangs on who lets whom lead; nothing is said of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.record import Move
from referee.core.verdict import JSON
from referee.games.gouji.cards import BIG, FOUR_PACKS, RANKS, SMALL, THREE, TWO
from referee.games.gouji.rules import checks
from referee.games.gouji.rules.round_state import OPEN, GoujiState
from referee.games.gouji.table.moves import BURN, KNOWN, PASS, PLAY, YIELD, Act, decode
from referee.games.gouji.table.seats import SEATS
from referee.games.gouji.table.sets import CardSet, beats, card_set

WORDS = {PLAY: "play", PASS: "pass", YIELD: "yield", BURN: "burn"}


class GoujiReview:
    """The review of one round, collected move by move; ``view``: of one seat only."""

    measure = "cards"

    def __init__(self, round_: GoujiState, view: str | None) -> None:
        self.round = round_
        self.watched = [seat for seat in range(len(SEATS)) if view in (None, SEATS[seat])]
        self.turns: list[JSON] = []
        self.lines: dict[str, JSON] = {SEATS[seat]: [[0, round_.table.left[seat]]] for seat in self.watched}
        self.left = list(round_.table.left)

    def before(self, number: int, move: Move) -> None:
        """Analyse the table before this move."""
        self._count(number - 1)
        act = KNOWN.get(move.token) or decode(move)
        if (
            self.round.progress == OPEN
            and act.kind in WORDS
            and act.seat in self.watched
            and not self.round.table.unseen[act.seat]
        ):
            self._turn(number, act)

    def finish(self, number: int) -> None:
        """Called when the record of the round ends after this move."""
        self._count(number)

    def as_dict(self) -> dict[str, JSON]:
        """The review as JSON. Nothing counts as missed or as a mistake, because passing is part of the game."""
        found: dict[str, JSON] = {"measure": self.measure, "lines": self.lines, "turns": self.turns}
        return {**found, "missed": [], "mistakes": [], "summary": {}}

    def _turn(self, number: int, act: Act) -> None:
        """Note the sets with which the seat to speak could have beaten the one on top."""
        table, seat = self.round.table, act.seat
        trick = table.trick
        leads = checks.leads(trick, seat)
        if not leads and not checks.may_reply(trick, seat):
            return
        top = None if leads or trick.top is None else trick.top
        self.turns.append(
            {
                "move": number,
                "seat": SEATS[seat],
                "made": WORDS[act.kind],
                "set": act.set.text if act.set else None,
                "left": table.left[seat],
                "top": None if top is None else top.text,
                "least": None if top is None else least(top, self.round.rules.big_kills, self.round.rules.pack.copies),
                "beats": None if top is None else [new.text for new in answers(self.round, seat, top)],
            }
        )

    def _count(self, number: int) -> None:
        for seat in self.watched:
            left, line = self.round.table.left[seat], self.lines[SEATS[seat]]
            if left != self.left[seat] and isinstance(line, list):
                self.left[seat] = left
                line.append([number, left])


def answers(round_: GoujiState, seat: int, top: CardSet) -> list[CardSet]:
    """The sets with which this seat may beat another, for every rank the cheapest: 2s are added before jokers."""
    table, found = round_.table, []
    for rank in range(BIG + 1):
        new = _least(table.hands[seat], rank, top, round_.rules.big_kills)
        if new is None or checks.cards(table, seat, new) or checks.above(top, new, round_.rules.big_kills):
            continue
        if not (round_.rules.bie3 and rank == THREE and checks.threes(table, seat, new)):
            found.append(new)
    return found


def least(top: CardSet, kills: int, copies: Sequence[int] = FOUR_PACKS.copies) -> list[JSON]:
    """The lowest set that beats another, card by card, whoever may hold it; empty where none does. Higher ranks do so too."""
    found = (_least(copies, rank, top, kills) for rank in range(BIG + 1))
    return list(next((new.text for new in found if new is not None and beats(new, top, kills)), ""))


def _least(held: Sequence[int], rank: int, top: CardSet, kills: int) -> CardSet | None:
    """So many cards of a rank as the set on top has, filled up with 2s and jokers where they do not suffice; of big jokers as
    many as the small ones take that they have to beat (GJ-3.4)."""
    own = min(held[rank], top.size)
    if not own:
        return None
    bigs = 0 if rank == BIG else -(-top.smalls // kills)
    own = min(own, top.size - bigs)
    short, beside = top.size - own - bigs, []
    for other in (TWO, SMALL, BIG):
        if other > rank:
            take = min(short, held[other] - (bigs if other == BIG else 0))
            beside.append(RANKS[other] * max(0, take))
            short -= max(0, take)
    if short or held[BIG] < bigs or not own:
        return None
    return card_set(RANKS[rank] * own + "".join(beside) + RANKS[BIG] * bigs)
