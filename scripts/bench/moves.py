"""``python -m scripts.bench.moves``: what the engine takes for a move of a match that is refereed while it is played, by game.

That is taking the move, and trying what may come next: CPU time of this process. The match is a golden one, its rounds one after
the other.
"""

from __future__ import annotations

import argparse
import time
from typing import NamedTuple

import referee
from tests.golden import HOME

ROUNDS = 8


class Costs(NamedTuple):
    """What each move of a match took, in milliseconds: the move itself, and what may come next."""

    moves: list[float]
    offers: list[float]

    def row(self, game: str) -> str:
        """A row of the table."""
        number, whole = len(self.moves), sorted(map(sum, zip(self.moves, self.offers, strict=True)))
        mean, at = sum(self.moves) / number, (whole[number // 2], whole[number * 99 // 100], whole[-1])
        figures = (mean, sum(whole) / number, *at)
        return f"| {game} | {number} | " + " | ".join(f"{figure:.2f}" for figure in figures) + " |"


def costs(record: referee.Record, rounds: int) -> Costs:
    """Play so many rounds of a record, over and over where it has fewer."""
    match, found = referee.MatchReferee(record), Costs([], [])
    for number in range(rounds):
        round_ = record.rounds[number % len(record.rounds)]
        match.begin(round_._replace(number=number + 1))
        for move in round_.moves:
            before = time.process_time()
            match.move(move)
            taken = time.process_time()
            match.offers()
            found.moves.append(1000 * (taken - before))
            found.offers.append(1000 * (time.process_time() - taken))
        match.over(round_.scores, round_.places, round_.end)
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="of each match")
    options = parser.parse_args()
    print("| | moves | the move, mean ms | with what may come next | p50 | p99 | longest |\n|---|---|---|---|---|---|---|")
    for game in referee.games():
        record = referee.parse((HOME / game.id / "clean-01.ppn").read_bytes())
        assert isinstance(record, referee.Record)
        print(costs(record, options.rounds).row(game.id))


if __name__ == "__main__":
    main()
