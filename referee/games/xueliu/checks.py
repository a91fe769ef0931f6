"""The check that only 血流成河 has: whether the header of a round says where the exchanged tiles go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.games.xueliu.clauses import XLC
from referee.mahjong.mechanisms.opening.exchange import DIRECTIONS, TAG
from referee.mahjong.rules.checks import deal_checks
from referee.record import Round
from referee.verdict import Finding

EXCHANGE_MISSING: Final = XLC["XLC-1.1"].raises("exchange-missing")


def direction(round_: Round) -> Sequence[Finding]:
    """The finding on a round that does not say where the exchanged tiles go (XLC-1.1)."""
    said = round_.tags.get(TAG)
    if said in DIRECTIONS:
        return ()
    facts = {"expected": " ".join(DIRECTIONS), "actual": said, "reason": "direction"}
    return (deal_checks.at_start(EXCHANGE_MISSING, None, **facts),)  # XLC-1.1
