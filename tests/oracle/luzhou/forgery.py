"""Forged matches of 瀘州鬼麻將: what only this game knows, and which forgeries there are."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tests.oracle.luzhou.match import match
from tests.oracle.luzhou.players import claims, keeps_waits, kong_text, own_kongs
from tests.oracle.luzhou.scoring import ready
from tests.oracle.luzhou.table import Table
from tests.oracle.mahjong import forgery, forgery_of_records
from tests.oracle.mahjong.forgery import Found, Judge, RecordForger, hands_to_win
from tests.oracle.mahjong.ghost_shapes import GHOST, shaped, whole
from tests.oracle.mahjong.shapes import TILES
from tests.oracle.mahjong.table import SEATS
from tests.oracle.text import Match, Sheet


class GameJudge(Judge):
    """What 瀘州鬼麻將 says of a table."""

    absent = ("liang", "ban:sixi", "dice:34", "niao:3p7s", "tao", "geming", "shao:KKX")
    at_the_end = False
    """Whether the last discard, too, is a place for the forgery."""

    def dealt(self, sheet: Sheet) -> Table:
        return Table([list(hand) for hand in sheet.hands], sheet.dealer, self.options, sheet.wall)

    def offered(self, table: Table, seat: int) -> int:
        return table.free(seat)

    def wins(self, table: Any, seat: int, hand: list[str]) -> bool:
        return bool(whole(hand, table.melds[seat], table.options))

    def bound(self, table: Any) -> bool:
        """At the end of the round, or where somebody has said what he wants, another finding may come first."""
        return (table.over() and not self.at_the_end) or table.spoken


Tokens = Iterator[list[str]]


def open_to_claims(table: Table) -> bool:
    """Whether a discard lies there that can be claimed."""
    return table.phase == "open" and table.left > 0 and table.tile != GHOST


def unlocked(name: str) -> forgery.Forger:
    """A forger of every game, but for hands that are locked and discarded ghosts: these have findings of their own."""

    def forger(table: Any, judge: Judge) -> Tokens:
        for tokens in forgery.OF_MOVES[name](table, judge):
            token, seat = tokens[-1], SEATS.index(tokens[-1][0])
            ghostly = table.phase == "open" and table.tile == GHOST and token[1] == "."
            kong = table.phase == "kong" and table.how != "added" and ".hu" in token
            if seat not in table.reported and not ghostly and not kong and not table.spoken and "bugang:7z" not in token:
                yield tokens

    return forger


# -- who acts when ---------------------------------------------------------------------------------------------------


def after_a_win_or_kong(table: Table, judge: Judge) -> Tokens:
    """Somebody else draws after a win, takes another's replacement, or draws though he has won (LZG-2.5)."""
    if table.left and table.wall and table.phase in ("won", "kong"):
        seat = table.seat if table.phase == "kong" else table.next_to_draw()
        tile = table.wall[-1 if table.phase == "kong" else 0]
        yield from ([f"{SEATS[other]}+{tile}"] for other in range(len(table.hands)) if other != seat)
    if table.phase == "open" and table.wall:
        yield from ([f"{SEATS[other]}+{table.wall[0]}"] for other in table.won)


def discard_without_drawing(table: Table, judge: Judge) -> Tokens:
    """Who lays a kong, or comes after a winner, discards at once (MJ-2.1)."""
    if table.left and table.phase in ("won", "kong"):
        seat = table.seat if table.phase == "kong" else table.next_to_draw()
        yield from ([f"{SEATS[seat]}-{tile}"] for tile in sorted(set(table.hands[seat])) if seat not in table.reported)


