"""What a verdict on a round of 衡陽麻將 says beside its points."""

from __future__ import annotations

from typing import Any

from tests.oracle.mahjong import verdict_details
from tests.oracle.text import Match


class VerdictDetails(verdict_details.VerdictDetails):
    """What only verdicts on 衡陽麻將 say."""

    fees = {"direct": 3, "added": 1, "concealed": 2}  # HYM-5.4
    reasons = frozenset({"win", "kong", "ban"})

    def base(self, match: Match) -> int:
        return int(match.tags.get("Base", 10))

    def possible_values(self, match: Match, fans: list[dict[str, Any]], by: str) -> set[int]:
        """The sum (HYM-4.2)."""
        return {sum(fan["value"] for fan in fans)}
