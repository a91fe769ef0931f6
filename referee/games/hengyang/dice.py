"""Dice (打骰) instead of the plain replacement after a kong: one of the two tiles that they give is kept (HYM-2.5)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from referee.core.game.round_form import MoveTemplate
from referee.games.hengyang import checks
from referee.games.hengyang.rulebook import HYM
from referee.mahjong.hand.tiles import UNSEEN
from referee.mahjong.mechanisms.ready_lock import HandLock
from referee.mahjong.rules import legality, shown_tiles
from referee.mahjong.rules.checks import deal_checks
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.kongs import Laying
from referee.mahjong.table.moves import SEATS, Act
from referee.mahjong.table.table import KONG, OFFERED
from referee.mahjong.table.wall import alike, unnamed

ONLY_THESE: Final = HYM["HYM-2.5"].raises("hand-locked")


class Dice(Mechanism):
    """The kong for whose replacement dice were cast, and the sum of the dice."""

    __slots__ = ("kong", "locks", "number")

    follows_play = True

    def __init__(self, round_: RoundState, locks: HandLock) -> None:
        self.locks = locks
        self.kong: Laying | None = None
        self.number = 0
        round_.hooks.verbs["dice"] = self.cast

    def cast(self, round_: RoundState, act: Act) -> None:
        """Cast dice for the last kong, once: the stack of that number, from the end of the wall, gives the replacement."""
        table, seat = round_.table, act.seat
        violation = checks.casting(round_, act, self.kong)
        if violation is not None:
            round_.note(violation, seat)
        faces = checks.faces(act.text)
        if faces and table.phase == KONG and seat == table.turn and table.kong is not None and self.kong is not table.kong:
            self.kong, self.number = table.kong, sum(faces)

    def noted(self, round_: RoundState, act: Act) -> bool:
        """Dice on a score sheet say nothing: a win on a tile that they gave has its flag."""
        if act.verb == "dice" and not checks.faces(act.text):
            round_.note(legality.SAYS_NOTHING, act.seat)
        return act.verb == "dice"

    def replacement(self, round_: RoundState) -> list[int]:
        """The stack that the dice name for the last kong, as indices into the rest of the wall."""
        table = round_.table
        due = self.kong is not None and self.kong is table.kong and table.phase == KONG
        return table.wall.stack(self.number) if due else []

    def takes_replacement(self, round_: RoundState, seat: int, tiles: tuple[int, ...]) -> bool:
        """The tiles of that stack, compared with those in the wall as a set (MJ-1.4); not where dice were cast for another kong,
        or for a stack that the wall has not any more."""
        table = round_.table
        if self.kong is None or seat != table.turn:
            return False
        stack, self.kong = self.replacement(round_), None
        if not stack:
            return False
        there = table.wall.tiles_at(stack)
        if there is None:
            shown_tiles.came_out(round_, tiles, seat)
        else:
            if not alike(there, tiles) or len(tiles) != len(stack):
                round_.note(deal_checks.other_tiles(there, tiles), seat)  # MJ-1.4
            if UNSEEN in tiles:
                round_.deal.out_of_sight(unnamed(there, tiles))
        table.pick(seat, stack, tiles)
        self.locks.lock(round_, seat, ONLY_THESE)
        round_.hooks.await_move(self)
        return True

    def play_moves_on(self, round_: RoundState, act: Act) -> None:
        """Unlock the hand once the last of the tiles that the dice gave is discarded."""
        table, seat = round_.table, round_.table.offerer
        if table.phase == OFFERED and self.locks.locks[seat] is ONLY_THESE:
            self.locks.release(round_, seat)
            round_.hooks.waiting.remove(self)

    def templates(self, round_: RoundState) -> Iterable[MoveTemplate]:
        """A template of casting two dice, for the seat that has just laid a kong."""
        table = round_.table
        if table.phase == KONG and self.kong is None and not round_.progress:
            faces = dict.fromkeys("123456", 2)
            usual = table.hidden(table.turn) or round_.ready(table.turn)
            yield MoveTemplate(f"{SEATS[table.turn]}.dice:", faces, 2, 2, usual)
