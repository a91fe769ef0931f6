"""Matches of 衡陽麻將 by the rules: players of different temper, deals and walls with a bias, every option."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

from tests.oracle.hengyang.deals import ALL_BIASES, dealt
from tests.oracle.hengyang.scoring import BANS, BIG, DEFAULTS, is_jiang, is_ready
from tests.oracle.hengyang.table import HengyangTable, Won
from tests.oracle.mahjong import end_of_wall, next_dealer, payments, table_rules
from tests.oracle.mahjong.deals import kinds_of, seats_of, shape
from tests.oracle.mahjong.table import SEATS
from tests.oracle.mahjong.table_options import some
from tests.oracle.text import Match, Sheet, kept, option_words


@dataclass
class Temper:
    """How a player plays: chances of doing what may be done."""

    win: float
    peng: float
    chi: float
    gang: float
    dice: float
    ban: float
    feed: float
    """Of discarding what another wins on."""
    sea: float
    """Of declining the sea bottom."""
    wild: float
    """How far discards are at random."""
    style: str
    """What to keep: ``plain``, ``suit``, ``jiang``, ``pairs``."""


RARE = {"gangshangkaihua", "haidilaoyue", "quanqiuren", "longqidui", "jiangyise"}
"""What the impatient and the patient alike win with."""
STYLES = {"suit": "suit", "258": "jiang", "pairs": "pairs", "quads": "pairs"}
"""What to keep with deals of a bias."""


def temper(dice: random.Random, biases: list[str]) -> Temper:
    """A player's temper, often one that fits the deal."""
    fitting = STYLES.get(biases[0], "plain") if len(biases) == 1 else "plain"
    return Temper(
        dice.choice([1, 0.9, 0.5]),
        dice.choice([0.2, 0.6, 1]),
        dice.choice([0.1, 0.4, 1]),
        dice.choice([0.5, 1]),
        dice.choice([0.3, 0.8]),
        dice.choice([0, 0.5, 1]),
        dice.choice([0, 0.3, 0.9]),
        dice.choice([0.3, 0.9]),
        dice.choice([0.5, 0.5, 3, 12]),
        dice.choice([fitting, fitting, "plain", "suit", "jiang", "pairs"]),
    )


