"""Forgers of 夠級 from the first play on: tokens that would each be the first wrong move at a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tests.oracle.gouji.cards import RANKS, Set, opposite, partners, read, sets_of
from tests.oracle.gouji.replay import Replay
from tests.oracle.gouji.table import Table

Tokens = Iterator[list[str]]
Forger = Callable[[Replay], Tokens]


def words(cards: list[str]) -> str:
    """Cards as a token holds them."""
    return "".join(sorted(cards, key=RANKS.index))


def held(table: Table, seat: str) -> list[str]:
    """The ranks of a hand but for the 3s, which 憋3 keeps to the end."""
    return [rank for rank in RANKS[1:] if rank in table.hands[seat]]


def beating(table: Table, seat: str, top: Set | None = None) -> Iterator[list[str]]:
    """The sets of a seat that beat what is on top."""
    assert table.top
    top = top or table.top.set
    for rank in held(table, seat):
        for cards in sets_of(table.hands[seat], rank, top.size):
            found = read(cards)
            if found and found.beats(top, table.options["big_kills"]) and not (found.rank == "x" and found.big):
                yield cards


def quiet(replay: Replay) -> bool:
    """Whether the usual rules alone are in force: no duty is open, nothing laid out, no turn lost, no burn declared."""
    table = replay.table
    return not (table.over or table.laid or table.punished or replay.intent or (not table.begun and replay.unpaid()))


def leader(replay: Replay) -> str | None:
    """Who must lead now, if nobody may speak any more but with a last word."""
    table = replay.table
    if not quiet(replay) or table.waiting or table.may_yield_back() or table.burner:
        return None
    return table.next_leader()


def replier(replay: Replay) -> str | None:
    """Who must speak now to a set that can be beaten."""
    table = replay.table
    if not quiet(replay) or table.top is None or table.top.set.unbeatable or not table.waiting:
        return None
    return table.waiting[0]


# -- cards and sets --------------------------------------------------------------------------------------------------


def card_not_in_hand(replay: Replay) -> Tokens:
    table = replay.table
    seat = leader(replay)
    if seat:
        yield from ([f"{seat}:{rank}"] for rank in RANKS[1:] if rank not in table.hands[seat])
        ranks = held(table, seat)
        yield from ([f"{seat}:{rank * (table.hands[seat].count(rank) + 1)}"] for rank in ranks)
        if not replay.options["bie3"] and len(ranks) > 1 and table.begun:
            yield [f"{seat}.tiao:{'/'.join(rank * table.hands[seat].count(rank) for rank in ranks[1:])}"]
    other = replier(replay)
    if other and table.top:
        higher = RANKS[RANKS.index(table.top.set.rank) + 1 :]
        short = [rank for rank in higher if table.hands[other].count(rank) < table.top.set.size and not table.top.set.small]
        yield from ([f"{other}:{rank * table.top.set.size}"] for rank in short if rank not in "xX" or table.top.set.size <= 4)


def mixed_ranks(replay: Replay) -> Tokens:
    seat = leader(replay)
    table = replay.table
    natural = [rank for rank in held(table, seat) if rank not in "2xX"] if seat else []
    yield from ([f"{seat}:{one}{two}"] for one, two in zip(natural, natural[1:], strict=False))
    other = replier(replay)
    if other and table.top and table.top.set.size > 1 and not table.top.set.small:
        higher = RANKS[RANKS.index(table.top.set.rank) + 1 : -3]
        natural = [rank for rank in higher if rank in table.hands[other]]
        for one, two in zip(natural, natural[1:], strict=False):
            if table.hands[other].count(two) >= table.top.set.size - 1:
                yield [f"{other}:{one}{two * (table.top.set.size - 1)}"]


def count_mismatch(replay: Replay) -> Tokens:
    seat, table = replier(replay), replay.table
    if seat and table.top and not table.top.set.small:
        for rank in held(table, seat):
            number = table.hands[seat].count(rank)
            for size in {1, number, table.top.set.size + 1, table.top.set.size - 1}:
                if 0 < size <= number and size != table.top.set.size and RANKS.index(rank) > RANKS.index(table.top.set.rank):
                    yield [f"{seat}:{rank * size}"]


def does_not_beat(replay: Replay) -> Tokens:
    table = replay.table
    if not quiet(replay) or table.top is None or not table.waiting or table.leads(table.waiting[0]):
        return
    seat = table.waiting[0]
    for rank in held(table, seat):
        for cards in sets_of(table.hands[seat], rank, table.top.set.size):
            found = read(cards)
            if found and not found.beats(table.top.set, table.options["big_kills"]) and not (rank == "x" and found.big):
                yield [f"{seat}:{words(cards)}"]


def three_not_last(replay: Replay) -> Tokens:
    seat, table = leader(replay), replay.table
    if seat and replay.options["bie3"] and held(table, seat) and "3" in table.hands[seat]:
        yield [f"{seat}:{'3' * table.hands[seat].count('3')}"]


def three_attached(replay: Replay) -> Tokens:
    seat, table = leader(replay), replay.table
    if seat and replay.options["bie3"] and "3" in table.hands[seat]:
        ranks = held(table, seat)
        if ranks and set(ranks) <= set("2xX"):
            yield [f"{seat}:{words(table.hands[seat])}"]


def three_split(replay: Replay) -> Tokens:
    seat, table = leader(replay), replay.table
    if seat and replay.options["bie3"] and not held(table, seat):
        yield from ([f"{seat}:{'3' * size}"] for size in range(1, len(table.hands[seat])))


# -- turns -----------------------------------------------------------------------------------------------------------


def not_your_turn(replay: Replay) -> Tokens:
    table = replay.table
    other = replier(replay)
    if other and table.top and (table.chaos or not table.top.set.gouji) and not table.top.after_yield:
        for seat in table.waiting[1:]:
            yield from ([f"{seat}:{words(cards)}"] for cards in list(beating(table, seat))[:2])
            yield [f"{seat}.guo"]
    seat = leader(replay)
    if seat and (table.top is None or (table.chaos and not table.last_word())):
        sizes = {1, 2, 3} - {table.top.set.size if table.top else 0}
        for one in table.playing(seat):
            yield from plain_sets(table, one, sizes)
    if len(table.punished) == 1 and table.begun and not table.laid and table.top and table.waiting[:1] == [*table.punished]:
        yield from ([f"{table.waiting[0]}:{words(cards)}"] for cards in beating(table, table.waiting[0]))
    if table.burner and quiet(replay) and not table.waiting:
        for one in table.playing(table.burner):
            if one not in table.passed and one != opposite(table.burner) and table.top:
                sizes = {1, 2, 3} - {table.top.set.size}
                yield from plain_sets(table, one, sizes)


def plain_sets(table: Table, seat: str, sizes: set[int]) -> Tokens:
    """Sets of these sizes with nothing attached."""
    for rank in held(table, seat):
        yield from ([f"{seat}:{rank * size}"] for size in sizes if size <= table.hands[seat].count(rank))


def must_lead(replay: Replay) -> Tokens:
    seat, table = leader(replay), replay.table
    if seat and seat != table.last_word():
        yield [f"{seat}.guo"]


def passed_already(replay: Replay) -> Tokens:
    table = replay.table
    if replier(replay) and table.top and not table.top.set.gouji and not table.chaos and not table.top.after_yield:
        for seat in sorted(table.passed - {opposite(table.top.seat), *table.gone, table.top.seat}):
            yield from ([f"{seat}:{words(cards)}"] for cards in beating(table, seat))


def not_opposite(replay: Replay) -> Tokens:
    yield from plays_of_others(replay)
    yield from burns_out_of_place(replay)


def plays_of_others(replay: Replay) -> Tokens:
    """A reply that only the opposite might make, to gouji sets and those played after a yield (GJ-4.3, 4.5, 5.3)."""
    table = replay.table
    top = table.top
    if not quiet(replay) or top is None or table.chaos or table.said or top.set.unbeatable or not table.waiting:
        return
    if top.set.gouji or top.after_yield:
        for seat in table.playing(top.seat):
            if seat not in {*table.passed, *table.waiting, opposite(top.seat)}:
                yield from ([f"{seat}:{words(cards)}"] for cards in beating(table, seat))


def burns_out_of_place(replay: Replay) -> Tokens:
    """On a plain set, by the opposite, in 四戶亂纏, after a yield, after the opposite's reply (GJ-4.1)."""
    table = replay.table
    top = table.top
    if not quiet(replay) or top is None or top.set.unbeatable or not (table.waiting or table.last_word()):
        return
    for seat in table.playing(top.seat):
        if seat in table.passed or table.may_burn(seat, anyhow=True):
            continue
        yield from ([f"{seat}.shao:{words(cards)}"] for cards in list(beating(table, seat))[:2])


