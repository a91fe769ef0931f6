"""The circumstances of the wins on a score sheet: what their flags name, as far as the rest of the sheet lets it be."""

from __future__ import annotations

from itertools import dropwhile
from typing import Final

from referee.core.record import Move
from referee.mahjong.hand.circumstances import AFTER_OWN_KONG, ANY, LEFT, WALL_EMPTY, excluding, in_order, told, with_left
from referee.mahjong.hand.tiles import UNSEEN
from referee.mahjong.mechanisms.ready_lock import ReadyLock
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.rules.settlement import Settlement
from referee.mahjong.sheet import checks
from referee.mahjong.sheet.kongs import SheetKongs
from referee.mahjong.sheet.tags import SheetTags
from referee.mahjong.table.kongs import Laying
from referee.mahjong.table.moves import SEATS
from referee.mahjong.table.table import DEALT, DRAWN, OWES, REPLACED

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
        state, table, rules = self.state, self.table, self.state.rules
        another = by == "discard" and bool(table.takers)
        of_discard = self.of_discard if another else set()
        known, found = self._known(seat, by), set[str]()
        if LEFT in known and excluding(known[LEFT], known) is not None:
            state.note(checks.exclude(by, LEFT), seat)
            del known[LEFT]
        so = {flag: self.game.moments_of(rules, flag) for flag in in_order(state.standing(seat))}
        for flag in in_order({*of_discard, *self._next(seat)}):
            other = self.game.excluding(rules, flag, so | known)
            if other is not None:
                state.note(checks.exclude(flag, other), seat)
                continue
            late = another and self.settled and flag in OF_DISCARD
            if flag not in of_discard and (late or self._impossible(flag, seat, by)):
                state.note(checks.impossible(flag), seat)
                continue
            found.add(flag)
            so[flag] = self.game.moments_of(rules, flag)
            for lock in state.hooks.mechanisms:
                if isinstance(lock, ReadyLock) and flag == lock.verb and seat not in lock.declared:
                    lock.declared.append(seat)
        self.of_discard = found.intersection(OF_DISCARD)
        self.settled = another and self.settled or UNSEEN not in self.tags.shown.get(seat, (UNSEEN,))
        self._set_table(seat, by, found)
        return frozenset(found)

    def without_win(self, seat: int) -> list[str]:
        """The circumstances that the sheet names for wins of this seat that there were not."""
        return [flag for flags in self.tags.flags[seat][self.told[seat] :] for flag in flags]

    def _next(self, seat: int) -> list[str]:
        """What the sheet names for the next win of this seat."""
        self.told[seat] += 1
        return next(iter(self.tags.flags.get(seat, [])[self.told[seat] - 1 :]), [])

    def _known(self, seat: int, by: str) -> dict[str, int]:
        """What the rest of the sheet says of a win, each with its moments; the tiles left in the wall are those at the last."""
        table, left, ruleset = self.table, self.tags.left, self.state.ruleset
        kong = self.kongs.last[seat] is not None
        known = told(by, seat == table.dealer, bool(table.melds[seat]), kong)
        if left is not None:
            last = with_left(left, ruleset.wall, ruleset.seats)
            known[LEFT] = last if self._is_last(by) else ANY if left == 0 else ANY & ~WALL_EMPTY
        return known

    def _is_last(self, by: str) -> bool:
        """Whether no later win stands on the sheet, others on the same tile apart."""
        later = self.state.header.moves[self.state.number :]
        others = later if by == "draw" else dropwhile(_wins, later)
        return not any(map(_wins, others))

    def _impossible(self, flag: str, seat: int, by: str) -> bool:
        """Whether what happened before on the sheet rules out a circumstance."""
        table = self.table
        if any(mechanism.rules_out(self.state, flag, by) for mechanism in self.state.hooks.mechanisms):
            return True
        if self._of_kong(flag):
            kong = self._kong(seat, by)
            return kong is None or kong in self.spent
        if flag == "tianhu":
            return bool(self.state.wins) or any(table.melds) or any(table.rivers)
        return flag == "dihu" and self._late(seat, by)

    def _kong(self, seat: int, by: str) -> Laying | None:
        """The kong that a win is after: the winner's or the discarder's last, or the one before the kong that is robbed."""
        return (
            self.kongs.last[seat] if by == "draw" else (self.kongs.before if by == "rob" else self.kongs.last)[self.table.offerer]
        )

    def _of_kong(self, flag: str) -> bool:
        """Whether a circumstance is one after a kong: the winner's own or, on a discard, the discarder's."""
        return flag == "gangshangpao" or not self.game.moments_of(self.state.rules, flag) & ~AFTER_OWN_KONG

    def _late(self, seat: int, by: str) -> bool:
        """Whether a win is on no first draw or, on a discard, on none that is the dealer's first."""
        table, state = self.table, self.state
        if by != "discard":
            return bool(table.rivers[seat]) or any(win.seat == SEATS[seat] and win.by == "draw" for win in state.wins)
        on_offer = 1 if table.also is None else 2
        claimed = any(meld.source is not None or meld.kind == "added" for melds in table.melds for meld in melds)
        before = claimed or len(state.wins) > len(table.takers) or len(table.rivers[table.dealer]) > on_offer
        return before or table.offerer != table.dealer

    def _set_table(self, seat: int, by: str, found: set[str]) -> None:
        """Set the table to the circumstances of a win."""
        table, after_kong = self.table, any(map(self._of_kong, found))
        for flag in found:
            if not self.game.moments_of(self.state.rules, flag) & ~WALL_EMPTY:
                self.last_tile, table.wall.left = flag, 0
        kong = self._kong(seat, by) if after_kong else None
        if by == "draw":
            self._set_draw(seat, "tianhu" in found, kong)
        elif by == "discard" and kong is not None:
            table.kong = kong
        elif table.kong is not None and kong is not None:
            table.kong.follows = kong
        if kong is not None:
            self.spent.add(kong)

    def _set_draw(self, seat: int, dealt: bool, kong: Laying | None) -> None:
        """Set the table to an own draw: of the tile that the sheet has just named, else of one that is not known."""
        table = self.table
        if table.phase != OWES or table.turn != seat or table.drawn is None:
            table.drawn, table.also = None if dealt else UNSEEN, None
        table.phase, table.turn, table.offer = OWES, seat, None
        table.how, table.kong = REPLACED if kong is not None else DEALT if dealt else DRAWN, kong


def _wins(move: Move) -> bool:
    return move.verb == "hu"