class Round:
    """One round, played to its end."""

    def __init__(self, dice: random.Random, options: dict[str, Any], dealer: int, base: int, habits: dict[str, Any]) -> None:
        self.dice, self.habits = dice, habits
        hands, wall = dealt(dice, habits["biases"], options)
        self.tempers = [temper(dice, habits["biases"]) for _ in SEATS]
        self.hold = dice.choice(habits.get("hold", [55, 55, 55, 40, 15, 3, 1, 0]))
        """So many tiles are left when the patient begin to win."""
        self.luck = dice.choice([0, 0.3, 0.8])
        hands[dealer].append(wall.pop())
        self.table = HengyangTable(hands, wall, dealer, options=options, base=base)
        if dice.random() < self.luck:
            self.first_luck()
        self.dealt = [list(hand) for hand in hands]
        while self.step():
            pass
        self.moves = self.table.moves

    def seats(self) -> range:
        return range(len(self.table.hands))

    # -- luck ----------------------------------------------------------------------------------------------------------

    def first_luck(self) -> None:
        """Give the dealer a last tile that he wins with or that is the fourth of three."""
        hand, wall = self.table.hands[self.table.dealer], self.table.wall
        for place, tile in enumerate(wall):
            old, hand[-1] = hand[-1], tile
            if self.table.win_of(self.table.dealer):
                wall[place] = old
                break
            hand[-1] = old
        self.table.dealt[self.table.dealer] = list(hand)

    def lucky(self, seat: int, places: list[int]) -> None:
        """Let one of the tiles about to be drawn be one that the seat wins with or lays a kong with, perhaps."""
        rare = self.table.phase != "open" or len(self.table.wall) < 9
        if not places or self.dice.random() >= self.luck * (1 if rare else 0.3):
            return
        table, held = self.table, Counter(self.table.hands[seat])
        wanted = [tile for tile in kinds_of(table.options) if held[tile] == 3 or ("peng", tile) in table.melds[seat]]
        robbed = [
            tile
            for kind, tile in table.melds[seat]
            if kind == "peng" and any(self.completes(other, tile) for other in self.seats())
        ]
        if robbed:  # which nobody may win on (HYM-2.2)
            wanted = robbed
        elif self.chance(self.tempers[seat].feed):
            wanted = self.waited_for([other for other in self.seats() if other != seat]) or wanted
        elif table.ready(seat) and self.chance(0.7):
            wanted = self.waited_for([seat])
        if 2 < len(table.wall) < 9:  # who is ready may find the sea bottom to his liking
            wanted, places = self.waited_for(list(self.seats())) or wanted, [len(table.wall) - 1]
        there = [place for place, tile in enumerate(table.wall) if tile in wanted]
        if there:
            place, other = self.dice.choice(places), self.dice.choice(there)
            table.wall[place], table.wall[other] = table.wall[other], table.wall[place]

    def waited_for(self, seats: list[int]) -> list[str]:
        """The tiles that most of these seats wait for."""
        waits = Counter(
            tile
            for seat in seats
            if self.table.ready(seat)
            for tile in kinds_of(self.table.options)
            if self.completes(seat, tile)
        )
        return [tile for tile, number in waits.items() if number == max(waits.values())]

    def completes(self, seat: int, tile: str) -> bool:
        """Whether a tile would win on somebody's discard."""
        probe = HengyangTable(
            [list(hand) for hand in self.table.hands],
            ["1m"],
            (seat + 1) % len(self.table.hands),
            "open",
            tile=tile,
            melds=self.table.melds,
            options=self.table.options,
        )
        probe.laid = [tile]
        return probe.win_of(seat) is not None

    # -- the turns -----------------------------------------------------------------------------------------------------

    def say(self, seat: int, what: str) -> bool:
        self.table.move(SEATS[seat] + what)
        return True

    def chance(self, probability: float) -> bool:
        return self.dice.random() < probability

    def claimed_win(self, seat: int, won: Won) -> bool:
        return self.say(seat, f".hu:{won[0]}" if self.chance(self.habits["values"]) else ".hu")

    def winners(self, seats: list[int]) -> list[tuple[int, Won]]:
        """Who of these wins and wants to: early in a round of patient players only what is rare."""
        found = [(seat, won) for seat in seats if (won := self.table.win_of(seat))]
        patient = len(self.table.wall) > self.hold and self.chance(0.95)
        if patient and len(found) == 1 and not (RARE.intersection(found[0][1][1]) and self.chance(0.7)):
            return []
        wanting = [(seat, won) for seat, won in found if self.chance(self.tempers[seat].win)]
        return wanting[:1] if self.table.options.get("multi_win") == "next" else wanting  # TBL-6

    def step(self) -> bool:
        """One thing that happens; False at the round's end."""
        table = self.table
        if table.phase in ("act", "open", "kong", "cast") and self.declares():
            return True
        if table.phase == "won":
            if due := table.birds_due():
                self.say(table.dealer, f".niao:{''.join(table.wall[:due])}")
            return False
        if table.phase == "over":
            return False
        return {"act": self.act, "open": self.respond, "kong": self.replace, "cast": self.take}[table.phase]()

    def declares(self) -> bool:
        """扳牌, perhaps (HYM-3.1)."""
        seat = self.dice.randrange(len(self.table.hands))
        names = self.table.may_ban(seat)
        return bool(names) and self.chance(self.tempers[seat].ban) and self.say(seat, f".ban:{self.dice.choice(names)}")

    def act(self) -> bool:
        table, seat = self.table, self.table.seat
        if winners := self.winners([seat]):
            return self.claimed_win(*winners[0])
        if table.how == "diced":
            return self.say(seat, f"-{''.join(table.laid)}")
        kongs = table.own_kongs()
        if kongs and self.chance(self.tempers[seat].gang):
            return self.say(seat, self.dice.choice(kongs))
        return self.say(seat, f"-{table.tile if not table.wall and table.how != 'claimed' else self.unwanted(seat)}")

    def replace(self) -> bool:
        """Dice or a plain replacement (HYM-2.5)."""
        table, seat = self.table, self.table.seat
        last = next(move for move in reversed(table.moves) if ".ban:" not in move)
        if table.ready(seat) and ".dice" not in last and self.chance(self.tempers[seat].dice):
            half = [number for number in range(2, 13) if len(table.of_dice(number)) == 1]  # the front stack, half drawn
            faces = [self.dice.randint(1, 6), self.dice.randint(1, 6)]
            if half and self.chance(0.4):
                faces = [max(1, half[0] - 6), half[0] - max(1, half[0] - 6)]
            return self.say(seat, f".dice:{faces[0]}{faces[1]}")
        after = [(seat + step) % len(table.hands) for step in range(1, len(table.hands))]
        robbers = [(other, won) for other in after if table.robbable() and (won := table.win_of(other))]  # TBL-18
        if robbers and self.chance(0.9):
            robbers = robbers[:1] if table.options.get("multi_win") == "next" else robbers
            return all(self.claimed_win(robber, won) for robber, won in robbers)
        self.lucky(seat, [len(table.wall) - 1])
        return self.say(seat, f"+{table.wall[-1]}")

    def take(self) -> bool:
        places = self.table.of_dice(self.table.cast)
        self.lucky(self.table.seat, places)
        return self.say(self.table.seat, f"+{''.join(self.table.wall[place] for place in places)}")

    def respond(self) -> bool:
        """After a discard: wins, claims, the next draw, or the sea bottom."""
        table, after = self.table, [(self.table.seat + step) % len(self.table.hands) for step in self.seats()[1:]]
        if not table.declined:
            if winners := self.winners(after):
                self.intents(["hu"], [seat for seat, _ in winners])
                return all(self.claimed_win(seat, won) for seat, won in winners)
            for verb in ("gang", "peng", "chi"):
                for seat in after:
                    able = [what for what in table.claims(seat) if what.startswith(f".{verb}")]
                    if able and not self.content(seat, verb) and self.chance(getattr(self.tempers[seat], verb)):
                        self.intents(["chi"] if verb == "chi" else ["gang", "peng"], [seat], verb)
                        return self.say(seat, self.named(seat, self.dice.choice(able)))
        if not table.wall:
            return False
        seat = table.asked()
        if len(table.wall) > 1 and self.chance(self.habits["passes"]):
            self.say(self.dice.choice(after), ".guo")
        sure = self.luck > 0 and self.completes(seat, table.wall[0])
        if len(table.wall) == 1 and not sure and self.chance(self.tempers[seat].sea):
            return self.say(seat, ".guo")
        self.lucky(seat, [0])
        return self.say(seat, f"+{table.wall[0]}")

    def content(self, seat: int, verb: str) -> bool:
        """Whether a seat leaves a ready hand as it is."""
        return verb != "gang" and self.luck > 0 and self.table.ready(seat) and self.chance(0.8 if verb == "chi" else 0.4)

    def named(self, seat: int, what: str) -> str:
        """A claim with the tiles named, perhaps."""
        tile, number = self.table.laid[0], {".peng": 2, ".gang": 3}.get(what, 0)
        return f"{what}:{tile[0] * number}{tile[1]}" if number and self.chance(0.2) else what

    def intents(self, verbs: list[str], acting: list[int], verb: str = "hu") -> None:
        """What those who act and some whom they overtake say before (MJ-3.2)."""
        if not self.chance(self.habits["intents"]):
            return
        said = [(seat, verb) for seat in acting]
        for seat in self.seats():
            lower = [what[1:] for what in self.table.claims(seat) if what[1:].split(":")[0] not in verbs]
            if verb != "chi" and lower and seat not in acting and self.chance(0.7):
                said.append((seat, self.dice.choice([lower[-1], lower[-1].split(":")[0]])))
        self.dice.shuffle(said)
        for seat, word in said:
            self.say(seat, f"?{word}")

    def unwanted(self, seat: int) -> str:
        """A tile to throw: the loneliest, more or less, or what somebody waits for."""
        hand, temper = self.table.hands[seat], self.tempers[seat]
        if self.chance(temper.feed):
            fed = {tile: sum(self.completes(other, tile) for other in self.seats() if other != seat) for tile in sorted(hand)}
            if any(fed.values()):
                return max(fed, key=fed.__getitem__)
        if self.table.how in ("drawn", "replaced") and self.chance(0.8):
            before = list((Counter(hand) - Counter([self.table.tile])).elements())
            if is_ready(before, self.table.melds[seat], self.table.options):
                return self.table.tile
        held, suits = Counter(hand), Counter(tile[1] for tile in hand)
        main = max(sorted(suits), key=suits.__getitem__)

        def wanted(tile: str) -> float:
            near = sum(held[f"{int(tile[0]) + step}{tile[1]}"] * (3 - abs(step)) for step in (-2, -1, 1, 2))
            styled = {"suit": 20 * (tile[1] == main), "jiang": 20 * is_jiang(tile), "pairs": 4 * held[tile] - near}
            alone = 20 * is_jiang(tile) * (len(hand) <= 5)
            return near + 5 * held[tile] + styled.get(temper.style, 0) + alone + self.dice.random() * temper.wild

        return min(sorted(held), key=wanted)