def yield_not_partner(replay: Replay) -> Tokens:
    seat, table = replier(replay), replay.table
    if seat and table.top and not table.top.after_yield and not table.burner:
        opponent = not table.top.set.gouji and not partners(seat, table.top.seat)
        yield from ([f"{seat}.rang"] for _ in range(table.chaos or opponent))


# -- burns and words -------------------------------------------------------------------------------------------------


def burn_after_pass(replay: Replay) -> Tokens:
    table = replay.table
    top = table.top
    if not quiet(replay) or top is None or table.chaos or not top.set.gouji or top.after_yield or top.set.unbeatable:
        return
    if opposite(top.seat) not in table.said and table.waiting:
        for seat in sorted(table.passed - {top.seat, opposite(top.seat), *table.gone}):
            if seat in table.closed and table.options["burn_after_yield"]:
                continue
            yield from ([f"{seat}.shao:{words(cards)}"] for cards in beating(table, seat))


def burn_unopened(replay: Replay) -> Tokens:
    """By one who has not opened where it takes that (GJ-11.4)."""
    table = replay.table
    if quiet(replay) and table.top and not table.said and not table.top.set.unbeatable:
        for seat in table.playing(table.top.seat):
            if table.may_burn(seat, anyhow=True) and not table.may_burn(seat):
                yield from ([f"{seat}.shao:{words(cards)}"] for cards in list(beating(table, seat))[:2])


