"""What a verdict on a round of 四川麻將 says beside its points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.oracle.mahjong import verdict_details
from tests.oracle.text import Match


class VerdictDetails(verdict_details.VerdictDetails):
    """What only verdicts on 四川麻將 say."""

    reasons = frozenset({"win", "kong", "kong-transfer", "kong-refund", "three-suits-penalty", "ready-check", "leave"})

    def fees_of(self, match: Match) -> Mapping[str, int]:
        """SCM-4.2, SCM-4.10."""
        unit = match.options["kong_unit"]
        return {"direct": match.options["direct_kong"] * unit, "added": unit, "concealed": 2 * unit}

    def times(self, match: Match, kind: str, tile: str, drawn: list[str]) -> int:
        """Nothing for a late kong, where the table plays so (SCM-4.11)."""
        return int(kind != "added" or tile in drawn or match.options["late_kong"] == "paid")

    def winners(self, match: Match) -> int:
        """Three in the blood battle."""
        return 3 if match.options["blood"] else 1

    def possible_values(self, match: Match, fans: list[dict[str, Any]], by: str) -> set[int]:
        """Doubled by every fan but the first, up to the cap (SCM-3.4); the bonus of a self-draw is none (SCM-4.9)."""
        fan = sum(fan["value"] for fan in fans if fan["code"] != "zimojiadi")
        return {2 ** (min(fan, match.options["max_fan"] or fan) - 1)}
