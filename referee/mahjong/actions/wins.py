"""Carries out wins: notes their violations, records those that stand, and pays them (MJ-3.3, MJ-3.4, MJ-4.2)."""

from __future__ import annotations

from referee.core.verdict import FanEntry, Win
from referee.mahjong.hand.fans import WinValue
from referee.mahjong.hand.tiles import NAMES, UNSEEN, listed, without
from referee.mahjong.rules import legality, shown_tiles
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.rules.settlement import Settlement
from referee.mahjong.rules.violation import Violation
from referee.mahjong.table import winning
from referee.mahjong.table.moves import SEATS, Act
from referee.mahjong.table.table import OWES
from referee.rulebook import FindingTemplate


def win(state: RoundState, game: Settlement, act: Act) -> None:
    """Carry out a win on the discard, the own draw, or the tile of a kong."""
    seat, none = act.seat, False
    for violation in legality.any_win_violations(state, seat):
        if stops(state, violation, seat):
            return
        none = none or state.carries_out(violation)
    by = legality.way_of_winning(state)
    win_value = None if none else state.best(seat, by)
    if none:
        _carry_out_false(state, seat, by)
    elif win_value is None:
        _unseen(state, game, seat, by)
    elif isinstance(win_value, FindingTemplate):
        if not stops(state, legality.false_win_violation(state, by, win_value), seat):
            _carry_out_false(state, seat, by)
    else:
        _held(state, game, act, by, win_value)


def stops(state: RoundState, violation: Violation, seat: int) -> bool:
    """Note a violation by a win; True if nothing comes of it: the round halts there, or the table has false wins paid for and the
    round goes on, or ends, without this one (TBL-15)."""
    refused = violation.halts and violation.false_win and state.hooks.refused_win and not state.is_unrefereed(violation.raises)
    if not refused:
        return state.note(violation, seat)
    state.note(violation._replace(halts=False), seat)
    for mechanism in state.hooks.refused_win:
        mechanism.refused_win(state, seat)
    return True


def _held(state: RoundState, game: Settlement, act: Act, by: str, win_value: WinValue) -> None:
    """Carry out a win with a winning hand; its violations are noted, and it stands (MJ-5.1), unless they make it a false one."""
    seat, candidate, none = act.seat, win_value.reading.candidate, False
    for violation in legality.win_violations(state, seat, by, win_value):
        state.note(violation, seat)
        none = none or state.carries_out(violation)
    if none:
        _carry_out_false(state, seat, by)
        return
    wrong = legality.claimed_value_violation(act.value, win_value, state.rules)
    if wrong:
        state.note(wrong, seat)
    state.won_with.setdefault(seat, []).append(candidate)
    stands(state, game, seat, by, candidate.tile, win_value.value, win_value.fans)


def _unseen(state: RoundState, game: Settlement, seat: int, by: str) -> None:
    """Carry out a win with unseen tiles: the seen ones may refute it, its value stays unknown."""
    refuted = legality.unseen_win_violation(state, seat, by)
    if refuted:
        if not stops(state, refuted, seat):
            _carry_out_false(state, seat, by)
        return
    state.determined = False
    stands(state, game, seat, by, winning.winning_tiles(state.table, by)[0], None)


def stands(
    state: RoundState, game: Settlement, seat: int, by: str, tile: int | None, value: int | None, fans: tuple[FanEntry, ...] = ()
) -> None:
    """Record a win that stands, and pay it."""
    won, brought = _laid_down(state, seat, by, tile, value, fans)
    state.wins.append(won)
    state.won_on.append(brought)
    game.won(state, won, seat)
    if state.hooks.win_paid and value is not None:
        shares = game.shares(state, won, seat)
        for mechanism in state.hooks.win_paid:
            mechanism.win_paid(state, won, seat, shares)
    _goes_out(state, seat)


def _carry_out_false(state: RoundState, seat: int, by: str) -> None:
    """Carry out a win that was none: the player goes out as if it were one, and the mechanisms say what it costs."""
    takes = by != "rob" or winning.robbable(state.table)
    won, _ = _laid_down(state, seat, by, winning.winning_tiles(state.table, by)[0], 0, (), takes)
    for mechanism in state.hooks.false_win:
        mechanism.false_win(state, won, seat)
    _goes_out(state, seat, takes)


def _laid_down(
    state: RoundState,
    seat: int,
    by: str,
    tile: int | None,
    value: int | None,
    fans: tuple[FanEntry, ...],
    takes: bool = True,
) -> tuple[Win, int]:
    """A win as it is declared, and the move that brought its tile, if it ``takes`` one; the mechanisms are told of it."""
    table = state.table
    source = None if by == "draw" else SEATS[table.offerer]
    won = Win(SEATS[seat], source, by, None if tile is None else NAMES[tile], state.number, value, fans)
    for mechanism in state.hooks.won:
        mechanism.won(state, won, seat)
    if by == "draw" or not takes:
        return won, state.number
    brought = table.rivers[table.offerer][-1][1]
    state.marks[table.offerer, brought] = "won" if by == "discard" else "robbed"
    return won, brought


def _goes_out(state: RoundState, seat: int, takes: bool = True) -> None:
    """Take a winner out of the play, and end the round with the last win. Where no tile was there to be won on, the turn does not
    change."""
    table, ruleset = state.table, state.ruleset
    if takes:
        apart = _lies_apart(state, seat) if ruleset.winners_stay else None
        if apart is not None and table.drawn is not None:
            table.take_drawn(seat, table.drawn)
        elif apart is not None:
            shown_tiles.leave_hand(state, seat, (apart,))
        table.won(seat, apart)
    else:
        table.retire(seat)
    if not ruleset.winners_stay and (not ruleset.blood or table.victors >= ruleset.winners):
        state.end("win")


def _lies_apart(state: RoundState, seat: int) -> int | None:
    """The tile of the hand that a winner who stays in lays apart; None if the tile is another's.

    It is the tile drawn; of the dealt hand the one without which the hand may win the dearest, of such tiles the first.
    """
    table = state.table
    if table.phase != OWES or table.drawn is not None or table.hidden(seat):
        return None if table.phase != OWES else UNSEEN if table.drawn is None else table.drawn
    game, rules, melds, flags = state.game, state.rules, table.melds[seat], state.standing(seat)

    def left(kind: int) -> int:
        keys = without(table.keys[seat], (kind,))
        return max([value.rank for _, value in game.completions(rules, keys, melds, "discard", flags)], default=0)

    return max(dict.fromkeys(listed(table.keys[seat])), key=left)
