"""Forged matches of 血流成河: what only this game knows, and which forgeries there are."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tests.oracle.mahjong import beside, forgery, forgery_of_records
from tests.oracle.mahjong.forgery import Forger, Found, Judge, RecordForger, four, hands_to_win, with_count
from tests.oracle.mahjong.table import SEATS, tiles_of
from tests.oracle.text import Match, Sheet
from tests.oracle.xueliu.match import match
from tests.oracle.xueliu.scoring import fits, tiles_with, worth
from tests.oracle.xueliu.table import EXCHANGED, Table


class GameJudge(Judge):
    """What 血流成河 says of a table."""

    absent = ("liang", "bao", "ban:sixi", "dice:34", "niao:3p7s", "tao", "geming", "shao:KKX")
    at_the_end = False
    """Whether the last discard, too, is a place for the forgery."""
    before_play = False
    """Whether the exchange and the declarations are."""

    def dealt(self, sheet: Sheet) -> Table:
        hands, direction = [list(hand) for hand in sheet.hands], sheet.tags.get("Exchange", "across")
        return Table(hands, list(sheet.wall or []), sheet.dealer, options=self.options, direction=direction)

    def offered(self, table: Table, seat: int) -> int:
        return 0 if table.locked(seat) else table.offers.get(seat, 0)

    def wins(self, table: Any, seat: int, hand: list[str]) -> bool:
        return worth(hand, table.melds[seat], self.options, table.missing.get(seat, "")) > 0

    def bound(self, table: Any) -> bool:
        """At the end of the round, or where somebody has yet to exchange or declare, another finding may come first."""
        if table.turning:
            return True
        if table.phase in ("act", "open", "kong") and any(table.forced(seat) for seat in table.playing()):  # XLC-2.4
            return True
        return (table.over() and not self.at_the_end) or (table.phase in ("exchange", "que") and not self.before_play)


Tokens = Iterator[list[str]]


def plain(table: Table, token: str) -> bool:
    """Whether neither a locked hand nor a declared suit has anything to say of a discard or meld."""
    seat, what = SEATS.index(token[0]), token[1:]
    verb, _, tiles = what[1:].partition(":")
    if what[0] == "-":
        return not table.hand_locked(seat) and not table.breaks_que(seat, what[1:])
    if verb not in ("chi", "peng", "gang", "angang", "bugang"):
        return True
    named = [*tiles_of(tiles), *([table.tile] if verb in ("chi", "peng", "gang") else [])]
    return not table.hand_locked(seat) and all(tile[1:] != table.missing.get(seat, "-") for tile in named)


def unlocked(name: str) -> Forger:
    """A forger of every game, but for what breaks a rule of this game besides."""

    def forger(table: Any, judge: Judge) -> Tokens:
        yield from (tokens for tokens in forgery.OF_MOVES[name](table, judge) if plain(table, tokens[-1]))

    return forger


# -- before play -----------------------------------------------------------------------------------------------------


def que_twice(table: Table, judge: Judge) -> Tokens:
    """XLC-1.2, SBR-2.1: another suit, or the same again."""
    if table.phase in ("que", "act", "open"):
        yield from ([f"{SEATS[seat]}.que:{suit}"] for seat in table.missing for suit in "mps")


def que_first(table: Table, judge: Judge) -> Tokens:
    """XLC-1.2: another suit thrown while one of the declared is held, or the declared suit melded."""
    seat = table.seat
    if table.phase == "act" and not table.hand_locked(seat):
        yield from ([f"{SEATS[seat]}-{tile}"] for tile in sorted(set(table.hands[seat])) if table.breaks_que(seat, tile))
    yield from ([token] for token in declared_melds(table))


def declared_melds(table: Table) -> Iterator[str]:
    """Melds of the declared suit."""
    if table.phase == "act" and table.how != "claimed" and table.wall:
        missing = table.missing.get(table.seat)
        yield from (SEATS[table.seat] + four(tile) for tile in with_count(table, table.seat, 4) if tile[1] == missing)
    if table.phase == "open" and table.wall:
        for seat in table.playing(table.seat):
            held = table.hands[seat].count(table.tile) if table.missing.get(seat) == table.tile[1] else 0
            yield from (f"{SEATS[seat]}.{verb}" for verb, least in (("peng", 2), ("gang", 3)) if held >= least)


# -- who acts when ---------------------------------------------------------------------------------------------------


def after_a_win_or_kong(table: Table, judge: Judge) -> Tokens:
    """Another than whose turn follows the last winner, or takes another's replacement (XLC-2.2)."""
    if table.wall and table.phase in ("won", "kong"):
        seat = table.seat if table.phase == "kong" else table.next_to_draw()
        tile = table.wall[-1 if table.phase == "kong" else 0]
        yield from ([f"{SEATS[other]}+{tile}"] for other in range(len(table.hands)) if other != seat)
    if table.phase == "open" and table.wall:
        yield from ([f"{SEATS[other]}+{table.wall[0]}"] for other in table.out)


