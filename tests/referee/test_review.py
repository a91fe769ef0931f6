"""Reviews of rounds: what each choice would have left, what was let go, and that no game's golden records trip them up."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

import referee
from referee.core import registry
from referee.core.verdict import JSON
from referee.games.gouji.analysis.review import least
from referee.games.gouji.cards import RANKS
from referee.games.gouji.table.sets import MIXED, beats, card_set
from tests.golden import HOME
from tests.proof import one_in

ROUND = """[PPN "1"]
[Game "sichuan"]
[Rules "xuezhan forced_win=off"]
[Round "1"]
[Dealer "E"]
[Hand.E "123456789m1179p8p"]
[Hand.S "112233m445566p8p"]
[Hand.W "1379p1379s2468s2p"]
[Hand.N "33s11s24p79p68s147m"]
"""


def read(moves: str) -> referee.Record:
    return referee.parse(ROUND + moves)


def rows(review: referee.Review, name: str) -> list[dict[str, JSON]]:
    found = review[name]
    assert isinstance(found, list)
    return [row for row in found if isinstance(row, dict)]


def test_turn_lists_what_each_discard_would_leave() -> None:
    """The dealer's hand is complete as dealt; every discard is listed, the nearest with the most live tiles first."""
    turn = rows(referee.review(read("E-9p S+1s S-1s"), 1), "turns")[0]
    assert (turn["seat"], turn["move"], turn["made"], turn["tile"], turn["distance"]) == ("E", 1, "discard", "9p", 0)
    assert turn["wins"] == 32
    choices = {choice["discard"]: choice for choice in turn["choices"]}
    assert len(choices) == 13
    assert choices["7p"]["tiles"] == {"7p": 3}
    assert choices["7p"]["values"] == {"7p": 1}
    assert choices["1p"]["distance"] == 0
    assert choices["1p"]["tiles"] == {"1p": 2}
    assert choices["8p"]["tiles"] == {"8p": 3}
    assert [choice["distance"] for choice in turn["choices"]] == sorted(choice["distance"] for choice in turn["choices"])


def test_review_lists_missed_wins_and_not_taken_ones() -> None:
    passed = rows(referee.review(read("E-8p S+1s S-1s"), 1), "missed")
    assert {(row["what"], row["seat"], row["move"], row["tile"]) for row in passed if row["what"] == "win"} == {
        ("win", "E", 0, None),
        ("win", "S", 1, "8p"),
    }
    taken = rows(referee.review(read("E-8p S.hu W+1m"), 1), "missed")
    assert [row["seat"] for row in taken if row["what"] == "win"] == ["E"]


def test_review_lists_claims_that_bring_the_hand_nearer() -> None:
    missed = rows(referee.review(read("E-8p S+3s S-3s W+2s W-2s"), 1), "missed")
    claim = next(row for row in missed if row["what"] == "claim" and row["seat"] == "N")
    assert (claim["move"], claim["tile"], claim["verb"], claim["tiles"]) == (3, "3s", "peng", "33s")
    assert (claim["from"], claim["to"]) == (3, 2)
    taken = rows(referee.review(read("E-8p S+3s S-3s N.peng N-1m"), 1), "missed")
    assert "N" not in {row["seat"] for row in taken}


@pytest.mark.parametrize(
    ("moves", "seat", "line"),
    [
        ("E.hu", "E", [[0, 0], [1, -1]]),
        ("E-8p S.hu", "S", [[0, 0], [2, -1]]),
        ("E-8p S.hu W+1m", "S", [[0, 0], [2, -1]]),
        ("E-8p E.hu", "E", [[0, 0], [1, 0]]),
        ("E-8p W.hu", "W", [[0, 1]]),
        ("E-8p S+9m S.hu", "S", [[0, 0]]),
    ],
)
def test_line_ends_below_zero_where_a_win_stands(moves: str, seat: str, line: list[list[int]]) -> None:
    lines = referee.review(read(moves), 1)["lines"]
    assert isinstance(lines, dict)
    assert lines[seat] == line


