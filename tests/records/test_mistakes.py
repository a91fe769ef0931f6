"""Mistakes over a player's matches: found once by the workers, asked the dearest first, coming back until they are right."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

import referee
from records.accounts import clubs
from records.accounts.models import Club, Role
from records.archive import matches, mistakes
from records.archive.mistakes import puzzles, searching, training
from records.archive.models import Match, Mistake, Player, PuzzleProgress
from records.core.queue import jobs
from tests.golden import HOME, of_mahjong
from tests.people import person
from tests.records.players import between, player, store

pytestmark = pytest.mark.django_db


def found(club: Club, name: str = "Ann") -> Player:
    """The player, all of whose matches are looked through."""
    one = player(club, name)
    search = mistakes.search(one)
    assert search is not None
    while not search.finished:
        assert jobs.run(search.pk, seconds=60)
        search.refresh_from_db()
    return one


@pytest.fixture
def trained(club: Club, ann: User) -> Player:
    store(club, ann, between("Ann,Bo,Cy,Di"))
    return found(club)


def record_of(match: Match) -> referee.Record:
    record = matches.record_of(match)
    assert isinstance(record, referee.Record)
    return record


def told(match: Match) -> list[tuple[Any, ...]]:
    """The mistakes of a match by the engine's reviews, the dearest first."""
    record = record_of(match)
    rows = [(played.number, one) for played in record.rounds for one in review(record, played.number)["mistakes"]]
    rows.sort(key=lambda row: referee.dearness(row[1]), reverse=True)
    return [(number, one["move"], one["seat"], one["what"]) for number, one in rows]


def review(record: referee.Record, number: int) -> Any:
    return referee.review(record, number)


# -- found once --------------------------------------------------------------------------------------------------------------


def test_search_stores_the_mistakes_of_every_seat_as_the_reviews_tell_them(club: Club, trained: Player) -> None:
    match = club.matches.get()
    stored = set(Mistake.objects.values_list("round", "move", "seat", "what"))
    assert stored == set(told(match))
    assert {row.alias.name for row in Mistake.objects.select_related("alias")} == {"Ann", "Bo", "Cy", "Di"}
    assert club.matches.get().choices_weighed > len(stored)


def test_match_is_looked_through_once_for_all_its_players(club: Club, trained: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "review_match", lambda *_args, **_more: pytest.fail("it was looked through before"))
    assert mistakes.search(player(club, "Bo")) is None
    search = mistakes.search(trained)
    assert search is not None
    assert search.finished


