"""Applying rulings to a verdict: the scores that count, round by round, and the findings without a ruling.

A verdict is never changed by a ruling. Computed scores count; claimed ones only where a finding on them was overruled, others
only where an arbiter gave them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from referee.core import registry
from referee.core.record import Record
from referee.core.verdict import ILLEGAL, NOTE, SCORE
from referee.rulebook import Rules

UPHELD, OVERRULED, CORRECTED = "upheld", "overruled", "corrected"
DECISIONS = (UPHELD, OVERRULED, CORRECTED)

Scores = Mapping[str, int]
Document = Mapping[str, Any]
"""A verdict as its contract writes it."""


class FindingKey(NamedTuple):
    """The key of a finding, by which it is recognized in a later verdict on the same record.

    ``nth`` counts those that are alike in all else from 1. Without a ``code`` it is the round itself that is meant, one that
    has no score.
    """

    round: int
    move: int = 0
    seat: str = ""
    code: str = ""
    clause: str = ""
    nth: int = 1

    def as_dict(self) -> dict[str, int | str]:
        return self._asdict()


class Ruling(NamedTuple):
    """A decision on a finding. Of several on the same one, that with the greatest number stands."""

    number: int
    finding: FindingKey
    decision: str
    scores: Scores | None = None


@dataclass(frozen=True, slots=True)
class Settled:
    """A verdict with its rulings applied.

    ``rounds`` holds the scores of every round that count, None where a round has none yet; ``totals`` those given for the
    match as a whole, which then count instead. ``unanswered`` are findings that no ruling answers, ``missing`` rulings whose
    finding the verdict no longer has, ``upheld`` the broken rules that an arbiter let stand, the scores corrected or not.
    """

    rounds: Mapping[int, Scores | None]
    totals: Scores | None
    unanswered: tuple[FindingKey, ...]
    missing: tuple[Ruling, ...]
    upheld: tuple[FindingKey, ...]

    @property
    def without_score(self) -> tuple[int, ...]:
        """The rounds that still need a score: 0, the match itself, where it has no rounds; empty where totals were given."""
        if self.totals is not None:
            return ()
        return tuple(number for number, scores in self.rounds.items() if scores is None) if self.rounds else (0,)


def findings_of(document: Document) -> dict[FindingKey, dict[str, Any]]:
    """Every finding of a verdict by its key, in the verdict's order."""
    alike: Counter[FindingKey] = Counter()
    found: dict[FindingKey, dict[str, Any]] = {}
    for finding in _placed_findings(document):
        plain = FindingKey(finding["round"], finding["move"], finding["seat"] or "", finding["code"], finding["clause"])
        alike[plain] += 1
        found[plain._replace(nth=alike[plain])] = finding
    return found


def standing(rulings: Iterable[Ruling]) -> dict[FindingKey, Ruling]:
    """The rulings that stand, the later ones last; superseded ones are left out."""
    latest: dict[FindingKey, Ruling] = {}
    for ruling in sorted(rulings, key=lambda ruling: ruling.number):
        latest.pop(ruling.finding, None)
        latest[ruling.finding] = ruling
    return latest


def settle(document: Document, rulings: Iterable[Ruling] = ()) -> Settled:
    """Apply the rulings that stand to a verdict."""
    findings, latest = findings_of(document), standing(rulings)
    scoreless = {FindingKey(round_["round"]) for round_ in document["rounds"] if round_["scores"]["computed"] is None}
    answered = {key: ruling for key, ruling in latest.items() if key in findings or key in scoreless}
    rounds = {round_["round"]: _counting_scores(round_, answered, findings) for round_ in document["rounds"]}
    return Settled(
        rounds=rounds,
        totals=_given_scores(0, document["totals"]["claimed"], answered, findings),
        unanswered=tuple(key for key, said in findings.items() if said["severity"] != NOTE and key not in answered),
        missing=tuple(ruling for key, ruling in latest.items() if key not in answered),
        upheld=tuple(
            key
            for key, said in findings.items()
            if said["severity"] == ILLEGAL and key in answered and answered[key].decision != OVERRULED
        ),
    )


def sides_of(record: Record) -> tuple[str, ...]:
    """The sides that get scores: the game's seats or teams; for an unknown game the seats that the record names."""
    game = registry.find(record.game)
    rules = game.rulebook.rules(record.rules) if game else None
    return tuple(game.sides(rules)) if game and isinstance(rules, Rules) else tuple(record.seats)


def _placed_findings(document: Document) -> Iterable[dict[str, Any]]:
    yield from document["findings"]
    for round_ in document["rounds"]:
        yield from round_["findings"]


def _counting_scores(
    round_: Mapping[str, Any], answered: Mapping[FindingKey, Ruling], findings: Mapping[FindingKey, dict[str, Any]]
) -> Scores | None:
    given = _given_scores(round_["round"], round_["scores"]["claimed"], answered, findings)
    computed: Scores | None = round_["scores"]["computed"]
    return computed if given is None else given


def _given_scores(
    number: int, claimed: Scores | None, answered: Mapping[FindingKey, Ruling], findings: Mapping[FindingKey, dict[str, Any]]
) -> Scores | None:
    """The scores that rulings give a round (0: the match): the last corrected ones, else the claimed where that was allowed."""
    here = [ruling for key, ruling in answered.items() if key.round == number]
    corrected = [ruling.scores for ruling in here if ruling.decision == CORRECTED]
    if corrected:
        return corrected[-1]
    allowed = [
        ruling
        for ruling in here
        if ruling.decision == OVERRULED and ruling.finding.code and findings[ruling.finding]["severity"] == SCORE
    ]
    return claimed if allowed else None