TWO = [f"fan.{code}" for code, (discarded, drawn) in BIG.items() if discarded and drawn]
"""The fans of which a table may say two values, of a draw and of a discard."""
ADDED: dict[str, list[Any]] = {
    "multi_win": ["next"],
    "peng_lock": ["turn"],
    **next_dealer.ADDED,
    "dice_double": ["on"],
    "double_next": ["on"],
    **end_of_wall.ADDED,
    **payments.ADDED,
    "ready_check": ["on"],
}
"""What tables add."""
# -- the match ---------------------------------------------------------------------------------------------------------


def break_of(dice: random.Random, dealer: int, thrown: str = "") -> dict[str, str]:
    """The dice, thrown already or not, and the break that they make (HYM-1.3)."""
    small, large = sorted(map(int, thrown)) if thrown else sorted([dice.randint(1, 6), dice.randint(1, 6)])
    return {
        "Dice": thrown or "".join(dice.sample(f"{small}{large}", 2)),
        "Break": f"{SEATS[(dealer + (large - 1) % 4) % 4]} {small}",
    }


def families(dice: random.Random) -> dict[str, str]:
    """What any options of a match may stand beside (TBL-1, TBL-2, TBL-5, TBL-7)."""
    told = table_rules.families(dice, [*BIG, *BANS], table_rules.OF_SUITS, "pinghe", 0)
    drawn = {name: f"{value}/{dice.choice('1257')}" for name, value in told.items() if name in TWO and value != "off"}
    return payments.families(dice) | told | {name: value for name, value in drawn.items() if dice.random() < 0.5}


