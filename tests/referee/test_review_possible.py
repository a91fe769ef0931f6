"""What the others could wait for by what one seat has seen: never less than they do wait for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import referee
from referee.core.replay import set_up
from referee.mahjong.hand.tiles import NAMES, count
from referee.mahjong.play import MahjongPlay
from tests.oracle import part, tile_games
from tests.oracle.against import hidden
from tests.proof import one_in, seeds

Told = dict[str, Any]
GAMES = tile_games()


def turns_of(record: referee.Record, number: int, view: str) -> dict[int, Told]:
    turns: Any = referee.review(record, number, view)["turns"]
    return {turn["move"]: turn for turn in turns}


def plays(record: referee.Record, number: int) -> Iterator[tuple[int, MahjongPlay]]:
    """The round before each move."""
    round_, start = set_up(record, number)
    assert isinstance(start.play, MahjongPlay)
    for move, made in enumerate(round_.moves, 1):
        yield move, start.play
        if not start.play.move(move, made):
            break


def waits(play: MahjongPlay, seat: int) -> set[str]:
    """What a hand does wait for, by its own game's rules."""
    state = play.round.state
    keys, melds = state.table.keys[seat], state.table.melds[seat]
    found = play.round.game.completions(state.rules, keys, melds, "draw", state.standing(seat))
    return {NAMES[kind] for kind, _ in found if kind != state.ruleset.ghost}


def may_come(play: MahjongPlay, viewer: int, seat: int, tile: str) -> bool:
    """Whether a tile can come to a seat as another sees the table: from the hand of that one, or one that neither of them has."""
    frame: Any = play.frame("ESWN"[viewer])
    own = [*frame["seats"][viewer]["hand"], frame["seats"][viewer]["drawn"]]
    shown = Counter[str]([*own, *(NAMES[kind] for kind in play.round.state.table.birds)])
    for other in frame["seats"]:
        shown.update(other["hand"] if other["seat"] != "ESWN"[viewer] else ())
        shown.update(laid["tile"] for laid in other["river"])
        shown.update(other["apart"])
        shown.update(one for meld in other["melds"] for one in meld["tiles"])
    if not play.round.state.lies_open(seat):
        shown[tile] += count(play.round.state.table.keys[seat], NAMES.index(tile))
    return tile in own or shown[tile] < play.round.state.ruleset.copies[NAMES.index(tile)]


@pytest.mark.parametrize("some", seeds(2, 5, 3))
@pytest.mark.parametrize("game", one_in(3, GAMES))
def test_whatever_a_hand_waits_for_is_possible(game: str, some: range) -> None:
    """At every turn of matches by the rules, with ghosts and hands that lie open."""
    met = Counter[str]()
    for seed in some:
        record = referee.parse(part(game, "match").play_match(seed))
        for round_ in record.rounds:
            told = {view: turns_of(record, round_.number, view) for view in "ESWN"[: 3 if game == "kawuxing" else 4]}
            for move, play in plays(record, round_.number):
                for view, turns in told.items():
                    for other, tiles in turns.get(move, {"possible": {}})["possible"].items():
                        assert tiles == sorted(tiles, key=NAMES.index)
                        at, seat = "ESWN".index(view), "ESWN".index(other)
                        real = {tile for tile in waits(play, seat) if may_come(play, at, seat, tile)}
                        assert real <= set(tiles), f"seed {seed}, round {round_.number}, move {move}: {other}"
                        met["waits"] += bool(real)
                        met["kinds"] += len(tiles)
    assert min(met.values()) > 10


@pytest.mark.parametrize("game", ["luzhou", "sichuan"])
def test_possible_waits_tell_nothing_that_was_not_seen(game: str) -> None:
    """The same is told where nobody knows what the others hold, as long as no winner has laid a hand open."""
    told = 0
    for seed in range(2):
        text = part(game, "match").play_match(seed)
        record = referee.parse(text)
        for view in "ES":
            unseen = referee.parse(hidden(text, "ESWN".replace(view, ""), wall=False))
            verdicts = referee.verify(record).rounds
            for round_, verdict in zip(record.rounds, verdicts, strict=True):
                until = min((win.move for win in verdict.wins), default=999)
                known, guessed = (turns_of(one, round_.number, view) for one in (record, unseen))
                for move in (move for move in known if move < until):
                    assert known[move]["possible"] == guessed[move]["possible"]
                    told += 1
    assert told > 30


def sichuan(east: str, moves: str) -> Told:
    """The last turn of the dealer in a round of hands that do not matter."""
    record = referee.parse(
        f'[PPN "1"]\n[Game "sichuan"]\n[Rules "xuezhan forced_win=off"]\n[Round "1"]\n[Dealer "E"]\n[Hand.E "{east}"]\n'
        f'[Hand.S "?"]\n[Hand.W "?"]\n[Hand.N "?"]\n{moves}'
    )
    return list(turns_of(record, 1, "E").values())[-1]


def test_seat_with_melds_of_two_suits_waits_for_no_third() -> None:
    before = sichuan("1122334455667m1p", "E-1m")["possible"]["S"]
    assert {tile[1] for tile in before} == set("mps")
    both = "E-1p S.peng S-9s W+1s W-1s S.peng S-9s W+2s W-2s N+3s N-3s E+9m E-1m"
    assert {tile[1] for tile in sichuan("1122334455667m1p", both)["possible"]["S"]} == set("ps")


def test_tile_of_which_none_is_unseen_completes_runs_only() -> None:
    """All four 1m are in the dealer's hand: another could have 23m, but nothing alike; without an unseen 2m not even that."""
    assert "1m" in sichuan("1111m44557799p88s", "E-4p")["possible"]["S"]
    assert "1m" not in sichuan("11112222m445577p", "E-4p")["possible"]["S"]
