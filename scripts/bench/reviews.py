"""``python -m scripts.bench.reviews [PASSES]``: the CPU time of reviews of the clean golden records, by round and by turn.

The first pass is that of a process that looks at each round for the first time; the others find its suits looked up.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from functools import partial

import referee
from tests.golden import of_mahjong

Ask = Callable[[], object]


def rounds() -> Iterator[tuple[referee.Record, int]]:
    """Every round of the clean golden records."""
    for path in of_mahjong():
        record = referee.parse(path.read_bytes()) if path.stem.startswith("clean") else None
        if isinstance(record, referee.Record):
            yield from ((record, round_.number) for round_ in record.rounds)


def turns() -> Iterator[tuple[referee.Record, int, int]]:
    """Every turn in them at which a hand was one tile from ready."""
    for record, number in rounds():
        told = referee.review(record, number)["turns"]
        assert isinstance(told, list)
        for turn in told:
            if isinstance(turn, dict) and turn["distance"] == 1:
                yield record, number, int(str(turn["move"]))


def timed(asked: list[Ask]) -> list[float]:
    """The CPU milliseconds of each call, sorted."""
    found = []
    for ask in asked:
        begun = time.process_time()
        ask()
        found.append(1000 * (time.process_time() - begun))
    return sorted(found)


def line(name: str, took: list[float]) -> str:
    """A line with the distribution of these times."""
    at = {share: took[min(len(took) - 1, int(share * len(took)))] for share in (0.5, 0.95, 0.99)}
    spread = "  ".join(f"p{share * 100:.0f} {ms:5.1f}" for share, ms in at.items())
    return f"{name:28} n {len(took):5}  mean {sum(took) / len(took):5.1f}  {spread}  most {took[-1]:6.1f} ms"


def main(passes: int) -> None:
    """Print both."""
    whole: list[Ask] = [partial(referee.review, record, number) for record, number in rounds()]
    referee.review(*next(rounds()))
    print(line("rounds, first looked at", timed(whole)))
    print(line("rounds, again", sorted(took for _ in range(passes) for took in timed(whole))))
    single: list[Ask] = [partial(referee.review_turn, record, number, move) for record, number, move in turns()]
    print(line("turns looked into further", timed(single)))
    print(line("turns, again", sorted(took for _ in range(passes) for took in timed(single))))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
