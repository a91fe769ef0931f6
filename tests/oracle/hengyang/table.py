"""The table of 衡陽麻將, and its settlement: carries out legal moves one by one and keeps the points."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.oracle.hengyang.scoring import KONG_FEES, Hand, best, bird_seat, is_ready, may_declare, meld_tiles, payment
from tests.oracle.mahjong import end_of_wall, next_dealer, payments, table_rules
from tests.oracle.mahjong.deals import kinds_of
from tests.oracle.mahjong.table import SEATS, Table, tiles_of

Won = tuple[int, list[str]]
"""The 番 and the names of a win."""


@dataclass
class HengyangTable(Table):
    """Phases besides those of every game: ``cast`` (two tiles are to be taken by dice), ``over``.

    A seat acts after ``diced`` with two tiles taken by dice, after ``sea`` with the sea bottom.
    """

    dealer: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    base: int = 10
    stacks: list[int] = field(default_factory=list)
    """How many tiles each stack of the wall still has, from the end (HYM-2.5)."""
    cast: int = 0
    laid: list[str] = field(default_factory=list)
    """The last discard: one tile, or two after dice."""
    from_sea: bool = False
    """Whether the last discard is the sea bottom."""
    dealt: list[list[str]] = field(default_factory=list)
    fresh: list[bool] = field(default_factory=lambda: [True] * len(SEATS))
    """Who has neither discarded nor claimed nor laid a kong (HYM-3.1)."""
    bans: list[tuple[str, ...]] = field(default_factory=lambda: [(), (), (), ()])
    dealer_discards: int = 0
    declined: int = 0
    """How many have declined the sea bottom."""
    won: list[tuple[int, Won]] = field(default_factory=list)
    source: int | None = None
    """Whose discard was won on."""
    robbed: bool = False
    before_kong: list[int] = field(default_factory=list)
    """What had been paid before the last kong."""
    fed_peng: dict[tuple[int, str], int] = field(default_factory=dict)
    """Whose discard each peng was made of."""
    birds: list[str] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    """What has been paid at once, in 番."""
    taken: list[tuple[int, str]] = field(default_factory=list)
    """Where in the wall as it was each drawn tile lay, and which it was."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.dealer = self.seat
        self.points = self.points or [0] * len(self.hands)
        self.stacks = [2] * (len(self.wall) // 2) + [1] * (len(self.wall) % 2)
        self.dealt = [list(hand) for hand in self.hands]

    # -- what may be done ----------------------------------------------------------------------------------------------

    def win_of(self, seat: int) -> Won | None:
        """What a win of this seat right now is worth; None where there is none."""
        melds, found = tuple(self.melds[seat]), []
        if self.phase == "act" and seat == self.seat and self.how != "claimed":
            after_kong = ("gangshangkaihua",) if self.how in ("replaced", "diced") else ()
            last = ("haidilaoyue",) if not self.wall else ()
            around = ("tianhu",) if self.how == "dealt" else (*after_kong, *last)
            hand = list(self.hands[seat])
            for tile in self.laid if self.how == "diced" else [self.tile]:
                other = [t for t in self.laid if t != tile][:1] or [tile]
                rest = Counter(hand) - Counter(other if self.how == "diced" else [])
                found.append(Hand(tuple(rest.elements()), melds, tile, True, around, self.seen(tile)))
        elif self.robbable() and seat != self.seat:
            found = [Hand((*self.hands[seat], self.tile), melds, self.tile, False, (), self.seen(self.tile))]
        elif self.phase in ("open", "won") and self.laid and seat != self.seat and self.in_order(seat):
            first = ("dihu",) if self.seat == self.dealer and self.dealer_discards == 1 and not self.robbed else ()
            found = [Hand((*self.hands[seat], tile), melds, tile, False, first, self.seen(tile)) for tile in self.laid]
        won = max(filter(None, (best(hand, self.options, self.bans[seat]) for hand in found)), default=None)
        return won if won and payments.enough(self.options, won[0], "draw" if self.phase == "act" else "discard") else None

    def seen(self, tile: str) -> frozenset[str]:
        """What fans of the table's own may ask for besides (TBL-2)."""
        discarded = self.phase != "act"
        holds = {
            "gangshangpao": discarded and self.how in ("replaced", "diced"),
            "haidipao": discarded and not self.wall,
            "last-copy": table_rules.asks(self.options, "last_copy") and end_of_wall.last_copy(self, tile, self.lying()),
        }
        return frozenset(flag for flag, fits in holds.items() if fits)

    def lying(self) -> list[list[end_of_wall.Laid]]:
        """The melds with their tiles."""
        return [[(kind, meld_tiles((kind, tile))) for kind, tile in own] for own in self.melds]

    def robbable(self) -> bool:
        """Whether a kong was just added that others may win on (TBL-18); not where fans of the table's own count."""
        own = any(name.startswith("house.") for name in self.options)
        added = self.phase == "kong" and self.how == "added" and ".dice" not in self.moves[-1] and not own
        return added and self.options["rob_kong"] == "on"

    def in_order(self, seat: int) -> bool:
        """Whether a seat may still win on this discard after those who have (MJ-3.3)."""
        return not self.won or (
            self.source is not None and (seat - self.seat) % len(self.hands) > (self.won[-1][0] - self.seat) % len(self.hands)
        )

    def may_ban(self, seat: int) -> list[str]:
        """What this seat may still declare."""
        return (
            [name for name in may_declare(self.dealt[seat], self.options) if name not in self.bans[seat]]
            if self.fresh[seat]
            else []
        )

    def own_kongs(self) -> list[str]:
        """The kongs that the seat in turn may lay."""
        if self.how in ("claimed", "diced") or not self.wall:
            return []
        hand = Counter(self.hands[self.seat])
        able = [f".angang:{tile[0] * 4}{tile[1]}" for tile in sorted(hand) if hand[tile] == 4]
        return able + [f".bugang:{tile}" for tile in sorted(hand) if ("peng", tile) in self.melds[self.seat]]

    def claims(self, seat: int) -> list[str]:
        """The melds that this seat may make of the discard, the best first."""
        if self.phase != "open" or len(self.laid) != 1 or not self.wall or seat == self.seat or self.declined:
            return []
        tile, hand = self.laid[0], self.hands[seat]
        held = hand.count(tile)
        pengs = held >= 2 and not payments.peng_locked(self.options, self.moves, SEATS[seat], tile)
        found = [".gang"] * (held >= 3) + [".peng"] * pengs
        rank, suit = int(tile[0]), tile[1]
        runs = (
            [(rank - 2, rank - 1), (rank - 1, rank + 1), (rank + 1, rank + 2)]
            if seat == self.after(self.seat) and self.options["chi"] == "on"
            else []
        )
        return found + [f".chi:{a}{b}{suit}" for a, b in runs if f"{a}{suit}" in hand and f"{b}{suit}" in hand]

    def asked(self) -> int:
        """Who draws next, or is asked whether to take the sea bottom (HYM-2.4)."""
        return (self.seat + 1 + self.declined) % len(self.hands)

    def ready(self, seat: int) -> bool:
        return is_ready(self.hands[seat], self.melds[seat], self.options)

    def of_dice(self, number: int) -> list[int]:
        """Where in the wall the tiles of this stack lie, counted from the end; none where there are fewer stacks (HYM-2.5)."""
        if number > len(self.stacks):
            return []
        end = len(self.wall) - sum(self.stacks[: number - 1])
        return list(range(end - self.stacks[number - 1], end))

    def birds_due(self) -> int:
        """How many birds are still to be turned (HYM-5.5)."""
        return 0 if self.birds else min(self.options["birds"], len(self.wall))

    # -- carrying out --------------------------------------------------------------------------------------------------

    def move(self, token: str) -> None:
        """Carry out a legal move."""
        seat, what = SEATS.index(token[0]), token[1:]
        verb, _, arguments = what[1:].partition(":")
        if what[0] in "+-":
            self.moves.append(token)
            (self.draw if what[0] == "+" else self.discard)(seat, tiles_of(what))
        elif what[0] == "." and verb in ("hu", "ban", "dice", "guo", "niao"):
            self.moves.append(token)
            getattr(self, verb)(seat, arguments)
        else:
            super().move(token)
            if what[0] == ".":
                self.melded(seat, verb)

    def draw(self, seat: int, tiles: list[str]) -> None:
        """Take the next tile, a replacement from the end, or a stack by dice."""
        places = self.of_dice(self.cast) if self.phase == "cast" else [len(self.wall) - 1 if self.phase == "kong" else 0]
        how = {"cast": "diced", "kong": "replaced"}.get(self.phase, "drawn" if len(self.wall) > 1 else "sea")
        for place in reversed(places):
            drawn = self.wall.pop(place)
            self.taken.append((place, drawn))
            left = len(self.wall) - place
            number = next(at for at in range(len(self.stacks)) if sum(self.stacks[: at + 1]) > left)
            self.stacks[number] -= 1
            self.stacks = [size for size in self.stacks if size]
        self.hands[seat] += tiles
        self.phase, self.how, self.seat, self.tile, self.cast, self.declined = "act", how, seat, tiles[0], 0, 0
        self.laid = tiles if how == "diced" else []

    def discard(self, seat: int, tiles: list[str]) -> None:
        for tile in tiles:
            self.hands[seat].remove(tile)
        self.from_sea = self.how == "sea"
        self.phase, self.tile, self.laid = "open", tiles[0], tiles
        self.fresh[seat] = False
        self.dealer_discards += seat == self.dealer

    def melded(self, seat: int, verb: str) -> None:
        """After a claim or a kong: what a kong earns (HYM-5.4)."""
        self.fresh[seat] = False
        if self.phase == "kong":
            self.before_kong = list(self.points)
            feeder = self.discarder() if self.how == "direct" else self.fed_peng.get((seat, self.melds[seat][-1][1]))
            others = [other for other in range(len(self.hands)) if other != seat]
            each, payers = payments.fee(self.options, self.how, KONG_FEES[self.how], others, feeder)
            self.pay(seat, payers, each)
        elif verb == "peng":
            self.fed_peng[seat, self.melds[seat][-1][1]] = self.discarder()
        self.laid = []

    def discarder(self) -> int:
        """Who discarded last."""
        return next(SEATS.index(token[0]) for token in reversed(self.moves) if token[1] == "-")

    def pay(self, payee: int, payers: list[int], each: int) -> None:
        for payer in payers:
            self.points[payer] -= each
            self.points[payee] += each

    def hu(self, seat: int, value: str) -> None:
        won = self.win_of(seat)
        if won is None:
            raise ValueError(f"{SEATS[seat]} does not win: {self}")
        self.source = self.seat if self.phase != "act" else None
        if self.phase == "kong":  # the kong fails and earns nothing (MJ-3.4)
            self.robbed, self.laid, self.points = True, [self.tile], self.before_kong
            self.melds[self.seat].remove(("added", self.tile))
            self.melds[self.seat].append(("peng", self.tile))
        self.phase = "won"
        self.won.append((seat, won))

    def ban(self, seat: int, name: str) -> None:
        """HYM-3.2."""
        self.bans[seat] = (*self.bans[seat], name)
        if self.options["ban_pay"] == "each":
            self.pay(seat, [payer for payer in range(len(self.hands)) if payer != seat], 1)

    def dice(self, seat: int, faces: str) -> None:
        """With fewer stacks the plain replacement follows (HYM-2.5)."""
        number = int(faces[0]) + int(faces[1])
        if self.of_dice(number):
            self.phase, self.cast = "cast", number

    def guo(self, seat: int, _: str) -> None:
        """The sea bottom is declined; elsewhere a word (HYM-2.4)."""
        if self.phase == "open" and len(self.wall) == 1:
            self.declined += 1
            if self.declined == len(self.hands):
                self.phase = "over"

    def niao(self, seat: int, tiles: str) -> None:
        self.birds = tiles_of(tiles)
        self.phase = "over"

    # -- the settlement ------------------------------------------------------------------------------------------------

    def scores(self) -> list[int]:
        """The round's points (HYM-5)."""
        points = list(self.points)
        birds = [bird_seat(tile, self.dealer, self.options) for tile in self.birds]
        for seat, won in self.won:
            payers = [self.source] if self.source is not None else [payer for payer in range(len(self.hands)) if payer != seat]
            for payer in payers:
                owed = payment(seat, payer, won, self.source is None, self.dealer, birds, self.options)
                points[seat] += owed
                points[payer] -= owed
        if not self.won and self.options["ready_check"] == "on":  # TBL-8
            best = {seat: self.dearest(seat) for seat in range(len(self.hands))}
            for payer, payee, owed in end_of_wall.checked([seat for seat in best if not best[seat]], best):
                points[payer] -= owed
                points[payee] += owed
        return [number * self.base for number in points]

    def dearest(self, seat: int) -> int:
        """The dearest win that a seat waits for at the end, a big one before a small one, without dealer and birds (TBL-8)."""
        drawn, melds, held = self.options["ready_value"] == "draw", tuple(self.melds[seat]), self.hands[seat]
        every = Counter([*held, *(tile for meld in melds for tile in meld_tiles(meld))])
        found = {}
        for tile in kinds_of(self.options):
            won = best(Hand((*held, tile), melds, tile, drawn), self.options, self.bans[seat]) if every[tile] < 4 else None
            found |= {} if won is None else {tile: won}
        if self.options["dead_wait"] == "not" and end_of_wall.dead(self.moves, self.lying(), seat, found):
            return 0
        return max([0, *[value for value, _ in found.values()]])

    def next_dealer(self) -> int:
        """HYM-1.2, TBL-9."""
        winner = self.dealer if not self.won else self.source if len(self.won) > 1 else self.won[0][0]
        assert winner is not None
        return next_dealer.after(self.options, self._usual_dealer(), self.dealer, len(self.hands), winner)

    def _usual_dealer(self) -> int:
        if not self.won or (len(self.won) > 1 and self.source == self.dealer):
            return self.dealer
        if len(self.won) > 1 and self.options["multi_dealer"] == "discarder":
            assert self.source is not None
            return self.source
        return self.won[0][0]

    def full_wall(self) -> list[str]:
        """The wall as it stood after the deal."""
        places = list(range(len(self.taken) + len(self.wall)))
        full = [""] * len(places)
        for place, tile in self.taken:
            full[places.pop(place)] = tile
        for place, tile in zip(places, self.wall, strict=True):
            full[place] = tile
        return full