def burn_priority(replay: Replay) -> Tokens:
    table = replay.table
    if not quiet(replay) or table.top is None or table.said:
        return
    able = {seat: sets for seat in table.playing(table.top.seat) if table.may_burn(seat) and (sets := list(beating(table, seat)))}
    mates = [seat for seat in able if partners(seat, table.top.seat)]
    for first in (mates or list(able))[:1]:
        for seat in able:
            if seat != first:
                yield [f"{seat}?shao", f"{first}?shao", f"{seat}.shao:{words(able[seat][0])}"]


def false_burn(replay: Replay) -> Tokens:
    table = replay.table
    if not quiet(replay) or not table.burner or table.waiting:
        return
    seat = table.burner
    yield [f"{seat}.guo"]
    for rank in held(table, seat):
        if rank not in "xX":
            yield [f"{seat}:{rank * table.hands[seat].count(rank)}"]
    if not replay.options["bie3"] and held(table, seat) and "3" in table.hands[seat]:
        yield [f"{seat}:{'3' * table.hands[seat].count('3')}"]


def false_report(replay: Replay) -> Tokens:
    table = replay.table
    if not replay.options["bie3"] and not table.over and not table.laid:
        for seat, hand in table.hands.items():
            if seat not in table.gone and 0 < len(hand) <= 10:
                yield from ([f"{seat}.bao:{number}"] for number in (len(hand) - 1, len(hand) + 1) if number)


def unknown_verb(replay: Replay) -> Tokens:
    if not replay.table.over:
        yield from ([f"{seat}.{verb}"] for seat in "ADF" for verb in ("kan", "fly:333"))


def not_in_game(replay: Replay) -> Tokens:
    if not replay.table.over:
        yield from ([f"{seat}.{verb}"] for seat in "BCE" for verb in ("peng", "hu", "gang", "tao", "dice:34", "ban:sixi"))


OF_PLAYS: dict[str, Forger] = {
    "card-not-in-hand": card_not_in_hand,
    "mixed-ranks": mixed_ranks,
    "count-mismatch": count_mismatch,
    "does-not-beat": does_not_beat,
    "three-not-last": three_not_last,
    "three-attached": three_attached,
    "three-split": three_split,
    "not-your-turn": not_your_turn,
    "must-lead": must_lead,
    "passed-already": passed_already,
    "not-opposite": not_opposite,
    "yield-not-partner": yield_not_partner,
    "burn-after-pass": burn_after_pass,
    "burn-unopened": burn_unopened,
    "burn-priority": burn_priority,
    "false-burn": false_burn,
    "false-report": false_report,
    "unknown-verb": unknown_verb,
    "not-in-game": not_in_game,
}
