"""What a verdict on a round of 血流成河 says beside its points."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.oracle.mahjong import verdict_details
from tests.oracle.mahjong.table import SEATS
from tests.oracle.text import Match, Sheet


class VerdictDetails(verdict_details.VerdictDetails):
    """What only verdicts on 血流成河 say."""

    fees = {"direct": 2, "added": 1, "concealed": 2}
    reasons = frozenset({"win", "kong", "kong-transfer", "kong-refund", "three-suits-penalty", "ready-check"})

    def winners(self, match: Match) -> int:
        """Three where winners leave; no number of wins ends a round where they stay (XLC-2.2)."""
        return 3 if match.options["after_win"] == "leave" else 1000

    def stay(self, match: Match) -> bool:
        """XLC-2.2."""
        return bool(match.options["after_win"] == "stay")

    def possible_values(self, match: Match, fans: list[dict[str, Any]], by: str) -> set[int]:
        """Doubled by every fan up to the cap; the bonus of a self-draw is none (XLC-3.1)."""
        fan = sum(fan["value"] for fan in fans if fan["code"] != "zimojiadi")
        return {2 ** min(fan, match.options["cap"] or fan)}

    def ledger(self, sheet: Sheet) -> Counter[tuple[str, str, str]]:
        """What each paid each, and what for."""
        paid = Counter[tuple[str, str, str]]()
        for payer, payee, points, reason, _ in sheet.played.ledger:
            paid[SEATS[payer], SEATS[payee], reason] += points
        return paid
