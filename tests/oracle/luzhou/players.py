"""Players of 瀘州鬼麻將, each of a temper: they see the table and say what they do, always within the rules."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

from tests.oracle.luzhou.deals import deal, robbery
from tests.oracle.luzhou.scoring import ready, waits
from tests.oracle.luzhou.table import Table
from tests.oracle.mahjong import payments
from tests.oracle.mahjong.deals import SHAPES
from tests.oracle.mahjong.ghost_shapes import GHOST, Meld, whole
from tests.oracle.mahjong.shapes import without
from tests.oracle.mahjong.table import SEATS

USUAL = {"players": 4, "suits": "mps", "ranks": "1-9", "hand": 13}
"""The usual shape of a table."""


@dataclass
class Temper:
    """How likely a player is to do what may be done."""

    dice: random.Random

    def __post_init__(self) -> None:
        one = self.dice.choice
        self.draws, self.wins = one([1, 1, 0.9, 0.4, 0.1]), one([1, 1, 0.8, 0.4, 0.1])
        self.pengs, self.ghost_claims, self.kongs = one([0, 0.5, 1, 1]), one([0, 0.2, 0.9]), one([0, 0.7, 1])
        self.robs = one([1, 1, 0.5])
        self.reports, self.keeps_ready = one([0, 0.6, 1]), one([True, True, False])
        self.throws_ghosts, self.wildness = one([0, 0, 0, 0.03, 0.3]), one([0.5, 3, 12])
        self.hoards = one([False, False, False, False, True])
        """Lays no melds, and keeps pairs."""
        self.feeds = one([0, 0, 0.5, 1])
        """Throws, and adds to pengs, what others wait for."""


def kong_text(tile: str, number: int, ghosts: int) -> str:
    """``55p7z``: so many natural tiles and ghosts."""
    return f"{tile[0] * number}{tile[1]}{'7' * ghosts}{'z' if ghosts else ''}"


def own_kongs(table: Table) -> list[str]:
    """Every concealed or added kong that the seat in turn may lay, reported or not (LZG-2.3)."""
    seat, held, found = table.seat, Counter(table.hands[table.seat]), []
    ghosts = held[GHOST]
    for tile in sorted(held):
        missing = 4 - held[tile]
        if tile != GHOST and missing <= ghosts:
            found.append(f"{SEATS[seat]}.angang:{kong_text(tile, held[tile], missing)}")
    for meld in table.melds[seat]:
        if meld.kind == "peng" and held[meld.tile]:
            found.append(f"{SEATS[seat]}.bugang:{meld.tile}")
        if meld.kind == "peng" and ghosts and meld.ghosts < 2:
            found.append(f"{SEATS[seat]}.bugang:{GHOST}={meld.tile}")
    return found


def claims(table: Table, seat: int) -> list[str]:
    """Every peng and direct kong that this seat may make of the discard, as what follows the seat (LZG-2.2, LZG-2.3)."""
    if table.tile == GHOST or table.left == 0 and not table.last_peng:
        return []
    held, ghosts, found = table.hands[seat].count(table.tile), table.hands[seat].count(GHOST), list[str]()
    if held >= 2 and seat not in table.reported:
        found.append("peng")
    if held == 1 and ghosts and seat not in table.reported:
        found.append(f"peng:{kong_text(table.tile, 1, 1)}")
    for number in range(1, min(3, held) + 1) if table.left else ():
        if 3 - number <= ghosts:
            found.append("gang" if number == 3 else f"gang:{kong_text(table.tile, number, 3 - number)}")
    if payments.peng_locked(table.options, table.moves, SEATS[seat], table.tile):
        found = [claim for claim in found if not claim.startswith("peng")]
    return [claim for claim in found if claim.startswith("peng") or keeps_waits(table, f"{SEATS[seat]}.{claim}")]


def keeps_waits(table: Table, token: str) -> bool:
    """Whether a kong leaves a reported hand waiting for what it did (LZG-4.7)."""
    seat = SEATS.index(token[0])
    if seat not in table.reported:
        return True
    twin = table.copy()
    before = list(table.hands[seat])
    if table.phase == "act":
        before.remove(table.tile)
    twin.move(token)
    return waits(before, table.melds[seat], table.options) == waits(twin.hands[seat], laid(twin, seat), table.options)


def laid(table: Table, seat: int) -> list[Meld]:
    """The melds of a seat, with the kong that lies there to be robbed."""
    if table.phase == "kong" and table.seat == seat:
        table.settle_kong()
    return table.melds[seat]


class Round:
    """One round, played to its end."""

    def __init__(
        self, dice: random.Random, options: dict[str, Any], dealer: int, biases: list[str], speaks: float, luck: float
    ) -> None:
        self.dice, self.speaks, self.luck = dice, speaks, luck
        mood = dice.choice(["", "", "", "", "", "", "", "feeding", "hoping", "robbing"])
        robbed = mood == "robbing" and {name: options[name] for name in SHAPES} == USUAL
        hands, wall = robbery(dice, options["ghosts"]) if robbed else deal(dice, biases, options["ghosts"], options)
        hands[dealer].append(wall.pop())
        self.hands, self.wall = hands, list(wall)
        self.table = Table(hands, dealer, options, wall)
        self.tempers = [Temper(dice) for _ in SEATS]
        for temper in self.tempers if mood else []:
            temper.draws, temper.wins, temper.feeds = 0.2, {"feeding": 1, "hoping": 0.2, "robbing": 0}[mood], 0.9
            temper.pengs, temper.ghost_claims = 1, 0.9
            temper.robs, temper.hoards, temper.kongs = 1, False, 0.5
        self.moves: list[str] = []
        self.report(0.5)
        while self.step():
            pass
        self.table.finish()

    def say(self, token: str) -> None:
        self.moves.append(token)
        self.table.move(token)

    def chance(self, likely: float) -> bool:
        return self.dice.random() < likely

    def report(self, likely: float, *seats: int) -> None:
        """Those who may report do, perhaps."""
        for seat in seats or [seat for seat in range(len(self.table.hands)) if seat != self.table.dealer]:
            if self.chance(likely * self.tempers[seat].reports) and self.table.may_report(seat):
                self.say(f"{SEATS[seat]}.bao")

    def step(self) -> bool:
        """The next thing that happens; False at the round's end."""
        table = self.table
        if table.phase == "act":
            return self.turn()
        if table.phase in ("open", "kong") and table.source is not None and self.win_on_it():
            return not table.over()
        if table.phase == "open" and self.claim():
            return True
        if table.over():
            return False
        seat = table.seat if table.phase == "kong" else table.next_to_draw()
        if table.phase != "kong" and seat != table.dealer:
            self.report(1, seat)
        self.favour(seat)
        assert table.wall is not None
        self.say(f"{SEATS[seat]}+{table.wall[-1 if table.phase == 'kong' else 0]}")
        return True

    def favour(self, seat: int) -> None:
        """Let the tile about to be drawn be one that the seat wins with or lays a kong with, perhaps."""
        table, hand, wall = self.table, self.table.hands[seat], self.table.wall or []
        if not self.chance(self.luck * (3 if table.phase == "kong" else 1)):
            return
        melded = {meld.tile for meld in table.melds[seat] if meld.kind == "peng"}
        wanted = {tile for tile in wall if tile in melded or hand.count(tile) == 3}
        if not wanted or self.chance(0.4):
            wanted |= waits(hand, laid(table.copy(), seat), table.options) & set(wall)
        exposed = {tile for tile in melded if self.waiting(tile, seat)}
        robbable = ({GHOST} if exposed else set()) | exposed
        if wanted := (robbable & set(wall)) or wanted:
            tile = self.dice.choice(sorted(wanted))
            here, there = (len(wall) - 1 if table.phase == "kong" else 0), wall.index(tile)
            for tiles, front in ((wall, 0), (self.wall, sum(table.draws))):
                tiles[here + front], tiles[there + front] = tiles[there + front], tiles[here + front]

    def turn(self) -> bool:
        """The seat in turn wins, lays a kong, or discards."""
        table, seat = self.table, self.table.seat
        temper = self.tempers[seat]
        value = table.free(seat)
        if value and self.chance(temper.draws):
            self.say(f"{SEATS[seat]}.hu:{value}")
            return not table.over()
        if table.may_kong() and not temper.hoards:
            able = [token for token in own_kongs(table) if self.likes(token) and keeps_waits(table, token)]
            if able:
                self.say(self.dice.choice(able))
                return True
        self.say(f"{SEATS[seat]}-{self.unwanted()}")
        if table.discards[seat] == 1 and seat == table.dealer:
            self.report(1, seat)
            self.report(0.3)
        return True

    def likes(self, token: str) -> bool:
        """Whether the seat in turn wants to lay this kong."""
        temper = self.tempers[self.table.seat]
        if ".bugang" in token and self.waiting(token[-2:], self.table.seat) and self.chance(temper.feeds):
            return True
        return self.chance(temper.kongs * (temper.ghost_claims if GHOST in token else 1))

    def waiting(self, tile: str, but: int) -> int:
        """How many others wait for a tile."""
        table = self.table
        return sum(bool(whole([*table.hands[seat], tile], table.melds[seat], table.options)) for seat in table.playing(but))

    def win_on_it(self) -> bool:
        """Those who want to, and may, win on the tile there."""
        table = self.table
        able = [(seat, value) for seat in table.in_turn() if (value := table.free(seat))]
        winners = [
            seat for seat, _ in able if self.chance(self.tempers[seat].robs if table.by == "rob" else self.tempers[seat].wins)
        ]
        winners = winners[:1] if table.options.get("multi_win") == "next" else winners  # TBL-6
        if table.phase == "open" and self.chance(self.speaks):
            self.declare(winners)
        for seat in winners:
            self.say(f"{SEATS[seat]}.hu:{table.free(seat)}")
        return bool(winners)

    def declare(self, winners: list[int]) -> None:
        """Intents are spoken before it is settled who wins; a claim is overtaken (MJ-3.2)."""
        table = self.table
        spoken = [f"{SEATS[seat]}?hu" for seat in winners]
        others = [(seat, claims(table, seat)) for seat in table.playing(table.seat, *winners)]
        if winners:
            spoken += [f"{SEATS[seat]}?{self.dice.choice(able)}" for seat, able in others if able and self.chance(0.5)]
        spoken += [f"{SEATS[seat]}.guo" for seat in table.playing(table.seat, *winners) if self.chance(0.1)]
        self.dice.shuffle(spoken)
        for token in spoken:
            self.say(token)

    def claim(self) -> bool:
        """Somebody melds the discard, perhaps; where it is spoken of, who comes first (LZG-2.2)."""
        table = self.table
        wanted = []
        for seat in table.in_turn():
            temper = self.tempers[seat]
            if temper.hoards and not self.chance(0.05):
                continue
            for claim in claims(table, seat):
                eager = temper.kongs if claim.startswith("gang") else temper.pengs
                if self.chance(eager * (temper.ghost_claims if GHOST in claim else 1)):
                    wanted.append((seat, claim))
                    break
        said = {move[0] for move in self.moves[-8:] if move.endswith(".guo")}
        wanted = [(seat, claim) for seat, claim in wanted if SEATS[seat] not in said]
        if not wanted:
            return False
        seat, claim = self.dice.choice(wanted)
        if self.chance(self.speaks):
            if not any(claim.startswith("gang") for _, claim in wanted):
                seat, claim = min(wanted, key=lambda wish: GHOST in wish[1])
                rest = [f"{SEATS[other]}?{wish}" for other, wish in wanted]
                self.dice.shuffle(rest)
                for token in rest:
                    self.say(token)
            else:
                self.say(f"{SEATS[seat]}?{claim}")
        self.say(f"{SEATS[seat]}.{claim}")
        return True

    def unwanted(self) -> str:
        """A tile to throw: the drawn one of a reported hand; what keeps the hand ready; else the loneliest, more or less."""
        table, seat = self.table, self.table.seat
        hand, temper = table.hands[seat], self.tempers[seat]
        if seat in table.reported:
            return table.tile
        held = Counter(hand)
        if held[GHOST] and (self.chance(temper.throws_ghosts) or held[GHOST] == len(hand)):
            return GHOST
        natural = sorted(tile for tile in held if tile != GHOST)
        if self.chance(temper.feeds):
            return max(natural, key=lambda tile: self.waiting(tile, seat))
        if temper.keeps_ready:
            able = [tile for tile in natural if ready(without(hand, tile), table.melds[seat], table.options)]
            natural = able or natural
        suits = Counter([tile[1] for tile in hand if tile != GHOST] + [meld.tile[1] for meld in table.melds[seat]] * 4)
        scarce = min(sorted(suits), key=suits.__getitem__) if len(suits) == 3 else ""

        def wanted(tile: str) -> float:
            near = sum(held[f"{int(tile[0]) + step}{tile[1]}"] * (3 - abs(step)) for step in (-2, -1, 1, 2))
            same = (12 if temper.hoards else 5) * held[tile]
            return (0 if temper.hoards else near) + same - 50 * (tile[1] == scarce) + self.dice.random() * temper.wildness

        return min(natural, key=wanted)
