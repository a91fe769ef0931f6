"""Whole matches of 卡五星: players of different temper, options, rounds one after another, and their text."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

from tests.oracle.kawuxing.scoring import DEFAULTS, PRESETS, kinds_of, suits_of, waits
from tests.oracle.kawuxing.table import KawuxingTable
from tests.oracle.mahjong import beside, end_of_wall, next_dealer, payments, table_rules
from tests.oracle.mahjong.deals import BIASES, deal, shape
from tests.oracle.mahjong.table import SEATS
from tests.oracle.mahjong.table_options import some
from tests.oracle.text import Match, Sheet, kept, option_words

CHOICES: dict[str, list[Any]] = {
    "suits": ["mp", "ms", "ps"],
    "rob_concealed": [True, False],
    "five_star": [4, 2],
    "cap": [None, 8, 16],
    "cap_double_dragon": [16, 8],
    "si_gui": ["pure", "all"],
    "haidilao": [True, False],
    "pengpenghu": [2, 4],
    "gang_win": [2, 4],
    "plain_win": ["any", "draw_or_shown"],
    "drawn_dealer": ["same", "shower"],
}
ADDED: dict[str, list[Any]] = {
    "multi_win": ["next"],
    "peng_lock": ["turn"],
    **next_dealer.ADDED,
    "dice_double": ["on"],
    "double_next": ["on"],
    "show_from": [12, 30],
    "shown_safe": ["on"],
    "shown_pays": ["once", "each"],
    "shown_discard": ["one"],
    **end_of_wall.ADDED,
    **payments.ADDED,
    "ready_check": ["on", "on", None],
    "kong_chain": ["off"],
    "cap": [1, 5, 32],
}
"""What tables add."""

BY_OPTIONS = {"pengpenghu": "pengpenghu", "kawuxing": "five_star", "gangshanghua": "gang_win", "haidilao": "haidilao"}
"""The options that say the same as the value of a fan."""
CODES = [
    *("pengpenghu", "mingsigui", "ansigui", "qidui", "longqidui", "shuanglongqidui", "sanlongqidui", "dasanyuan", "xiaosanyuan"),
    *("qingyise", "shouzhuayi", "kawuxing", "gangshanghua", "gangshangpao", "qiangganghu", "liangdao", "haidilao"),
]

PEOPLE = ["Zhao", "Qian", "Sun", "Li"]


class Temper:
    """How one player plays; a mood that all have makes long rounds or many melds."""

    def __init__(self, dice: random.Random, mood: str) -> None:
        self.win = dice.choice([0, 0.1] if mood == "patient" else [1, 0.95, 0.9, 0.6, 0.2])
        self.peng, self.kong = dice.choice([0.1, 0.5, 0.9]), dice.choice([0.1, 0.8, 1])
        if mood == "grasping":
            self.peng, self.kong = 0.95, dice.choice([0.3, 0.95])
        self.hoards = mood == "hoarding"
        if self.hoards:
            self.win, self.peng, self.kong = 0.1, 0.95, 0.05
        self.show = dice.choice([0, 0.2, 0.7, 1])
        self.words = dice.choice([0, 0, 0.3])
        self.style = dice.choice(["plain", "plain", "suit", "pairs", "triplets"])
        self.wildness = dice.choice([0.5, 3, 12])


class Round:
    """One round, played to its end."""

    def __init__(
        self,
        dice: random.Random,
        options: dict[str, Any],
        dealer: int,
        biases: list[str],
        base: int,
        mood: str | None,
        piao: list[int],
    ) -> None:
        pack = [tile for tile in kinds_of(options) for _ in range(4)]
        hands, wall = deal(dice, biases, pack, options["players"], options["hand"])
        hands[dealer].append(wall.pop())
        self.dealt, self.full_wall = [list(hand) for hand in hands], list(wall)
        self.dice, self.options = dice, options
        self.table = KawuxingTable(hands, wall, dealer, options=options, base=base, piao=piao)
        mood = mood or dice.choice(["", "", "", "patient", "grasping", "hoarding"])
        self.tempers = [Temper(dice, mood) for _ in hands]
        self.say_early(0.3)
        while self.turn():
            pass
        self.table.finish()
        self.scores, self.moves = self.table.scores, self.table.moves

    def chance(self, likely: float) -> bool:
        return self.dice.random() < likely

    def say(self, seat: int, what: str) -> None:
        self.table.move(SEATS[seat] + what)

    def turn(self) -> bool:
        """The seat in turn wins, lays a kong, or discards; False at the round's end."""
        table, seat = self.table, self.table.seat
        temper = self.tempers[seat]
        if (value := table.free_win(seat)) and self.chance(temper.win if table.wall else 0.9):
            self.say(seat, f".hu:{value}")
            self.turn_horses()
            return False
        kongs = table.own_kongs()
        if kongs and self.chance(temper.kong):
            kind, tile = self.dice.choice(kongs)
            self.say(seat, f".angang:{tile[0] * 4}{tile[1]}" if kind == "concealed" else f".bugang:{tile}")
            if self.taken():
                return False
            self.say(seat, f"+{table.wall[-1]}")
            return True
        self.say(seat, f"-{self.unwanted(seat)}")
        if table.may_show(seat) and self.chance(temper.show):
            self.say(seat, ".liang")
        return not self.taken() and (self.claimed() or self.next_draws())

    def in_turn(self) -> list[int]:
        """The other seats, the next one first."""
        seats = len(self.table.hands)
        return [(self.table.seat + step) % seats for step in range(1, seats)]

    def taken(self) -> bool:
        """Whether somebody wins on the tile that lies there."""
        values = {seat: value for seat in self.in_turn() if (value := self.table.free_win(seat))}
        winners = [seat for seat in values if self.chance(max(self.tempers[seat].win, 0.4 * (self.table.phase == "kong")))]
        winners = winners[:1] if self.table.options.get("multi_win") == "next" else winners  # TBL-6
        if winners:
            self.intend(dict.fromkeys(winners, "hu"))
        for seat in winners:
            self.say(seat, f".hu:{values[seat]}")
        self.turn_horses()
        return bool(winners)

    def turn_horses(self) -> None:
        """Each winner turns the horses that are due, in turn (TBL-12)."""
        while self.table.turning:
            seat, number = self.table.turning[0], self.table.horses_due()
            self.say(seat, f".ma:{''.join(self.table.wall[:number])}")

    def claims(self, seat: int) -> list[str]:
        """How a seat may meld the discard."""
        table = self.table
        held = table.hands[seat].count(table.tile)
        able = ["peng"] if held >= 2 and seat not in table.shown and table.may_peng() else []
        able = [] if payments.peng_locked(table.options, table.moves, SEATS[seat], table.tile) else able
        return able + (["gang"] if held >= 3 and table.wall and table.may_kong(seat, "direct", table.tile) else [])

    def intend(self, who: dict[int, str]) -> None:
        """Perhaps say, before it is settled who acts, who would."""
        if self.table.phase == "open" and self.chance(0.15):
            others = {seat: self.dice.choice(self.claims(seat)) for seat in self.in_turn() if self.claims(seat)}
            if set(who.values()) != {"hu"}:
                others = {}
            for seat, verb in sorted((others | who).items(), key=lambda _: self.dice.random()):
                self.say(seat, f"?{verb}")

    def claimed(self) -> bool:
        """Somebody melds the discard, perhaps."""
        table = self.table
        for seat in self.in_turn():
            for verb in reversed(self.claims(seat)):
                if self.chance(self.tempers[seat].kong if verb == "gang" else self.tempers[seat].peng):
                    self.intend({seat: verb})
                    self.say_early(0.05)
                    if seat in table.shown and verb == "peng":
                        continue
                    if seat in table.shown and not table.may_kong(seat, "direct", table.tile):
                        continue
                    self.say(
                        seat,
                        f".{verb}"
                        + (f":{table.tile[0] * (2 if verb == 'peng' else 3)}{table.tile[1]}" if self.chance(0.2) else ""),
                    )
                    if verb == "gang":
                        self.say(seat, f"+{table.wall[-1]}")
                    return True
        return False

    def say_early(self, likely: float) -> None:
        """Who was dealt a ready hand may lay it open before the own first draw."""
        table = self.table
        for seat in self.in_turn():
            if self.chance(likely * self.tempers[seat].show) and not table.free_win(seat) and table.may_show(seat):
                self.say(seat, ".liang")

    def next_draws(self) -> bool:
        """The next seat draws; False where the wall is empty."""
        table = self.table
        seat = self.in_turn()[0]
        for other in self.in_turn():
            if self.chance(self.tempers[other].words * 0.1):
                self.say(other, ".guo")
        if not table.wall:
            return False
        if not table.free_win(seat) and table.may_show(seat) and self.chance(self.tempers[seat].show):
            self.say(seat, ".liang")
        self.say(seat, f"+{table.wall[0]}")
        return True

    def unwanted(self, seat: int) -> str:
        """A tile to throw: what must be, else what leaves the hand ready, else the loneliest; more or less."""
        table, hand, held = self.table, self.table.hands[seat], Counter(self.table.hands[seat])
        style, wild = self.tempers[seat].style, self.tempers[seat].wildness
        last = not table.wall and table.how in ("drawn", "replaced")
        safe = table.safe(seat)
        if seat in table.shown or (last and table.tile in safe):
            return table.tile
        if self.chance(0.85 if not self.tempers[seat].hoards else 0.3):
            rest = {tile: [*hand[: (at := hand.index(tile))], *hand[at + 1 :]] for tile in sorted(set(hand))}
            ready = [tile for tile in rest if tile in safe and waits(rest[tile], table.melds[seat], self.options)]
            if ready:
                return self.dice.choice(ready)
        tiles = [*hand, *(tile for _, tile in table.melds[seat] for _ in range(3))]
        main = max(suits_of(self.options), key=lambda suit: sum(tile[1] == suit for tile in tiles))

        def wanted(tile: str) -> float:
            near = sum(held[f"{int(tile[0]) + step}{tile[1]}"] * (3 - abs(step)) for step in (-2, -1, 1, 2))
            near *= tile[1] != "z" and style in ("plain", "suit")
            near += 50 * (self.tempers[seat].hoards and (held[tile] == 4 or ("peng", tile) in table.melds[seat]))
            return near + 5 * held[tile] + 50 * (style == "suit" and tile[1] == main) + self.dice.random() * wild

        return min(sorted(safe), key=wanted)


