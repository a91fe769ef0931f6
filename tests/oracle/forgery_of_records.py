"""Forgers of deals, settlements, headers and endings; each says where the first finding stands and under which code."""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.oracle.forgery import OF_MOVES, Found, forced, forge_move, seen
from tests.oracle.shapes import TILES
from tests.oracle.sichuan_match import Match, match
from tests.oracle.table import SEATS

RecordForger = Callable[[random.Random, Match], "Found | None"]


def bad_deal(dice: random.Random, match: Match) -> Found:
    number, sheet = dice.choice(list(enumerate(match.sheets, 1)))
    hand = dice.choice(sheet.hands)
    if dice.random() < 0.5:
        hand.remove(dice.choice(hand))
    else:
        wall = sheet.wall or []
        hand.append(wall.pop(dice.randrange(len(wall))))
    return number, 0, "bad-deal"


def tile_overflow(dice: random.Random, match: Match) -> Found:
    """Every tile is dealt or in the wall: whatever is put in another's place is one too many."""
    number, sheet = dice.choice(list(enumerate(match.sheets, 1)))
    tiles = dice.choice([*sheet.hands, sheet.wall or []])
    at = dice.randrange(len(tiles))
    tiles[at] = dice.choice([tile for tile in TILES if tile != tiles[at]])
    return number, 0, "tile-overflow"


def late_tile_overflow(dice: random.Random, match: Match) -> Found | None:
    """Without the wall only the draw that brings a fifth copy shows it."""
    number, sheet = dice.choice(list(enumerate(match.sheets, 1)))
    places = []
    shown = {tile: sum(hand.count(tile) for hand in sheet.hands) for tile in TILES}
    for at, (token, table) in enumerate(zip(sheet.moves, seen(sheet), strict=True)):
        if token[1] == "+" and not forced(table, match.options):
            places += [(at, tile) for tile in TILES if shown[tile] == 4 and tile != token[2:]]
            shown[token[2:]] += 1
    if not places:
        return None
    at, tile = dice.choice(places)
    sheet.wall, sheet.moves = None, [*sheet.moves[:at], f"{sheet.moves[at][:2]}{tile}"]
    return number, at + 1, "tile-overflow"


def wall_mismatch(dice: random.Random, match: Match) -> Found | None:
    number, sheet = dice.choice(list(enumerate(match.sheets, 1)))
    places = []
    for at, (token, table) in enumerate(zip(sheet.moves, seen(sheet), strict=True)):
        if token[1] == "+" and not forced(table, match.options):
            places += [(at, tile) for tile in set(table.wall) if tile != token[2:]]
    if not places:
        return None
    at, tile = dice.choice(sorted(places))
    sheet.moves = [*sheet.moves[:at], f"{sheet.moves[at][:2]}{tile}", *(sheet.moves[at + 1 :] if dice.random() < 0.5 else [])]
    return number, at + 1, "wall-mismatch"


def round_not_finished(dice: random.Random, match: Match) -> Found | None:
    number, sheet = dice.choice(list(enumerate(match.sheets, 1)))
    places = [at for at, table in enumerate(seen(sheet)) if at and sheet.moves[at][1:4] not in (".hu", ".ta")
              and not forced(table, match.options)]  # fmt: skip
    if not places:
        return None
    at = dice.choice(places)
    sheet.moves = sheet.moves[:at]
    return number, at, "round-not-finished"


def moves_after_end(dice: random.Random, match: Match) -> Found:
    number, sheet = dice.choice(list(enumerate(match.sheets, 1)))
    seat = dice.randrange(4)
    at = len(sheet.moves) + 1
    more = [f"{SEATS[seat]}+{dice.choice(TILES)}", f"{SEATS[seat]}-{dice.choice(sheet.hands[seat])}"]
    sheet.moves = [*sheet.moves, *more[dice.randint(0, 1) :]]
    return number, at, "moves-after-end"


