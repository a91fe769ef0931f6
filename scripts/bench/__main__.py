"""Measures the way from text to verdict, stage by stage, beside comparable programs. Only the ratios are comparable.

Stages and peers take turns in one run, in CPU time on one core; ``scripts.bench.bulk`` then judges many matches at once.
"""

from __future__ import annotations

import gc
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from functools import partial

import referee
from referee.core.verdict import JSON
from scripts.bench import corpus, peers
from scripts.bench.bulk import MEBI, load

BULK = 4_000
WHOLE = "text → verdict"
"""The stage that is the whole way."""
PASSES = 15


def main() -> None:
    """Print the figures of every peer, of every game, and of many matches at once."""
    print(f"engine: {'compiled by mypyc' if referee.COMPILED else 'plain Python'} {sys.version.split()[0]}; {load()}")
    games = [game.id for game in referee.games()]
    beside, rates = _rates(games)
    unit = beside[0]
    for name, rate in rates.items():
        print(f"{name:<48} {rate:>12,.0f} moves/s   {rate / rates[unit]:>6.2f} × {unit.rsplit(' ', 1)[0]}")
    print(f"{WHOLE + ', ×':<20}" + "".join(f"{name:>21}" for name in beside))
    for game in games:
        print(f"{game:<20}" + "".join(f"{rates[_named(game, WHOLE)] / rates[name]:>21.2f}" for name in beside))
    _sheets()
    print(f"memory of this process at most: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MEBI:.0f} MiB")
    sys.stdout.flush()
    subprocess.run([sys.executable, "-m", "scripts.bench.bulk", str(BULK), "1", "2"], check=True)


def _rates(games: list[str]) -> tuple[list[str], dict[str, float]]:
    """The names of the peers that are there, and the moves a second of each and of every stage of every game."""
    with peers.all_peers() as found:
        works: dict[str, Callable[[], object]] = {peer.name: peer.work for peer in found}
        moves = {peer.name: peer.work() for peer in found}
        for game in games:
            for stage, work in _stages(game).items():
                works[_named(game, stage)] = work
                moves[_named(game, stage)] = corpus.moves(corpus.records(corpus.clean(game)))
        took = best(works)
    rates = {name: moves[name] / took[name] for name in works}
    beside, others = [peer.name for peer in found], peers.majiang()
    if isinstance(others, str):
        print(f"majiang-core: left out, {others}")
        return beside, rates
    name = f"majiang-core {peers.MAJIANG_CORE}"
    return [*beside, name], {**rates, name: others["moves"] / others["seconds"]}


def _stages(game: str) -> dict[str, Callable[[], object]]:
    """The stages of the way from text to verdict on the clean records of a game, and all of them together."""
    texts = corpus.clean(game)
    records = corpus.records(texts)
    verdicts = [referee.verify(record) for record in records]
    return {
        "parse": lambda: corpus.records(texts),
        "replay and settle": lambda: [referee.verify(record) for record in records],
        "serialise": lambda: [json.dumps(verdict.as_dict(), ensure_ascii=False) for verdict in verdicts],
        WHOLE: lambda: _judge(texts),
    }


def _named(game: str, stage: str) -> str:
    return f"{game}: {stage}"


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


def best(works: Mapping[str, Callable[[], object]], passes: int = PASSES) -> dict[str, float]:
    """The CPU seconds of each work's fastest pass. The works take turns, so that a slow period affects all of them.

    What was made before is frozen: a pass does not pay for collecting it as garbage.
    """
    gc.collect()
    gc.freeze()
    found = dict.fromkeys(works, float("inf"))
    for _ in range(passes):
        for name, work in works.items():
            start = time.process_time()
            work()
            found[name] = min(found[name], time.process_time() - start)
    gc.unfreeze()
    return found