@dataclass
class Sitting:
    """Who sits where, four people at three seats (KWX-1.6)."""

    rotation: str
    seated: list[str]
    rests: str

    def tags(self) -> dict[str, str]:
        return {f"Sit.{seat}": name for seat, name in zip(SEATS, self.seated, strict=False)}

    def rest(self, seat: int) -> None:
        """A seated person gives the place to who has rested."""
        self.seated[seat], self.rests = self.rests, self.seated[seat]

    def after(self, table: KawuxingTable) -> None:
        """The winner rests; or the dealer, when he has lost."""
        if self.rotation == "winner_rests" and table.won:
            self.rest(table.won[0])
        if self.rotation == "bawang" and table.won and table.dealer not in table.won:
            self.rest(table.dealer)


def rules_of(dice: random.Random, fixed: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """Options, and how they are written."""
    preset = dice.choice(["", *PRESETS])
    given = {name: dice.choice(values) for name, values in CHOICES.items() if dice.random() < 0.3}
    if dice.random() < 0.15:
        given["players"] = 4
    elif dice.random() < 0.3:
        given["rotation"] = dice.choice(["none", "winner_rests", "bawang"])
    given |= fixed
    for code, name in BY_OPTIONS.items():  # refused together (TBL-1)
        if f"fan.{code}" in given and (name in given or name in PRESETS.get(preset, {})):
            del given[f"fan.{code}"]
    options = DEFAULTS | PRESETS.get(preset, {}) | given
    if options["rotation"] == "bawang" and options["drawn_dealer"] == "shower":
        given["drawn_dealer"] = options["drawn_dealer"] = "same"  # refused (KWX-1.5)
    if options["next_dealer"] != "game":  # refused (TBL-9)
        spoken = {"drawn_dealer": "same", "rotation": "none"}
        given |= {name: value for name, value in spoken.items() if options[name] != value}
        options |= spoken
    if options["cap"] is not None and options["cap_double_dragon"] < options["cap"]:  # refused (KWX-4.20)
        given["cap_double_dragon"] = options["cap_double_dragon"] = options["cap"]
    return options, " ".join([*[preset][: bool(preset)], *option_words(given)])


def shape_of(seed: int, fixed: dict[str, Any]) -> dict[str, Any]:
    """Another shape of the table, at some tables (TBL-3, TBL-4)."""
    found = shape(f"kawuxing {seed}", {"players": 2, "suits": "ps", **fixed}, "ranks", "hand")
    return {"players": 2, **found, **({"honours": "off"} if seed % 3 else {})} if found else {}


def families(dice: random.Random) -> dict[str, str]:
    """What any options of a match may stand beside (TBL-1, TBL-2, TBL-5, TBL-7)."""
    conditions = [name for name in table_rules.CONDITIONS if name != "earth"]
    return payments.families(dice) | table_rules.families(dice, CODES, conditions, "pihu", 1)


@kept
def match(seed: int, rounds: int = 4, wrong_dealer: int = 0, mood: str | None = None, **fixed: Any) -> Match:
    """A match by the rules, of players in a mood; with ``wrong_dealer``, that round has one whose turn it is not.

    ``fixed`` sets options.
    """
    dice = random.Random(seed)
    added = some("kawuxing", seed, ADDED, fixed) | beside.agreed(seed, fixed, DEFAULTS)
    options, rules = rules_of(dice, shape_of(seed, fixed) | added | fixed)
    biases = [*BIASES, "honours", "honours", "fives", "dragons"]
    biases = dice.choice([[bias] for bias in biases] + [biases] * 5)
    base, seats = dice.choice([1, 1, 2, 5]), options["players"]
    result = Match("kawuxing", options, rules, base=base, tags={"Table": str(seed)})
    sitting = Sitting(options["rotation"], PEOPLE[:seats], PEOPLE[3])
    dealer, totals, agreed = dice.randrange(seats), [0] * seats, beside.Piao(options, seed)
    doubles = False
    for number in range(1, rounds + 1):
        piao, told = agreed.next_round(sitting.seated)
        tags = (sitting.tags() if options["rotation"] != "none" else {}) | told
        tags |= {"Dice": payments.thrown(f"kawuxing {seed} {number}")} if options["dice_double"] == "on" else {}
        times = payments.times(options, tags, doubles)
        played = Round(dice, options, dealer, biases, base * times, mood, piao)
        doubles = len(played.table.won) != 1
        moves, scores = list(played.moves), list(played.scores)
        result.sheets.append(
            Sheet(dealer, list(played.full_wall), [list(hand) for hand in played.dealt], moves, scores, played, tags, times)
        )
        totals = [total + points for total, points in zip(totals, played.scores, strict=True)]
        dealer = played.table.next_dealer()
        if number + 1 == wrong_dealer:
            dealer = (dealer + dice.randrange(1, seats)) % seats
        if options["rotation"] == "winner_rests" and len(played.table.won) > 1:
            break  # the two winners cannot both rest
        sitting.after(played.table)
    result.totals = totals
    return result


def play_match(seed: int, rounds: int = 4) -> str:
    """A match by the rules, as PPN: with and without its walls, claimed values, scores and totals."""
    played, dice = match(seed, rounds), random.Random(f"{seed} written")
    for sheet in played.sheets:
        if dice.random() < 0.3:
            sheet.wall = None
        if dice.random() < 0.2:
            sheet.moves = [move.split(":")[0] if ".hu" in move else move for move in sheet.moves]
        if dice.random() < 0.1:
            sheet.scores = None
    if dice.random() < 0.1:
        played.totals = None
    return played.text()
