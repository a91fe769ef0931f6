"""Carries out wins: notes their violations, records those that stand, and pays them (MJ-3.3, MJ-3.4, MJ-4.2)."""

from __future__ import annotations

from referee.mahjong.hand.fans import WinValue
from referee.mahjong.hand.tiles import NAMES
from referee.mahjong.rules import legality
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.rules.settlement import Settlement
from referee.mahjong.table import winning
from referee.mahjong.table.moves import SEATS, Act
from referee.rulebook import FindingTemplate
from referee.verdict import Win


def win(state: RoundState, game: Settlement, act: Act) -> None:
    """Carry out a win on the discard, the own draw, or the tile of a kong."""
    seat = act.seat
    for violation in legality.any_win_violations(state, seat):
        if state.note(violation, seat):
            return
    by = legality.way_of_winning(state)
    win_value = state.best(seat, by)
    if win_value is None:
        _unseen(state, game, seat, by)
    elif isinstance(win_value, FindingTemplate):
        state.note(legality.false_win_violation(state, by, win_value), seat)
    else:
        _held(state, game, act, by, win_value)


def _held(state: RoundState, game: Settlement, act: Act, by: str, win_value: WinValue) -> None:
    """Carry out a win with a winning hand; its violations are noted, and it stands (MJ-5.1)."""
    seat, candidate = act.seat, win_value.reading.candidate
    for violation in legality.win_violations(state, seat, by, win_value):
        state.note(violation, seat)
    wrong = legality.claimed_value_violation(act.value, win_value)
    if wrong:
        state.note(wrong, seat)
    state.won_with[seat] = candidate
    _stands(state, game, seat, by, candidate.tile, win_value)


def _unseen(state: RoundState, game: Settlement, seat: int, by: str) -> None:
    """Carry out a win with unseen tiles: the seen ones may refute it, its value stays unknown."""
    refuted = legality.unseen_win_violation(state, seat, by)
    if refuted:
        state.note(refuted, seat)
        return
    state.determined = False
    _stands(state, game, seat, by, winning.winning_tiles(state.table, by)[0], None)


def _stands(state: RoundState, game: Settlement, seat: int, by: str, tile: int | None, win_value: WinValue | None) -> None:
    """Record a win that stands, and pay it."""
    table, ruleset = state.table, state.ruleset
    value, fans = (None, ()) if win_value is None else (win_value.value, win_value.fans)
    source = None if by == "draw" else SEATS[table.offerer]
    won = Win(SEATS[seat], source, by, None if tile is None else NAMES[tile], state.number, value, fans)
    for mechanism in state.on_win:
        mechanism.won(won, seat)
    state.wins.append(won)
    brought = state.number
    if by != "draw":
        brought = table.rivers[table.offerer][-1][1]
        state.marks[table.offerer, brought] = "won" if by == "discard" else "robbed"
    state.won_on.append(brought)
    game.won(state, won, seat)
    table.won(seat)
    if not ruleset.winners_stay and (not ruleset.blood or table.victors >= ruleset.winners):
        state.end("win")
