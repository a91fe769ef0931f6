"""Whole matches of 夠級: options, rounds one after another, and their text."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from typing import Any

from tests.oracle.gouji.cards import SEATS, from_seat, partners
from tests.oracle.gouji.deals import BIASES
from tests.oracle.gouji.opening import Habits, NothingToReturn
from tests.oracle.gouji.round import Round
from tests.oracle.gouji.settlement import DEFAULTS, PRESETS, Owed, agreed, team_text
from tests.oracle.text import kept, option_words


@dataclass
class Sheet:
    """What is written down of one round; a forger may change anything in it."""

    played: Round
    hands: dict[str, list[str]]
    moves: list[str]
    places: list[str]
    scores: dict[str, int]
    leader: str
    tags: dict[str, str] = field(default_factory=dict)

    def text(self, number: int) -> str:
        """The round as PPN."""
        lines = [f'\n[Round "{number}"]', f'[Leader "{self.leader}"]']
        lines += [f'[{name} "{value}"]' for name, value in self.tags.items()]
        lines += [f'[Hand.{seat} "{"".join(hand)}"]' for seat, hand in self.hands.items()]
        lines += [f'[Places "{" ".join(self.places)}"]'] * bool(self.places)
        lines += [f'[Scores "{team_text(self.scores)}"]'] * bool(self.scores)
        return "\n".join([*lines, " ".join(self.moves), ""])


@dataclass
class Match:
    """A match as it is written down."""

    options: dict[str, Any]
    rules: str
    game: str = "gouji"
    more_rules: str = ""
    sheets: list[Sheet] = field(default_factory=list)
    totals: dict[str, int] = field(default_factory=lambda: {"ACE": 0, "BDF": 0})
    tags: dict[str, str] = field(default_factory=dict)

    def copy(self) -> Match:
        """This match, to be written down otherwise."""
        sheets = [
            replace(it, hands={seat: list(hand) for seat, hand in it.hands.items()}, scores=dict(it.scores), tags=dict(it.tags))
            for it in self.sheets
        ]
        return replace(self, sheets=sheets, totals=dict(self.totals), tags=dict(self.tags))

    def text(self) -> str:
        """The match as PPN."""
        tags = "".join(f'[{name} "{value}"]\n' for name, value in self.tags.items())
        rounds = "".join(sheet.text(number) for number, sheet in enumerate(self.sheets, 1))
        head = f'[PPN "1"]\n[Game "{self.game}"]\n[Rules "{self.rules}{self.more_rules}"]\n{tags}'
        return f'{head}[Totals "{team_text(self.totals)}"]\n{rounds}'


def rules_text(options: dict[str, Any], preset: str) -> str:
    """The preset and the options that differ from it."""
    plain = DEFAULTS | PRESETS[preset]
    changed = {name: value for name, value in options.items() if value != plain[name]}
    words = [f"drop={changed['drop']}"] if "drop" in changed else []
    return " ".join([preset, *option_words(changed, "drop"), *words])


def options_by(dice: random.Random, preset: str, free: bool) -> dict[str, Any]:
    """The preset, or any values of the options."""
    options = DEFAULTS | PRESETS[preset]
    if free:
        options |= {
            "bie3": dice.random() < 0.5,
            "tribute": dice.random() < 0.7,
            "points_mode": dice.choice(["off", "charter", "table"]),
            "side_out": dice.choice(["play", "end"]),
            "score": dice.choice(["sum", "sum", "difference"]),
            "hui4": dice.random() < 0.5,
            "double_fine": dice.random() < 0.5,
            "headless": dice.choice(["both", "player", "responder"]),
            "burn_after_yield": dice.random() < 0.5,
            "late_burn": dice.random() < 0.5,
            "headless_burn": dice.random() < 0.5,
            "big_kills": dice.choice([1, 2]),
            "sweep_tribute": dice.random() < 0.7,
            "auto_revolution": dice.random() < 0.5,
        }
        options |= {"buy_from": dice.choice(["opposite", "partner_first"]), "buy4": dice.random() < 0.5}
    return options


def of_tables(dice: random.Random) -> dict[str, Any]:
    """What tables add, drawn at random (GJ-11); much of it as usual."""
    found = {
        "packs": dice.choice([4, 4, 5, 6]),
        "sweep": dice.choice([None, None, 20]),
        "open_without_fours": dice.choice(["off", "on"]),
        "fours_at_once": dice.choice(["off", "on"]),
        "burn_needs_open": dice.choice(["off", "off", "on"]),
        "buy_price": dice.choice(["two_first", "best"]),
    }
    return found | families(dice)


def families(dice: random.Random) -> dict[str, str]:
    """The options of a grammar of their own; cards that are left out as ``sharing`` has them."""
    orders = [",".join(dice.sample(("opposite", "partner", "neighbours"), number)) for number in (1, 2, 3)]
    places = dice.choice(["", "", "2,1,0,0,-1,-2", "40,20,0,0,-20,-40", "5,3,2,1,0,0"])
    return {"place_scores": places, "buy_order": dice.choice(["", *orders]), "drop": "?"}


def sharing(dice: random.Random, options: dict[str, Any]) -> str:
    """Cards to leave out so that six hands share the rest."""
    known = {4: ["3:10,4:8", "567", "x:2,9:4"], 5: ["6:12", "5-7"], 6: ["3:6", "5", "3:10,4:8,5:6", "34", "8-T"]}
    fit = [text for text in known[options["packs"]] if not (options["bie3"] or options["points_mode"] == "table") or text != "34"]
    return dice.choice(["", *fit])


def together(options: dict[str, Any], fixed: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    """The options with those fixed; what goes only with 憋3 or 打點 follows it, or has it follow (GJ-8.2, 11)."""
    if fixed.get("buy_from", "opposite") != "opposite" or fixed.get("buy4"):
        options |= {"bie3": True, "points_mode": "table"}
    options |= fixed
    if not options["bie3"]:
        options |= {"buy_from": "opposite", "buy4": False, "buy_price": "two_first", "buy_order": ""}
    if options["points_mode"] != "table":
        options |= {"buy4": False, "fours_at_once": "off"}
    if options["points_mode"] == "off":
        options |= {"open_without_fours": "off", "burn_needs_open": "off"}
    if options["score"] == "difference":
        options |= {"place_scores": ""}
    return options | ({"drop": sharing(dice, options)} if options["drop"] == "?" else {})


@kept
def match(seed: int, rounds: int = 3, false: float = 0.0, **fixed: Any) -> Match:
    """A match by the rules, but that burns end falsely as often as ``false`` says. ``fixed`` sets options."""
    dice = random.Random(f"gouji {seed}")
    preset = dice.choice(["charter", "qingdao"])
    options, other = options_by(dice, preset, dice.random() < 0.7), random.Random(f"gouji {seed} tables")
    options |= of_tables(other) if other.random() < 0.5 else {}
    options = together(options, fixed, other)
    result = Match(options, rules_text(options, preset))
    habits, biases = Habits.of(dice), dice.choice([[bias] for bias in BIASES] + [list(BIASES)] * 4)
    habits = replace(habits, false=false, bluff=max(habits.bluff, false))
    result.tags, sits = {f"Seat.{seat}": f"P{seat}" for seat in SEATS}, dict[str, str]()
    leader, anew, lines = dice.choice(SEATS), True, list[Owed]()
    for number in range(1, rounds + 1):
        if number > 1 and dice.random() < 0.08 and not (options["bie3"] or options["tribute"]):
            sits |= {f"Sit.{seat}": f"P{seat}{number}" for seat in dice.sample(SEATS, dice.choice([1, 2, 3]))}
            changed = sum(name.endswith(str(number)) for name in sits.values())
            anew, leader = (True, dice.choice(SEATS)) if changed > 1 else (anew, leader)
        daluo = agreed_daluo(dice, result.sheets[-1].played) if result.sheets else ""
        lines = agreed(lines, daluo)
        leader = daluo if daluo and not (anew or options["bie3"]) else leader
        played = play_round(dice, options, leader, anew, lines, biases, habits)
        played.counts["daluo"] += bool(daluo)
        tags = {"Draw": draw_for(dice, leader)} if anew and dice.random() < 0.3 else {}
        tags |= sits | ({"Daluo": daluo} if daluo else {})
        result.sheets.append(Sheet(played, played.told, list(played.moves), played.places, dict(played.scores), leader, tags))
        for side, points in played.scores.items():
            result.totals[side] += points
        anew = not options["bie3"] and (played.void or played.swept)
        leader = from_seat(leader)[0] if options["bie3"] else dice.choice(SEATS) if anew else played.places[5]
        lines = played.owed
    return result


def agreed_daluo(dice: random.Random, played: Round) -> str:
    """Whom two last players of one side agree on as 大落, if they do (GJ-7.7)."""
    last = played.places[4:]
    return dice.choice(last) if last and partners(*last) and dice.random() < 0.3 else ""


def play_round(
    dice: random.Random, options: dict[str, Any], leader: str, anew: bool, lines: list[Owed], biases: list[str], habits: Habits
) -> Round:
    """A round, dealt until its tribute can be returned."""
    while True:
        try:
            return Round(dice, options, leader, anew, lines, dice.choice(biases), habits)
        except NothingToReturn:
            continue


def draw_for(dice: random.Random, leader: str) -> str:
    """Who drew which card, so that the leader is the first taker (GJ-1.3)."""
    card = dice.choice("A23456789TJQK")
    return f"{SEATS[(SEATS.index(leader) - 'A23456789TJQK'.index(card)) % 6]} {card}"


def play_match(seed: int, rounds: int = 3) -> str:
    """A match by the rules, as PPN with its hands, places, scores and totals."""
    return match(seed, rounds).text()
