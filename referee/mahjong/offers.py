"""What might be written next at a mahjong table. Only guesses stand here: whether one is legal is asked of a replay with it."""

from __future__ import annotations

from collections.abc import Iterator

from referee.mahjong.moves import SEATS
from referee.mahjong.rounds import MahjongRound
from referee.mahjong.state import ENDED, HALTED
from referee.mahjong.table import CLAIMED, IN, KONG, OFFERED, OWES
from referee.mahjong.tiles import HONOURS, KINDS, NAMES, RANK, SUIT, UNSEEN, count


def candidates(round_: MahjongRound) -> Iterator[str]:
    """Tokens that may be legal now, those of the seat in turn first."""
    table = round_.table
    if round_.state == HALTED:
        return
    if round_.state != ENDED:
        if table.phase == OWES:
            yield from _own(round_, table.turn)
        else:
            seat = table.turn if table.phase == KONG else table.next
            yield from _draws(round_, seat)
            if table.wall_left == 1 and round_.game.sea_bottom:
                yield f"{SEATS[seat]}.guo"
    if table.offer is not None and table.phase in (OFFERED, KONG):
        for step in range(1, round_.seats):
            seat = (table.offerer + step) % round_.seats
            if table.states[seat] == IN:
                yield from _claims(round_, seat, table.offer)
    if round_.state != ENDED:
        for letter in SEATS[: round_.seats]:
            yield from (f"{letter}.{verb}" for verb in sorted(round_.game.moves))


def _own(round_: MahjongRound, seat: int) -> Iterator[str]:
    """What the seat in turn may do: win, lay a kong, discard."""
    table, letter = round_.table, SEATS[seat]
    kinds = [kind for kind in range(KINDS) if round_.ruleset.copies[kind] and table.has(seat, kind)]
    if table.how != CLAIMED:
        yield f"{letter}.hu"
        for kind in kinds:
            if table.has(seat, kind, 4):
                yield f"{letter}.angang:{NAMES[kind][0] * 4}{NAMES[kind][1]}"
            if table.peng_of(seat, kind) >= 0:
                yield f"{letter}.bugang:{NAMES[kind]}"
    yield from (f"{letter}-{NAMES[kind]}" for kind in kinds)


def _draws(round_: MahjongRound, seat: int) -> Iterator[str]:
    letter, expected = SEATS[seat], round_.table.expected()
    if expected is not None:
        yield f"{letter}+{NAMES[expected]}"
        return
    yield from (f"{letter}+{NAMES[kind]}" for kind in range(KINDS) if round_.deal.seen[kind] < round_.ruleset.copies[kind])
    yield f"{letter}+{NAMES[UNSEEN]}"


def _claims(round_: MahjongRound, seat: int, tile: int) -> Iterator[str]:
    """Winning on the tile on offer, or melding it; with a ghost where the hand has one and too few of the tile."""
    table, letter = round_.table, SEATS[seat]
    yield f"{letter}.hu"
    ghost = round_.ruleset.ghost
    held, unseen = count(table.keys[seat], tile), table.unseen[seat]
    for verb, needed in (("gang", 3), ("peng", 2)):
        if held + unseen >= needed:
            yield f"{letter}.{verb}"
        elif held and ghost is not None and held + count(table.keys[seat], ghost) >= needed:
            own = NAMES[tile][0] * held + NAMES[tile][1]
            yield f"{letter}.{verb}:{own}{NAMES[ghost][0] * (needed - held)}{NAMES[ghost][1]}"
    if round_.ruleset.chi and SUIT[tile] < HONOURS:
        for low in range(max(1, RANK[tile] - 2), min(7, RANK[tile]) + 1):
            own = "".join(str(rank) for rank in range(low, low + 3) if rank != RANK[tile])
            yield f"{letter}.chi:{own}{NAMES[tile][1]}"
