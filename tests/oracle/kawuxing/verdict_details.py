"""What a verdict on a round of 卡五星 says beside its points."""

from __future__ import annotations

from math import prod
from typing import Any

from tests.oracle.mahjong import verdict_details
from tests.oracle.text import Match


class VerdictDetails(verdict_details.VerdictDetails):
    """What only verdicts on 卡五星 say."""

    fees = {"direct": 2, "added": 1, "concealed": 2}  # KWX-5.2
    reasons = frozenset({"win", "kong", "show-penalty"})
    chained = True

    def possible_values(self, match: Match, fans: list[dict[str, Any]], by: str) -> set[int]:
        """The product, up to the cap (KWX-4.20)."""
        values, options = [fan["value"] for fan in fans], match.options
        dragons = any("longqidui" in fan["code"] and fan["value"] > 8 for fan in fans)
        cap = options["cap_double_dragon" if dragons else "cap"] if options["cap"] else None
        return {min(prod(values), cap or prod(values))}
