"""The benchmark measures what it says: real records, real peers, and figures that are there."""

from __future__ import annotations

import time

import pytest

import referee
from scripts.bench import corpus
from scripts.bench.__main__ import best
from tests.golden import games
from tests.proof import proof


def test_one_round_matches_are_clean_and_all_different() -> None:
    texts = list(corpus.one_round_matches(120))
    verdicts = [referee.verify(referee.parse(text)) for text in texts]
    assert {verdict.game for verdict in verdicts} == set(games())
    assert {len(verdict.rounds) for verdict in verdicts} == {1}
    assert {finding.severity for verdict in verdicts for finding in verdict.all_findings()} == set()
    assert len({verdict.record_sha256 for verdict in verdicts}) == 120


@pytest.mark.parametrize("game", games())
def test_every_game_has_matches_and_clean_sheets_to_measure(game: str) -> None:
    played, sheets = corpus.records(corpus.clean(game)), corpus.records(corpus.sheets(game))
    assert corpus.moves(played) > 1000
    assert len(sheets) == len(played)
    assert {referee.verify(sheet).status for sheet in sheets} == {"clean"}
    assert {round_.tags["Kind"] for sheet in sheets for round_ in sheet.rounds} == {"sheet"}


def test_best_is_the_fastest_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 3.0, 10.0, 11.0, 20.0, 22.0])
    monkeypatch.setattr(time, "process_time", lambda: next(clock))
    assert best({"work": lambda: None}, passes=3) == {"work": 1.0}


@proof
def test_the_peers_read_what_was_played_for_them() -> None:
    from scripts.bench import peers  # the libraries of other games take long to load

    peers.quiet_pokerkit()
    assert peers.chess_plies(peers.pgn()) > 500
    assert peers.shogi_plies(peers.csa()) > 500
    assert peers.go_plies(peers.sgfs()) > 500
    assert peers.phh_actions(peers.phh()[:5]) > 40
