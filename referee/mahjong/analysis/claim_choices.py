"""Claims of the tile on offer (peng, chi) that would bring a seat nearer to winning."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.mahjong.analysis.discard_analysis import DiscardAnalysis, moved
from referee.mahjong.hand.candidate import Meld
from referee.mahjong.hand.tiles import HONOURS, RANK, SUIT, count
from referee.mahjong.rules import legality
from referee.mahjong.rules.checks import table_checks
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.moves import Act


class Claim(NamedTuple):
    """A claim that could be made, its own tiles, and the distance of the hand without and with it."""

    verb: str
    own: tuple[int, ...]
    before: int
    after: int


def nearer(discards: DiscardAnalysis, seat: int, before: int | None) -> list[Claim]:
    """The claims of the tile on offer that would bring this seat nearer to winning than ``before``."""
    round_, table = discards.round, discards.round.table
    if before is None or before < 1 or table.offer is None:
        return []
    found: list[Claim] = []
    for verb, own in _melds(round_, seat, table.offer):
        if not legality.may_claim(round_, seat, verb, own):
            continue
        rest = moved(table.keys[seat], out=own)
        meld = Meld(verb, min(table.offer, *own) if verb == "chi" else table.offer, tuple(sorted((*own, table.offer))))
        away = discards.distance(seat, rest, [*table.melds[seat], meld])
        if away is not None and max(0, away.steps) < before:
            found.append(Claim(verb, own, before, max(0, away.steps)))
    return found


def made_of(act: Act, claims: Sequence[Claim]) -> Claim | None:
    """The one of these claims that a move makes; None if it makes another."""
    alike = [claim for claim in claims if claim.verb == act.verb]
    return next((claim for claim in alike if not act.tiles or sorted(claim.own) == sorted(act.tiles)), None)


def _melds(round_: RoundState, seat: int, tile: int) -> list[tuple[str, tuple[int, ...]]]:
    """The melds of a tile, each with its own tiles."""
    table, keys = round_.table, round_.table.keys[seat]
    held, ghost = count(keys, tile), round_.ruleset.ghost
    ghosts = 0 if ghost is None else count(keys, ghost)
    found: list[tuple[str, tuple[int, ...]]] = []
    if held >= 2:
        found.append(("peng", (tile, tile)))
    elif held and ghosts and ghost is not None:
        found.append(("peng", (tile, ghost)))
    if round_.ruleset.chi and table_checks.previous(table, seat) and SUIT[tile] < HONOURS:
        for low in range(max(1, RANK[tile] - 2), min(7, RANK[tile]) + 1):
            own = tuple(kind for kind in range(tile - RANK[tile] + low, tile - RANK[tile] + low + 3) if kind != tile)
            if all(count(keys, kind) for kind in own):
                found.append(("chi", own))
    return found
