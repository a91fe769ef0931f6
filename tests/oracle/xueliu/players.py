"""Players of 血流成河, careful ones and careless ones: each round of theirs is played by the rules."""

from __future__ import annotations

import random
from collections import Counter

from tests.oracle.mahjong.table import SEATS
from tests.oracle.xueliu.scoring import Meld, suit_fits
from tests.oracle.xueliu.table import Table


def given(table: Table, dice: random.Random, laid: dict[int, list[str]]) -> None:
    """The exchange, in any order."""
    seats = len(table.hands)
    for seat in dice.sample(range(seats), seats):
        table.move(f"{SEATS[seat]}.huansan:{written(laid[seat])}")


def written(tiles: list[str]) -> str:
    """Tiles as a move names them: ``14m5p``."""
    ranks = {suit: "".join(tile[0] for tile in tiles if tile[1] == suit) for suit in "mps"}
    return "".join(f"{named}{suit}" for suit, named in ranks.items() if named)


class Players:
    """Players with their tempers, who play a table to its end."""

    def __init__(self, table: Table, dice: random.Random) -> None:
        self.table, self.dice = table, dice
        self.eager = {"draw": dice.choice([0.97, 0.97, 0.8]), "other": dice.choice([0.95, 0.85, 0.5])}
        self.melding = dice.choice([0.3, 0.6, 0.95])
        self.wild = dice.choice([0.5, 3, 12])
        self.careful = [dice.random() < 0.8 for _ in SEATS]

    def chance(self, probability: float) -> bool:
        return self.dice.random() < probability

    def say(self, seat: int, what: str) -> None:
        self.table.move(SEATS[seat] + what)

    def declare(self) -> None:
        """定缺: the scarcest suit; who is careless any."""
        for seat in self.dice.sample(range(len(self.table.hands)), len(self.table.hands)):
            held = Counter(tile[1] for tile in self.table.hands[seat])
            scarce = min("mps", key=lambda suit: held[suit])
            self.say(seat, f".que:{scarce if self.chance(0.85) else self.dice.choice('mps')}")

    def play(self) -> None:
        """From the deal, or the exchange, to the end."""
        table = self.table
        if table.phase == "que":
            self.declare()
        while not table.over():
            if table.turning:  # TBL-12
                self.say(table.turning[0], f".ma:{''.join(table.wall[: table.horses_due()])}")
            elif table.phase == "act":
                self.act(table.seat)
            elif table.phase == "open":
                if not self.take() and not self.claim():
                    self.say(table.next_to_draw(), f"+{table.wall[0]}")
            elif table.phase == "kong":
                if table.how != "added" or not self.take():
                    self.say(table.seat, f"+{table.wall[-1]}")
            else:
                self.say(table.next_to_draw(), f"+{table.wall[0]}")
            if table.phase == "open" and not table.wall and not self.take():
                self.claim()
        table.finish()

    def act(self, seat: int) -> None:
        """The seat in turn wins, lays a kong, or discards."""
        table = self.table
        value = table.free_win(seat)
        if value and (table.forced(seat) or self.chance(self.eager["draw"])):
            return self.say(seat, f".hu:{value}")
        kongs = table.own_kongs()
        if kongs and self.chance(0.75):
            verb, tile = self.dice.choice(kongs)
            return self.say(seat, f".{verb}:{tile[0] * 4 if verb == 'angang' else tile[0]}{tile[1]}")
        return self.say(seat, f"-{self.unwanted(seat)}")

    def take(self) -> bool:
        """Whoever likes wins on what lies there, in turn order."""
        table = self.table
        source = table.source if table.source is not None else table.seat
        seats = len(table.hands)
        winners = [(source + step) % seats for step in range(1, seats)]
        winners = [seat for seat in winners if table.forced(seat) or table.free_win(seat) and self.chance(self.eager["other"])]
        winners = winners[:1] if table.options.get("multi_win") == "next" else winners
        for seat in winners:
            self.say(seat, f".hu:{table.offers[seat]}")
        return bool(winners)

    def claim(self) -> bool:
        """Somebody melds the discard, perhaps."""
        table = self.table
        for seat in table.playing(table.seat):
            for verb in table.claims(seat):
                if self.chance(0.85 if verb == "gang" else self.melding):
                    self.say(seat, f".{verb}")
                    return True
        return False

    def unwanted(self, seat: int) -> str:
        """A tile to throw: what the rules leave, then what leaves the hand ready, then the loneliest."""
        table, held = self.table, Counter(self.table.hands[seat])
        if table.hand_locked(seat):
            return table.tile
        able = sorted(tile for tile in held if not table.breaks_que(seat, tile))
        suits = Counter([tile[1] for tile in held.elements()] + [tile[1] for _, tile in table.melds[seat]] * 4)
        scarce = min(sorted(suits), key=suits.__getitem__) if len(suits) == 3 else ""
        waiting = self.ready_after(seat, able) if self.careful[seat] else Counter[str]()

        def wanted(tile: str) -> float:
            near = sum(held[f"{int(tile[0]) + step}{tile[1]}"] * (3 - abs(step)) for step in (-2, -1, 1, 2))
            return near + 5 * held[tile] - 50 * (tile[1] == scarce) + self.dice.random() * self.wild - 200 * waiting[tile]

        return min(able, key=wanted)

    def ready_after(self, seat: int, able: list[str]) -> Counter[str]:
        """How many kinds the hand waits for after each discard."""
        table, found = self.table, Counter[str]()
        if not nearly(table.hands[seat], table.melds[seat]):
            return found
        for tile in able:
            twin = table.copy()
            twin.hands[seat].remove(tile)
            twin.phase = "open"
            found[tile] = len(twin.waits(seat))
        return found


def nearly(hand: list[str], melds: list[Meld]) -> bool:
    """Whether a discard may leave the hand ready: all suits but one or two stand, or there are six pairs."""
    suits = [tuple(sorted(tile for tile in hand if tile[1] == suit)) for suit in "mps"]
    standing = sum(suit_fits(tiles, False) or suit_fits(tiles, True) for tiles in suits)
    return standing >= 1 or (not melds and sum(number // 2 for number in Counter(hand).values()) >= 6)
