"""Birds: the tiles that are turned after a win, and name whom it counts double for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.mahjong.hand.tiles import UNSEEN, text
from referee.mahjong.state import ENDED
from referee.mahjong.table.moves import Act

if TYPE_CHECKING:
    from referee.mahjong.round import MahjongRound
    from referee.mahjong.state import RoundState


def due(round_: RoundState) -> int:
    """How many birds are still to be turned: as many as the rules say or the wall has left, none before the win."""
    won = round_.state == ENDED and round_.outcome == "win"
    return min(round_.ruleset.birds, round_.table.wall_left) if won and round_.birds is None else 0


def turn(round_: MahjongRound, act: Act) -> None:
    """The dealer turns the birds from the front of the wall; others than lie there, or another number, are found. What was turned
    counts as played (MJ-6.1), but no more tiles than there were."""
    table, tiles, number = round_.table, act.tiles or (), due(round_)
    if round_.state != ENDED:
        round_.find(round_.game.wrong_birds, act.seat, expected=0, actual=len(tiles), tiles=text(tiles), reason="count")
        return
    if act.seat != table.dealer:
        round_.find(round_.game.birds_by_dealer, act.seat, player=table.dealer)
    front = table.front(number)
    if len(tiles) != number:
        round_.find(round_.game.wrong_birds, act.seat, expected=number, actual=len(tiles), tiles=text(tiles), reason="count")
    elif not alike(front, tiles):
        round_.find(round_.game.wrong_birds, act.seat, expected=text(front), actual=text(tiles), tiles=text(tiles), reason="wall")
    elif table.wall is None:
        round_.reveal_from_wall(tiles, act.seat)
    round_.birds = list(tiles[: table.wall_left])
    table.offer = None
    table.turn_over(tiles, number)


def missing(round_: RoundState) -> None:
    """The record ends: birds that were due and not turned leave the payment undetermined."""
    if due(round_):
        round_.find(round_.game.birds_missing, None, expected=due(round_))
        round_.determined = False


def alike(wall: list[int], tiles: tuple[int, ...]) -> bool:
    """Whether these may be the tiles of the wall, compared as a set (MJ-1.4); an unseen one may be any."""
    rest = unnamed(wall, tiles)
    unseen = sum(kind == UNSEEN for kind in tiles) + sum(kind == UNSEEN for kind in wall)
    return len(rest) <= unseen


def unnamed(wall: list[int], tiles: tuple[int, ...]) -> list[int]:
    """The known tiles of the wall that are not among these."""
    rest = [kind for kind in wall if kind != UNSEEN]
    for kind in tiles:
        if kind in rest:
            rest.remove(kind)
    return rest
