"""Comments on moves: who may write and delete them, how many a match has, and what goes with a match or an account."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import override_settings
from django.utils import timezone

from records.accounts import clubs
from records.accounts.models import AuditEntry, Club, Membership, Role
from records.archive import comments, matches
from records.archive import comments as writing
from records.archive.models import Match, MoveComment
from records.core.errors import Refusal
from tests.each import refusals
from tests.people import CLEAN, person
from tests.records.at_once import at_once
from tests.records.samples import store

pytestmark = pytest.mark.django_db
TEXT = "五萬 was safe: two lay on the table"


@pytest.fixture
def match(owner: Any) -> Match:
    return store(CLEAN, user=owner, club=clubs.create(owner, "Tea", "tea"))


def member(match: Match, name: str, role: Role) -> Any:
    user = person(name)
    assert isinstance(match.club, Club)
    Membership.objects.create(club=match.club, user=user, role=role, accepted_at=timezone.now())
    return user


def refused(*given: Any) -> str:
    with pytest.raises(Refusal) as error:
        comments.add(*given)
    return error.value.code


def test_scorer_comments_with_a_ring_and_an_arrow_and_the_log_has_where_but_not_what(match: Match) -> None:
    scorer = member(match, "scorer", Role.SCORER)
    marks = comments.read_marks([["E.hand:5m:0"], ["S.river:1z:0", "top:K:12"]])
    made = comments.add(scorer, match, 1, 3, f"  {TEXT} \n", marks)
    [found] = comments.of_round(match, 1)
    assert (found.pk, found.move, found.text, found.marks, found.author) == (made.pk, 3, TEXT, marks, scorer)
    assert list(comments.of_round(match, 2)) == []
    entry = AuditEntry.objects.latest("number")
    assert (entry.action, entry.target, entry.actor) == ("comment.add", f"match:{match.pk}", f"user:{scorer.pk}")
    assert json.loads(entry.details) == {"club": match.club_id, "comment": str(made.pk), "round": 1, "move": 3}


@refusals("text", ["", " \n ", "x" * 501])
def test_comment_of_no_text_or_too_long_a_one_is_refused(match: Match, owner: Any, text: str) -> None:
    assert refused(owner, match, 1, 1, text) == "invalid-comment"


@pytest.mark.parametrize(("number", "move"), [(1, 10_000), (99, 1)])
def test_comment_on_a_move_that_is_not_there_is_refused(match: Match, owner: Any, number: int, move: int) -> None:
    assert refused(owner, match, number, move, TEXT) == "not-found"


@pytest.mark.parametrize(
    "marks",
    ["{", {}, [1], [[]], [["E.hand:5m"]], [["a:b:0"] * 3], [["E.hand:5m:0\0"]], [["<g>:5m:0"]], [["E.hand:5m:0"]] * 21],
)
def test_marks_that_are_none_are_refused(marks: Any) -> None:
    with pytest.raises(Refusal) as error:
        comments.read_marks(marks)
    assert error.value.code == "invalid-marks"


@pytest.mark.django_db(transaction=True)
def test_comments_written_at_once_are_as_few_as_allowed(match: Match, owner: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "MOST", 3)
    codes = at_once([lambda: comments.add(owner, match, 1, 1, TEXT)] * 6)
    assert codes == [""] * 3 + ["too-many"] * 3
    assert MoveComment.objects.count() == 3


def test_comment_on_a_deleted_match_is_refused(match: Match, owner: Any) -> None:
    matches.delete(owner, Match.objects.get(pk=match.pk))
    assert refused(owner, match, 1, 1, TEXT) == "not-found"


def test_too_many_comments_in_a_minute_are_refused_for_a_while(match: Match, owner: Any) -> None:
    with override_settings(THROTTLE={"comment": "1/h"}):
        comments.add(owner, match, 1, 1, TEXT)
        with pytest.raises(Refusal) as error:
            comments.add(owner, match, 1, 1, TEXT)
    assert error.value.status == 429
    assert error.value.retry_after


def test_author_and_organizer_delete_a_comment_and_others_do_not(match: Match, owner: Any) -> None:
    scorer, second = member(match, "scorer", Role.SCORER), member(match, "second", Role.SCORER)
    organizer = member(match, "organizer", Role.ORGANIZER)
    for user in (scorer, organizer):
        made = comments.add(scorer, match, 1, 1, TEXT)
        with pytest.raises(Refusal):
            comments.delete(second, made)
        comments.delete(user, made)
        assert AuditEntry.objects.latest("number").action == "comment.delete"
        number = AuditEntry.objects.count()
        comments.delete(user, made)
        assert AuditEntry.objects.count() == number, "deleting it again is no change"
    assert not MoveComment.objects.exists()


def test_author_who_left_the_club_deletes_there_no_more(match: Match) -> None:
    scorer = member(match, "scorer", Role.SCORER)
    made = comments.add(scorer, match, 1, 1, TEXT)
    Membership.objects.filter(user=scorer).delete()
    with pytest.raises(Refusal):
        comments.delete(scorer, made)


def test_comments_of_an_account_are_given_as_plain_rows_and_go_with_it(match: Match, owner: Any) -> None:
    scorer = member(match, "scorer", Role.SCORER)
    comments.add(scorer, match, 1, 2, TEXT, [["E.hand:5m:0"]])
    comments.add(owner, match, 1, 1, "mine")
    [row] = json.loads(json.dumps(comments.rows_of(scorer)))
    assert row.pop("created_at").startswith(str(timezone.now().year))
    assert row == {"match": str(match.pk), "round": 1, "move": 2, "text": TEXT, "marks": [["E.hand:5m:0"]]}
    scorer.delete()
    assert [one.author for one in MoveComment.objects.all()] == [owner]
