"""The check that only 血流成河 has: whether the header of a round says where the exchanged tiles go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.core.record import Round
from referee.core.verdict import Finding
from referee.games.xueliu.rulebook import XLC
from referee.mahjong.mechanisms.exchange import TAG, directions
from referee.mahjong.rules.checks import deal_checks

EXCHANGE_MISSING: Final = XLC["XLC-1.1"].raises("exchange-missing")


def direction(round_: Round, seats: int) -> Sequence[Finding]:
    """The finding on a round that does not say where the exchanged tiles go, or names an empty side (XLC-1.1, TBL-3)."""
    said, able = round_.tags.get(TAG), directions(seats)
    if said in able:
        return ()
    facts = {"expected": " ".join(able), "actual": said, "reason": "direction" if len(able) > 1 else "side"}
    return (deal_checks.at_start(EXCHANGE_MISSING, None, **facts),)  # XLC-1.1
