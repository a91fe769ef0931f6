"""Forgers of deals, settlements, headers and endings; each says where the first finding stands and under which code."""

from __future__ import annotations

import random
from collections import Counter

from tests.oracle.mahjong.forgery import Found, Judge, RecordForger
from tests.oracle.mahjong.table import SEATS
from tests.oracle.text import Match


def bad_deal(dice: random.Random, match: Match, judge: Judge) -> Found:
    number, sheet = dice.choice(list(enumerate(match.sheets, 1)))
    hand = dice.choice(sheet.hands)
    if dice.random() < 0.5:
        hand.remove(dice.choice(hand))
    else:
        wall = sheet.wall or []
        hand.append(wall.pop(dice.randrange(len(wall))))
    return number, 0, "bad-deal"


def tile_overflow(dice: random.Random, match: Match, judge: Judge) -> Found:
    """Every tile is dealt or in the wall: whatever is put in another's place is one too many."""
    number, sheet = dice.choice(list(enumerate(match.sheets, 1)))
    tiles = dice.choice([*sheet.hands, sheet.wall or []])
    at = dice.randrange(len(tiles))
    tiles[at] = dice.choice([tile for tile in judge.kinds if tile != tiles[at]])
    return number, 0, "tile-overflow"


def late_tile_overflow(dice: random.Random, match: Match, judge: Judge) -> Found | None:
    """Without the wall only the draw that brings a fifth copy shows it."""
    number, sheet = dice.choice(list(enumerate(match.sheets, 1)))
    places = []
    shown = Counter({tile: sum(hand.count(tile) for hand in sheet.hands) for tile in judge.kinds})
    for at, (token, table) in enumerate(zip(sheet.moves, judge.seen(sheet), strict=True)):
        if token[1] == "+" and len(token) == 4 and not judge.bound(table):
            places += [(at, tile) for tile in judge.kinds if shown[tile] == 4 and tile != token[2:]]
            shown[token[2:]] += 1
    if not places:
        return None
    at, tile = dice.choice(places)
    sheet.wall, sheet.moves = None, [*sheet.moves[:at], f"{sheet.moves[at][:2]}{tile}"]
    return number, at + 1, "tile-overflow"


def wall_mismatch(dice: random.Random, match: Match, judge: Judge) -> Found | None:
    number, sheet = dice.choice(list(enumerate(match.sheets, 1)))
    places = []
    for at, (token, table) in enumerate(zip(sheet.moves, judge.seen(sheet), strict=True)):
        if token[1] == "+" and len(token) == 4 and not judge.bound(table):
            places += [(at, tile) for tile in set(table.wall) if tile != token[2:]]
    if not places:
        return None
    at, tile = dice.choice(sorted(places))
    sheet.moves = [*sheet.moves[:at], f"{sheet.moves[at][:2]}{tile}", *(sheet.moves[at + 1 :] if dice.random() < 0.5 else [])]
    return number, at + 1, "wall-mismatch"


def round_not_finished(dice: random.Random, match: Match, judge: Judge) -> Found | None:
    number, sheet = dice.choice(list(enumerate(match.sheets, 1)))
    places = [
        at
        for at, table in enumerate(judge.seen(sheet))
        if at
        and sheet.moves[at][1:4] not in (".hu", ".ta", ".ma")
        and (table.wall or table.phase != "open")
        and not judge.bound(table)
    ]
    if not places:
        return None
    at = dice.choice(places)
    sheet.moves = sheet.moves[:at]
    return number, at, "round-not-finished"


def moves_after_end(dice: random.Random, match: Match, judge: Judge) -> Found:
    number, sheet = dice.choice(list(enumerate(match.sheets, 1)))
    seat = dice.randrange(len(sheet.hands))
    at = len(sheet.moves) + 1
    more = [f"{SEATS[seat]}+{dice.choice(judge.kinds)}", f"{SEATS[seat]}-{dice.choice(sheet.hands[seat])}"]
    sheet.moves = [*sheet.moves, *more[dice.randint(0, 1) :]]
    return number, at, "moves-after-end"


def score_mismatch(dice: random.Random, match: Match, judge: Judge) -> Found | None:
    number, sheet = dice.choice(list(enumerate(match.sheets, 1)))
    one, two = dice.sample(range(len(sheet.hands)), 2)
    points = dice.randint(1, 40)
    if sheet.scores:
        sheet.scores[one] += points
        sheet.scores[two] -= points
    return number, len(sheet.moves), "score-mismatch"


def wins_out_of_turn(dice: random.Random, match: Match, judge: Judge) -> Found | None:
    """Two win on one tile, and the later one says so first (MJ-3.3)."""
    sheets = enumerate(match.sheets, 1)
    pairs = [
        (number, at)
        for number, sheet in sheets
        for at in range(1, len(sheet.moves))
        if all(".hu" in move for move in sheet.moves[at - 1 : at + 1])
    ]
    if not pairs:
        return None
    number, at = dice.choice(pairs)
    moves = match.sheets[number - 1].moves
    moves[at - 1 : at + 1] = reversed(moves[at - 1 : at + 1])
    return number, at + 1, "not-your-turn"


def value_mismatch(dice: random.Random, match: Match, judge: Judge) -> Found | None:
    sheets = enumerate(match.sheets, 1)
    places = [(number, at) for number, sheet in sheets for at, move in enumerate(sheet.moves) if ".hu:" in move]
    if not places:
        return None
    number, at = dice.choice(places)
    moves = match.sheets[number - 1].moves
    win, value = moves[at].split(":")
    moves[at] = f"{win}:{dice.choice([other for other in (1, 2, 4, 8, 16, 32, 64, 3) if other != int(value)])}"
    return number, at + 1, "value-mismatch"


def total_mismatch(dice: random.Random, match: Match, judge: Judge) -> Found:
    if match.totals:
        match.totals[dice.randrange(len(match.totals))] += dice.choice([-5, -1, 1, 7])
    return 0, 0, "total-mismatch"


def unknown_option(dice: random.Random, match: Match, judge: Judge) -> Found:
    match.more_rules = dice.choice([" luck=3", " max_fun=4", " stakes2=points"])
    return 0, 0, "unknown-option"


def unknown_game(dice: random.Random, match: Match, judge: Judge) -> Found:
    match.game = dice.choice([f"{match.game}2", "chess", "mahjong"])
    return 0, 0, "unknown-game"


OF_RECORDS: dict[str, RecordForger] = {
    "bad-deal": bad_deal,
    "tile-overflow": tile_overflow,
    "wall-mismatch": wall_mismatch,
    "round-not-finished": round_not_finished,
    "moves-after-end": moves_after_end,
    "score-mismatch": score_mismatch,
    "value-mismatch": value_mismatch,
    "total-mismatch": total_mismatch,
    "unknown-option": unknown_option,
    "unknown-game": unknown_game,
    "late tile-overflow": late_tile_overflow,
}
"""What every game knows, as far as its own rules do not differ."""