def discard_without_drawing(table: Table, judge: Judge) -> Tokens:
    """Who lays a kong, or comes after a winner, discards at once (MJ-2.1)."""
    if table.wall and table.phase in ("won", "kong"):
        seat = table.seat if table.phase == "kong" else table.next_to_draw()
        tokens = [f"{SEATS[seat]}-{tile}" for tile in sorted(set(table.hands[seat]))]
        yield from ([token] for token in tokens if plain(table, token))


def won_discard_melded(table: Table, judge: Judge) -> Tokens:
    """A meld of a discard that somebody has won on (MJ-3.3)."""
    if table.phase == "won" and table.source is not None and table.how != "added" and table.wall:
        for seat in table.playing(table.source):
            held = table.hands[seat].count(table.tile)
            yield from ([f"{SEATS[seat]}.peng"] for _ in range(held // 2) if plain(table, f"{SEATS[seat]}.peng"))


def out_of_order(table: Table, judge: Judge) -> Tokens:
    """Two win on one tile, the nearer last (MJ-3.3)."""
    if table.phase in ("open", "kong") and table.source is not None and len(table.out) < 2:
        seats = [(table.source + step) % len(table.hands) for step in range(1, len(table.hands))]
        able = [seat for seat in seats if table.free_win(seat)]
        yield from ([f"{SEATS[late]}.hu", f"{SEATS[early]}.hu"] for at, late in enumerate(able) for early in able[:at])


def last_discard(table: Table, judge: Judge) -> Tokens:
    """A peng of the last discard (MJ-2.6)."""
    if table.phase == "open" and not table.wall and table.options.get("last_discard") != "peng":
        for seat in table.playing(table.seat):
            held = table.hands[seat].count(table.tile)
            yield from ([f"{SEATS[seat]}.peng"] for _ in range(held // 2) if plain(table, f"{SEATS[seat]}.peng"))


def claim_priority(table: Table, judge: Judge) -> Tokens:
    """A meld before a win (MJ-3.2)."""
    for seat in table.playing(table.seat):
        for verb in table.claims(seat):
            for winner in table.playing(table.seat, seat):
                if table.free_win(winner):
                    yield [f"{SEATS[seat]}?{verb}", f"{SEATS[winner]}?hu", f"{SEATS[seat]}.{verb}"]


# -- wins ------------------------------------------------------------------------------------------------------------


def three_suits(table: Any, judge: Judge) -> Tokens:
    yield from ([f"{SEATS[seat]}.hu"] for seat in hands_to_win(table) if table.fits_but_suits(seat))


def declared_suit_wins(table: Any, judge: Judge) -> Tokens:
    """A win in two suits of which one was declared missing (XLC-1.2)."""
    for seat, hand in hands_to_win(table).items():
        suits = {tile[1] for tile in tiles_with(hand, table.melds[seat])}
        if fits(hand, table.melds[seat]) and len(suits) < 3 and table.missing.get(seat) in suits:
            yield [f"{SEATS[seat]}.hu"]


def missed_win_lock(table: Table, judge: Judge) -> Tokens:
    """XLC-2.3."""
    if table.phase in ("open", "kong"):
        yield from ([f"{SEATS[seat]}.hu"] for seat in table.offers if table.locked(seat))


def hand_locked(table: Table, judge: Judge) -> Tokens:
    """XLC-2.2: another tile thrown, a peng, a kong that changes the waits."""
    seat = table.seat
    if table.phase == "act" and table.hand_locked(seat):
        others = [tile for tile in sorted(set(table.hands[seat])) if tile != table.tile and not table.breaks_que(seat, tile)]
        yield from ([f"{SEATS[seat]}-{tile}"] for tile in others)
        kongs = [("concealed", tile) for tile in with_count(table, seat, 4)]
        kongs += [("added", tile) for tile in with_count(table, seat, 1) if ("peng", tile) in table.melds[seat]]
        for kind, tile in kongs:
            if table.wall and not table.keeps_waits(seat, kind, tile):
                yield [SEATS[seat] + (four(tile) if kind == "concealed" else f".bugang:{tile}")]
    if table.phase == "open" and table.wall:
        for other in table.playing(seat):
            held = table.hands[other].count(table.tile) if table.hand_locked(other) else 0
            if held >= 2:
                yield [f"{SEATS[other]}.peng"]
            if held >= 3 and not table.keeps_waits(other, "direct", table.tile):
                yield [f"{SEATS[other]}.gang"]


# -- records ---------------------------------------------------------------------------------------------------------


def some_round(dice: random.Random, match: Match) -> tuple[int, Sheet]:
    return dice.choice(list(enumerate(match.sheets, 1)))


def bad_exchange(dice: random.Random, match: Match, judge: Judge) -> Found | None:
    """Two or four tiles, or tiles of several suits (XLC-1.1)."""
    if match.options["exchange"] == "off":
        return None
    number, sheet = some_round(dice, match)
    at = dice.randrange(len(sheet.hands))
    hand = sheet.hands[SEATS.index(sheet.moves[at][0])]
    due = EXCHANGED[match.options["exchange"]]
    suit = max("mps", key=lambda suit: sum(tile[1] == suit for tile in hand))
    alike = sorted(tile for tile in hand if tile[1] == suit)
    other = sorted(tile for tile in hand if tile[1] != suit)
    wrong = [alike[: due - 1], *([alike[: due + 1]] if len(alike) > due else [])]
    if match.options["exchange_suit"] == "one" and other and len(alike) >= due - 1:
        wrong.append([*alike[: due - 1], other[0]])
    sheet.moves[at] = f"{sheet.moves[at][0]}.huansan:{''.join(dice.choice(wrong))}"
    sheet.moves = sheet.moves if dice.random() < 0.5 else sheet.moves[: at + 1]
    return number, at + 1, "bad-exchange"


def exchange_not_in_hand(dice: random.Random, match: Match, judge: Judge) -> Found | None:
    """Three tiles of one suit, of which one at least is not held (XLC-1.1)."""
    if match.options["exchange"] == "off":
        return None
    number, sheet = some_round(dice, match)
    at = dice.randrange(len(sheet.hands))
    hand, tiles = sheet.hands[SEATS.index(sheet.moves[at][0])], tiles_of(sheet.moves[at])
    at_all = match.options["exchange_suit"] == "any"
    absent = [tile for tile in judge.kinds if (at_all or tile[1] == tiles[0][1]) and tile not in hand]
    if not absent:
        return None
    tiles[dice.randrange(3)] = dice.choice(absent)
    sheet.moves[at] = f"{sheet.moves[at][0]}.huansan:{''.join(sorted(tiles))}"
    return number, at + 1, "tile-not-in-hand"


def exchange_missing(dice: random.Random, match: Match, judge: Judge) -> Found | None:
    """Somebody lays out nothing, or only after somebody has gone on (XLC-1.1)."""
    if match.options["exchange"] == "off":
        return None
    number, sheet = some_round(dice, match)
    seats = len(sheet.hands)
    late = sheet.moves.pop(dice.randrange(seats))
    if dice.random() < 0.3:
        sheet.moves.insert(seats, late)
    return number, seats, "exchange-missing"


def direction_missing(dice: random.Random, match: Match, judge: Judge) -> Found | None:
    """Nothing says where the tiles go (XLC-1.1)."""
    number, sheet = some_round(dice, match)
    return (number, 0, "exchange-missing") if sheet.tags.pop("Exchange", None) else None


def que_missing(dice: random.Random, match: Match, judge: Judge) -> Found | None:
    """Somebody declares nothing, or only after somebody has gone on (XLC-1.2, SBR-2.1)."""
    if not match.sheets[0].played.declares():
        return None
    number, sheet = some_round(dice, match)
    first = next(at for at, move in enumerate(sheet.moves) if ".que" in move)
    seats = len(sheet.hands)
    late = sheet.moves.pop(first + dice.randrange(seats))
    if dice.random() < 0.3:
        sheet.moves.insert(first + seats, late)
    return number, first + seats, "que-missing"


def unknown_option(dice: random.Random, match: Match, judge: Judge) -> Found:
    preset = match.rules.split()[0]
    wrong = ("cap=0", "cap=9", "max_fan=4", "exchange=five", "que=maybe", "after_win=go", "kong_on_pao=split", "self_draw=triple")
    match.rules = f"{preset} {dice.choice(wrong)}"
    return 0, 0, "unknown-option"


OF_MOVES: dict[str, Any] = {
    **{name: unlocked(name) for name in forgery.OF_MOVES},
    "que-twice": que_twice,
    "que-first": que_first,
    "melded que-first": lambda table, judge: ([token] for token in declared_melds(table)),
    "hasty must-draw-first": discard_without_drawing,
    "won no-claimable-discard": won_discard_melded,
    "drawn not-your-turn": after_a_win_or_kong,
    "ordered not-your-turn": out_of_order,
    "last no-claimable-discard": last_discard,
    "claim-priority": claim_priority,
    "three-suits": three_suits,
    "not-winning": forgery.but(forgery.not_winning, three_suits),
    "declared not-winning": declared_suit_wins,
    "missed-win-lock": missed_win_lock,
    "hand-locked": hand_locked,
}


def forced_win_declined(dice: random.Random, match: Match, judge: Judge) -> Found | None:
    """A seat that had to win and did does not: by another move, or by none at all (XLC-2.4)."""
    places = []
    for number, sheet in enumerate(match.sheets, 1):
        for at, table in enumerate(judge.seen(sheet)):
            token = sheet.moves[at]
            others = [move for move in sheet.moves[at + 1 : at + 2] if ".hu" in move and table.phase == "open"]
            if token[1:4] == ".hu" and table.phase in ("act", "open") and not others and table.forced(SEATS.index(token[0])):
                places.append((number, at, table))
    if not places:
        return None
    number, at, table = dice.choice(places)
    sheet, instead = match.sheets[number - 1], list[str]()
    if table.phase == "act":
        instead = [f"{SEATS[table.seat]}-{table.tile}"]
    elif table.wall:
        instead = [f"{SEATS[table.next_to_draw()]}+{table.wall[0]}"]
    sheet.moves = [*sheet.moves[:at], *instead]
    return number, at + len(instead), "forced-win-declined"


OF_RECORDS: dict[str, RecordForger] = {
    **forgery_of_records.OF_RECORDS,
    **beside.OF_RECORDS,
    **beside.WITH_HORSES,
    "bad-exchange": bad_exchange,
    "exchanged tile-not-in-hand": exchange_not_in_hand,
    "exchange-missing": exchange_missing,
    "header exchange-missing": direction_missing,
    "que-missing": que_missing,
    "forced-win-declined": forced_win_declined,
    "unknown-option": unknown_option,
}
AT_THE_END = {"last no-claimable-discard", "three-suits", "not-winning", "missed-win-lock"}
WITHOUT = {"peng-locked", "win-too-small"}
"""Codes of what the mahjong games share whose rule this game does not have."""
FORGERIES = (*OF_MOVES, *OF_RECORDS, "wrong-dealer")
RARE = {
    "last-tile-gang": (25, 48, 65, 87),
    "last no-claimable-discard": (85, 109, 115, 127),
    "claim-priority": (1, 6, 16, 20),
    "won no-claimable-discard": (1, 16, 20, 23),
    "ordered not-your-turn": (1, 7, 16, 23),
    "declared not-winning": (69, 92, 103, 111),
}
"""Seeds with an occasion for what few matches offer."""


def forge(seed: int, kind: str) -> tuple[str, Found] | None:
    """A forged match and its first finding; None where the match of this seed offers no occasion."""
    dice = random.Random(f"{seed} {kind}")
    if kind == "wrong-dealer":
        return match(seed, wrong_dealer=2).text(), (2, 0, kind)
    forged = match(seed, **({"forced_win": "wall4"} if kind == "forced-win-declined" else beside.ASKED.get(kind, {})))
    judge = GameJudge(forged.options)
    judge.at_the_end, judge.before_play = kind in AT_THE_END, kind == "que-twice"
    return forgery.forge(dice, forged, judge, OF_RECORDS.get(kind) or (kind.split()[-1], OF_MOVES[kind]))
