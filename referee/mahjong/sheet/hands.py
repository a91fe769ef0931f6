"""The hands of a score sheet: unseen, until what was shown of them is laid open; every tile that comes to light is counted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.mahjong.hand.candidate import Meld
from referee.mahjong.hand.tiles import UNSEEN, count, keys_of, listed
from referee.mahjong.rules import shown_tiles
from referee.mahjong.rules.checks import deal_checks
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.rules.violation import Violation
from referee.mahjong.sheet import checks
from referee.mahjong.sheet.tags import SheetTags
from referee.mahjong.table.table import DRAWN, OWES


class ShownHands:
    """What was shown of each hand, and which of them lie open already."""

    __slots__ = ("melds", "misshapen", "opened", "robbed", "state", "table", "tags")

    def __init__(self, state: RoundState, tags: SheetTags) -> None:
        self.state, self.table, self.tags = state, state.table, tags
        self.melds = {seat: list(melds) for seat, melds in tags.melds.items()}
        """The melds of the tags that do not lie on the table yet."""
        self.opened = [False] * state.seats
        self.misshapen: set[int] = set()
        """Whose hand was shown with another number of tiles than it has."""
        self.robbed: list[tuple[int, int]] = []
        """Pengs with ghosts to which one more was added and robbed: whose, of which tile. They may be noted as they lie since."""
        for seat in range(state.seats):
            self.resize(seat)

    def count(self, tiles: Iterable[int], seat: int) -> None:
        """Count tiles that have come to light, and note the first copy that does not exist (MJ-1.2)."""
        deal = self.state.deal
        for tile in tiles:
            if tile == UNSEEN or not deal.one_more(tile):
                continue
            if tile == self.state.ruleset.ghost and self.read_as_robbed():
                deal.overflowed.discard(tile)
            else:
                self.state.note(deal_checks.one_too_many(deal, tile), seat)  # MJ-1.2

    def read_as_robbed(self, of: int | None = None) -> bool:
        """Read a peng (of this seat, if one is named) as it lies since a ghost that was added to it was robbed: before, it had a
        natural tile in place of one of its ghosts (LZG-2.6). False where no peng can be read so."""
        found = next((one for one in self.robbed if of in (None, one[0])), None)
        ghost = self.state.ruleset.ghost
        if found is None or ghost is None:
            return False
        self.robbed.remove(found)
        seat, tile = found
        melds = self.table.melds[seat]
        index, meld = next((index, meld) for index, meld in enumerate(melds) if meld.tile == tile)
        tiles = list(meld.tiles)
        tiles[tiles.index(ghost)] = tile
        melds[index] = Meld(meld.kind, tile, tuple(sorted(tiles)), meld.source, meld.move)
        self.state.deal.out_of_sight((ghost,))
        self.count((tile,), seat)
        return True

    def resize(self, seat: int) -> None:
        """Give a hand that does not lie open the unseen tiles that its melds leave."""
        if not self.opened[seat]:
            self.table.unseen[seat] = max(0, self.state.ruleset.hand - 3 * len(self.table.melds[seat]))
            self.table.keys[seat] = [0, 0, 0, 0]

    def has_room(self, seat: int) -> bool:
        """Whether a hand has room for one more meld."""
        return len(self.table.melds[seat]) < self.state.ruleset.sets

    def peng(self, seat: int, tile: int) -> Meld | None:
        """Take a peng out of what the tags name, to add a tile to it; None where they name none."""
        melds = self.melds.get(seat, [])
        found = next((meld for meld in melds if meld.kind == "peng" and meld.tile == tile), None)
        if found is not None:
            melds.remove(found)
        return found

    def lay_melds(self, seat: int) -> None:
        """Put the melds of the tags on the table."""
        written = self._without_kongs(seat, self.melds.pop(seat, []))
        laid, most = len(self.table.melds[seat]), self.state.ruleset.sets
        if len(written) + laid > most:
            checks.at_tag(self.state, checks.too_many_melds(len(written) + laid), seat)
        for meld in written[: most - laid]:
            self.count(meld.tiles, seat)
            self.table.melds[seat].append(meld)
        self.resize(seat)

    def _without_kongs(self, seat: int, written: list[Meld]) -> list[Meld]:
        """The melds of the tags without as many pengs as the hand has melds too many with them: those became kongs of which
        nobody told the tile, robbed or not."""
        laid, shown = self.table.melds[seat], self.tags.shown.get(seat)
        ruleset = self.state.ruleset
        melds = ruleset.sets if shown is None else (ruleset.hand + 1 - len(shown)) // 3
        kongs = sum(meld.kind in ("added", "peng") and meld.tile == UNSEEN for meld in laid)
        for _ in range(min(kongs, len(written) + len(laid) - melds)):
            peng = next((meld for meld in written if meld.kind == "peng"), None)
            if peng is not None:
                self.count(peng.tiles, seat)
                written.remove(peng)
        return written

    def size(self, seat: int) -> int:
        """How many concealed tiles a seat has beside its melds, before it wins."""
        return self.state.ruleset.hand - 3 * len(self.table.melds[seat])

    def wrong_size(self, seat: int) -> Violation:
        """The violation by showing another number of tiles."""
        return checks.wrong_size(self.size(seat), len(self.tags.shown[seat]))

    def lay(self, seat: int, tiles: Sequence[int]) -> None:
        """Lay concealed tiles open, unless they lie open already."""
        if self.opened[seat]:
            return
        table = self.table
        self.opened[seat] = True
        self.count(tiles, seat)
        table.keys[seat] = keys_of(tiles)
        table.unseen[seat] = sum(tile == UNSEEN for tile in tiles)
        table.waiting[seat] = -1

    def open_tiles(self, seat: int) -> list[int] | None:
        """The concealed tiles of a hand that lies open; None if none of them was seen."""
        seen = listed(self.table.keys[seat])
        return [*seen, *[UNSEEN] * self.table.unseen[seat]] if seen else None

    def spend(self, seat: int, tiles: Sequence[int]) -> None:
        """Take tiles out of a hand that lies open."""
        shown_tiles.leave_hand(self.state, seat, tiles)

    def blur(self, seat: int) -> None:
        """Treat a hand that lies open as unseen, because nobody knows which of its tiles will leave it."""
        table = self.table
        self.state.deal.out_of_sight(listed(table.keys[seat]))
        table.unseen[seat], table.keys[seat] = table.size(seat), [0, 0, 0, 0]

    def draw_for_kong(self, seat: int, tiles: Sequence[int], drawn: int | None) -> None:
        """Put the tile into an open hand with which it lays a kong of these own tiles: the one that the sheet has it draw, else
        the one that it lacks; where it lacks none, one that nobody saw."""
        if not self.opened[seat]:
            return
        table = self.table
        tile = drawn
        if tile is None:
            held = count(table.keys[seat], tiles[0]) if tiles[0] != UNSEEN else 0
            tile = tiles[0] if held < len(tiles) else UNSEEN
        self.count((tile,), seat)
        table.give(seat, tile)
        table.phase, table.turn, table.how, table.drawn, table.also = OWES, seat, DRAWN, tile, None

    def take_back(self, seat: int, tile: int) -> None:
        """Give three tiles of a concealed kong that was robbed back to the hand; they are shown with it again, if it is."""
        if seat in self.tags.shown:
            self.state.deal.out_of_sight([tile] * 3)
        self.resize(seat)

    def lay_all_open(self) -> None:
        """Lay open what was shown of the hands that have not won."""
        for seat in range(self.state.seats):
            self.lay_melds(seat)
            shown = self.tags.shown.get(seat)
            if self.opened[seat] or shown is None:
                continue
            if len(shown) - self.size(seat) in self._spare():
                self.lay(seat, shown)
            elif seat not in self.misshapen:
                self.misshapen.add(seat)
                self.state.note(self.wrong_size(seat), seat)

    def _spare(self) -> tuple[int, ...]:
        """By how many tiles a hand may be larger than before a draw: only where somebody left in the middle of a turn."""
        return (0, 1) if self.state.outcome == "abandoned" else (0,)

    def ghosts(self, seat: int) -> int:
        """The ghosts that a seat has shown, in hand and melds."""
        ghost = self.state.ruleset.ghost
        if ghost is None:
            return 0
        return count(self.table.keys[seat], ghost) + sum(meld.tiles.count(ghost) for meld in self.table.melds[seat])
