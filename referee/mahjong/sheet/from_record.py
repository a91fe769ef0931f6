"""Makes the score sheet of a mahjong round that was recorded move by move: what came of it, with the moves left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from referee.core.game.sheets import SHEET
from referee.core.record import DISCARD, DRAW, Move, Round
from referee.core.verdict import Kong, Win
from referee.mahjong.hand.candidate import Meld
from referee.mahjong.hand.tiles import NAMES, UNSEEN, count, listed, size, text
from referee.mahjong.mechanisms.ready_lock import ReadyLock
from referee.mahjong.payment_options import feeders_pay
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.rules.settlement import Settlement
from referee.mahjong.sheet.tags import NEXT_WIN, NONE, NOT_READY, PIG
from referee.mahjong.table.moves import SEATS
from referee.mahjong.table.table import IN
from referee.notation.ppn.tags import ROUND_TAGS, ordered

CLAIMED = ("chi", "peng")
KONGS = ("gang", "angang", "bugang")
LEFT_OUT = (*CLAIMED, "guo")


def sheet_of(game: Settlement, state: RoundState, round_: Round) -> Round:
    """The sheet of a round; ``state`` is that after all of its moves."""
    tags = {name: value for name, value in round_.tags.items() if name != "Kind"}
    tags |= {name: value for name, value in _tags(game, state, round_) if value}
    return round_._replace(
        moves=tuple(_moves(state, round_.moves)),
        wall=None,
        hands={},
        comments={},
        tags=ordered({**tags, "Kind": SHEET}, ROUND_TAGS),
        position=None,
    )


def _moves(state: RoundState, made: Sequence[Move]) -> Iterator[Move]:
    """The moves that a sheet has: wins and kongs, each with what brought its tile, and what the players declared."""
    won = {win.move: win for win in state.wins}
    fed = feeders_pay(state.rules)
    winners: set[str] = set()
    brought: Move | None = None
    written = False
    for number, move in enumerate(made, 1):
        if move.sign in (DRAW, DISCARD):
            brought, written = move, False
            continue
        if fed and move.verb == "peng" and brought is not None and _grows(move, brought, made[number:]):
            yield from (move,) if written else (brought, move)
            written = True
        if move.sign != "." or move.verb in LEFT_OUT:
            continue
        win = won.get(number)
        needs = move.verb == "gang" or win is not None and win.by in ("discard", "draw")
        needs = needs or move.seat in winners and move.verb in KONGS and brought is not None and _stays(brought, move)
        if needs and brought is not None and not written and (win is None or _brings(brought, win)):
            yield brought
            written = True
        yield move
        winners |= {win.seat} if win is not None else set()
        if move.verb in KONGS:
            brought, written = None, False


def _brings(move: Move, win: Win) -> bool:
    """Whether a win is on the tile of this draw or discard."""
    return move.sign == DRAW and move.seat == win.seat if win.source is None else move.sign == DISCARD


def _grows(peng: Move, discard: Move, later: Sequence[Move]) -> bool:
    """Whether a tile is added to a peng of this discard later: who fed it may pay for the kong (TBL-7)."""
    return any(move.verb == "bugang" and move.seat == peng.seat and move.parts[-1] == discard.parts[-1] for move in later)


def _stays(drawn: Move, kong: Move) -> bool:
    """Whether a hand that lies open keeps the tile that it drew before it laid a kong out of the hand."""
    return drawn.sign == DRAW and drawn.seat == kong.seat and drawn.parts[-1] not in kong.parts


def _tags(game: Settlement, state: RoundState, round_: Round) -> Iterator[tuple[str, str]]:
    """The tags of the sheet, empty where there is nothing to say."""
    table, wins = state.table, {win.seat: win for win in state.wins}
    known = game.flags_of(state.rules)
    declared = {lock.verb for lock in state.hooks.mechanisms if isinstance(lock, ReadyLock)}
    for seat, letter in enumerate(SEATS[: state.seats]):
        won, stays = state.won_with.get(seat, ()), state.ruleset.winners_stay
        if won:
            said = declared | state.standing(seat)
            yield f"Flags.{letter}", _flags([[flag for flag in known if flag in each.flags - said] for each in won])
            concealed = listed(won[0].keys)
            if won[0].tile is not None:
                concealed.remove(won[0].tile)
            yield f"Shown.{letter}", text(concealed)
        elif letter not in wins and (size(table.keys[seat]) + table.unseen[seat]) % 3 != 0:
            seen = [*listed(table.keys[seat]), *[UNSEEN] * table.unseen[seat]]
            yield f"Shown.{letter}", text(seen) if set(seen) != {UNSEEN} else ""
        yield f"Melds.{letter}", " ".join(_melds(state, seat, round_.moves))
        yield f"Kongs.{letter}", _times([kong for kong in state.kongs if kong.seat == letter], _laid(round_.moves, letter))
        if table.states[seat] == IN and (stays or letter not in wins) and game.asks_ready(state, seat):
            yield f"Ready.{letter}", _ready(game, state, seat)
        yield f"Ghosts.{letter}", _ghosts(state, seat)
    yield "Left", _left(state)


def _flags(of_wins: Sequence[Sequence[str]]) -> str:
    """The circumstances of the wins of a seat, up to the last win that has any."""
    written = [" ".join(flags) or NONE for flags in of_wins]
    while written and written[-1] == NONE:
        written.pop()
    return f" {NEXT_WIN} ".join(written)


def _melds(state: RoundState, seat: int, moves: Sequence[Move]) -> Iterator[str]:
    """The melds that no move of the sheet names, and the pengs to which one adds a tile: those with ghosts, and all where winners
    stay in, since they may have won before."""
    ghost, stays = state.ruleset.ghost, state.ruleset.winners_stay
    for meld in state.table.melds[seat]:
        last = moves[meld.move - 1] if meld.move else None
        added = [move for move in moves[: meld.move] if last is not None and last.verb == "bugang" and _adds(move, meld, seat)]
        if meld.kind in CLAIMED and not added:
            yield f"{meld.kind}:{text(meld.tiles)}"
        elif added and feeders_pay(state.rules):
            continue
        elif added and stays:
            yield f"peng:{text([meld.tile] * 3)}"
        elif added and ghost is not None:
            peng = _before(meld, added, ghost)
            if ghost in peng:
                yield f"peng:{text(peng)}"


def _adds(move: Move, meld: Meld, seat: int) -> bool:
    """Whether a move adds to the peng of which this meld was made."""
    return move.verb == "bugang" and move.seat == SEATS[seat] and move.parts[-1] == NAMES[meld.tile]


def _before(meld: Meld, added: Sequence[Move], ghost: int) -> list[int]:
    """The tiles of a peng before these moves added to it: but for the last they were robbed, of a natural tile (MJ-3.4)."""
    tiles, stands = list(meld.tiles), meld.kind == "added"
    for move in reversed(added):
        tiles += [] if stands else [meld.tile]
        tiles.remove(ghost if len(move.parts) > 1 else meld.tile)
        stands = False
    return tiles


def _laid(moves: Sequence[Move], letter: str) -> list[int]:
    """The moves by which a seat laid kongs."""
    return [number for number, move in enumerate(moves, 1) if move.seat == letter and move.sign == "." and move.verb in KONGS]


def _times(kongs: Sequence[Kong], laid: Sequence[int]) -> str:
    """How many times each kong of a seat was paid; empty where all were paid once."""
    times: Mapping[int, int] = {kong.move: kong.multiplier for kong in kongs}
    found = [times.get(move, 1) for move in laid]
    return " ".join(map(str, found)) if any(time != 1 for time in found) else ""


def _ready(game: Settlement, state: RoundState, seat: int) -> str:
    """What the hand is worth by the ready check."""
    if state.table.hidden(seat):
        return ""
    if PIG in game.unready(state.rules) and state.pig(seat):
        return PIG
    return str(state.dearest(seat, state.standing(seat)) or NOT_READY)


def _ghosts(state: RoundState, seat: int) -> str:
    """How many ghosts a seat has discarded and held, where it has discarded any."""
    ghost, table = state.ruleset.ghost, state.table
    if ghost is None:
        return ""
    discarded = sum(tile == ghost for tile, _ in table.rivers[seat])
    melded = sum(meld.tiles.count(ghost) for meld in table.melds[seat])
    return str(discarded + melded + count(table.keys[seat], ghost)) if discarded else ""


def _left(state: RoundState) -> str:
    """How many tiles were left at the win, where the wall was used up by then or by the birds."""
    return str(len(state.table.birds)) if state.outcome == "win" and not state.table.wall.left else ""
