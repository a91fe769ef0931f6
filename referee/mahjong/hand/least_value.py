"""Hands that win and are worth too little by the rules of a table (TBL-5)."""

from __future__ import annotations

from typing import Final

from referee.mahjong.clauses import MJ
from referee.mahjong.payment_options import MIN_VALUE, least_value
from referee.rulebook import FindingTemplate, Rules

TOO_LITTLE: Final[FindingTemplate] = MJ["TBL-5"].raises("win-too-small")
REASON: Final = "too-little"
"""Why such a hand does not win, as the words of a rulebook name it."""


def has_least_value(rules: Rules) -> bool:
    """Whether the table has a least value."""
    return bool(rules.family(MIN_VALUE))


def too_little(rules: Rules, by: str, value: int) -> FindingTemplate | None:
    """The finding on a win by ``draw``, ``discard`` or ``rob`` of this value, None where it is enough."""
    return TOO_LITTLE if value < least_value(rules, by) else None