@pytest.mark.parametrize("game", one_in(4, ["hengyang", "kawuxing", "luzhou", "sichuan"]))
def test_line_of_every_winner_ends_below_zero_at_the_win(game: str) -> None:
    found = Counter[str]()
    for path in sorted((HOME / game).glob("clean-*.ppn")):
        record = referee.parse(path.read_bytes())
        for round_, verdict in zip(record.rounds, referee.verify(record).rounds, strict=True):
            lines = referee.review(record, round_.number)["lines"]
            assert isinstance(lines, dict)
            assert {seat: line[-1] for seat, line in lines.items() if line[-1][1] == -1} == {
                win.seat: [win.move, -1] for win in verdict.wins
            }
            found.update(win.by for win in verdict.wins)
    assert min(found["draw"], found["discard"]) > 0


def test_unseen_hand_is_not_reviewed() -> None:
    text = ROUND.replace("112233m445566p8p", "?")
    record = referee.parse(text + "E-9p S+? S-1s W+1s W-1s")
    assert isinstance(record, referee.Record)
    review = referee.review(record, 1)
    assert "S" not in {turn["seat"] for turn in rows(review, "turns")}
    assert isinstance(review["lines"], dict)
    assert "S" not in review["lines"]


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_flagged_round_is_reviewed_as_far_as_it_goes(game: referee.Game) -> None:
    """Whatever is wrong with a record: its review is made, of as many turns as were played, and the same twice."""
    for path in sorted((HOME / game.id).glob("*.ppn"))[::6]:
        for record in referee.parse_file(path.read_bytes()):
            if not isinstance(record, referee.Record):
                continue
            for round_ in record.rounds[:1]:
                try:
                    review = referee.review(record, round_.number)
                except LookupError:
                    continue
                assert review == referee.review(record, round_.number)
                assert all(0 < int(str(turn["move"])) <= len(round_.moves) for turn in rows(review, "turns"))


def test_gouji_tells_the_lowest_set_that_beats_the_one_on_top() -> None:
    """Held against every set of a full pack: what is told beats it, no lower rank does; it is empty where nothing does."""
    dice, met = random.Random(8), Counter[bool]()
    parts = [(rank, twos, smalls, bigs) for rank in range(15) for twos in range(5) for smalls in range(5) for bigs in range(5)]
    for _ in range(60):
        size, jokers = dice.randint(1, 5), dice.choice(["", "", "x", "xx", "X"])
        top = card_set((dice.choice(RANKS) * max(1, size - len(jokers)) + jokers)[:5])
        kills = dice.choice([1, 2])
        texts = [
            RANKS[rank] * (top.size - twos - smalls - bigs) + "2" * twos + "x" * smalls + "X" * bigs
            for rank, twos, smalls, bigs in parts
            if twos + smalls + bigs < top.size
        ]
        there = [card_set(text) for text in texts if text.count("x") <= 4 and text.count("X") <= 4]
        able = [new for new in there if new.rank != MIXED and beats(new, top, kills)]
        told = least(top, kills)
        assert bool(told) == bool(able), top
        met[bool(told)] += 1
        if told:
            new = card_set("".join(map(str, told)))
            assert beats(new, top, kills)
            assert new.rank == min(other.rank for other in able), (top, told)
    assert min(met[True], met[False]) > 5


FOURS = """[PPN "1"]
[Game "sichuan"]
[Rules "xuezhan forced_win=off"]
[Base "5"]
[Round "1"]
[Dealer "E"]
[Hand.E "3s123456m1179p288p"]
[Hand.S "112233m445566p8p"]
[Hand.W "1379p1579s2468s2p"]
[Hand.N "333s7777m79p68s14s"]
E-3s """


def kongs(moves: str) -> list[dict[str, JSON]]:
    record = referee.parse(FOURS + moves)
    return [row for row in rows(referee.review(record, 1), "missed") if row["what"] == "kong"]


