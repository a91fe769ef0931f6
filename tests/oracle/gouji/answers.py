"""What the second reading of 夠級 answers of records of others."""

from __future__ import annotations

from typing import Any

from tests.oracle.gouji.replay import judged
from tests.oracle.gouji.settlement import DEFAULTS, PRESETS, options_of
from tests.oracle.mahjong.answers import UNREADABLE, Declined, of
from tests.oracle.reading import parts


class Answers:
    """The answers of 夠級: it values no hands."""

    tells = ("status", "first", "scores", "totals", "places")
    trusting = True

    def verdict(self, text: str) -> dict[str, Any]:
        """What is said of a record in which all hands were seen. Raises Declined."""
        try:
            (head, _), *rounds = parts(text)
            if head["Game"] != "gouji":
                return {**of((0, 0)), "untold": ["scores", "totals", "places"]}
            self.check(head["Rules"], rounds)
            found = judged(text)
        except UNREADABLE as error:
            raise Declined(f"it does not read this: {error!r}") from error
        first = min(((number or 10**6, at), (number, at)) for number, at, _ in found.wrong)[1] if found.wrong else None
        told = [{"round": number, "scores": {"computed": points}, "places": places} for number, points, places in found.rounds]
        whole = found.whole and len(told) == len(rounds)
        untold = {} if whole else {"untold": ["scores", "totals", "places"]}
        return {**of(first), "rounds": told, "totals": {"computed": found.totals}, **untold}

    def check(self, rules: str, rounds: list[Any]) -> None:
        """Raises Declined for rules that it does not know, and where something was not seen."""
        words = rules.split()
        if not set(words[:1]) <= set(PRESETS) or not set(options_of(rules)) <= set(DEFAULTS):
            raise Declined("rules that it does not know")
        if any("Kind" in tags or "Leader" not in tags or "?" in "".join(tags.values()) for tags, _ in rounds):
            raise Declined("a score sheet, or something that was not seen")

    def hand(self, question: dict[str, Any]) -> dict[str, Any]:
        """Raises Declined: hands have no value in this game."""
        raise Declined("hands have no value in this game")