@kept
def match(seed: int, rounds: int = 3, wrong_dealer: int = 0, **habits: Any) -> Match:
    """A match by the rules; with ``wrong_dealer``, that round has one whose turn it is not.

    ``habits`` set options, and how much is written down: ``walls``, ``values`` (claimed with a win), ``intents``, ``passes``,
    ``scores``.
    """
    dice = random.Random(seed)
    options = {
        "birds": dice.choice([0, 1, 2, 2, 3, 6]),
        "birds_pay": dice.choice(["double", "double", "add"]),
        "ban_pay": dice.choice(["each", "on_win"]),
        "menqianqing": dice.choice(["add", "add", "off"]),
        "multi_dealer": dice.choice(["first", "discarder"]),
        "self_draw_bonus": dice.choice([0, 1]),
        "dealer_per_type": dice.choice([True, False]),
    }
    usual = list(options)
    options |= {name: DEFAULTS[name] for name in DEFAULTS if name not in usual}
    options |= {"birds_seats": random.Random(f"{seed} birds").choice(["sides", "players"])}
    options |= shape(f"hengyang {seed}", habits, "players", "suits", "ranks", "hand")
    options |= {name: habits[name] for name in options if name in habits}
    if not options["birds"]:
        options |= {"birds_pay": "double", "birds_seats": "sides"}  # else refused (HYM-5.6, TBL-3)
    seats = seats_of(options)
    habits = {
        "biases": dice.choice([[bias] for bias in ALL_BIASES] + [list(ALL_BIASES)]),
        "walls": dice.choice([0, 1, 1, 1]),
        "values": dice.choice([0, 0.5, 1]),
        "intents": dice.choice([0, 0.5]),
        "passes": dice.choice([0, 0.1]),
        "scores": dice.choice([0, 1, 1, 1]),
        "breaks": dice.choice([0, 1]),
    } | habits
    base = dice.choice([10, 10, 1, 5])
    besides = some("hengyang", seed, ADDED, DEFAULTS.keys() & habits.keys()) | {
        name: value for name, value in habits.items() if name in ADDED or "." in name
    }
    besides |= {name: habits.get(name, DEFAULTS[name]) for name in ("rob_kong", "chi")}
    options |= {name: DEFAULTS[name] for name in ADDED if name in DEFAULTS} | besides
    if options["next_dealer"] != "game":
        options["multi_dealer"] = "first"  # else refused (TBL-9)
    differs = {name: value for name, value in options.items() if value != DEFAULTS.get(name)}
    written = option_words({name: options[name] for name in options if name in differs or name in usual and dice.random() < 0.3})
    result = Match("hengyang", options | {"last_discard": "win", "replacement": "end"}, " ".join(["hengyang", *written]))
    result.tags = {"Base": str(base)} if base != 10 or dice.random() < 0.2 else {}
    dealer, totals = dice.randrange(seats), [0] * seats
    doubles = False
    for number in range(1, rounds + 1):
        faces = {"Dice": payments.thrown(f"hengyang {seed} {number}")} if options["dice_double"] == "on" else {}
        times = payments.times(options, faces, doubles)
        played = Round(dice, options, dealer, base * times, habits)
        doubles = len(played.table.won) != 1
        scores = played.table.scores()
        sheet = Sheet(dealer, played.table.full_wall(), played.dealt, list(played.moves), scores, played)
        sheet.wall = sheet.wall if dice.random() < habits["walls"] else None
        sheet.scores = sheet.scores if dice.random() < habits["scores"] else None
        sheet.tags = break_of(dice, dealer, faces.get("Dice", "")) if dice.random() < habits["breaks"] else faces
        sheet.times = times
        result.sheets.append(sheet)
        totals = [total + points for total, points in zip(totals, scores, strict=True)]
        dealer = (played.table.next_dealer() + (dice.randint(1, seats - 1) if number + 1 == wrong_dealer else 0)) % seats
    result.totals = totals if dice.random() < 0.7 or habits["scores"] == 1 else None
    return result


def play_match(seed: int, rounds: int = 3) -> str:
    """A match by the rules, as PPN with what its recorder wrote down."""
    return match(seed, rounds).text()
