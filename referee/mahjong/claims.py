"""Melds of a mahjong round: claims of the discard, and kongs from the hand (MJ-2.3 to MJ-2.6, MJ-3.1 to MJ-3.4)."""

from __future__ import annotations

from collections.abc import Callable

from referee.mahjong import checks
from referee.mahjong.checks import Trouble
from referee.mahjong.moves import SEATS, Act
from referee.mahjong.state import RoundState
from referee.mahjong.table import KONG, Laying, Table
from referee.mahjong.tiles import NAMES
from referee.verdict import Kong


class Claims(RoundState):
    """A round in which tiles are melded."""

    def _chi(self, act: Act) -> None:
        own = act.tiles or ()
        trouble = (
            checks.claim_turn(self.table, act.seat)
            or checks.claim_wall(self.table, gang=False)
        )  # fmt: skip
        if trouble and self._stopped(trouble, act.seat):
            return
        if not self.ruleset.chi:
            self.find(self.game.no_chi, act.seat)
        self._claim(act, "chi", own, checks.run_tiles(self.table, act, own))

    def _peng(self, act: Act) -> None:
        self._match(act, "peng", 2)

    def _gang(self, act: Act) -> None:
        self._match(act, "direct", 3)

    def _match(self, act: Act, kind: str, needed: int) -> None:
        """A peng or a direct kong of the tile on offer."""
        table = self.table
        trouble = checks.claim_turn(table, act.seat) or checks.claim_wall(table, gang=kind == "direct")
        if trouble and self._stopped(trouble, act.seat):
            return
        assert table.offer is not None
        if act.tiles is None:
            self._stopped(Trouble(checks.BAD_CLAIM_TILES, True, {"tile": NAMES[table.offer]}), act.seat)
            return
        own = act.tiles or (table.offer,) * needed
        self._claim(act, kind, own, checks.claim_tiles(table, act, own))

    def _claim(self, act: Act, kind: str, own: tuple[int, ...], wrong: Trouble | None) -> None:
        table, seat = self.table, act.seat
        if wrong and self._stopped(wrong, seat):
            return
        overtaken = checks.priority(table, seat, act.verb)
        if overtaken:
            self._stopped(overtaken, seat)
        self._reveal(seat, own)
        table.claim(seat, kind, own, self.number)
        if table.phase == KONG and table.kong:
            self.lay(table.kong)

    def _angang(self, act: Act) -> None:
        tiles = act.tiles or ()
        if self._own_kong_stopped(act.seat, checks.concealed_tiles, tiles):
            return
        self._reveal(act.seat, tiles)
        self.table.concealed(act.seat, tiles, self.number)
        self._laid()

    def _bugang(self, act: Act) -> None:
        tiles = act.tiles or ()
        if self._own_kong_stopped(act.seat, checks.added_tile, tiles):
            return
        self._reveal(act.seat, tiles)
        self.table.added(act.seat, tiles[0], self.number)
        self._laid()

    def _own_kong_stopped(
        self, seat: int, of_tiles: Callable[[Table, int, tuple[int, ...]], Trouble | None], tiles: tuple[int, ...]
    ) -> bool:
        troubles = checks.own_kong_turn(self.table, seat)
        stopped = [self._stopped(trouble, seat) for trouble in troubles]
        if any(stopped):
            return True
        wrong = of_tiles(self.table, seat, tiles)
        return wrong is not None and self._stopped(wrong, seat)

    def _laid(self) -> None:
        """A kong was laid: its fee is paid at once, unless it can be robbed first (MJ-3.4)."""
        kong = self.table.kong
        assert kong is not None
        if kong.kind in self.ruleset.robbed:
            self.unpaid = kong
            if self.table.wall_left <= self.watched:
                self._watch()
        else:
            self.lay(kong)

    def lay(self, kong: Laying) -> None:
        """The kong stands."""
        self.kongs.append(Kong(SEATS[kong.seat], kong.kind, NAMES[kong.tile], kong.move))
        payers = self.game.kong(self, kong)
        self.fees.append((kong, payers))
