"""Moves per second of the whole road, text → verdict, beside python-chess reading PGN. Ratios are what counts.

Each figure is the best of several passes over the same text, on one core.
"""

from __future__ import annotations

import io
import random
import time
from collections.abc import Callable
from pathlib import Path
from statistics import mean

import chess
import chess.pgn

import referee
from referee.mahjong.game import MahjongGame
from referee.rulebook import Rules

GOLDEN = Path(__file__).parents[1] / "golden"
PASSES = 7
CHESS_GAMES = 40


def best(work: Callable[[], int]) -> float:
    """Units per second of the fastest pass."""
    rates = []
    for _ in range(PASSES):
        start = time.perf_counter()
        units = work()
        rates.append(units / (time.perf_counter() - start))
    return max(rates)


def pgn() -> str:
    """Random legal games, the same at every run."""
    dice = random.Random(1)
    games = []
    for _ in range(CHESS_GAMES):
        board, game = chess.Board(), chess.pgn.Game()
        node: chess.pgn.GameNode = game
        while not board.is_game_over() and board.ply() < 120:
            move = dice.choice(list(board.legal_moves))
            node = node.add_variation(move)
            board.push(move)
        games.append(str(game))
    return "\n\n".join(games)


def chess_plies(text: str) -> int:
    """Read every game of a PGN text: python-chess checks each move as it reads."""
    stream, plies = io.StringIO(text), 0
    while (game := chess.pgn.read_game(stream)) is not None:
        plies += game.end().ply()
    return plies


def moves_of(records: list[referee.Record]) -> int:
    """How many moves these records hold."""
    return sum(len(round_.moves) for record in records for round_ in record.rounds)


def has_ghosts(game: referee.Game) -> bool:
    """Whether tiles of this game stand for others."""
    rules = game.rulebook.rules("")
    return isinstance(game, MahjongGame) and isinstance(rules, Rules) and game.ruleset(rules).ghost is not None


def main() -> None:
    """Print the figures of every game over its clean golden records, each beside the peer, then what ghosts cost."""
    pgn_text = pgn()
    chess_rate = best(lambda: chess_plies(pgn_text))
    print(f"python-chess {chess.__version__}, PGN read: {chess_rate:>12,.0f} plies/s")
    costs: dict[bool, list[float]] = {}
    for game in referee.games():
        texts = [path.read_text(encoding="utf-8") for path in sorted((GOLDEN / game.id).glob("clean-*.ppn"))]
        records = [record for text in texts for record in referee.parse_file(text) if isinstance(record, referee.Record)]
        moves = moves_of(records)

        def read(texts: list[str] = texts, moves: int = moves) -> int:
            for text in texts:
                list(referee.parse_file(text))
            return moves

        def judge(records: list[referee.Record] = records, moves: int = moves) -> int:
            for record in records:
                referee.verify(record)
            return moves

        def road(texts: list[str] = texts, moves: int = moves) -> int:
            for text in texts:
                for record in referee.parse_file(text):
                    referee.verify(record).as_dict()
            return moves

        whole = best(road)
        costs.setdefault(has_ghosts(game), []).append(1 / whole)
        print(f"{game.id}: text → record        {best(read):>12,.0f} moves/s")
        print(f"{game.id}: record → verdict     {best(judge):>12,.0f} moves/s")
        print(f"{game.id}: text → verdict       {whole:>12,.0f} moves/s   {whole / chess_rate:.1f} × python-chess")
    print(f"a move with ghosts costs {mean(costs[True]) / mean(costs[False]):.1f} × a move of the other mahjong games")


if __name__ == "__main__":
    main()