def won_discard_melded(table: Table, judge: Judge) -> Tokens:
    """A meld of a discard that somebody has won on (MJ-3.3)."""
    if table.phase == "won" and table.by == "discard" and table.left:
        for seat in table.playing(table.source, *table.reported):
            yield from ([f"{SEATS[seat]}.peng"] for _ in range(table.hands[seat].count(table.tile) // 2))


def out_of_order(table: Table, judge: Judge) -> Tokens:
    """Two win on one tile, the nearer last (MJ-3.3)."""
    if table.phase == "open" and len(table.won) < 2:
        able = [seat for seat in table.in_turn() if table.free(seat)]
        yield from ([f"{SEATS[late]}.hu", f"{SEATS[early]}.hu"] for at, late in enumerate(able) for early in able[:at])


def last_discard(table: Table, judge: Judge) -> Tokens:
    """A peng of the last discard (MJ-2.6)."""
    if table.phase == "open" and not (table.left or table.last_peng) and table.tile != GHOST and not table.spoken:
        for seat in table.playing(table.seat, *table.reported):
            yield from ([f"{SEATS[seat]}.peng"] for _ in range(table.hands[seat].count(table.tile) // 2))


# -- melds with ghosts -----------------------------------------------------------------------------------------------


def bad_ghosts(table: Table, judge: Judge) -> Tokens:
    """Melds of ghosts alone, with another kind beside the ghost, or added to no peng (LZG-2.2, LZG-2.3)."""
    if table.may_kong() and table.seat not in table.reported:
        own = table.hands[table.seat]
        pengs = [meld.tile for meld in table.melds[table.seat] if meld.kind == "peng"]
        if own.count(GHOST) >= 4:
            yield [f"{SEATS[table.seat]}.angang:7777z"]
        if GHOST in own:
            yield from ([f"{SEATS[table.seat]}.bugang:7z={tile}"] for tile in sorted(set(TILES) & set(own)) if tile not in pengs)
    if open_to_claims(table):
        for seat in table.playing(table.seat, *table.reported):
            own, ghosts = table.hands[seat], table.hands[seat].count(GHOST)
            other = next((tile for tile in own if tile not in (GHOST, table.tile)), None)
            yield from ([f"{SEATS[seat]}.peng:77z"] for _ in range(ghosts // 2))
            yield from ([f"{SEATS[seat]}.gang:777z"] for _ in range(ghosts // 3))
            if other and ghosts:
                yield [f"{SEATS[seat]}.peng:{kong_text(other, 1, 1)}"]
                yield from ([f"{SEATS[seat]}.gang:{kong_text(other, 1, 2)}"] for _ in range(ghosts // 2))


def ghost_kong_after_claim(table: Table, judge: Judge) -> Tokens:
    if table.phase == "act" and table.how == "claimed" and table.left:
        yield from ([token] for token in own_kongs(table) if GHOST in token)


def ghost_kong_at_the_end(table: Table, judge: Judge) -> Tokens:
    if table.left or table.seat in table.reported or table.spoken:
        return
    if table.phase == "act" and table.how != "claimed":
        yield from ([token] for token in own_kongs(table))


def ghost_discard_claimed(table: Table, judge: Judge) -> Tokens:
    if table.phase == "open" and table.tile == GHOST:
        for seat in table.playing(table.seat):
            if ready(table.hands[seat], table.melds[seat], table.options):
                yield [f"{SEATS[seat]}.hu"]
            if seat not in table.reported and table.left:
                for verb, number in (("peng", 2), ("gang", 3)):
                    same = [tile for tile in sorted(set(table.hands[seat])) if table.hands[seat].count(tile) >= number]
                    yield from ([f"{SEATS[seat]}.{verb}:{tile[0] * number}{tile[1]}"] for tile in same)
                    yield from ([f"{SEATS[seat]}.{verb}"] for tile in same if tile == GHOST)


def claim_priority(table: Table, judge: Judge) -> Tokens:
    """A meld before a win; a peng with a ghost before a natural one, or before a nearer one (LZG-2.2, LZG-2.8)."""
    if not open_to_claims(table):
        return
    wishes = [(seat, claim) for seat in table.in_turn() for claim in claims(table, seat)]
    for seat, claim in wishes:
        for winner in table.playing(table.seat, seat):
            if table.free(winner):
                yield [f"{SEATS[seat]}?{claim}", f"{SEATS[winner]}?hu", f"{SEATS[seat]}.{claim}"]
    pengs = sorted((wish for wish in wishes if wish[1].startswith("peng")), key=lambda wish: GHOST in wish[1])
    for at, (seat, claim) in enumerate(pengs):
        for first, better in pengs[:at]:
            if first != seat and GHOST in claim:
                yield [f"{SEATS[seat]}?peng", f"{SEATS[first]}?{better}", f"{SEATS[seat]}.{claim}"]


# -- wins ------------------------------------------------------------------------------------------------------------


def three_suits(table: Any, judge: Judge) -> Tokens:
    for seat, hand in hands_to_win(table).items():
        fits = shaped(hand, table.melds[seat], table.options) and not judge.wins(table, seat, hand)
        if fits and not (table.phase == "open" and table.tile == GHOST):
            yield [f"{SEATS[seat]}.hu"]


def win_too_small(table: Table, judge: Judge) -> Tokens:
    if table.phase == "open" and not judge.options["one_ke_win"]:
        for seat in table.playing(table.seat):
            win = table.win_of(seat)
            if win and win.value // 2 == 1 and not table.locks[seat]:
                yield [f"{SEATS[seat]}.hu"]


def missed_win_lock(table: Table, judge: Judge) -> Tokens:
    if table.phase in ("open", "kong"):
        for seat in table.playing(table.source):
            if table.paid(seat) and not table.free(seat):
                yield [f"{SEATS[seat]}.hu"]


# -- reported hands --------------------------------------------------------------------------------------------------


def hand_locked(table: Table, judge: Judge) -> Tokens:
    """Another tile thrown, a peng, a kong that changes the waits (LZG-4.7)."""
    seat = table.seat
    if table.phase == "act" and seat in table.reported:
        yield from ([f"{SEATS[seat]}-{tile}"] for tile in sorted(set(table.hands[seat])) if tile != table.tile)
        if table.may_kong():
            yield from ([token] for token in own_kongs(table) if not keeps_waits(table, token))
    if open_to_claims(table):
        for other in table.reported & set(table.playing(seat)):
            held, ghosts = table.hands[other].count(table.tile), table.hands[other].count(GHOST)
            if held >= 2:
                yield [f"{SEATS[other]}.peng"]
            if held and ghosts:
                yield [f"{SEATS[other]}.peng:{kong_text(table.tile, 1, 1)}"]
            if held and held + ghosts >= 3:
                token = f"{SEATS[other]}.gang:{kong_text(table.tile, min(held, 3), 3 - min(held, 3))}"
                yield from ([token] for _ in range(not keeps_waits(table, token)))


def timely(table: Table, seat: int) -> bool:
    """Whether the time is right for this seat's report (LZG-4.6)."""
    if seat == table.dealer:
        return table.phase == "open" and table.seat == seat and table.discards[seat] == 1
    return table.draws[seat] == 0 and not table.melds[seat]


def show_not_ready(table: Table, judge: Judge) -> Tokens:
    if not table.claimed:
        for seat in set(table.playing()) - table.reported:
            if timely(table, seat) and not ready(table.hands[seat], table.melds[seat], table.options):
                yield [f"{SEATS[seat]}.bao"]


def late_report(table: Table, judge: Judge) -> Tokens:
    for seat in set(table.playing()) - table.reported:
        drawn = table.draws[seat] > 0 if seat != table.dealer else table.discards[seat] > 0
        resting = seat != table.seat or table.phase in ("open", "won")
        won_at_once = table.phase == "won" and seat == table.seat == table.dealer and table.discards[seat] == 1
        late = drawn and resting and not won_at_once and not timely(table, seat)
        if late and ready(table.hands[seat], table.melds[seat], table.options):
            yield [f"{SEATS[seat]}.bao"]


# -- records ---------------------------------------------------------------------------------------------------------


def wrong_break(dice: random.Random, match: Match, judge: Judge) -> Found:
    number, sheet = dice.choice(list(enumerate(match.sheets, 1)))
    red = int(sheet.tags["Dice"][0])
    steps = {1: 2, 2: 1, 3: 2, 4: 3, 5: 2, 6: 1}[red]
    sheet.tags["Break"] = SEATS[(sheet.dealer + dice.choice([other for other in range(4) if other != steps])) % 4]
    return number, 0, "wrong-break"


def ghost_overflow(dice: random.Random, match: Match, judge: Judge) -> Found:
    """One ghost more than there are (LZG-1.1)."""
    number, sheet = dice.choice(list(enumerate(match.sheets, 1)))
    tiles = dice.choice([*sheet.hands, sheet.wall or []])
    places = [at for at, tile in enumerate(tiles) if tile != GHOST]
    tiles[dice.choice(places)] = GHOST
    return number, 0, "tile-overflow"


def value_mismatch(dice: random.Random, match: Match, judge: Judge) -> Found | None:
    places = [
        (sheet, number, at)
        for number, sheet in enumerate(match.sheets, 1)
        for at, move in enumerate(sheet.moves)
        if ".hu" in move
    ]
    if not places:
        return None
    sheet, number, at = dice.choice(places)
    win, value = sheet.moves[at].split(":")
    sheet.moves[at] = f"{win}:{dice.choice([other for other in (1, 2, 5, 10, 20, 40, 50, 80, 3) if other != int(value)])}"
    return number, at + 1, "value-mismatch"


def unknown_option(dice: random.Random, match: Match, judge: Judge) -> Found:
    preset = match.rules.split()[0]
    match.rules = dice.choice([f"{preset} {word}" for word in ("max_fan=4", "cap=50", "ghosts=5", "gift=mode3", "one_ke_win=2")])
    return 0, 0, "unknown-option"


OF_MOVES: dict[str, Any] = {
    **{name: unlocked(name) for name in forgery.OF_MOVES},
    "hasty must-draw-first": discard_without_drawing,
    "won no-claimable-discard": won_discard_melded,
    "drawn not-your-turn": after_a_win_or_kong,
    "ordered not-your-turn": out_of_order,
    "last no-claimable-discard": last_discard,
    "ghostly bad-claim-tiles": bad_ghosts,
    "ghostly gang-after-claim": ghost_kong_after_claim,
    "ghostly last-tile-gang": ghost_kong_at_the_end,
    "ghost-discard-claimed": ghost_discard_claimed,
    "claim-priority": claim_priority,
    "three-suits": three_suits,
    "not-winning": forgery.but(unlocked("not-winning"), three_suits),
    "win-too-small": win_too_small,
    "missed-win-lock": missed_win_lock,
    "hand-locked": hand_locked,
    "show-not-ready": show_not_ready,
    "late-report": late_report,
}
OF_RECORDS: dict[str, RecordForger] = {
    **forgery_of_records.OF_RECORDS,
    "wrong-break": wrong_break,
    "ghostly tile-overflow": ghost_overflow,
    "value-mismatch": value_mismatch,
    "unknown-option": unknown_option,
}
AT_THE_END = {
    "last no-claimable-discard",
    "three-suits",
    "not-winning",
    "win-too-small",
    "missed-win-lock",
    "ghost-discard-claimed",
}
WITHOUT = {"peng-locked", "wrong-horses", "horses-missing", "bad-piao"}
"""Codes of what the mahjong games share whose rule this game does not have."""
FORGERIES = (*OF_MOVES, *OF_RECORDS, "wrong-dealer")
RARE = {
    "claim-priority": (4, 6, 7, 8),
    "last-tile-gang": (30, 40, 42, 50),
    "won no-claimable-discard": (2, 14, 20, 26),
    "ordered not-your-turn": (4, 5, 7, 9),
    "last no-claimable-discard": (77, 88, 112),
    "ghostly last-tile-gang": (2, 3, 7, 8),
    "win-too-small": (2, 8, 11, 13),
}
"""Seeds with an occasion for what few matches offer."""


def forge(seed: int, kind: str) -> tuple[str, Found] | None:
    """A forged match and its first finding; None where the match of this seed offers no occasion."""
    dice = random.Random(f"{seed} {kind}")
    if kind == "wrong-dealer":
        return match(seed, wrong_dealer=2).text(), (2, 0, kind)
    forged = match(seed, complete=True)
    judge = GameJudge(forged.options)
    judge.at_the_end = kind in AT_THE_END
    return forgery.forge(dice, forged, judge, OF_RECORDS.get(kind) or (kind.split()[-1], OF_MOVES[kind]))
