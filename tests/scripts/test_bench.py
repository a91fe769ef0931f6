"""The benchmark measures what it says: real records, real peers, and figures that are there."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import referee
from scripts.bench import corpus, history, peers
from scripts.bench.measure import best
from tests.golden import games
from tests.proof import proof


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
    assert len(sheets) == len(corpus.records(corpus.clean(game))) > 0
    assert {referee.verify(sheet).status for sheet in sheets} == {"clean"}
    assert {round_.tags["Kind"] for sheet in sheets for round_ in sheet.rounds} == {"sheet"}


@proof
def test_the_peers_read_what_was_played_for_them() -> None:
    peers.quiet_pokerkit()
    assert peers.chess_plies(peers.pgn()) > 500
    assert peers.shogi_plies(peers.csa()) > 500
    assert peers.go_plies(peers.sgfs()) > 500
    assert peers.phh_actions(peers.phh()[:5]) > 40


@proof
def test_a_shogi_move_that_is_not_legal_is_refused_by_its_peer() -> None:
    text = peers.csa()[0].splitlines()
    with pytest.raises(ValueError, match="not legal"):
        peers.shogi_plies(["\n".join([*text[:3], "+5951OU", ""])])


def test_best_is_the_fastest_pass() -> None:
    took = best({"nothing": lambda: None, "much": lambda: sum(range(100_000))}, passes=3)
    assert 0 <= took["nothing"] < took["much"]


def test_a_run_is_kept_in_the_history_and_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "HISTORY", tmp_path / "runs.jsonl")
    monkeypatch.setattr(history, "PICTURE", tmp_path / "runs.svg")
    monkeypatch.setattr(history, "_git", lambda command, *_: {"status": "", "log": "2026-11-26"}[command])
    history.keep("chess 1", {"go 1": 3.123}, {"one": 4.456, "two": 17.0})
    history.keep("chess 1", {}, {"one": 5.0})
    assert [(run.date, dict(run.peers), dict(run.games)) for run in history.runs()] == [
        ("2026-11-26", {"go 1": 3.12}, {"one": 4.46, "two": 17.0}),
        ("2026-11-26", {}, {"one": 5.0}),
    ]
    drawn = ElementTree.fromstring(history.PICTURE.read_text(encoding="utf-8"))
    assert {"one 5.0", "two 17.0"} <= {text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")}


def test_a_run_of_an_engine_that_is_not_committed_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "HISTORY", tmp_path / "runs.jsonl")
    monkeypatch.setattr(history, "_git", lambda command, *_: {"status": " M referee/replay.py"}[command])
    assert "not kept" in history.keep("chess 1", {}, {"one": 5.0})
    assert not history.HISTORY.exists()


def test_the_picture_of_the_documentation_is_that_of_the_history() -> None:
    assert history.PICTURE.read_text(encoding="utf-8") == history.picture(history.runs())
