"""The danger of a discard in a review: held against the oracles, which know nothing of the engine, and against the referee."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import referee
from referee.core.replay import set_up
from referee.mahjong.play import MahjongPlay
from tests.golden import HOME, of_mahjong
from tests.oracle import part, tile_games
from tests.oracle.mahjong.forgery import Judge
from tests.oracle.mahjong.table import SEATS
from tests.proof import one_in, seeds

Told = dict[str, Any]
DANGER = [game for game in tile_games() if game != "sbr"]
"""Games whose second readings say what a discard lets the others win."""


def turns_by_move(record: referee.Record, number: int, view: str | None = None) -> dict[int, Told]:
    turns: Any = referee.review(record, number, view)["turns"]
    return {turn["move"]: turn for turn in turns}


@pytest.mark.parametrize("some", seeds(2, 5, 3))
@pytest.mark.parametrize("game", one_in(3, DANGER))
def test_danger_is_what_the_oracle_lets_the_others_win(game: str, some: range) -> None:
    """Every discard that could have been made in matches by the rules: ghosts, locks, declared hands, all options."""
    met = Counter[str]()
    for seed in some:
        match = part(game, "match").match(seed)
        judge = part(game, "forgery").GameJudge(match.options)
        record = referee.parse(match.text())
        for number, sheet in enumerate(match.sheets, 1):
            turns, table = turns_by_move(record, number), judge.dealt(sheet)
            for move, token in enumerate(sheet.moves, 1):
                for choice in turns[move]["choices"] if move in turns else ():
                    wanted = _wins(judge, table.copy(), SEATS.index(token[0]), choice["discard"])
                    assert choice["danger"] == wanted, f"seed {seed}, round {number}, move {move} {token}: {choice['discard']}"
                    met[str(len(wanted))] += 1
                table.move(token)
    assert met["0"] > 100
    assert met["1"] > 5


def _wins(judge: Judge, table: Any, seat: int, tile: str) -> dict[str, int]:
    table.move(f"{SEATS[seat]}-{tile}")
    return {SEATS[other]: value for other in table.playing(seat) if (value := judge.offered(table, other))}


def _dangers(stem: str) -> Iterator[tuple[referee.Record, int, int, str, Told]]:
    """Record, round, move, seat and choice of each discard that could have been made in golden records."""
    for path in (path for path in of_mahjong() if path.stem.startswith(stem)):
        record = referee.parse(path.read_bytes())
        if isinstance(record, referee.Record):
            for round_ in record.rounds[:2]:
                for move, turn in turns_by_move(record, round_.number).items():
                    yield from ((record, round_.number, move, turn["seat"], choice) for choice in turn["choices"])


def test_who_is_told_to_win_may_win_and_nobody_else() -> None:
    """Held against the referee itself: the round is played on with that discard and a win by each of the others."""
    told = 0
    for record, number, move, seat, choice in _dangers("clean-01"):
        if not choice["danger"]:
            continue
        round_ = next(round_ for round_ in record.rounds if round_.number == number)
        for other in set(SEATS) - {seat}:
            text = f"{seat}-{choice['discard']} {other}.hu"
            after = (*round_.moves[: move - 1], *referee.moves(text.split()))
            verdict = referee.verify(record._replace(rounds=(round_._replace(moves=after, scores=None),))).rounds[0]
            found = [finding for finding in verdict.findings if finding.move == move + 1 and finding.seat == other]
            values = {win.seat: win.value for win in verdict.wins if win.move == move + 1}
            assert ({} if found else values) == {key: value for key, value in choice["danger"].items() if key == other}, text
            told += 1
    assert told > 30


def test_danger_is_told_to_nobody_who_sees_one_hand_only() -> None:
    """It would spoil what the others hold; and where a hand is not in the record nobody can say."""
    path = HOME / "sichuan" / "clean-06.ppn"
    record = referee.parse(path.read_bytes())
    everybody, one = turns_by_move(record, 1), turns_by_move(record, 1, "E")
    assert all("danger" in choice for turn in everybody.values() for choice in turn["choices"])
    assert not any("danger" in choice for turn in one.values() for choice in turn["choices"])
    move = next(iter(one))
    assert any("danger" in choice for choice in _turn(record, move, None)["choices"])
    assert not any("danger" in choice for choice in _turn(record, move, "E")["choices"])
    text = path.read_text(encoding="utf-8")
    start = text.index('[Hand.N "')
    unseen = referee.parse(text[:start] + '[Hand.N "?"' + text[text.index("]", start) :])
    assert not any("danger" in choice for turn in turns_by_move(unseen, 1).values() for choice in turn["choices"])


def _turn(record: referee.Record, move: int, view: str | None) -> Told:
    turn = referee.review_turn(record, 1, move, view)
    assert isinstance(turn, dict)
    return turn


@pytest.mark.parametrize("game", DANGER)
def test_asking_changes_no_table_and_no_verdict(game: str) -> None:
    path = next(path for path in of_mahjong() if path.parent.name == game and path.stem.startswith("clean"))
    record = referee.parse(path.read_bytes())
    round_, start = set_up(record, record.rounds[0].number)
    assert isinstance(start.play, MahjongPlay)
    analysis = start.play.analysis(None)
    for number, move in enumerate(round_.moves, 1):
        analysis.before(number, move)
        assert start.play.move(number, move)
    start.play.finish()
    verdict, again = start.play.verdict(round_), referee.verify(record).rounds[0]
    assert (verdict.wins, verdict.kongs, verdict.ledger) == (again.wins, again.kongs, again.ledger)
