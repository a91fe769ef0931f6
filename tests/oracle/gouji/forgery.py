"""Forged matches of 夠級: which forgeries there are; those before the first play, and those of the record itself."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

from tests.oracle.gouji.cards import RANKS, SEATS, copies, from_seat, partners
from tests.oracle.gouji.forgery_of_plays import OF_PLAYS, Forger, Tokens, held, words
from tests.oracle.gouji.match import Match, Sheet, match
from tests.oracle.gouji.prelude import givers, may_revolt, must_buy, prices, sellers
from tests.oracle.gouji.replay import Replay
from tests.oracle.gouji.settlement import KINDS

Found = tuple[int, int, str]
"""Round, move and code of the first finding."""
RecordForger = Callable[[random.Random, Match], "Found | None"]


def early(replay: Replay) -> bool:
    """Whether the round stands before its first play, and is not void."""
    return not (replay.table.begun or replay.table.over)


def first_play(replay: Replay) -> str:
    """A play of the leader that would be right, were it not for a duty before it."""
    seat = replay.table.next_leader()
    return f"{seat}:{held(replay.table, seat)[0]}"


# -- before the first play -------------------------------------------------------------------------------------------


def revolution_not_eligible(replay: Replay) -> Tokens:
    """GJ-2.3, 8.3: at its time, by one who may not."""
    untouched = len(replay.tribute.lines) == replay.owed and not replay.unbought()
    if early(replay) and (untouched or not replay.options["bie3"]):
        yield from ([f"{seat}.geming"] for seat in SEATS if not may_revolt(replay.dealt[seat], replay.options))


def show_too_small(replay: Replay) -> Tokens:
    """GJ-2.2: a single 3, or no more of one suit than were shown."""
    if not any(replay.suits.values()) or not replay.showing:
        return
    for seat, threes in replay.suits.items():
        yield from ([f"{seat}.liang:{card}"] for card in threes[:1])
        if replay.shown:
            most = [suit for suit in "hdsc" if threes.count(f"3{suit}") >= replay.shown]
            yield from ([f"{seat}.liang:{f'3{suit}' * replay.shown}"] for suit in most)


def show_not_held(replay: Replay) -> Tokens:
    """GJ-2.2: more 3s of a suit than are held."""
    if any(replay.suits.values()) and replay.showing:
        for seat, threes in replay.suits.items():
            for suit in "hdsc":
                number = threes.count(f"3{suit}") + 1
                if number > max(replay.shown, 1) and number <= 4 and (replay.shown or number == 2):
                    yield [f"{seat}.liang:{f'3{suit}' * number}"]


def not_in_bie3(replay: Replay) -> Tokens:
    """GJ-8.1."""
    table = replay.table
    if not replay.options["bie3"] or table.over:
        return
    for seat in SEATS:
        hand = table.hands[seat]
        if seat not in table.gone:
            yield [f"{seat}.bao:{len(hand)}"]
    if table.begun and table.settled() and not table.burner and not table.last_word():
        hand = table.hands[table.next_leader()]
        yield [f"{table.next_leader()}.tiao:{'/'.join(rank * hand.count(rank) for rank in RANKS if rank in hand)}"]
    if early(replay) and not replay.unpaid():
        yield [f"{table.next_leader()}.hui:3"]
        yield from ([f"{seat}.liang:33"] for seat in SEATS if table.hands[seat].count("3") > 1 and seat not in table.gone)


def tribute_missing(replay: Replay) -> Tokens:
    """Owed, but the play begins, or tribute of a later kind is paid (GJ-7.7, 7.8)."""
    if not early(replay) or replay.unbought():
        return
    tribute = replay.tribute
    owing = replay.missing_tribute(None)
    if not owing:
        return
    yield [first_play(replay)]
    for line in tribute.lines:
        sooner = [other for other in owing if KINDS.index(other.kind) < KINDS.index(line.kind)]
        mixed = [other for other in tribute.lines if other.giver == line.giver]
        if sooner and mixed == [line] and (cards := tribute.payable(line)):
            yield [f"{line.giver}.gong>{line.taker}:{words(cards)}"]


def tribute_excess(replay: Replay) -> Tokens:
    """More than is owed, or to whom nothing is owed."""
    if not early(replay) or replay.unbought() or replay.tribute.returns:
        return
    tribute = replay.tribute
    for line in tribute.next_lines():
        if [other for other in tribute.lines if other.giver == line.giver] == [line]:
            more = tribute.payable(line._replace(count=line.count + 1))
            if len(more) > line.count:
                yield [f"{line.giver}.gong>{line.taker}:{words(more)}"]
    if not replay.missing_tribute(None):
        for giver in SEATS:
            wild = [card for card in "Xx2" if card in replay.table.hands[giver] and not tribute.received[giver]]
            owes = {line.taker for line in replay.lines if line.giver == giver}
            yield from ([f"{giver}.gong>{taker}:{wild[0]}"] for taker in SEATS if wild and taker not in {giver, *owes})


def tribute_not_highest(replay: Replay) -> Tokens:
    """Lower cards, other ranks, or what was received (GJ-7.8)."""
    if not early(replay) or replay.unbought() or "mingdian" in replay.declared.values():
        return
    tribute = replay.tribute
    for line in tribute.next_lines():
        cards, hand = tribute.payable(line), replay.table.hands[line.giver]
        if len(tribute.between(line.giver, line.taker)) > 1 or line not in replay.missing_tribute(None):
            continue
        for low in ("A", "K", "2", "x", "X"):
            changed = words([*cards[:-1], low])
            if changed != words(cards) and all(hand.count(card) >= changed.count(card) for card in changed):
                yield [f"{line.giver}.gong>{line.taker}:{changed}"]


def bad_return(replay: Replay) -> Tokens:
    """A rank that the other lacks, too many or too few, or none (GJ-7.9)."""
    if not early(replay) or replay.missing_tribute(None) or not replay.tribute.returns:
        return
    hands = replay.table.hands
    if not [line for line in replay.tribute.lines if replay.tribute.payable(line)]:
        yield [first_play(replay)]
    giver, taker, number = replay.tribute.returns[0]
    fits = [rank for rank in RANKS[1:-3] if rank in hands[giver] and rank in hands[taker]]
    lacks = [rank for rank in RANKS[1:] if hands[giver].count(rank) >= number and rank not in hands[taker]]
    yield from ([f"{giver}.huan>{taker}:{rank * number}"] for rank in lacks)
    yield from ([f"{giver}.huan>{taker}:{rank * (number + 1)}"] for rank in fits if hands[giver].count(rank) > number)


def buy_missing(replay: Replay) -> Tokens:
    """GJ-8.2: the play begins, or tribute is paid, before all have bought."""
    if not early(replay) or not replay.options["bie3"] or not replay.unbought():
        return
    yield [first_play(replay)]
    for line in replay.tribute.next_lines()[:2]:
        if not must_buy(replay.table.hands[line.giver]):
            yield [f"{line.giver}.gong>{line.taker}:{words(replay.tribute.payable(line))}"]


def bad_buy(replay: Replay) -> Tokens:
    """GJ-8.2: wrong price, wrong seller."""
    if not early(replay) or not replay.options["bie3"]:
        return
    hands = replay.table.hands
    for seat in SEATS:
        if must_buy(hands[seat]):
            given, cards = givers(hands, seat, replay.options), prices(hands[seat], replay.options)
            able = given or sellers(hands, seat, replay.options)
            yield from ([f"{seat}.mai>{able[0]}:{other}"] for other in held(replay.table, seat) if given or other not in cards)
            yield from (
                [f"{seat}.mai>{other}:{cards[0]}"] for other in SEATS if other not in {seat, *able} and "3" in hands[other]
            )


OF_MOVES: dict[str, Forger] = OF_PLAYS | {
    "revolution-not-eligible": revolution_not_eligible,
    "show-too-small": show_too_small,
    "card-not-in-hand to show": show_not_held,
    "not-in-bie3": not_in_bie3,
    "tribute-missing": tribute_missing,
    "tribute-excess": tribute_excess,
    "tribute-not-highest": tribute_not_highest,
    "bad-return": bad_return,
    "buy-missing": buy_missing,
    "bad-buy": bad_buy,
}


# -- the record ------------------------------------------------------------------------------------------------------


def numbered(match: Match, void: bool = True) -> list[tuple[int, Sheet]]:
    """The rounds and their numbers; those that are void too, or not."""
    return [(number, sheet) for number, sheet in enumerate(match.sheets, 1) if void or not sheet.played.void]


def bad_deal(dice: random.Random, match: Match) -> Found:
    number, sheet = dice.choice(numbered(match))
    one, two = dice.sample(SEATS, 2)
    card = dice.choice(sheet.hands[one])
    sheet.hands[one].remove(card)
    sheet.hands[two] += [card] * dice.randint(0, 1)
    return number, 0, "bad-deal"


def card_overflow(dice: random.Random, match: Match) -> Found:
    """All the cards are dealt: one more of a rank is too many."""
    number, sheet = dice.choice(numbered(match))
    hand = dice.choice(list(sheet.hands.values()))
    at = dice.choice([at for at, card in enumerate(hand) if len(card) == 1])
    hand[at] = dice.choice([rank for rank in RANKS[1:] if rank != hand[at]])
    counts = Counter(card[0] for cards in sheet.hands.values() for card in cards)
    assert any(counts[rank] > copies(rank, match.options) for rank in RANKS)
    return number, 0, "card-overflow"


def wrong_dealer(dice: random.Random, match: Match) -> Found | None:
    """GJ-1.4, 8.1; GJ-1.3 where the draw says who takes first."""
    known = [number for number, sheet in numbered(match) if number > 1 and (match.options["bie3"] or not sheet.played.anew)]
    places = known + [number for number, sheet in numbered(match) if "Draw" in sheet.tags]
    if not places:
        return None
    number = dice.choice(places)
    sheet = match.sheets[number - 1]
    sheet.leader = dice.choice(from_seat(sheet.leader))
    sheet.moves = sheet.moves if dice.random() < 0.5 else []
    return number, 0, "wrong-dealer"


def bad_daluo(dice: random.Random, match: Match) -> Found:
    """GJ-7.7: another than the last two, or where these are not of one side."""
    number, sheet = dice.choice(numbered(match))
    last = match.sheets[number - 2].played.places[4:] if number > 1 else []
    agreed = last if last and partners(*last) else []
    sheet.tags = sheet.tags | {"Daluo": dice.choice([seat for seat in SEATS if seat not in agreed])}
    return number, 0, "bad-daluo"


def round_not_finished(dice: random.Random, match: Match) -> Found | None:
    places = [
        (number, sheet, at)
        for number, sheet in numbered(match, False)
        for at, token in enumerate(sheet.moves[:-1], 1)
        if token[1] == ":"
    ]
    number, sheet, at = dice.choice(places) if places else (0, match.sheets[0], 0)
    sheet.moves = sheet.moves[:at]
    return (number, at, "round-not-finished") if places else None


def moves_after_end(dice: random.Random, match: Match) -> Found:
    number, sheet = dice.choice(numbered(match))
    token = dice.choice([".guo", ":5", ":77", ".rang", ".shao:KKX"])
    sheet.moves = [*sheet.moves, f"{dice.choice(SEATS)}{token}"]
    return number, len(sheet.moves), "moves-after-end"


def places_mismatch(dice: random.Random, match: Match) -> Found | None:
    if not numbered(match, False):
        return None
    number, sheet = dice.choice(numbered(match, False))
    one, two = dice.sample(range(6), 2)
    sheet.places = list(sheet.places)
    sheet.places[one], sheet.places[two] = sheet.places[two], sheet.places[one]
    return number, len(sheet.moves), "places-mismatch"


def score_mismatch(dice: random.Random, match: Match) -> Found | None:
    if not numbered(match, False):
        return None
    number, sheet = dice.choice(numbered(match, False))
    sheet.scores[dice.choice(["ACE", "BDF"])] += dice.choice([2, 4, 8, -2])
    return number, len(sheet.moves), "score-mismatch"


def total_mismatch(dice: random.Random, match: Match) -> Found:
    match.totals[dice.choice(["ACE", "BDF"])] += dice.choice([-4, 2, 12])
    return 0, 0, "total-mismatch"


def unknown_option(dice: random.Random, match: Match) -> Found:
    match.more_rules = dice.choice([" luck=3", " bie4=true", " headless=nobody"])
    return 0, 0, "unknown-option"


def unknown_game(dice: random.Random, match: Match) -> Found:
    match.game = dice.choice(["gouji2", "chess", "baohuang"])
    return 0, 0, "unknown-game"


OF_RECORDS: dict[str, RecordForger] = {
    "bad-deal": bad_deal,
    "card-overflow": card_overflow,
    "wrong-dealer": wrong_dealer,
    "bad-daluo": bad_daluo,
    "round-not-finished": round_not_finished,
    "moves-after-end": moves_after_end,
    "places-mismatch": places_mismatch,
    "score-mismatch": score_mismatch,
    "total-mismatch": total_mismatch,
    "unknown-option": unknown_option,
    "unknown-game": unknown_game,
}
FORGERIES = (*OF_MOVES, *OF_RECORDS)
RARE = {
    "three-attached": (13, 29, 31, 32),
    "false-burn": (3, 5, 6, 10),
    "false-report": (2, 3, 6, 7),
    "burn-unopened": (32, 41, 51, 56),
}
"""Seeds with an occasion for what few matches offer."""


def replayed(match: Match, number: int) -> Replay:
    """A round of a match, nothing of it moved yet."""
    sheet = match.sheets[number - 1]
    tags = {f"Hand.{seat}": "".join(hand) for seat, hand in sheet.hands.items()} | {"Leader": sheet.leader}
    return Replay(match.options, tags, sheet.played.lines)


def forge_move(dice: random.Random, match: Match, kind: str) -> Found | None:
    """Slip in a wrong move of this kind somewhere; None where the match has no occasion."""
    places = []
    for number, sheet in numbered(match):
        replay = replayed(match, number)
        for at, token in enumerate(sheet.moves):
            places += [(number, at, tokens) for tokens in OF_MOVES[kind](replay)]
            replay.move(token)
    if not places:
        return None
    number, at, tokens = dice.choice(places)
    sheet = match.sheets[number - 1]
    rest = sheet.moves[at + dice.randint(0, 1) :] if dice.random() < 0.5 else []
    sheet.moves = [*sheet.moves[:at], *tokens, *rest]
    return number, at + len(tokens), kind.split()[0]


def forge(seed: int, kind: str) -> tuple[str, Found] | None:
    """A forged match and its first finding; None where the match of this seed offers no occasion."""
    dice = random.Random(f"{seed} {kind}")
    forged = match(seed)
    found = OF_RECORDS[kind](dice, forged) if kind in OF_RECORDS else forge_move(dice, forged, kind)
    return (forged.text(), found) if found else None


WITHOUT = {"opened-mismatch"}
"""Codes that only sheets raise, which are not forged here."""