@pytest.mark.parametrize(
    ("moves", "laid", "told"),
    [
        ("S+9s S-9s", "N.gang", {"move": 1, "verb": "gang", "tile": "3s", "tiles": "333s", "points": 5}),
        (
            "S+9s S-9s W+9m W-9m N+1p N-1p E+2s E-2s S+2s S-2s W+3m W-3m N+2p N-2p",
            "S+9s S-9s W+9m W-9m N+1p N.angang:7777m",
            {"move": 6, "verb": "angang", "tile": "7m", "tiles": "7777m", "points": 30},
        ),
        (
            "N.peng N-1s E+2s E-2s S+2s S-2s W+3m W-3m N+2p N-2p",
            "N.peng N-1s E+2s E-2s S+2s S-2s W+3m W-3m N+2p N.bugang:3s",
            {"move": 10, "verb": "bugang", "tile": "3s", "tiles": "3s", "points": 15},
        ),
    ],
)
def test_review_lists_a_missed_kong(moves: str, laid: str, told: dict[str, JSON]) -> None:
    """Of the tile on offer, out of the hand, added to a triplet: told once, since it could be laid first, with what it would
    have been paid: as much as the ledger says where it was laid. One that is laid at all, sooner or later, was not let go."""
    found = [row for row in kongs(moves) if row["verb"] == told["verb"]]
    assert [{name: row[name] for name in told} for row in found] == [told]
    assert all(row["seat"] == "N" and row["to"] == row["from"] for row in found)
    record = referee.parse(f"{FOURS}{laid} N+1m N-1m")
    paid = [line.points for line in referee.verify(record).rounds[0].ledger if line.payee == "N"]
    assert sum(paid) == told["points"]
    assert told["verb"] not in {row["verb"] for row in kongs(laid)}
    assert [row["verb"] for row in kongs(f"{moves} E+9m E-9m")].count(told["verb"]) == 1


def test_review_lists_no_kong_that_is_illegal_or_sets_the_hand_back() -> None:
    """Four of a kind that are two runs and a pair beside them: as a kong they would leave the hand further away."""
    text = FOURS.replace("333s7777m79p68s14s", "333s567777889m1s")
    record = referee.parse(text + "S+9s S-9s W+9m W-9m N+1p N-1p")
    assert [row["verb"] for row in rows(referee.review(record, 1), "missed") if row["what"] == "kong"] == ["gang"]


@pytest.mark.parametrize("hand", one_in(3, ["222333444p6779s", "2233445566p17s9s", "1112345678p99s4s"]))
def test_turn_review_lists_wins_of_a_hand_one_tile_from_ready(hand: str) -> None:
    """Held against every two tiles that may still come and every discard between them, each hand valued by the calculator."""
    rules, thrown = "xuezhan forced_win=off", "1m"
    record = referee.parse(
        f'[PPN "1"]\n[Game "sichuan"]\n[Rules "{rules}"]\n[Round "1"]\n[Dealer "E"]\n[Hand.E "{hand}{thrown}"]\n'
        '[Hand.S "?"]\n[Hand.W "?"]\n[Hand.N "?"]\nE-1m'
    )
    turn = referee.review_turn(record, 1, 1)
    assert isinstance(turn, dict)
    (choice,) = (choice for choice in rows(turn, "choices") if choice["discard"] == thrown)
    assert choice["distance"] == 1
    own = [rank + suit for rank, suit in re.findall(r"(\d)(?=\d*([mps]))", hand)]
    deck = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)]
    left = {tile: 4 - [*own, thrown].count(tile) for tile in deck}
    wanted: dict[str, int] = {}
    for first in (tile for tile in deck if left[tile]):
        for out in dict.fromkeys(own):
            kept = [*own, first]
            kept.remove(out)
            for last in (tile for tile in deck if left[tile] > (tile == first)):
                if all({tile[1] for tile in [*kept, last]} >= {suit} for suit in "mps"):
                    continue
                told = referee.score({"game": "sichuan", "rules": rules, "hand": "".join(kept), "win": last})
                if told["wins"]:
                    wanted[first] = max(wanted.get(first, 0), int(str(told["value"])))
    assert choice["values"] == {tile: wanted[tile] for tile in choice["tiles"] if tile in wanted}  # type: ignore[union-attr, index]
    assert choice["value"] == max(wanted.values())


def test_turn_review_of_a_move_without_a_choice_is_a_lookup_error() -> None:
    for move in (0, 2, 9):
        with pytest.raises(LookupError, match=f"move {move} of round 1"):
            referee.review_turn(read("E-9p S+1s S-1s"), 1, move)
    with pytest.raises(LookupError, match="round 4"):
        referee.review(read("E-9p"), 4)
