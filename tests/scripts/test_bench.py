"""The benchmark measures what it says: real records, real peers, and figures that are there."""

from __future__ import annotations

import pytest

import referee
from scripts.bench import corpus, peers
from scripts.bench.measure import best
from tests.golden import games
from tests.referee.sheets.sheets import told_by_sheets


def test_one_round_matches_are_clean_and_all_different() -> None:
    texts = list(corpus.one_round_matches(120))
    verdicts = [referee.verify(referee.parse(text)) for text in texts]
    assert {verdict.game for verdict in verdicts} == set(games())
    assert {len(verdict.rounds) for verdict in verdicts} == {1}
    assert {finding.severity for verdict in verdicts for finding in verdict.all_findings()} == set()
    assert len({verdict.record_sha256 for verdict in verdicts}) == 120


def test_every_game_has_records_to_measure() -> None:
    assert all(corpus.moves(corpus.records(corpus.clean(game))) > 1000 for game in games())


@pytest.mark.parametrize("game", games())
def test_every_game_has_sheets_to_measure_and_they_are_clean(game: str) -> None:
    sheets = corpus.records(corpus.sheets(game))
    assert len(sheets) == len([record for record in corpus.records(corpus.clean(game)) if told_by_sheets(record)]) > 0
    assert {referee.verify(sheet).status for sheet in sheets} == {"clean"}
    assert {round_.tags["Kind"] for sheet in sheets for round_ in sheet.rounds} == {"sheet"}


def test_the_peers_read_what_was_played_for_them() -> None:
    peers.quiet_pokerkit()
    assert peers.chess_plies(peers.pgn()) > 500
    assert peers.phh_actions(peers.phh()[:5]) > 40


def test_best_is_the_fastest_pass() -> None:
    took = best({"nothing": lambda: None, "much": lambda: sum(range(100_000))}, passes=3)
    assert 0 <= took["nothing"] < took["much"]
