"""Matches of 夠級 played and settled by a separate reading of the rulebook: the engine finds nothing in them."""

from __future__ import annotations

import re
from collections import Counter

import pytest

import referee
from tests.oracle.gouji.match import Match, Sheet, match
from tests.proof import proof, seeds

REASONS = {"men": "muffled", "shao": "burned", "dian": "points", "luo": "places"}


@pytest.mark.parametrize("some", seeds(8, 16))
def test_nothing_is_found_in_what_was_played_by_the_rules(some: range) -> None:
    for seed in some:
        agree(match(seed), f"seed {seed}")


@pytest.mark.parametrize("some", seeds(4, 8))
def test_false_burns_are_found_and_the_round_goes_on(some: range) -> None:
    """詐燒: nothing else is found, and the places, what is owed and who leads next follow from it (GJ-5.5, 6.2)."""
    for seed in some:
        agree(match(seed, false=0.6), f"seed {seed}")


def agree(played: Match, seed: str) -> None:
    """The engine finds what the oracle says is wrong, and says the same of every round."""
    verdict = referee.verify(referee.parse(played.text()))
    wrong = [(number, *flaw) for number, sheet in enumerate(played.sheets, 1) for flaw in sheet.played.flaws]
    found = [(finding.round, finding.move, finding.code) for finding in verdict.all_findings()]
    assert found == wrong, f"{seed}, {played.rules}"
    for round_, sheet in zip(verdict.rounds, played.sheets, strict=True):
        said = round_.extra
        judged = said["places"] or [], said["opened"] or [], owed(said["owed"] or [])
        assert judged == told(sheet), f"{seed}, round {round_.number}, {played.rules}"


@pytest.mark.parametrize("some", seeds(4, 8))
@pytest.mark.parametrize("hidden", ["A", "BD", "ABCDEF"])
def test_unseen_hands_accuse_nobody(hidden: str, some: range) -> None:
    """The same matches with hands that the recorder did not see: still nothing is found, and what is said is so."""
    for seed in some:
        played = match(seed)
        text = re.sub(rf'\[Hand\.([{hidden}]) "[^"]*"\]', r'[Hand.\1 "?"]', played.text())
        verdict = referee.verify(referee.parse(text))
        found = [(finding.round, finding.move, finding.code) for finding in verdict.all_findings()]
        assert found == [], f"seed {seed}"
        for round_, sheet in zip(verdict.rounds, played.sheets, strict=True):
            said, (_, opened, lines) = round_.extra, told(sheet)
            assert said["opened"] in (None, opened), f"seed {seed}, round {round_.number}"
            assert said["owed"] is None or owed(said["owed"]) == lines, f"seed {seed}, round {round_.number}"


def owed(lines: list[dict[str, object]]) -> list[tuple[object, ...]]:
    """The tribute owed by a verdict; who was swept pays in the place of 落貢."""
    return sorted((line["from"], line["to"], line["count"], str(line["reason"]).replace("swept", "places")) for line in lines)


def told(sheet: Sheet) -> tuple[list[str], list[str], list[tuple[object, ...]]]:
    """What the oracle says of a round: places, who opened, what is owed."""
    lines = sorted((line.giver, line.taker, line.count, REASONS[line.kind]) for line in sheet.played.owed)
    return sheet.played.places, sorted(sheet.played.opened), lines


OUTCOMES = """burns|burns partner|反燒
    |挑牌 beaten|leader's turn lost|解燒|burned out|several would burn|悶|接風|chaos|chaos within a burn
    |headless reply|after a yield|last word|after a pass|revolution|revolted third|void|串三戶|頂班|.liang|.hui|.bao|.tiao
    |.mai 2 opposite|.mai 2 partner|men 1|shao 1|dian 1|dian 2|luo 1|luo 2|luo 2 short|waived|.huan|.mingdian|.yudian
    |fa:lose-turn|fa:place-last|fa:warning|fa:fine|several turns lost|a side out|daluo|late burn
    |burns after a yield|.mai given|.mai a 4
    |.geming by right"""


@proof
def test_every_outcome_occurs() -> None:
    """The matches of the tests and a few more hold every special thing of the game at least once."""
    counts = Counter[str]()
    for seed in range(100):
        for sheet in match(seed).sheets:
            counts.update(sheet.played.counts)
    assert [name for name in map(str.strip, OUTCOMES.split("|")) if not counts[name]] == []
