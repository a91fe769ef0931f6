"""Comparable programs that read and check records of games, and the work that each does for a move.

python-chess reads PGN and checks that every move is legal. python-shogi reads CSA, and cshogi, which is C++, does too; each move
is then asked to be legal and played. sgfmill reads SGF, and its moves of go are played, which checks that the point is free and
captures. pokerkit replays PHH, each action checked and applied to its state. majiang-core is a full engine of riichi mahjong: fed
with recorded replies it checks each against what the rules allow, and settles every round. None of them writes down what was
wrong and by which rule.
"""

from __future__ import annotations

import importlib
import io
import json
import random
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

import chess.pgn
import shogi.CSA
from pokerkit import Automation, HandHistory, NoLimitTexasHoldem
from sgfmill import sgf, sgf_moves
from sgfmill.boards import Board as GoBoard

GAMES, PLIES = 12, 80
"""So many games of chess, shogi and go, and of each no more plies."""
GO = 19
HANDS = 40
CSHOGI = "1.1.0"
MAJIANG_CORE = "1.4.1"


class Peer(NamedTuple):
    """A program that reads and replays records: its name with its version, and the work, which gives the number of moves."""

    name: str
    work: Callable[[], int]


@contextmanager
def all_peers() -> Iterator[list[Peer]]:
    """The peers that run in this process. The first is the unit of the others."""
    quiet_pokerkit()
    chess_games, shogi_games, go_games, hands = pgn(), csa(), sgfs(), phh()
    found = [
        Peer(_named("chess", "python-chess"), lambda: chess_plies(chess_games)),
        Peer(_named("python-shogi"), lambda: shogi_plies(shogi_games)),
        Peer(_named("sgfmill"), lambda: go_plies(go_games)),
        Peer(_named("pokerkit"), lambda: phh_actions(hands)),
    ]
    with _cshogi() as compiled:
        if compiled is not None:
            found.append(Peer(f"cshogi {CSHOGI}", lambda: compiled_shogi_plies(compiled, shogi_games)))
        yield found


def _named(package: str, name: str = "") -> str:
    return f"{name or package} {metadata.version(package)}"


@contextmanager
def _cshogi() -> Iterator[Any]:
    """The module cshogi, installed for as long as it is measured, since it brings numpy; None where it is not to be had."""
    with tempfile.TemporaryDirectory() as folder:
        install = [sys.executable, "-m", "pip", "install", "-q", "--only-binary=:all:", f"--target={folder}", f"cshogi=={CSHOGI}"]
        if subprocess.run(install, capture_output=True, timeout=300, check=False).returncode:
            print("cshogi: left out, the registry has none for this Python")
            yield None
            return
        sys.path.append(folder)
        importlib.import_module("cshogi.CSA")
        yield importlib.import_module("cshogi")
        sys.path.remove(folder)


def pgn() -> str:
    """Random legal chess games in PGN, the same in every run."""
    dice = random.Random(1)
    games = []
    for _ in range(GAMES):
        board, game = chess.Board(), chess.pgn.Game()
        node: chess.pgn.GameNode = game
        while not board.is_game_over() and board.ply() < PLIES:
            move = dice.choice(list(board.legal_moves))
            node = node.add_variation(move)
            board.push(move)
        games.append(str(game))
    return "\n\n".join(games)


def chess_plies(text: str) -> int:
    """Read every game of a PGN text; returns the number of plies."""
    stream, plies = io.StringIO(text), 0
    while (game := chess.pgn.read_game(stream)) is not None:
        plies += game.end().ply()
    return plies


def csa() -> list[str]:
    """Random legal shogi games in CSA, the same in every run."""
    dice = random.Random(1)
    return [_shogi_game(dice) for _ in range(GAMES)]


def _shogi_game(dice: random.Random) -> str:
    board, lines = shogi.Board(), ["V2.2", "PI", "+"]
    while not board.is_game_over() and len(lines) < PLIES + 3:
        move = dice.choice(list(board.legal_moves))
        side = shogi.CSA.COLOR_SYMBOLS[board.turn]
        start = "00" if move.from_square is None else shogi.CSA.SQUARE_NAMES[move.from_square]
        board.push(move)
        piece = shogi.CSA.PIECE_SYMBOLS[board.piece_type_at(move.to_square)]
        lines.append(f"{side}{start}{shogi.CSA.SQUARE_NAMES[move.to_square]}{piece}")
    return "\n".join(lines) + "\n"


