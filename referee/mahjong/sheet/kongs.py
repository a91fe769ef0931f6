"""The melds and kongs of a score sheet: each laid as it was noted, whoever's turn it was, its fee paid as often as noted."""

from __future__ import annotations

from typing import Final

from referee.mahjong.actions import melds
from referee.mahjong.hand.candidate import Meld
from referee.mahjong.hand.tiles import UNSEEN
from referee.mahjong.rules import legality
from referee.mahjong.rules.checks import table_checks
from referee.mahjong.rules.mechanism import Mechanism
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.rules.settlement import Settlement
from referee.mahjong.rules.violation import Violation
from referee.mahjong.sheet import checks
from referee.mahjong.sheet.hands import ShownHands
from referee.mahjong.sheet.tags import SheetTags
from referee.mahjong.table import melding
from referee.mahjong.table.kongs import Laying
from referee.mahjong.table.moves import GANG, SEATS, Act
from referee.mahjong.table.table import OWES

PENG: Final = 3
"""How many tiles a peng has."""


class NotedFees(Mechanism):
    """How many times the fee of each kong is paid, by its move."""

    __slots__ = ("times",)

    def __init__(self) -> None:
        self.times: dict[int, int] = {}

    def multiplies(self, round_: RoundState, kong: Laying) -> int:
        """As the sheet has it; once where it says nothing."""
        return self.times.get(kong.move, 1)


