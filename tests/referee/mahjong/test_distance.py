"""Distance: held against every winning hand that there is among few kinds, and against what a game itself lets win."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations_with_replacement

import pytest

from referee.core import registry
from referee.core.record import Round
from referee.games.luzhou.shapes import GHOST
from referee.mahjong.game import MahjongGame
from referee.mahjong.hand.candidate import OF_258, CandidateHand, Meld
from referee.mahjong.hand.distance import STANDARD_FORMS, distance, possible
from referee.mahjong.hand.fans import WinValue
from referee.mahjong.hand.tiles import HONOURS, KIND_OF, KINDS, NAMES, RANK, SUIT, keys_of, kinds
from referee.mahjong.table.deal import Deal
from referee.mahjong.table.table import Table
from referee.rulebook import Rules
from tests.proof import proof

ALPHABETS = ("123456m", "123m789p", "2589m258p", "1245p58s5m", "12p89s567z", "1112m", "234567p")
"""Few kinds, so that every winning hand of them can be looked through; ranks that touch, ends, suits, honours."""
GAMES = ("kawuxing", "luzhou", "sichuan", "hengyang")


def game_of(id_: str) -> tuple[MahjongGame, Rules]:
    game = registry.find(id_)
    assert isinstance(game, MahjongGame)
    preset = {"kawuxing": "xiaogan"}.get(id_, "")
    rules = game.rulebook.rules(preset)
    assert isinstance(rules, Rules)
    return game, rules


def few_kinds(game: MahjongGame, rules: Rules, alphabet: str) -> tuple[list[int], tuple[int, ...]]:
    """The kinds of an alphabet that the game has, and a table on which there are no others (but ghosts)."""
    there = game.ruleset(rules).copies
    used = [kind for kind in dict.fromkeys(kinds(alphabet)) if there[kind] and kind != game.ruleset(rules).ghost]
    return used, tuple(there[kind] if kind in used or kind == game.ruleset(rules).ghost else 0 for kind in range(KINDS))


def wins(game: MahjongGame, rules: Rules, tiles: tuple[int, ...], melds: tuple[Meld, ...]) -> bool:
    """Whether the game lets these tiles win, whatever the circumstances."""
    return isinstance(game.win_value(rules, CandidateHand(keys_of(tiles), melds, tiles[-1], "draw")), WinValue)


def full_hands(
    game: MahjongGame, rules: Rules, used: list[int], copies: tuple[int, ...], melds: tuple[Meld, ...]
) -> list[Counter[int]]:
    """Every winning hand without ghosts that these kinds allow beside the melds."""
    held = Counter(kind for meld in melds for kind in meld.tiles)
    found = []
    for tiles in combinations_with_replacement(used, 14 - 3 * len(melds)):
        counted = Counter(tiles)
        if all(number + held[kind] <= copies[kind] for kind, number in counted.items()) and wins(game, rules, tiles, melds):
            found.append(counted)
    return found


def melds_of(dice: random.Random, used: list[int], number: int) -> tuple[Meld, ...]:
    return tuple(Meld("peng", kind, (kind,) * 3) for kind in dice.sample(used, number))


@pytest.mark.parametrize("laid", [(3, 3, 4), pytest.param((2,), marks=proof)], ids=["small hands", "large hands"])
@pytest.mark.parametrize("id_", GAMES)
def test_distance_is_that_of_a_search_for_every_winning_hand_of_few_kinds(id_: str, laid: tuple[int, ...]) -> None:
    """The distance is the fewest tiles missing from any winning hand, less one; nearer are the tiles missing from those."""
    game, rules = game_of(id_)
    ruleset, dice = game.ruleset(rules), random.Random(7)
    for alphabet in ALPHABETS:
        used, copies = few_kinds(game, rules, alphabet)
        if len(used) < 4:
            continue
        for number in laid:
            melds = melds_of(dice, used, min(number, len(used)))
            full = full_hands(game, rules, used, copies, melds)
            stock = list((Counter({kind: copies[kind] for kind in used}) - Counter(k for m in melds for k in m.tiles)).elements())
            for _ in range(12):
                ghosts = dice.choice((0, 0, 1, 2)) if ruleset.ghost is not None else 0
                size = 13 - 3 * len(melds) - ghosts
                if size < 0 or len(stock) < size:
                    continue
                hand = Counter(dice.sample(stock, size))
                missing = [(sum((target - hand).values()), target - hand) for target in full]
                fewest = min((number for number, _ in missing), default=None)
                keys = keys_of([*hand.elements(), *[GHOST] * ghosts])
                found = distance(game.forms(rules), copies, keys, melds, ruleset.ghost)
                assert (found and found.steps) == (None if fewest is None else fewest - ghosts - 1), (alphabet, hand, melds)
                if found is not None:
                    wanted = {kind for number, lacking in missing if number == fewest for kind in lacking}
                    nearer = {kind for kind in range(KINDS) if found.nearer >> kind & 1 and kind != ruleset.ghost}
                    assert nearer == wanted, (alphabet, hand, melds)


@pytest.mark.parametrize("id_", GAMES)
@pytest.mark.parametrize("melds", [pytest.param(0, marks=proof), 1, 3])
def test_distance_zero_is_what_the_game_calls_ready(id_: str, melds: int) -> None:
    """A hand is at distance 0 where some tile completes it, and what brings it nearer are the tiles that do."""
    game, rules = game_of(id_)
    ruleset, dice = game.ruleset(rules), random.Random(melds)
    there = [kind for kind in range(KINDS) if ruleset.copies[kind] and kind != ruleset.ghost]
    ready = 0
    for _ in range(150):
        used = dice.sample(there, 8)
        laid = melds_of(dice, used, melds)
        hand = near_a_win(dice, used, 13 - 3 * melds, laid)
        if ruleset.ghost is not None and dice.random() < 0.5:
            hand = [*hand[:-1], ruleset.ghost]
        keys = keys_of(hand)
        found = distance(game.forms(rules), ruleset.copies, keys, laid, ruleset.ghost)
        complete = {kind for kind, _ in game.completions(rules, keys, laid, "draw", frozenset()) if kind != ruleset.ghost}
        nearer = set() if found is None or found.steps else {k for k in there if found.nearer >> k & 1}
        assert nearer == complete, hand
        ready += bool(complete)
    assert ready > 10


@pytest.mark.parametrize("id_", GAMES)
@pytest.mark.parametrize("melds", [0, 1, 3])
def test_tile_completes_a_hand_that_waits_for_it_and_no_other(id_: str, melds: int) -> None:
    """Who asks of one tile hears what they hear who ask for every one; also of tiles of 2, 5 and 8 in no shape."""
    game, rules = game_of(id_)
    ruleset, dice = game.ruleset(rules), random.Random(melds)
    there = [kind for kind in range(KINDS) if ruleset.copies[kind] and kind != ruleset.ghost]
    of_258 = [kind for kind in there if SUIT[kind] < HONOURS and RANK[kind] in OF_258]
    completed = 0
    for number in range(200):
        used = dice.sample(there if number % 2 else of_258, 4 + 4 * (number % 2))
        laid = melds_of(dice, used, melds)
        hand = near_a_win(dice, used, 13 - 3 * melds, laid) if number % 2 else [dice.choice(used) for _ in range(13 - 3 * melds)]
        if max(Counter([*hand, *(kind for meld in laid for kind in meld.tiles)]).values()) > 4:
            continue
        table = Table(Deal(ruleset, Round(1, "E")))
        table.keys[0], table.melds[0], table.unseen[0] = keys_of(hand), list(laid), 0
        waits = game.waits(rules, table.keys[0], laid)
        found = {kind for kind in there if game.completes(rules, table, 0, kind)}
        assert found == {kind for kind in there if waits >> kind & 1}, hand
        completed += bool(found)
    assert completed > 10


@pytest.mark.parametrize("laid", [(3, 4), pytest.param((1, 2), marks=proof)], ids=["small hands", "large hands"])
@pytest.mark.parametrize("id_", GAMES)
def test_possible_kinds_are_those_of_every_winning_hand_that_the_rooms_allow(id_: str, laid: tuple[int, ...]) -> None:
    game, rules = game_of(id_)
    dice, met = random.Random(11), Counter[bool]()
    for alphabet in ALPHABETS:
        used, copies = few_kinds(game, rules, alphabet)
        if len(used) < 4:
            continue
        for number in laid:
            melds = melds_of(dice, used, min(number, len(used)))
            full = full_hands(game, rules, used, copies, melds)
            for _ in range(12):
                rooms = Counter({kind: dice.choice((0, 1, 2, 3, 4)) for kind in used})
                for meld in melds:
                    rooms[meld.tile] = min(rooms[meld.tile], 1)
                wanted = {kind for target in full if not target - rooms for kind in target}
                found = possible(game.forms(rules), keys_of(rooms.elements()), melds)
                assert {kind for kind in range(KINDS) if found >> kind & 1} == wanted, (alphabet, rooms, melds)
                met[bool(wanted)] += 1
    assert min(met[True], met[False]) > 10


def near_a_win(dice: random.Random, used: list[int], size: int, melds: tuple[Meld, ...]) -> list[int]:
    """Tiles with pairs, triplets and runs among them, no kind more than four times."""
    left = Counter(dict.fromkeys(range(KINDS), 4)) - Counter(kind for meld in melds for kind in meld.tiles)
    hand: list[int] = []
    while len(hand) < size:
        kind = dice.choice(used)
        run = [kind, kind + 1, kind + 2] if SUIT[kind] < HONOURS and kind % 9 < 7 else [kind]
        for tile in dice.choice([[kind] * 2, [kind] * 3, run, run]):
            if len(hand) < size and left[tile] and (tile in used or SUIT[tile] < HONOURS and SUIT[tile] == SUIT[kind]):
                left[tile] -= 1
                hand.append(tile)
    return hand


@pytest.mark.parametrize(
    ("hand", "steps", "nearer"),
    [
        ("123456789m1234p", 0, "1p4p"),
        ("1122334455667p", 0, "1p4p7p"),
        ("1112345678999m", 0, "1m2m3m4m5m6m7m8m9m"),
        ("1111222233334m", 0, "4m5m"),
        ("19m19p19s1234567z", 6, None),
        ("147m258p369s1257z", 6, None),
    ],
)
def test_distance_of_known_hands(hand: str, steps: int, nearer: str | None) -> None:
    found = distance(STANDARD_FORMS, (4,) * KINDS, keys_of(kinds(hand)), ())
    assert found is not None
    assert found.steps == steps
    if nearer is not None:
        assert "".join(NAMES[kind] for kind in range(KINDS) if found.nearer >> kind & 1) == nearer


def test_distance_in_sichuan_counts_no_win_of_three_suits() -> None:
    """SCM-2.2: three complete sets in three suits are far from ready; melds in three suits never are."""
    game, rules = game_of("sichuan")
    copies = game.ruleset(rules).copies
    scattered = distance(game.forms(rules), copies, keys_of(kinds("123m456m123p456s1s")), ())
    usual = distance(STANDARD_FORMS, copies, keys_of(kinds("123m456m123p456s1s")), ())
    assert scattered is not None
    assert usual is not None
    assert (scattered.steps, usual.steps) == (3, 0)
    melds = [Meld("peng", KIND_OF[name], (KIND_OF[name],) * 3) for name in ("1m", "1p", "1s")]
    assert distance(game.forms(rules), copies, keys_of(kinds("1234m")), melds) is None
