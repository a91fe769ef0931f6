"""Comparable programs that read and check records of games, and the work that each does for a move.

python-chess reads PGN and checks that every move is legal. pokerkit replays PHH, each action checked and applied to its state.
majiang-core is a full engine of riichi mahjong: fed with recorded replies it checks each against what the rules allow, and
settles every round. None of them writes down what was wrong and by which rule.
"""

from __future__ import annotations

import io
import json
import random
import shutil
import subprocess
import tempfile
import warnings
from importlib import metadata
from pathlib import Path

import chess.pgn
from pokerkit import Automation, HandHistory, NoLimitTexasHoldem

GAMES, PLIES = 12, 80
HANDS = 40
MAJIANG_CORE = "1.4.1"


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
    return json.loads(ran.stdout) if ran.returncode == 0 else "its engine did not replay its own record"


def version(package: str) -> str:
    """The version of an installed package."""
    return metadata.version(package)
