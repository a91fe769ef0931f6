"""The benchmark measures what it says: real records, real peers, and figures that are there."""

from __future__ import annotations

import time
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
    peers.quiet_pokerkit()
    assert peers.chess_plies(peers.pgn()) > 500
    assert peers.shogi_plies(peers.csa()) > 500
    assert peers.go_plies(peers.sgfs()) > 500
    assert peers.phh_actions(peers.phh()[:5]) > 40


def test_a_run_is_kept_in_the_history_and_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "HISTORY", tmp_path / "runs.jsonl")
    monkeypatch.setattr(history, "PICTURE", tmp_path / "runs.svg")
    monkeypatch.setattr(history, "_git", lambda command, *_: {"status": "", "log": "2026-11-26"}[command])
    history.keep("chess 1", {"go 1": 3.123}, {"one": 4.456, "two": 17.0})
    history.keep("chess 1", {}, {"one": 5.0})
    monkeypatch.setattr(history, "_git", lambda command, *_: {"status": " M referee/replay.py"}[command])
    assert "not kept" in history.keep("chess 1", {}, {"one": 6.0}), "of an engine that is not committed"
    assert [(run.date, dict(run.peers), dict(run.games)) for run in history.runs()] == [
        ("2026-11-26", {"go 1": 3.12}, {"one": 4.46, "two": 17.0}),
        ("2026-11-26", {}, {"one": 5.0}),
    ]
    drawn = ElementTree.fromstring(history.PICTURE.read_text(encoding="utf-8"))
    assert {"one 5.0", "two 17.0"} <= {text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")}
