"""The circumstances of the wins on a score sheet: what their flags name, as far as the rest of the sheet lets it be."""

from __future__ import annotations

from typing import Final

from referee.mahjong.hand.tiles import UNSEEN
from referee.mahjong.mechanisms.locks.ready_lock import ReadyLock
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.rules.settlement import Settlement
from referee.mahjong.sheet import checks
from referee.mahjong.sheet.kongs import SheetKongs
from referee.mahjong.sheet.tags import SheetTags
from referee.mahjong.table.kongs import Laying
from referee.mahjong.table.moves import SEATS
from referee.mahjong.table.table import DEALT, DRAWN, OWES, REPLACED

LAST_TILES: Final = ("haidi", "haidipao")
OF_KONG: Final = ("gangshanghua", "gangshangpao")
OF_DISCARD: Final = ("gangshangpao", "haidipao", "dihu")
"""What is so of a discard, whoever wins on it."""


class Circumstances:
    """The circumstances of wins, one after another. ``last_tile``: by which of them the wall was used up, empty while it is
    not. ``told``: how many wins each seat has had."""

    __slots__ = ("game", "kongs", "last_tile", "of_discard", "settled", "spent", "state", "table", "tags", "told")

    def __init__(self, game: Settlement, state: RoundState, tags: SheetTags, kongs: SheetKongs) -> None:
        self.game, self.state, self.table, self.tags, self.kongs = game, state, state.table, tags, kongs
        self.last_tile = ""
        self.told = [0] * state.seats
        self.spent: set[Laying] = set()
        """The kongs whose replacement, or the discard after it, was won on."""
        self.of_discard: set[str] = set()
        """Those of the discard on offer, by who has won on it …"""
        self.settled = False
        """… and whether one of these wins was valued by them: its hand was shown."""

    def of_win(self, seat: int, by: str) -> frozenset[str]:
        """The circumstances of a win, and the table set to them; one that cannot be is noted and left out."""
        state, table, ways = self.state, self.table, self.game.flags_by(self.state.rules)
        another = by == "discard" and bool(table.takers)
        found = set(self.of_discard) if another else set()
        for flag in self._next(seat):
            told = another and flag in OF_DISCARD and flag in found
            contradicts = another and self.settled and flag in OF_DISCARD and not told
            if by not in ways[flag] or contradicts or not told and self._impossible(flag, seat, by):
                state.note(checks.impossible(flag), seat)
                continue
            found.add(flag)
            for lock in state.mechanisms:
                if isinstance(lock, ReadyLock) and flag == lock.verb and seat not in lock.declared:
                    lock.declared.append(seat)
        self.of_discard = found.intersection(OF_DISCARD)
        self.settled = another and self.settled or UNSEEN not in self.tags.shown.get(seat, (UNSEEN,))
        for flag in found.intersection(LAST_TILES):
            self.last_tile, table.wall.left = flag, 0
        if by == "draw":
            self._set_draw(seat, found)
        elif by == "discard" and "gangshangpao" in found:
            table.kong = self.kongs.last[table.offerer]
        if table.kong is not None and found.intersection(OF_KONG):
            self.spent.add(table.kong)
        return frozenset(found)

    def without_win(self, seat: int) -> list[str]:
        """The circumstances that the sheet names for wins of this seat that there were not."""
        return [flag for flags in self.tags.flags[seat][self.told[seat] :] for flag in flags]

    def _next(self, seat: int) -> list[str]:
        """What the sheet names for the next win of this seat."""
        self.told[seat] += 1
        return next(iter(self.tags.flags.get(seat, [])[self.told[seat] - 1 :]), [])

    def _impossible(self, flag: str, seat: int, by: str) -> bool:
        """Whether the rest of the sheet rules out a circumstance."""
        table, kongs = self.table, self.kongs
        if any(mechanism.rules_out(flag, by) for mechanism in self.state.mechanisms):
            return True
        if flag in OF_KONG:
            kong = kongs.last[seat if by == "draw" else table.offerer]
            return kong is None or kong in self.spent
        if flag == "tianhu":
            return seat != table.dealer or bool(self.state.wins) or any(table.melds) or any(table.rivers)
        if flag == "dihu":
            return seat == table.dealer or bool(table.melds[seat]) or self._late(seat, by)
        return flag in LAST_TILES and bool(self.tags.left)

    def _late(self, seat: int, by: str) -> bool:
        """Whether a win is on no first draw or, on a discard, on none that is the dealer's first."""
        table, state = self.table, self.state
        if by != "discard":
            return bool(table.rivers[seat]) or any(win.seat == SEATS[seat] and win.by == "draw" for win in state.wins)
        on_offer = 1 if table.also is None else 2
        claimed = any(meld.source is not None or meld.kind == "added" for melds in table.melds for meld in melds)
        before = claimed or len(state.wins) > len(table.takers) or len(table.rivers[table.dealer]) > on_offer
        return before or table.offerer != table.dealer

    def _set_draw(self, seat: int, flags: set[str]) -> None:
        """Set the table to an own draw: of the tile that the sheet has just named, else of one that is not known."""
        table = self.table
        if table.phase != OWES or table.turn != seat or table.drawn is None:
            table.drawn, table.also = None if "tianhu" in flags else UNSEEN, None
        table.phase, table.turn, table.offer = OWES, seat, None
        table.how, table.kong = DEALT if "tianhu" in flags else DRAWN, None
        if "gangshanghua" in flags:
            table.how, table.kong = REPLACED, self.kongs.last[seat]
