"""What lies open of a match: watchers are shown what everybody at the table sees, and nothing that hangs on hidden tiles."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import referee
from referee.core.match_referee import NOBODY, MatchReferee
from referee.core.record import Record, Round
from referee.core.watched_match import WatchedMatch, seen_by
from referee.notation import moves
from tests.each import each
from tests.twins import opened, played, twin


def clean() -> list[Path]:
    return [path for path in played() if path.stem.startswith("clean")]


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def shown(record: Record) -> Iterator[Any]:
    """All that watchers are shown of a record, as it is written line by line."""
    match = WatchedMatch(record)
    for round_ in record.rounds:
        match.begin(round_._replace(moves=(), scores=None, places=None, end=None))
        yield match.frame()
        for move in round_.moves:
            match.move(move)
            yield match.place, match.frame()
        verdict = match.over(round_.scores, round_.places, round_.end)
        yield match.frame(), verdict.outcome, verdict.computed, verdict.claimed, verdict.next_dealer, match.totals


@each(played, many=12)
def test_tables_that_differ_in_what_stays_hidden_are_shown_alike(path: Path) -> None:
    """A1: golden records of every finding, each beside a table with other hidden tiles, at which other things are found."""
    record = opened(path)
    assert record is not None
    for number, (ours, theirs) in enumerate(zip(shown(record), shown(twin(record)), strict=True)):
        assert ours == theirs, number


def test_twins_differ_in_what_is_found() -> None:
    """The tables of the test before are others: the whole referee finds other things at most of them."""
    some = [record for path in played()[::6] if (record := opened(path))]
    differing = sum(referee.verify(one).as_dict()["rounds"] != referee.verify(twin(one)).as_dict()["rounds"] for one in some)
    assert differing > 0.8 * len(some)


@each(clean, many=12)
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
            there: Any = whole.frames([NOBODY])[0]
            here: Any = watched.frame()
            for name in ("game", "round", "move", "faces", "top", "tangled", "birds", "ghost", "outcome"):
                assert here.get(name) == there.get(name), (name, move)
            for ours, theirs in zip(here["seats"], there["seats"], strict=True):
                assert open_part(ours) == open_part(theirs), move
        whole.over(round_.scores, round_.places, round_.end)
        watched.over(round_.scores, round_.places, round_.end)
    assert watched.totals == whole.totals


def open_part(seat: dict[str, Any]) -> dict[str, Any]:
    """What is the same in both: where hands show as many tiles, those tiles, and all that lies on the table."""
    left = ("score", "wins", "waits", "locked", "hand", "drawn")
    apart = len(seat.get("apart", ()))
    return {name: value for name, value in seat.items() if name not in left} | {"hand": len(seat["hand"]), "apart": apart}


@each(lambda: clean()[::12])
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
    record = next(found for path in clean() if path.parent.name == "sichuan" and (found := opened(path)))
    whole, watched = MatchReferee(record), WatchedMatch(record)
    whole.begin(record.rounds[0])
    watched.begin(record.rounds[0])
    [all_hands], everybody = whole.frames([None]), watched.frame()
    frame: Any = seen_by("S", everybody, all_hands)
    assert ["?" in seat["hand"] for seat in frame["seats"]] == [True, False, True, True]
    assert frame["seats"][1]["hand"] == all_hands["seats"][1]["hand"]  # type: ignore[index, call-overload]


def test_two_tiles_that_no_dice_gave_are_not_seen() -> None:
    """A1: a seat that draws twice at once shows neither tile."""

    def table(drawn: str) -> list[Any]:
        hands = {"E": "11122233344455m", "S": "?", "W": "?", "N": "?"}
        record = Record("hengyang", rounds=(Round(1, tuple(moves(["E-1m", f"S+{drawn}"], "hengyang")), dealer="E", hands=hands),))
        return list(shown(record))

    assert table("5p6p") == table("7p8p")
