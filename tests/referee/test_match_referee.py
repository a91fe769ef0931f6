"""A match that is refereed while it is played: what is said of it is what is said of its record, wherever it ends."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import referee
from referee.core import registry
from referee.core.game.protocol import Offering
from referee.core.game.sheets import kind_of
from referee.core.match_referee import NOBODY, MatchReferee, OutOfPlace
from referee.core.record import Record, Round
from referee.core.replay import set_up
from referee.notation import moves
from referee.rulebook import Rules
from tests.each import each
from tests.golden import records
from tests.proof import one_in, proof


def readable() -> Iterator[Path]:
    """The golden records of games and rules that there are."""
    for path in records():
        record = opened(path)
        if (game := registry.find(record.game)) and isinstance(game.rulebook.rules(record.rules), Rules):
            yield path


def opened(path: Path) -> Record:
    """The record, as one that has no text has it: without the places of its moves."""
    record = referee.parse(path.read_bytes())
    return record._replace(rounds=tuple(round_._replace(position=None) for round_ in record.rounds))


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def fed(record: Record) -> MatchReferee:
    """A referee that has seen all of a record but what is claimed of the end of its last round."""
    match = MatchReferee(record)
    for number, round_ in enumerate(record.rounds, 1):
        match.begin(round_)
        for move in round_.moves:
            match.move(move)
        if number < len(record.rounds):
            close(match, round_)
    return match


def close(match: MatchReferee, round_: Round) -> None:
    match.over(round_.scores, round_.places, round_.end)


def cut(record: Record, round_: int, kept: int) -> Record:
    """The record as it stood after so many moves of this round, the first of which is 0."""
    last = record.rounds[round_]
    last = last._replace(moves=last.moves[:kept], scores=None, places=None, end=None)
    return record._replace(rounds=(*record.rounds[:round_], last), totals=None)


PATHS = list(readable())


@each(PATHS, many=4)
def test_verdict_of_an_ended_match_is_that_of_its_record(path: Path) -> None:
    record = opened(path)
    match = fed(record)
    if record.rounds:
        close(match, record.rounds[-1])
    assert match.record == record._replace(totals=None)
    assert match.verdict(record).as_dict() == referee.verify(record).as_dict()


@pytest.mark.parametrize("path", one_in(3, PATHS[::7]), ids=map(name_of, PATHS[::7]))
def test_verdict_is_that_of_the_record_cut_here_and_there(path: Path) -> None:
    record = opened(path)
    number = len(record.rounds) - 1
    for kept in range(0, len(record.rounds[number].moves) + 1, 13):
        shorter = cut(record, number, kept)
        assert fed(shorter).verdict(shorter).as_dict() == referee.verify(shorter).as_dict()


@pytest.mark.parametrize("path", one_in(4, PATHS[::5]), ids=map(name_of, PATHS[::5]))
def test_frames_findings_and_offers_are_those_of_the_record_so_far(path: Path) -> None:
    record = opened(path)
    match = MatchReferee(record)
    for round_ in record.rounds:
        match.begin(round_)
        if kind_of(round_) or not match.frames([None]):
            return
        replayed = referee.replay(record, round_.number)
        for number, move in enumerate(round_.moves[:-1], 1):
            match.move(move)
            if number == len(replayed) - 1:
                break
            frame = match.frames([None, NOBODY])[0]
            assert (frame["seats"], frame["ledger"]) == (replayed[number]["seats"], replayed[number]["ledger"])
            assert len(frame["findings"]) == len(replayed[number]["findings"])  # type: ignore[arg-type]
            if number % 11 == 0:
                assert match.offers() == replayed_offers(record, round_.number, number)
        return


def replayed_offers(record: Record, round_number: int, made: int) -> list[str]:
    """What is offered after so many moves, each candidate tried by replaying the round from its start."""
    found = []
    for move in candidates(record, round_number, made):
        round_, start = set_up(record, round_number)
        assert start.play is not None
        start.play.moves(round_.moves[:made])
        known = len(start.play.findings)
        start.play.move(made + 1, move)
        if len(start.play.findings) == known:
            found.append(move.token)
    return found


def candidates(record: Record, round_number: int, made: int) -> list[referee.Move]:
    round_, start = set_up(record, round_number)
    assert start.play is not None
    start.play.moves(round_.moves[:made])
    assert isinstance(start.play, Offering)
    return list(moves(dict.fromkeys(start.play.candidates()), record.game))


@pytest.mark.parametrize("path", PATHS[::9], ids=map(name_of, PATHS[::9]))
def test_taking_moves_back_leaves_no_trace(path: Path) -> None:
    record = opened(path)
    match = fed(record)
    last = record.rounds[-1]
    close(match, last)
    match.back(len(last.moves) // 2)
    for move in last.moves[len(last.moves) // 2 :]:
        match.move(move)
    close(match, last)
    assert match.verdict(record).as_dict() == referee.verify(record).as_dict()


@pytest.mark.parametrize("apart", [30, pytest.param(6, marks=proof)])
def test_offers_leave_no_trace(apart: int) -> None:
    for path in PATHS[::apart]:
        record = opened(path)
        match = MatchReferee(record)
        for round_ in record.rounds:
            match.begin(round_)
            for number, move in enumerate(round_.moves):
                if number % 5 == 0:
                    match.offers()
                match.move(move)
            close(match, round_)
        assert match.verdict(record).as_dict() == referee.verify(record).as_dict()


def test_what_comes_where_it_cannot_is_refused() -> None:
    record = opened(next(path for path in PATHS if path.stem == "clean-01"))
    match = MatchReferee(record)
    [move] = record.rounds[0].moves[:1]
    with pytest.raises(OutOfPlace):
        match.move(move)
    with pytest.raises(OutOfPlace):
        match.over()
    with pytest.raises(OutOfPlace):
        match.back(0)
    match.begin(record.rounds[0])
    match.begin(record.rounds[0])  # another deal, before the first move
    match.move(move)
    with pytest.raises(OutOfPlace):
        match.begin(record.rounds[0])
    with pytest.raises(OutOfPlace):
        MatchReferee(record).back(1)


def test_nobodys_view_tells_of_no_hand_that_is_played_from() -> None:
    for path in PATHS:
        if path.stem != "clean-01":
            continue
        record = opened(path)
        match = MatchReferee(record)
        match.begin(record.rounds[0])
        for move in record.rounds[0].moves[:30]:
            match.move(move)
            everybody, nobody = match.frames([None, NOBODY])
            for whole, hidden in zip(everybody["seats"], nobody["seats"], strict=True):  # type: ignore[arg-type]
                assert isinstance(hidden, dict)
                assert isinstance(whole, dict)
                is_shown = hidden.get("open") or hidden.get("place") or hidden["state"] == "won"
                assert is_shown or set(hidden["hand"]) <= {"?"}, path
                assert len(hidden["hand"]) == len(whole["hand"])
