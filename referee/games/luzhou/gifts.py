"""Gifts (喜錢): a player who held five ghosts or more in a round receives from the others, or pays them (LZG-5.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from referee.games.luzhou.rulebook import LZG, Options
from referee.games.luzhou.shapes import GHOST
from referee.mahjong.hand.tiles import UNSEEN, count
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.moves import SEATS

GIFT: Final = LZG["LZG-5.4"]
LEAST: Final = 5
"""From how many ghosts on there is a gift."""
STEP: Final = 10
"""What each of the others pays for five, and for each one more."""


def settle(round_: RoundState) -> None:
    """Write the gifts of a round; they stay undetermined if unseen tiles might be ghosts enough. On a score sheet that does not
    say so the scores of the round tell of them."""
    if Options.of(round_.rules).gift == "off":
        return
    noted = round_.noted
    said = {} if noted is None else noted.ghosts
    held = [max(_held_of(round_, seat, GHOST), said.get(seat, 0)) for seat in range(round_.seats)]
    hidden = round_.ruleset.copies[GHOST] - sum(held)
    for seat, ghosts in enumerate(held):
        may_have = ghosts + min(hidden, round_.table.unseen[seat] + _held_of(round_, seat, UNSEEN))
        if noted is None and may_have >= LEAST and _unsure(round_, seat):
            round_.determined = False
        elif noted is not None and seat not in said and ghosts + hidden >= LEAST:
            noted.unsaid[seat] = ghosts + hidden
    if noted is not None and noted.unsaid and round_.determined:
        held = _as_scored(round_, held, noted.unsaid)
        noted.ghosts |= {seat: held[seat] for seat in noted.unsaid if held[seat] >= LEAST}
    for payer, payee, units in _gifts(round_, held):
        round_.ledger.pay(payer, payee, units, "gift", GIFT, round_.number)


def _gifts(round_: RoundState, held: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """What is paid by whom to whom where the seats have held so many ghosts."""
    mode, winners = Options.of(round_.rules).gift, {win.seat for win in round_.wins}
    for seat, ghosts in enumerate(held):
        units = STEP * (ghosts - LEAST + 1)
        receives = mode == "mode1" or SEATS[seat] in winners
        for other in range(round_.seats) if ghosts >= LEAST else ():
            if other != seat:
                yield (other, seat, units) if receives else (seat, other, units)


def _as_scored(round_: RoundState, held: list[int], unsaid: Mapping[int, int]) -> list[int]:
    """The ghosts that the scores of a sheet tell of, if by one more than were seen of a seat they come out."""
    stated, known = round_.header.scores, round_.ledger.scores()
    for seat, most in unsaid.items():
        for ghosts in range(max(LEAST, held[seat]), most + 1):
            supposed = [*held[:seat], ghosts, *held[seat + 1 :]]
            scores = dict(known)
            for payer, payee, units in _gifts(round_, supposed):
                scores[SEATS[payer]] -= units * round_.ledger.base
                scores[SEATS[payee]] += units * round_.ledger.base
            if scores == stated:
                return supposed
    return held


def _held_of(round_: RoundState, seat: int, kind: int) -> int:
    """How many of a kind a seat was dealt or drew: nobody else can take a ghost, so they are all still before it."""
    table = round_.table
    concealed = 0 if kind == UNSEEN else count(table.keys[seat], kind)
    melded = sum(meld.tiles.count(kind) for meld in table.melds[seat])
    return concealed + melded + sum(tile == kind for tile, _ in table.rivers[seat])


def _unsure(round_: RoundState, seat: int) -> bool:
    """Whether this seat has tiles that were not seen."""
    return bool(round_.table.unseen[seat] or _held_of(round_, seat, UNSEEN))
