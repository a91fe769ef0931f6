"""Whole matches of 四川麻將: options, rounds one after another, and their text."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from tests.oracle.deals import BIASES
from tests.oracle.sichuan import Round
from tests.oracle.text import header, rules_text, scores_text


@dataclass
class Sheet:
    """What is written down of one round; a forger may change anything in it."""

    dealer: int
    wall: list[str] | None
    hands: list[list[str]]
    moves: list[str]
    scores: list[int] | None
    played: Round

    def text(self, number: int) -> str:
        """The round as PPN."""
        scores = f'[Scores "{scores_text(self.scores)}"]\n' if self.scores else ""
        return f"{header(number, self.dealer, self.wall, self.hands)}{scores}{' '.join(self.moves)}\n"


@dataclass
class Match:
    """A match as it is written down."""

    options: dict[str, Any]
    sheets: list[Sheet] = field(default_factory=list)
    game: str = "sichuan"
    more_rules: str = ""
    totals: list[int] | None = None

    def text(self) -> str:
        """The match as PPN."""
        totals = f'[Totals "{scores_text(self.totals)}"]\n' if self.totals else ""
        rounds = "".join(sheet.text(number) for number, sheet in enumerate(self.sheets, 1))
        return f'[PPN "1"]\n[Game "{self.game}"]\n[Rules "{rules_text(self.options)}{self.more_rules}"]\n{totals}{rounds}'


def match(seed: int, rounds: int = 3, wrong_dealer: int = 0, **fixed: Any) -> Match:
    """A match by the rules; with ``wrong_dealer``, that round has one whose turn it is not. ``fixed`` sets options."""
    dice = random.Random(seed)
    options: dict[str, Any] = {
        "blood": dice.random() < 0.65, "forced_win": dice.choice(["wall4", "wall4", "hand4", "off"]),
        "max_fan": dice.choice([None, None, 3, 4, 5, 6]), "kong_transfer": dice.choice(["each", "each", "split", "off"]),
        "stakes": dice.choice(["points", "wealth"]),
    }  # fmt: skip
    options |= fixed
    biases = dice.choice([[bias] for bias in BIASES] + [list(BIASES)])
    leaving = dice.choice([0, 0, 0, 0.004, 0.02])
    dealer, result, totals = dice.randrange(4), Match(options), [0] * 4
    for number in range(1, rounds + 1):
        played = Round(dice, options, dealer, biases, leaving)
        result.sheets.append(Sheet(dealer, played.full_wall, played.dealt, list(played.moves), list(played.scores), played))
        totals = [total + points for total, points in zip(totals, played.scores, strict=True)]
        if options["blood"] or played.next_dealer is None:
            dealer = dice.randrange(4)
        else:
            dealer = (played.next_dealer + (dice.randint(1, 3) if number + 1 == wrong_dealer else 0)) % 4
    result.totals = totals
    return result


def play_match(seed: int, rounds: int = 3) -> str:
    """A match by the rules, as PPN with its wall, hands, claimed values, scores and totals."""
    return match(seed, rounds).text()
