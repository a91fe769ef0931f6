"""Gifts (喜錢): a player who held five ghosts or more in a round receives from the others, or pays them (LZG-5.4)."""

from __future__ import annotations

from typing import Final

from referee.games.luzhou.clauses import LZG
from referee.games.luzhou.options import Options
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
    """Write the gifts of a round; they stay undetermined if unseen tiles might be ghosts enough."""
    mode = Options.of(round_.rules).gift
    if mode == "off":
        return
    noted = {} if round_.noted is None else round_.noted.ghosts
    held = [max(_held_of(round_, seat, GHOST), noted.get(seat, 0)) for seat in range(round_.seats)]
    hidden = round_.ruleset.copies[GHOST] - sum(held)
    winners = {win.seat for win in round_.wins}
    for seat, ghosts in enumerate(held):
        may_have = ghosts + min(hidden, round_.table.unseen[seat] + _held_of(round_, seat, UNSEEN))
        if may_have >= LEAST and round_.noted is None and _unsure(round_, seat):
            round_.determined = False
        if ghosts < LEAST:
            continue
        units = STEP * (ghosts - LEAST + 1)
        receives = mode == "mode1" or SEATS[seat] in winners
        for other in range(round_.seats):
            payer, payee = (other, seat) if receives else (seat, other)
            round_.ledger.pay(payer, payee, units, "gift", GIFT, round_.number)


def _held_of(round_: RoundState, seat: int, kind: int) -> int:
    """How many of a kind a seat was dealt or drew: nobody else can take a ghost, so they are all still before it."""
    table = round_.table
    concealed = 0 if kind == UNSEEN else count(table.keys[seat], kind)
    melded = sum(meld.tiles.count(kind) for meld in table.melds[seat])
    return concealed + melded + sum(tile == kind for tile, _ in table.rivers[seat])


def _unsure(round_: RoundState, seat: int) -> bool:
    """Whether this seat has tiles that were not seen."""
    return bool(round_.table.unseen[seat] or _held_of(round_, seat, UNSEEN))
