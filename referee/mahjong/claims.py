"""Melds of a mahjong round: claims of the discard, and kongs from the hand (MJ-2.3 to MJ-2.6, MJ-3.1 to MJ-3.4)."""

from __future__ import annotations

from referee.mahjong.hand.fans import Meld
from referee.mahjong.hand.tiles import NAMES, UNSEEN
from referee.mahjong.mechanisms import ready_lock
from referee.mahjong.rules import checks
from referee.mahjong.rules.checks import Violation
from referee.mahjong.state import RoundState
from referee.mahjong.table.moves import CLAIMS, DRAW, GANG, PENG, SEATS, Act
from referee.mahjong.table.table import KONG, Laying
from referee.verdict import Kong


class Claims(RoundState):
    """A round in which tiles are melded."""

    __slots__ = ()

    def _chi(self, act: Act) -> None:
        own = act.tiles or ()
        violation = self.unclaimable(act.seat, gang=False)
        if violation and self._stopped(violation, act.seat):
            return
        if not self.ruleset.chi:
            self.find(self.game.no_chi, act.seat)
        elif not checks.previous(self.table, act.seat):
            self.find(self.game.chi_from_previous, act.seat, player=self.table.offerer)
        self._claim(act, "chi", own, checks.run_tiles(self.table, act, own))

    def _peng(self, act: Act) -> None:
        self._match(act, "peng", 2)

    def _gang(self, act: Act) -> None:
        self._match(act, "direct", 3)

    def _match(self, act: Act, kind: str, needed: int) -> None:
        """A peng or a direct kong of the tile on offer."""
        table = self.table
        violation = self.unclaimable(act.seat, gang=kind == "direct")
        if violation and self._stopped(violation, act.seat):
            return
        assert table.offer is not None
        if act.tiles is None:
            self._stopped(Violation(checks.BAD_CLAIM_TILES, True, {"tile": NAMES[table.offer]}), act.seat)
            return
        own = act.tiles or (table.offer,) * needed
        self._claim(act, kind, own, checks.claim_tiles(table, act, own))

    def unclaimable(self, seat: int, gang: bool) -> Violation | None:
        """What keeps the tile on offer from being melded, whatever the tiles."""
        violation = checks.claim_turn(self.table, seat)
        if violation is None and checks.ghost_on_offer(self.table):
            return Violation(self.game.ghost_claimed, True)
        return violation or checks.claim_wall(self.table, gang)

    def passes_over(self, act: Act) -> bool:
        """Whether the play goes on by this move past what others could win on: a draw or a claim that may be made now. What is
        done out of turn, or cannot be done, is nobody else's pass."""
        table, seat = self.table, act.seat
        if act.kind == DRAW:
            return checks.draw(table, seat) is None
        if act.kind not in (CLAIMS if self.ruleset.chi else (PENG, GANG)) or table.offer is None:
            return False
        own = act.tiles or (table.offer,) * (3 if act.kind == GANG else 2)
        return self.unclaimable(seat, gang=act.kind == GANG) is None and table.has_all(seat, own)

    def _claim(self, act: Act, kind: str, own: tuple[int, ...], wrong: Violation | None) -> None:
        table, seat = self.table, act.seat
        if wrong and self._stopped(wrong, seat):
            return
        overtaken = checks.priority(table, seat, act.verb, own)
        if overtaken:
            self._stopped(overtaken, seat)
        if self.locked[seat]:
            self._locked_claim(seat, kind, own)
        if self.ruleset.missed_wins == "turn":
            self.missed[seat] = 0
        if self.ruleset.added_at_once and kind == "peng" and table.offer is not None and table.has(seat, table.offer, 3):
            self.kept.add((seat, table.offer))
        self._reveal(seat, own)
        table.claim(seat, kind, own, self.number)
        if table.phase == KONG and table.kong:
            self.lay(table.kong)

    def _locked_claim(self, seat: int, kind: str, own: tuple[int, ...]) -> None:
        """A locked hand claims: nothing but a kong that leaves its waits as they are."""
        breaks = self.locked[seat]
        if kind == "direct" and self.table.offer is not None:
            meld = Meld(kind, self.table.offer, (*own, self.table.offer))
            breaks = ready_lock.kong(self, seat, own, meld, None)
        if breaks:
            self.find(breaks, seat)

    def _angang(self, act: Act) -> None:
        table, seat, tiles = self.table, act.seat, act.tiles or ()
        violation = checks.own_kong_turn(table, seat)
        if violation and self._stopped(violation, seat):
            return
        wrong = checks.concealed_tiles(table, seat, tiles)
        if wrong and self._stopped(wrong, seat):
            return
        if self.locked[seat]:
            self._locked_kong(seat, tiles, Meld("concealed", min(tiles), tuple(tiles)))
        self._reveal(seat, tiles)
        table.concealed(seat, tiles, self.number)
        self._laid()

    def _bugang(self, act: Act) -> None:
        table, seat, tiles = self.table, act.seat, act.tiles or ()
        violation = checks.own_kong_turn(table, seat)
        at_once = self.ruleset.added_at_once and (violation is None or violation.raises is checks.GANG_AFTER_CLAIM)
        if violation and not at_once and self._stopped(violation, seat):  # KWX-2.5: late says more than after a claim
            return
        wrong = checks.added_tile(table, seat, tiles, act.stands)
        if wrong and self._stopped(wrong, seat):
            return
        tile = tiles[0] if act.stands is None else act.stands
        if at_once and UNSEEN not in (tile, table.drawn) and tile != table.drawn:
            self.find(self.game.kept_at_peng if (seat, tile) in self.kept else self.game.kept_back, seat, tile=NAMES[tile])
        if self.locked[seat]:
            self._locked_kong(seat, tiles, Meld("added", tile, (*[tile] * 3, *tiles)))
        self._reveal(seat, tiles)
        table.added(seat, tile, tiles[0], self.number)
        self._laid()

    def _locked_kong(self, seat: int, own: tuple[int, ...], meld: Meld) -> None:
        """A locked hand lays a kong of its own."""
        if self.table.has_drawn(seat):
            two = self.table.also is not None
            breaks = self.locked[seat] if two else ready_lock.kong(self, seat, own, meld, self.table.drawn)
            if breaks:
                self.find(breaks, seat)

    def _laid(self) -> None:
        """A kong was laid: its fee is paid at once, unless it can be robbed first (MJ-3.4)."""
        kong = self.table.kong
        assert kong is not None
        if kong.kind in self.ruleset.robbed:
            self.unpaid = kong
            self._watch()
        else:
            self.lay(kong)

    def lay(self, kong: Laying) -> None:
        """The kong stands."""
        self.kongs.append(Kong(SEATS[kong.seat], kong.kind, NAMES[kong.tile], kong.move, kong.multiplier))
        payers = self.game.kong(self, kong)
        self.fees.append((kong, payers))
