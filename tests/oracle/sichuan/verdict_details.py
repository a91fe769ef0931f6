"""What a verdict on a round of 四川麻將 says beside its points."""

from __future__ import annotations

from typing import Any

from tests.oracle.mahjong import verdict_details
from tests.oracle.text import Match


class VerdictDetails(verdict_details.VerdictDetails):
    """What only verdicts on 四川麻將 say."""

    fees = {"direct": 1, "added": 1, "concealed": 2}  # SCM-4.2
    reasons = frozenset({"win", "kong", "kong-transfer", "kong-refund", "three-suits-penalty", "ready-check", "leave"})

    def winners(self, match: Match) -> int:
        """Three in the blood battle."""
        return 3 if match.options["blood"] else 1

    def possible_values(self, match: Match, fans: list[dict[str, Any]], by: str) -> set[int]:
        """Doubled by every fan but the first, up to the cap (SCM-3.4)."""
        values = [fan["value"] for fan in fans]
        return {2 ** (min(sum(values), match.options["max_fan"] or sum(values)) - 1)}
