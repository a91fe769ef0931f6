"""What a verdict on a round by the competition rules SBR says beside its points."""

from __future__ import annotations

from typing import Any

from tests.oracle.mahjong import verdict_details
from tests.oracle.text import Match


class VerdictDetails(verdict_details.VerdictDetails):
    """What only verdicts by the competition rules say."""

    fees = {"direct": 2, "added": 1, "concealed": 2}
    reasons = frozenset({"win", "kong", "kong-refund", "ready-check", "penalty"})

    def times(self, match: Match, kind: str, tile: str, drawn: list[str]) -> int:
        """An added kong with another tile than the one just drawn earns nothing (SBR-6.1)."""
        return int(kind != "added" or drawn[-1:] == [tile])

    def winners(self, match: Match) -> int:
        """Three in the blood battle."""
        return 3

    def possible_values(self, match: Match, fans: list[dict[str, Any]], by: str) -> set[int]:
        """Doubled by every fan, up to the cap (SBR-5.2)."""
        fan = sum(fan["value"] for fan in fans)
        return {2 ** (fan if match.options["cap"] is None else min(fan, match.options["cap"]))}
