"""What lies open of a match: watchers are shown what everybody at the table sees, and nothing that hangs on hidden tiles."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import referee
from referee import registry
from referee.game.open_round import Watchable
from referee.game.sheets import kind_of
from referee.match_referee import NOBODY, MatchReferee
from referee.notation import moves as read_moves
from referee.record import DRAW, Move, Record, Round
from referee.rulebook import Rules
from referee.watched_match import WatchedMatch, seen_by
from tests.golden import records

HIDDEN = frozenset({"huansan"})
OPENED = ("liang", "ban")
ANOTHER = {f"{rank}{suit}": f"{10 - rank}{suit}" for suit in "mps" for rank in range(1, 10)} | {
    "5z": "6z",
    "6z": "7z",
    "7z": "5z",
}
CARDS = str.maketrans("456789TJQKA", "56789TJQKA4")


def opened(path: Path) -> Record | None:
    """A record of moves that can be played, without the places of its moves in a text."""
    record = referee.parse(path.read_bytes())
    if not isinstance(record, Record) or not (game := registry.find(record.game)):
        return None
    if not isinstance(game.rulebook.rules(record.rules), Rules) or any(kind_of(round_) for round_ in record.rounds):
        return None
    return record._replace(rounds=tuple(round_._replace(position=None) for round_ in record.rounds))


PATHS = [path for path in records() if opened(path) is not None]
CLEAN = [path for path in PATHS if path.stem.startswith("clean")]


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def shown(record: Record) -> Iterator[str]:
    """All that watchers are shown of a record, as it is written line by line."""
    match = WatchedMatch(record)
    for round_ in record.rounds:
        match.begin(round_._replace(moves=(), scores=None, places=None, end=None))
        yield json.dumps(match.frame())
        for move in round_.moves:
            match.move(move)
            yield json.dumps([match.place, match.frame()])
        verdict = match.over(round_.scores, round_.places, round_.end)
        yield json.dumps([match.frame(), verdict.outcome, verdict.computed, verdict.claimed, verdict.next_dealer, match.totals])


def shows(record: Record) -> Iterator[set[str]]:
    """The seats that lay their hands open in each round: by a word, or since they are beaten with nothing but 3s left."""
    match = WatchedMatch(record)
    for round_ in record.rounds:
        match.begin(round_)
        for move in round_.moves:
            match.move(move)
        frame: Any = match.frame()
        beaten = {seat["seat"] for seat in frame["seats"] if seat["state"] == "muffled"} if frame else set()
        yield {move.seat for move in round_.moves if move.verb == "hu" or move.verb in OPENED} | beaten
        match.over(round_.scores, round_.places, round_.end)


def other_tiles(text: str) -> str:
    """As many other tiles."""
    found, ranks = "", ""
    for letter in text:
        if letter in "mpsz":
            found += "".join(ANOTHER[f"{rank}{letter}"] for rank in ranks)
            ranks = ""
        elif letter == "?":
            found += letter
        else:
            ranks += letter
    return found


def twin(record: Record) -> Record:
    """A table at which everything that lies open is the same, and whatever stays hidden is another tile or card."""
    rounds = zip(record.rounds, shows(record), strict=True)
    return record._replace(rounds=tuple(_twin_of(record.game, round_, kept) for round_, kept in rounds))


def _twin_of(game: str, round_: Round, kept: set[str]) -> Round:
    if game == "gouji":
        hands = {seat: hand if seat in kept else hand.translate(CARDS) for seat, hand in round_.hands.items()}
        return round_._replace(hands=hands)
    hands = {seat: hand if seat in kept else other_tiles(hand) for seat, hand in round_.hands.items()}
    return round_._replace(hands=hands, wall=None, moves=tuple(_other(game, move, kept) for move in round_.moves))


def _other(game: str, move: Move, kept: set[str]) -> Move:
    single = move.sign == DRAW and len(move.text) == 2
    if move.seat in kept or not (single or move.verb in HIDDEN and not kept) or not move.text:
        return move
    head = move.token[: len(move.token) - len(move.text)]
    [other] = read_moves([head + other_tiles(move.text)], game)
    return other


@pytest.mark.parametrize("path", PATHS, ids=map(name_of, PATHS))
def test_tables_that_differ_in_what_stays_hidden_are_shown_alike(path: Path) -> None:
    """A1: golden records of every finding, each beside a table with other hidden tiles, at which other things are found."""
    record = opened(path)
    assert record is not None
    for number, (ours, theirs) in enumerate(zip(shown(record), shown(twin(record)), strict=True)):
        assert ours == theirs, number


def test_twins_differ_in_what_is_found() -> None:
    """The tables of the test before are others: the whole referee finds other things at most of them."""
    differing = 0
    for path in PATHS:
        record = opened(path)
        assert record is not None
        ours, theirs = (referee.verify(one).as_dict() for one in (record, twin(record)))
        differing += ours["rounds"] != theirs["rounds"]
    assert differing > 0.8 * len(PATHS)


@pytest.mark.parametrize("path", CLEAN, ids=map(name_of, CLEAN))
def test_clean_table_is_shown_as_it_lies(path: Path) -> None:
    record = opened(path)
    assert record is not None
    whole, watched = MatchReferee(record), WatchedMatch(record)
    for round_ in record.rounds:
        whole.begin(round_)
        watched.begin(round_)
        for move in (None, *round_.moves):
            if move is not None:
                whole.move(move)
                watched.move(move)
            [there] = whole.frames([NOBODY])
            here: Any = watched.frame()
            assert here is not None
            for name in ("game", "round", "move", "faces", "top", "tangled", "birds", "ghost", "outcome"):
                assert here.get(name) == there.get(name), (name, move)
            for ours, theirs in zip(here["seats"], there["seats"], strict=True):  # type: ignore[call-overload]
                assert open_part(ours) == open_part(theirs), move
        whole.over(round_.scores, round_.places, round_.end)
        watched.over(round_.scores, round_.places, round_.end)
    assert watched.totals == whole.totals


def open_part(seat: dict[str, Any]) -> dict[str, Any]:
    """What is the same in both: where hands show as many tiles, those tiles, and all that lies on the table."""
    left = ("score", "wins", "waits", "locked", "hand", "drawn")
    apart = len(seat.get("apart", ()))
    return {name: value for name, value in seat.items() if name not in left} | {"hand": len(seat["hand"]), "apart": apart}


@pytest.mark.parametrize("game", sorted({path.parent.name for path in CLEAN}))
def test_every_game_declares_what_lies_open(game: str) -> None:
    assert isinstance(registry.find(game), Watchable)


@pytest.mark.parametrize("path", CLEAN[::4], ids=map(name_of, CLEAN[::4]))
def test_moves_that_are_taken_back_and_made_again_show_the_same(path: Path) -> None:
    record = opened(path)
    assert record is not None
    round_ = record.rounds[0]
    once, again = WatchedMatch(record), WatchedMatch(record)
    for match in (once, again):
        match.begin(round_)
        for move in round_.moves:
            match.move(move)
    half = len(round_.moves) // 2
    again.back(half)
    for move in round_.moves[half:]:
        again.move(move)
    for match in (once, again):
        match.frame()
        match.over(round_.scores, round_.places, round_.end)
    assert once.frame() == again.frame()
    assert once.totals == again.totals


def test_seat_sees_its_own_hand_and_what_everybody_sees() -> None:
    record = next(found for path in CLEAN if path.parent.name == "sichuan" and (found := opened(path)))
    whole, watched = MatchReferee(record), WatchedMatch(record)
    whole.begin(record.rounds[0])
    watched.begin(record.rounds[0])
    [all_hands], everybody = whole.frames([None]), watched.frame()
    frame: Any = seen_by("S", everybody, all_hands)
    assert ["?" in seat["hand"] for seat in frame["seats"]] == [True, False, True, True]
    assert frame["seats"][1]["hand"] == all_hands["seats"][1]["hand"]  # type: ignore[index, call-overload]