def forced_win_declined(dice: random.Random, match: Match) -> Found | None:
    """Who had to win and did does not: by another move, or by none at all."""
    places = []
    for number, sheet in enumerate(match.sheets, 1):
        for at, table in enumerate(seen(sheet)):
            wins = sheet.moves[at][1:4] == ".hu" and table.phase in ("act", "open")
            others = [move for move in sheet.moves[at + 1 : at + 2] if ".hu" in move and table.phase == "open"]
            short = len(table.hands[SEATS.index(sheet.moves[at][0])]) - (table.phase == "act") <= 4
            must = {"wall4": len(table.wall) <= 4, "hand4": short, "off": False}[match.options["forced_win"]]
            if wins and must and not others and table.how != "dealt":
                places.append((number, at, table))
    if not places:
        return None
    number, at, table = dice.choice(places)
    sheet = match.sheets[number - 1]
    if table.phase == "act":
        instead = [f"{SEATS[table.seat]}-{dice.choice(table.hands[table.seat])}"]
    elif table.wall:
        instead = [f"{SEATS[table.after(table.seat)]}+{table.wall[0]}"]
    else:
        instead = []
    sheet.moves = [*sheet.moves[:at], *instead]
    return number, at + len(instead), "forced-win-declined"


def score_mismatch(dice: random.Random, match: Match) -> Found | None:
    number, sheet = dice.choice(list(enumerate(match.sheets, 1)))
    one, two = dice.sample(range(4), 2)
    points = dice.randint(1, 40)
    if sheet.scores:
        sheet.scores[one] += points
        sheet.scores[two] -= points
    return number, len(sheet.moves), "score-mismatch"


def value_mismatch(dice: random.Random, match: Match) -> Found | None:
    sheets = enumerate(match.sheets, 1)
    places = [(number, at) for number, sheet in sheets for at, move in enumerate(sheet.moves) if ".hu" in move]
    if not places:
        return None
    number, at = dice.choice(places)
    moves = match.sheets[number - 1].moves
    win, value = moves[at].split(":")
    moves[at] = f"{win}:{dice.choice([other for other in (1, 2, 4, 8, 16, 32, 64, 3) if other != int(value)])}"
    return number, at + 1, "value-mismatch"


def total_mismatch(dice: random.Random, match: Match) -> Found:
    if match.totals:
        match.totals[dice.randrange(4)] += dice.choice([-5, -1, 1, 7])
    return 0, 0, "total-mismatch"


def unknown_option(dice: random.Random, match: Match) -> Found:
    match.more_rules = dice.choice([" luck=3", " cap=8", " max_fan=many", " forced_win=always"])
    return 0, 0, "unknown-option"


def unknown_game(dice: random.Random, match: Match) -> Found:
    match.game = dice.choice(["sichuan2", "chess", "xuezhan"])
    return 0, 0, "unknown-game"


OF_RECORDS: dict[str, RecordForger] = {
    "bad-deal": bad_deal, "tile-overflow": tile_overflow, "wall-mismatch": wall_mismatch,
    "round-not-finished": round_not_finished, "moves-after-end": moves_after_end, "forced-win-declined": forced_win_declined,
    "score-mismatch": score_mismatch, "value-mismatch": value_mismatch, "total-mismatch": total_mismatch,
    "unknown-option": unknown_option, "unknown-game": unknown_game, "late tile-overflow": late_tile_overflow,
}  # fmt: skip
FORGERIES = (*OF_MOVES, *OF_RECORDS, "wrong-dealer")


def forge(seed: int, kind: str) -> tuple[str, Found] | None:
    """A forged match and its first finding; None where the match of this seed offers no occasion."""
    dice = random.Random(f"{seed} {kind}")
    if kind == "wrong-dealer":
        forged = match(seed, wrong_dealer=2, blood=False)
        return None if forged.sheets[0].played.next_dealer is None else (forged.text(), (2, 0, kind))
    forged = match(seed)
    found = OF_RECORDS[kind](dice, forged) if kind in OF_RECORDS else forge_move(dice, forged, kind)
    return (forged.text(), found) if found else None
