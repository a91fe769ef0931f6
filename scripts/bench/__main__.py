"""Measures the way from text to verdict, stage by stage, beside comparable programs. Only the ratios are comparable.

Stages are measured in CPU time on one core; ``scripts.bench.bulk`` then judges many matches at once.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import partial

import referee
from referee.verdict import JSON
from scripts.bench import corpus, peers
from scripts.bench.bulk import MEBI, load
from scripts.bench.measure import best

BULK = 4_000


def main() -> None:
    """Print the figures of every peer, of every game, and of many matches at once."""
    print(f"engine: {'compiled by mypyc' if referee.COMPILED else 'plain Python'} {sys.version.split()[0]}; {load()}")
    chess_rate = _peers()
    for game in referee.games():
        _game(game.id, chess_rate)
    _sheets()
    print(f"memory of this process at most: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MEBI:.0f} MiB")
    sys.stdout.flush()
    subprocess.run([sys.executable, "-m", "scripts.bench.bulk", str(BULK), "1", "2"], check=True)


def _peers() -> float:
    """Print the figures of the peers; returns the plies per second of python-chess, the unit of the others."""
    peers.quiet_pokerkit()
    pgn, phh = peers.pgn(), peers.phh()
    plies, actions = peers.chess_plies(pgn), peers.phh_actions(phh)
    took = best({"chess": lambda: peers.chess_plies(pgn), "phh": lambda: peers.phh_actions(phh)})
    rate = plies / took["chess"]
    print(f"python-chess {peers.version('chess')}, PGN read: {rate:>12,.0f} plies/s")
    actions_rate = actions / took["phh"]
    print(f"pokerkit {peers.version('pokerkit')}, PHH replayed: {actions_rate:>8,.0f} actions/s   {_times(actions_rate, rate)}")
    found = peers.majiang()
    if isinstance(found, str):
        print(f"majiang-core: left out, {found}")
    else:
        moves = found["moves"] / found["seconds"]
        print(
            f"majiang-core {peers.MAJIANG_CORE}, replies replayed: {moves:>7,.0f} events/s   {_times(moves, rate)}"
            f", {found['rounds'] / found['seconds']:,.0f} rounds/s"
        )
    return rate


def _times(rate: float, chess_rate: float) -> str:
    return f"{rate / chess_rate:.2f} × python-chess"


def _game(game: str, chess_rate: float) -> None:
    """Print the cost of each stage for the records of a game, and of all stages together."""
    texts = corpus.clean(game)
    records = corpus.records(texts)
    verdicts = [referee.verify(record) for record in records]
    moves = corpus.moves(records)
    pgn = peers.pgn()
    plies = peers.chess_plies(pgn)
    stages: Mapping[str, Callable[[], object]] = {
        "chess": lambda: peers.chess_plies(pgn),
        "parse": lambda: corpus.records(texts),
        "replay and settle": lambda: [referee.verify(record) for record in records],
        "serialise": lambda: [json.dumps(verdict.as_dict(), ensure_ascii=False) for verdict in verdicts],
        "text → verdict": lambda: [referee.verify(record).as_dict() for record in corpus.records(texts)],
    }
    took = best(stages)
    for stage, seconds in took.items():
        if stage != "chess":
            ratio = (moves / seconds) / (plies / took["chess"])
            print(f"{game + ': ' + stage:<32} {moves / seconds:>12,.0f} moves/s   {ratio:>6.1f} × python-chess")


def _sheets() -> None:
    """Print how many score sheets a second go from text to verdict, by game and of all games together."""
    texts = {game.id: corpus.sheets(game.id) for game in referee.games()}
    rounds = {game: sum(len(record.rounds) for record in corpus.records(found)) for game, found in texts.items()}
    took = best({game: partial(_judge, found) for game, found in texts.items()})
    for game, found in texts.items():
        print(_sheet_line(game, len(found), rounds[game], took[game]))
    print(_sheet_line("all games", sum(map(len, texts.values())), sum(rounds.values()), sum(took.values())))


def _judge(texts: list[str]) -> list[dict[str, JSON]]:
    return [referee.verify(record).as_dict() for record in corpus.records(texts)]


def _sheet_line(game: str, matches: int, rounds: int, seconds: float) -> str:
    return f"{game + ': sheets → verdict':<32} {rounds / seconds:>12,.0f} rounds/s   {matches / seconds:>9,.0f} matches/s"


if __name__ == "__main__":
    main()
