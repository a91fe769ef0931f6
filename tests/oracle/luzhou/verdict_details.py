"""What a verdict on a round of 瀘州鬼麻將 says beside its points."""

from __future__ import annotations

from math import prod
from typing import Any

from tests.oracle.mahjong import verdict_details
from tests.oracle.mahjong.ghost_shapes import GHOST
from tests.oracle.text import Match


class VerdictDetails(verdict_details.VerdictDetails):
    """What only verdicts on 瀘州鬼麻將 say."""

    fees = {"direct": 0, "added": 0, "concealed": 0}  # LZG-2.1
    reasons = frozenset({"win", "ready-check", "gift"})
    no_tile = GHOST

    def winners(self, match: Match) -> int:
        """The blood battle."""
        return 3

    def possible_values(self, match: Match, fans: list[dict[str, Any]], by: str) -> set[int]:
        """The product or the floor, up to the cap; half of it from a discard (LZG-4.9)."""
        floors = [fan["value"] for fan in fans if fan["code"] == "floor"]
        value = floors[0] if floors else prod(fan["value"] for fan in fans)
        return {min(value, match.options["cap"] or value) // (1 if by == "draw" else 2)}