def test_other_engine_version_looks_again_and_keeps_progress_with_what_stays(
    club: Club, ann: User, trained: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = list(Mistake.objects.filter(alias__player=trained)[:2])
    for one in (first, second):
        mistakes.answer(ann, one, True)
    stale = Mistake.objects.create(match=first.match, alias=first.alias, round=99, move=1, seat="E", what="discard")
    monkeypatch.setattr(referee, "ENGINE_VERSION", "another")
    found(club)
    assert PuzzleProgress.objects.filter(mistake__in=[first, second]).count() == 2
    assert not Mistake.objects.filter(pk=stale.pk).exists()
    assert club.matches.get().mistakes_engine == "another"


def test_search_gives_way_to_matches_that_wait_for_their_verdict(club: Club, ann: User) -> None:
    store(club, ann, between("Ann,Bo,Cy,Di"), between("Ann,Bo,Cy,Di", event="next"))
    store(club, ann, between("Ed,Flo,Gus,Hal", event="fresh"), judged=False)
    search = mistakes.search(player(club, "Ann"))
    assert search is not None
    jobs.run(search.pk, seconds=60)
    search.refresh_from_db()
    assert (search.counts, search.state) == ({"total": 2, "done": 1}, "pending")


def test_match_that_is_deleted_while_it_is_looked_through_is_looked_through_when_it_is_back(
    club: Club, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    store(club, ann, between("Ann,Bo,Cy,Di"))
    match, deletions = Match.objects.get(), []

    def delete(match: Match) -> Any:
        deletions.append(matches.delete(ann, match))
        return matches.record_of(match)

    with monkeypatch.context() as patch:
        patch.setattr(searching, "record_of", delete)
        searching.review_match(match.pk)
    assert Match.objects.get().mistakes_engine == ""
    matches.restore(ann, deletions[0])
    found(club)
    assert Mistake.objects.filter(match=match).exists()


def test_engine_fault_in_a_round_loses_that_round_alone(club: Club, ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = referee.review

    def faulty(record: referee.Record, number: int) -> Any:
        if number == 1:
            raise RuntimeError("a fault")
        return whole(record, number)

    store(club, ann, between("Ann,Bo,Cy,Di"))
    monkeypatch.setattr(referee, "review", faulty)
    found(club)
    rounds = set(Mistake.objects.values_list("round", flat=True))
    assert 2 in rounds
    assert 1 not in rounds


def test_rows_of_a_seat_in_a_match_are_bounded_and_the_dearest_are_kept(
    club: Club, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searching, "MOST", 2)
    [match] = store(club, ann, between("Ann,Bo,Cy,Di"))
    found(club)
    assert set(Mistake.objects.values_list("round", "move", "seat", "what")) == {
        row for seat in "ESWN" for row in [one for one in told(match) if one[2] == seat][:2]
    }


def test_game_without_mistakes_is_told_as_such(club: Club, ann: User) -> None:
    text = (HOME / "gouji" / "clean-01.ppn").read_text(encoding="utf-8")
    [match] = store(club, ann, text)
    name = match.seats.all()[0].name
    one = found(club, name)
    assert mistakes.untold_games(one) == ["gouji"]
    assert mistakes.next_mistake(ann, one) is None


# -- the order of asking -----------------------------------------------------------------------------------------------------


def test_dearest_mistake_is_asked_first_over_all_names_of_a_player(club: Club, ann: User) -> None:
    from records.archive import players

    store(club, ann, between("Ann,Bo,Cy,Di"), between("Anne,Bo,Cy,Di", event="next"))
    players.merge(ann, player(club, "Ann"), [player(club, "Anne")])
    one = found(club)
    row, asked = mistakes.next_mistake(ann, one), []
    while row is not None:
        asked.append(row)
        row = mistakes.next_mistake(ann, one, row)
    assert len(asked) == Mistake.objects.filter(alias__player=one).count() > training.PAGE / 5
    keys = [referee.dearness({"points": row.points, "steps": row.steps, "live": row.live}) for row in asked]
    assert keys == sorted(keys, reverse=True)
    assert len({row.pk for row in asked}) == len(asked)
    assert {row.alias.name for row in asked} == {"Ann", "Anne"}


# -- answers -----------------------------------------------------------------------------------------------------------------


def pass_time(progress: PuzzleProgress) -> None:
    """Let a puzzle be due."""
    PuzzleProgress.objects.filter(pk=progress.pk).update(due_at=timezone.now() - timedelta(seconds=1))


def test_wrong_answer_brings_the_puzzle_back_soon_and_before_new_ones(ann: User, trained: Player) -> None:
    first = mistakes.next_mistake(ann, trained)
    assert first is not None
    progress = mistakes.answer(ann, first, False)
    assert progress.due_at is not None
    assert timezone.now() < progress.due_at <= timezone.now() + training.SOON
    second = mistakes.next_mistake(ann, trained)
    assert second is not None
    assert second != first
    pass_time(progress)
    assert mistakes.next_mistake(ann, trained) == first


def test_right_answers_in_a_row_come_back_later_and_later_and_end(ann: User, trained: Player) -> None:
    first = mistakes.next_mistake(ann, trained)
    assert first is not None
    mistakes.answer(ann, first, True)
    assert mistakes.answer(ann, first, False).streak == 1, "before it is due an answer counts for nothing"
    PuzzleProgress.objects.all().delete()
    for wait in training.LATER:
        before = timezone.now()
        progress = mistakes.answer(ann, first, True)
        assert progress.due_at is not None
        assert before + wait <= progress.due_at <= timezone.now() + wait
        pass_time(progress)
    assert mistakes.answer(ann, first, True).due_at is None
    assert mistakes.counts(ann, trained) == {"due": 0, "later": 0, "learnt": 1}
    assert mistakes.next_mistake(ann, trained) != first


def test_puzzle_of_a_deleted_match_is_neither_counted_nor_asked_until_it_is_back(ann: User, trained: Player) -> None:
    first = mistakes.next_mistake(ann, trained)
    assert first is not None
    mistakes.answer(ann, first, False)
    PuzzleProgress.objects.update(due_at=timezone.now())
    deletion = matches.delete(ann, first.match)
    assert mistakes.counts(ann, trained) == {"due": 0, "later": 0, "learnt": 0}
    assert mistakes.next_mistake(ann, trained) is None
    matches.restore(ann, deletion)
    assert mistakes.counts(ann, trained) == {"due": 1, "later": 0, "learnt": 0}
    assert mistakes.next_mistake(ann, trained) == first


def test_progress_is_each_accounts_own_and_is_exported_and_deleted_with_it(club: Club, ann: User, trained: Player) -> None:
    bo = person("bo")
    clubs.accept_invitation(clubs.invite(ann, club, "bo", Role.MEMBER))
    first = mistakes.next_mistake(ann, trained)
    assert first is not None
    mistakes.answer(ann, first, True)
    assert mistakes.next_mistake(bo, trained) == first
    mistakes.answer(bo, first, False)
    [row] = mistakes.rows_of(ann)
    assert (row["match"], row["move"], row["right"]) == (str(first.match_id), first.move, 1)
    ann.delete()
    assert PuzzleProgress.objects.filter(mistake__alias__player=trained).count() == 1
    assert len(mistakes.rows_of(bo)) == 1


# -- puzzles -----------------------------------------------------------------------------------------------------------------


def test_puzzle_shows_the_table_before_the_choice_and_nothing_after_it(trained: Player) -> None:
    for mistake in Mistake.objects.filter(alias__player=trained)[:8]:
        puzzle = mistakes.puzzle(mistake)
        discards = mistake.what == Mistake.What.DISCARD
        frames = puzzle.frames
        assert frames[-1]["move"] == mistake.move - discards
        assert len(frames) == mistake.move - discards + 1
        for seat in frames[-1]["seats"]:
            assert seat["waits"] == []
            assert seat["seat"] == mistake.seat or set(seat["hand"]) <= {"?"}
        assert set(puzzle.answers) <= {*puzzle.tiles, puzzles.TAKE, puzzles.LEAVE}


@pytest.mark.parametrize("game", sorted({path.parent.name for path in of_mahjong()}))
def test_best_discards_are_those_that_the_engine_calls_no_mistake(game: str) -> None:
    record = referee.parse((HOME / game / "clean-01.ppn").read_bytes())
    assert isinstance(record, referee.Record)
    for played in record.rounds[:2]:
        found = review(record, played.number)
        wrong = {(one["move"], one["seat"]) for one in found["mistakes"] if one["what"] == "discard"}
        for turn in found["turns"]:
            if turn["made"] == "discard" and len(turn["choices"]) > 1 and turn["choices"][0]["distance"] is not None:
                best = puzzles.best_discards(turn["choices"])
                assert (turn["tile"] in best) == ((turn["move"], turn["seat"]) not in wrong), turn


def test_rounds_after_the_time_of_a_match_are_left_out(club: Club, ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "MATCH_SECONDS", 0.0)
    store(club, ann, between("Ann,Bo,Cy,Di"))
    found(club)
    assert not Mistake.objects.exists()


def test_what_was_played_is_never_among_the_right_answers(trained: Player, club: Club) -> None:
    for mistake in Mistake.objects.select_related("match"):
        puzzle = mistakes.puzzle(mistake)
        assert puzzle.best
        assert puzzle.played not in puzzle.best


def test_mistakes_of_matches_that_the_reader_may_not_see_are_not_asked(ann: User, trained: Player) -> None:
    stranger = person("stranger")
    assert mistakes.next_mistake(stranger, trained) is None
    assert mistakes.of_player(stranger, trained, Mistake.objects.filter(alias__player=trained)[0].pk) is None


def test_wrong_answer_begins_the_row_anew(ann: User, trained: Player) -> None:
    first = mistakes.next_mistake(ann, trained)
    assert first is not None
    pass_time(mistakes.answer(ann, first, True))
    pass_time(mistakes.answer(ann, first, False))
    progress = mistakes.answer(ann, first, True)
    assert (progress.streak, progress.answers, progress.right) == (1, 3, 2)
