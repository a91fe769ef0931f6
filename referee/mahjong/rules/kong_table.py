"""The fees of kongs as a table has them in place of the game's (TBL-7)."""

from __future__ import annotations

from typing import Final

from referee.mahjong.clauses import MJ
from referee.mahjong.payment_options import kong_prices
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.kongs import Laying
from referee.mahjong.table.table import IN

KONG_FEES: Final = MJ["TBL-7"]


def charge(round_: RoundState, laying: Laying) -> list[int] | None:
    """Write the fee of a kong as the table has it, and return the seats that paid; None where the game's own fee holds."""
    price = kong_prices(round_.rules).get(laying.kind) if round_.rules.own else None
    if price is None:
        return None
    payers = round_.others(laying.seat)
    if price.fed:
        feeder = laying.source if laying.kind == "direct" else _fed_the_peng(round_, laying)
        if feeder is None:
            round_.determined = False
        payers = [feeder] if feeder is not None and round_.table.states[feeder] == IN else []
    laying.units = price.units * round_.multiplier(laying)
    round_.collect(laying.seat, payers, laying.units, "kong", KONG_FEES, laying.move)
    return payers


def _fed_the_peng(round_: RoundState, laying: Laying) -> int | None:
    """Whose discard made the peng to which a tile was added; None where nobody knows."""
    of_kind = [meld for meld in round_.table.melds[laying.seat] if meld.kind in ("peng", "added") and meld.tile == laying.tile]
    return of_kind[0].source if of_kind else None