def shogi_plies(texts: list[str]) -> int:
    """Read and replay shogi games in CSA by python-shogi; returns the number of plies."""
    plies = 0
    for text in texts:
        (game,) = shogi.CSA.Parser.parse_str(text)
        board = shogi.Board(game["sfen"])
        for usi in game["moves"]:
            move = shogi.Move.from_usi(usi)
            if not board.is_legal(move):
                raise ValueError(f"{usi} is not legal")
            board.push(move)
        plies += len(game["moves"])
    return plies


def compiled_shogi_plies(compiled: Any, texts: list[str]) -> int:
    """Read and replay shogi games in CSA by cshogi; returns the number of plies."""
    plies = 0
    for text in texts:
        (game,) = compiled.CSA.Parser.parse_str(text)
        board = compiled.Board(game.sfen)
        for move in game.moves:
            if not board.is_legal(move):
                raise ValueError(f"{compiled.move_to_usi(move)} is not legal")
            board.push(move)
        plies += len(game.moves)
    return plies


def sgfs() -> list[bytes]:
    """Random games of go in SGF on free points, the same in every run."""
    dice = random.Random(1)
    return [_go_game(dice) for _ in range(GAMES)]


def _go_game(dice: random.Random) -> bytes:
    game, board = sgf.Sgf_game(GO), GoBoard(GO)
    for ply in range(PLIES):
        colour = "bw"[ply % 2]
        row, column = dice.choice([point for point in board.board_points if board.get(*point) is None])
        board.play(row, column, colour)
        game.extend_main_sequence().set_move(colour, (row, column))
    return bytes(game.serialise())


def go_plies(texts: list[bytes]) -> int:
    """Read and replay games of go in SGF; returns the number of plies."""
    plies = 0
    for text in texts:
        board, moves = sgf_moves.get_setup_and_moves(sgf.Sgf_game.from_bytes(text))
        for colour, (row, column) in moves:
            board.play(row, column, colour)
        plies += len(moves)
    return plies


def phh() -> list[str]:
    """Random hands of no-limit hold'em in PHH, the same in every run."""
    dice = random.Random(1)
    return [_hand(dice) for _ in range(HANDS)]


def _hand(dice: random.Random) -> str:
    automations = (
        Automation.ANTE_POSTING,
        Automation.BET_COLLECTION,
        Automation.BLIND_OR_STRADDLE_POSTING,
        Automation.CARD_BURNING,
        Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
        Automation.HAND_KILLING,
        Automation.CHIPS_PUSHING,
        Automation.CHIPS_PULLING,
    )
    game = NoLimitTexasHoldem(automations, True, 0, (1, 2), 2)
    state = game((200,) * 6, 6)
    deck = [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "shdc"]
    dice.shuffle(deck)
    while state.status:
        if state.can_deal_hole():
            state.deal_hole(deck.pop() + deck.pop())
        elif state.can_deal_board():
            state.deal_board("".join(deck.pop() for _ in range(3 if not state.board_cards else 1)))
        elif state.can_complete_bet_or_raise_to() and dice.random() < 0.1:
            state.complete_bet_or_raise_to()
        elif state.can_fold() and dice.random() < 0.2:
            state.fold()
        else:
            state.check_or_call()
    return HandHistory.from_game_state(game, state).dumps()


def phh_actions(texts: list[str]) -> int:
    """Replay every hand; returns the number of actions."""
    actions = 0
    for text in texts:
        history = HandHistory.loads(text)
        for _ in history:
            pass
        actions += len(history.actions)
    return actions


def quiet_pokerkit() -> None:
    """Silence the warning that pokerkit gives for every hand without burnt cards."""
    warnings.filterwarnings("ignore", module="pokerkit")


def majiang() -> dict[str, float] | str:
    """Rounds, moves and CPU seconds of a replay by majiang-core; or why it is not available here."""
    if not shutil.which("node") or not shutil.which("npm"):
        return "no Node here"
    with tempfile.TemporaryDirectory() as folder:
        install = ["npm", "install", "--silent", "--no-audit", "--no-fund", f"@kobalab/majiang-core@{MAJIANG_CORE}"]
        if subprocess.run(install, cwd=folder, capture_output=True, timeout=120, check=False).returncode:
            return "the npm registry does not give it"
        script = Path(__file__).with_name("majiang.js")
        ran = subprocess.run(["node", script, folder, "10", "5"], capture_output=True, timeout=300, check=False)
    return json.loads(ran.stdout) if ran.returncode == 0 else f"its run ended with: {ran.stderr.decode().strip()}"