class SheetKongs:
    """Lays melds and kongs. ``last``: the last kong of each seat, unless it was robbed; ``before``: the one before it."""

    __slots__ = ("before", "fees", "game", "hands", "laid", "last", "state", "table", "tags", "times")

    def __init__(self, game: Settlement, state: RoundState, tags: SheetTags, hands: ShownHands) -> None:
        self.game, self.state, self.table, self.tags, self.hands = game, state, state.table, tags, hands
        self.last: list[Laying | None] = [None] * state.seats
        self.before = self.last.copy()
        self.fees = NotedFees()
        state.hooks.multiplies = (self.fees,) if state.hooks.multiplies else ()
        self.times = 0
        """How many times the fee of the last kong was paid; 0 where there was none."""
        self.laid = [0] * state.seats
        """How many kongs each seat has laid."""

    def claim(self, act: Act) -> None:
        """Meld the discard on offer."""
        table, game, seat, own = self.table, self.game, act.seat, act.tiles
        if not own and own is not None and table.offer is not None and act.verb != "chi":
            own = (table.offer,) * (3 if act.kind == GANG else 2)
        violation = checks.claim(game, table, seat, act.verb, own) or self._no_room(seat)
        if violation is not None or table.offer is None:
            self._note(violation or legality.SAYS_NOTHING, seat)
            return
        if act.verb == "chi" and not table_checks.previous(table, seat):
            self._note(checks.not_previous(game, table), seat)
        kind = legality.MELDS[act.verb]
        for violation in checks.objections_to_claim(self.state, seat, kind, own or ()):
            self._note(violation, seat)
        self._leave(seat, own or ())
        self.hands.count((table.offer,), seat)
        if kind != "direct" and self.hands.opened[seat]:
            self.hands.spend(seat, (UNSEEN,))
        table.kong = None
        melding.claim(table, seat, kind, own or (), self.state.number)
        self.hands.resize(seat)
        if kind == "direct" and table.kong is not None:
            self._pay_times(seat, kind)
            self.last[seat] = table.kong
            self.state.kong_stands(table.kong, game.kong(self.state, table.kong))

    def concealed(self, act: Act) -> None:
        """Lay a concealed kong; of one that nobody saw the tile is not known."""
        seat, tiles = act.seat, act.tiles or ()
        tiles = (UNSEEN,) * 4 if tiles == (UNSEEN,) else tiles
        self._draw(seat, tiles)
        violation = table_checks.concealed_tiles(self.table, seat, tiles) or self._no_room(seat)
        if violation is not None:
            self._refuse(violation, seat)
            return
        self._object(seat, tiles, Meld("concealed", min(tiles), tiles))
        self._leave(seat, tiles)
        self.table.kong = None
        self._pay_times(seat, "concealed")
        melding.concealed(self.table, seat, tiles, self.state.number)
        self._lay(seat)

    def added(self, act: Act) -> None:
        """Add a tile to a peng: one that the sheet names, else one of three such tiles."""
        table, seat, tiles = self.table, act.seat, act.tiles or ()
        if len(tiles) == 1:
            self._lay_peng(act, tiles[0] if act.stands is None else act.stands)
            self._draw(seat, tiles)
        violation = table_checks.added_tile(table, seat, tiles, act.stands)
        if violation is not None:
            self._refuse(violation, seat)
            return
        tile = tiles[0] if act.stands is None else act.stands
        self._object(seat, tiles, Meld("added", tile, (*[tile] * 3, *tiles)))
        self._leave(seat, tiles)
        table.kong = None
        self._pay_times(seat, "added")
        melding.added(table, seat, tile, tiles[0], self.state.number)
        self._lay(seat)

    def robbed(self, kong: Laying) -> None:
        """Forget a kong that was robbed."""
        self.last[kong.seat], self.times = None, 0
        if kong.kind == "concealed" and kong.tile != UNSEEN:
            self.hands.take_back(kong.seat, kong.tile)

    def none_left(self) -> None:
        """Note fees of kongs that there were not."""
        for seat, noted in self.tags.times.items():
            if len(noted) > self.laid[seat]:
                checks.at_tag(self.state, checks.times(noted[self.laid[seat]]), seat)

    def _draw(self, seat: int, tiles: tuple[int, ...]) -> None:
        """Put the tile that was drawn before a kong into a hand that lies open."""
        table = self.table
        drawn = table.drawn if table.phase == OWES and table.turn == seat else None
        if tiles:
            self.hands.draw_for_kong(seat, tiles, drawn)

    def _refuse(self, violation: Violation, seat: int) -> None:
        """Note why a kong of own tiles is not carried out, and take the tile drawn out of an open hand again."""
        self._note(violation, seat)
        table = self.table
        if self.hands.opened[seat] and table.turn == seat and table.drawn is not None:
            table.take_drawn(seat, table.drawn)
            table.drawn = None

    def _object(self, seat: int, own: tuple[int, ...], meld: Meld) -> None:
        """Note what a locked hand or a declared suit has against a kong of own tiles."""
        for violation in checks.objections_to_kong(self.state, seat, own, meld):
            self._note(violation, seat)

    def _leave(self, seat: int, tiles: tuple[int, ...]) -> None:
        """Take own tiles out of a hand that lies open; of others they come to light."""
        if self.hands.opened[seat]:
            self.hands.spend(seat, tiles)
        else:
            self.hands.count(tiles, seat)

    def _lay_peng(self, act: Act, tile: int) -> None:
        """Put the peng on the table to which a tile is added, unless it lies there; where a hand lies open that won without it,
        there is none."""
        table, hands, seat = self.table, self.hands, act.seat
        ghost = self.state.ruleset.ghost
        laid = melding.peng_of(table, seat, tile)
        if tile == ghost or laid < 0 and not hands.has_room(seat):
            return
        if laid < 0 and hands.opened[seat] and table.unseen[seat] < PENG:
            return
        peng = table.melds[seat][laid] if laid >= 0 else hands.peng(seat, tile) or Meld("peng", tile, (tile,) * 3)
        if act.stands is not None and ghost in peng.tiles and self._robbed_next(seat):
            hands.robbed.append((seat, tile))
        if laid < 0:
            table.melds[seat].append(peng)
            table.veiled[seat] = table.veiled[seat] or tile == UNSEEN
            self._leave(seat, peng.tiles)

    def _robbed_next(self, seat: int) -> bool:
        """Whether the sheet has another seat win right after this move."""
        following = self.state.header.moves[self.state.number :]
        return bool(following) and following[0].verb == "hu" and following[0].seat != SEATS[seat]

    def _no_room(self, seat: int) -> Violation | None:
        """The violation by one meld more than a hand has."""
        return None if self.hands.has_room(seat) else checks.too_many_melds(len(self.table.melds[seat]) + 1)

    def _lay(self, seat: int) -> None:
        """Pay the kong that was just laid out of the hand, unless it can still be robbed."""
        self.hands.resize(seat)
        self.before[seat], self.last[seat] = self.last[seat], self.table.kong
        melds.laid(self.state, self.game)

    def _pay_times(self, seat: int, kind: str) -> None:
        """Note how many times the fee of this kong is paid, if it can be."""
        noted = self.tags.times.get(seat, [])
        times = noted[self.laid[seat]] if self.laid[seat] < len(noted) else 1
        self.laid[seat] += 1
        factors = [mechanism.factors(self.state, kind, self.times) for mechanism in self.state.hooks.factors]
        allowed = set[int]().union(*factors) or {1}
        if times not in allowed:
            self._note(checks.times(times), seat)
        else:
            self.fees.times[self.state.number] = times
        self.times = self.fees.times.get(self.state.number, 1)

    def _note(self, violation: Violation, seat: int) -> None:
        self.state.note(violation._replace(halts=False), seat)
