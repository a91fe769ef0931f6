"""Candidates for the next move at a mahjong table. They are only guesses; whether one is legal is decided by replaying it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.core.game.round_form import MoveTemplate, RoundForm, payments, rulings
from referee.mahjong.hand.tiles import HONOURS, KINDS, NAMES, RANK, SUIT, UNSEEN, text
from referee.mahjong.rules.round_state import ENDED, HALTED, RoundState
from referee.mahjong.table import melding
from referee.mahjong.table.moves import SEATS
from referee.mahjong.table.ruleset import Ruleset
from referee.mahjong.table.table import IN, KONG, LEFT, OFFERED, OWES


def round_form(ruleset: Ruleset, dice: int, breaks: Sequence[str]) -> RoundForm:
    """The form of a round: thirteen tiles for everybody, one more for the dealer, the rest as the wall (MJ-1.3), and which dice
    break it where."""
    tiles = {NAMES[kind]: copies for kind, copies in enumerate(ruleset.copies) if copies}
    return RoundForm("Dealer", tiles, ruleset.hand, 1, ruleset.wall, dice, breaks)


# -- tokens --------------------------------------------------------------------------------------------------------------


def candidates(round_: RoundState) -> Iterator[str]:
    """Tokens of moves that may come next, those of the seat in turn first."""
    table = round_.table
    if round_.progress == HALTED:
        return
    going_on = round_.progress != ENDED
    if going_on:
        if table.phase == OWES:
            yield from _own(round_, table.turn)
        else:
            yield from _draws(round_, _drawer(round_))
    if table.offer is not None and table.phase in (OFFERED, KONG):
        for step in range(1, round_.seats):
            seat = (table.offerer + step) % round_.seats
            if table.states[seat] == IN:
                yield from _claims(round_, seat, table.offer)
    if going_on:
        yield from (f"{letter}.hu" for letter in SEATS[: round_.seats])
    for mechanism in round_.hooks.mechanisms:
        yield from mechanism.tokens(round_)
    if round_.game.may_leave and going_on:
        yield from (f"{SEATS[seat]}.tao" for seat in range(round_.seats) if table.states[seat] != LEFT)


def routine(round_: RoundState) -> str:
    """The draw that is due, of the tile that the wall has or else of one that nobody saw; empty where no single draw is due."""
    stack = _stack(round_)
    if round_.progress or round_.table.phase == OWES or len(stack) == 2:
        return ""
    expected = _expected(round_, stack)
    return f"{SEATS[_drawer(round_)]}+{NAMES[UNSEEN if expected is None else expected]}"


def _drawer(round_: RoundState) -> int:
    table = round_.table
    return table.turn if table.phase == KONG else table.next


def _own(round_: RoundState, seat: int) -> Iterator[str]:
    """The moves of the seat in turn: winning, laying a kong, discarding."""
    table, letter = round_.table, SEATS[seat]
    kinds = [kind for kind in range(KINDS) if round_.ruleset.copies[kind] and table.has(seat, kind)]
    yield f"{letter}.hu"
    for kind in kinds:
        yield from (f"{letter}.angang:{four}" for four in _alike_in_hand(round_, seat, kind, 4).values())
        if melding.peng_of(table, seat, kind) >= 0:
            yield f"{letter}.bugang:{NAMES[kind]}"
    ghost = round_.ruleset.ghost
    if ghost is not None and table.has(seat, ghost):
        yield from (f"{letter}.bugang:{NAMES[ghost]}={NAMES[meld.tile]}" for meld in table.melds[seat] if meld.kind == "peng")
    if table.owed == 2 and table.drawn is not None and table.also is not None:
        yield f"{letter}-{text([table.drawn, table.also])}"
        return
    yield from (f"{letter}-{NAMES[kind]}" for kind in kinds)
    if table.unseen[seat]:
        yield f"{letter}-{NAMES[UNSEEN]}"


def _alike_in_hand(round_: RoundState, seat: int, kind: int, needed: int) -> dict[int, str]:
    """Groups of this many tiles of one kind in the hand, by the number of ghosts among them."""
    table, ghost, found = round_.table, round_.ruleset.ghost, {}
    if kind != ghost and table.has(seat, kind, needed):
        found[0] = text([kind] * needed)
    if ghost is not None and kind != ghost:
        for ghosts in range(1, needed):
            if table.has_all(seat, (kind,) * (needed - ghosts) + (ghost,) * ghosts):
                found[ghosts] = text([kind] * (needed - ghosts) + [ghost] * ghosts)
    return found


def _draws(round_: RoundState, seat: int) -> Iterator[str]:
    """Tokens of the next draw: of the next tile, or after dice of the stack that they name; the last tile may also be
    declined."""
    table, letter = round_.table, SEATS[seat]
    stack = _stack(round_)
    if len(stack) != 2:
        expected = _expected(round_, stack)
        if expected is not None:
            yield f"{letter}+{NAMES[expected]}"
        else:
            yield from (f"{letter}+{tile}" for tile in round_.deal.unshown())
            yield f"{letter}+{NAMES[UNSEEN]}"
    elif (named := table.wall.tiles_at(stack)) is not None:
        yield f"{letter}+{text(named)}"
    for mechanism in round_.hooks.mechanisms:
        yield from mechanism.tokens_for_draw(round_, seat)


def _expected(round_: RoundState, stack: list[int]) -> int | None:
    """The tile that is drawn next, where the wall is known: its next one, or after dice the one that they name."""
    if not stack:
        return round_.table.expected()
    named = round_.table.wall.tiles_at(stack)
    return named[0] if named else None


def _stack(round_: RoundState) -> list[int]:
    """The indices in the wall of the tiles that dice gave; empty if none were thrown for this kong."""
    return next((stack for mechanism in round_.hooks.replacement if (stack := mechanism.replacement(round_))), [])


def _claims(round_: RoundState, seat: int, tile: int) -> Iterator[str]:
    """Claims of the tile on offer: winning on it, or melding it with tiles that the hand may hold."""
    return (f"{SEATS[seat]}.{verb}{own}" for verb, own in _calls(round_, seat, tile))


def _calls(round_: RoundState, seat: int, tile: int) -> Iterator[tuple[str, str]]:
    """Claims of the tile on offer as pairs: the verb, and the own tiles as written after it."""
    yield "hu", ""
    for verb, needed in (("gang", 3), ("peng", 2)):
        own = _alike_in_hand(round_, seat, tile, needed)
        yield from ((verb, f":{tiles}" if ghosts else "") for ghosts, tiles in own.items())
    if SUIT[tile] < HONOURS:
        yield from (("chi", f":{run}") for run in _runs(round_, seat, tile))


def _runs(round_: RoundState, seat: int, tile: int) -> Iterator[str]:
    """Pairs of own tiles that make a run with another tile."""
    for low in range(max(1, RANK[tile] - 2), min(7, RANK[tile]) + 1):
        own = tuple(tile + rank - RANK[tile] for rank in range(low, low + 3) if rank != RANK[tile])
        if round_.table.has_all(seat, own):
            yield text(own)


# -- templates -----------------------------------------------------------------------------------------------------------


def templates(round_: RoundState) -> Iterator[MoveTemplate]:
    """Templates of moves that need pieces to be chosen: birds, tiles that dice gave, moves of one game only, tiles out of
    turn."""
    for mechanism in round_.hooks.mechanisms:
        yield from mechanism.templates(round_)
    if not round_.progress:
        yield from _unusual_templates(round_)
    yield from payments(SEATS[: round_.seats])
    yield from rulings(SEATS[: round_.seats], (*round_.hooks.rulings, *round_.game.rulebook.rulings))


def _unusual_templates(round_: RoundState) -> Iterator[MoveTemplate]:
    """Templates of unusual moves: two tiles that dice gave, intents, and draws or discards out of turn."""
    table = round_.table
    if len(_stack(round_)) == 2:
        yield MoveTemplate(f"{SEATS[table.turn]}+", round_.deal.unshown(), 2, 2, table.wall.tiles is None)
    if table.offer is not None and table.phase in (OFFERED, KONG):
        yield from _intent_templates(round_)
    for seat in table.playing():
        acts = seat == (table.turn if table.phase == OWES else _drawer(round_))
        if table.wall.left and (table.phase == OWES or not acts or table.wall.tiles is not None):
            yield MoveTemplate(f"{SEATS[seat]}+", {**round_.deal.unshown(), NAMES[UNSEEN]: table.wall.left}, usual=False)
        if table.phase != OWES or not acts or table.owed == 2:
            pieces = {NAMES[kind]: number for kind, number in table.may_hold(seat).items()}
            yield MoveTemplate(f"{SEATS[seat]}-", pieces, 1, table.owed if acts else 1, usual=False)


def _intent_templates(round_: RoundState) -> Iterator[MoveTemplate]:
    """Templates of intents called before it is settled who acts, and of passes, which need not be written (MJ-3.2)."""
    calls, tile = ("hu", "gang", "peng", "chi") if round_.ruleset.chi else ("hu", "gang", "peng"), round_.table.offer
    assert tile is not None
    for seat in round_.others(round_.table.offerer):
        named = [f"{verb}{own}" for verb, own in _calls(round_, seat, tile) if verb in calls]
        yield MoveTemplate(f"{SEATS[seat]}?", dict.fromkeys([*calls, *named], 1), usual=False)
        yield MoveTemplate(f"{SEATS[seat]}.", {"guo": 1}, usual=False)
