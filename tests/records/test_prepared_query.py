"""Queries that are worked out once answer what the querysets that they are made of answer."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.db import DatabaseError, OperationalError, connection, connections
from django.db.models import CharField, IntegerField, UUIDField
from django.db.models.expressions import RawSQL
from django.utils import timezone

from api.matches.serializers import MatchSerializer
from records import matches
from records.clubs import visibility
from records.db.prepared_query import Placeholder, PreparedQuery
from records.matches import listing
from records.models import Club, Match, Membership, Role
from tests.files import CLEAN, FLAGGED, PPN, named


@pytest.fixture
def world(db: None) -> dict[str, Any]:
    """Matches of a person, of their club and of another club, one of them public; people of every kind."""
    people = {name: User.objects.create_user(name, is_staff=name == "staff") for name in ("ann", "bob", "staff")}
    clubs = [Club.objects.create(slug=slug, name=slug) for slug in ("first", "second")]
    for name, club in (("ann", clubs[0]), ("bob", clubs[1])):
        Membership.objects.create(user=people[name], club=club, role=Role.ORGANIZER, accepted_at=timezone.now())
    Membership.objects.create(user=people["ann"], club=clubs[1], role=Role.MEMBER)  # invited, and has not answered
    for number, (who, club, public) in enumerate(
        (("ann", None, False), ("ann", clubs[0], False), ("bob", clubs[1], False), ("bob", clubs[1], True))
    ):
        text = named(f"m {number}", FLAGGED if number % 2 else CLEAN)
        taken = matches.upload(text.encode(), media_type=PPN, user=people[who], club=club, public=public)
        matches.judge(taken.matches[0].pk)
    limited = User.objects.get(username="ann")
    limited.limited_to = clubs[0].pk  # type: ignore[attr-defined]
    staff = User.objects.get(username="staff")
    staff.limited_to = clubs[1].pk  # type: ignore[attr-defined]
    return {**people, "ann, by a token for a club": limited, "staff, by one": staff, "nobody": AnonymousUser(), "none": None}


def test_match_is_visible_to_exactly_those_it_is_listed_for(world: dict[str, Any]) -> None:
    every, seen = list(Match.objects.all()), {}
    for name, person in world.items():
        listed = set(matches.visible_to(person).values_list("pk", flat=True))
        alone = {match.pk for match in every if matches.find(person, match.pk)}
        assert alone == listed, name
        seen[name] = len(listed)
    assert seen == {"ann": 3, "bob": 2, "staff": 4, "ann, by a token for a club": 2, "staff, by one": 2, "nobody": 1, "none": 1}


def test_ended_membership_hides_matches_at_once(world: dict[str, Any]) -> None:
    [match] = matches.visible_to(world["ann"]).filter(club__slug="first")
    assert matches.find(world["ann"], match.pk)
    Membership.objects.filter(user=world["ann"]).delete()
    assert matches.find(world["ann"], match.pk) is None
    assert match.pk not in set(matches.visible_to(world["ann"]).values_list("pk", flat=True))


def test_prepared_query_gives_the_instances_of_the_queryset(world: dict[str, Any], django_assert_num_queries: Any) -> None:
    match = matches.visible_to(world["ann"]).filter(club__isnull=False, public=False).get()
    found = matches.find(world["ann"], match.pk)
    assert found is not None
    told = ("id", "state", "state_since", "created_at", "public", "sha256", "game", "event", "club_id", "user_id")
    assert [getattr(found, name) for name in told] == [getattr(match, name) for name in told]
    assert found.get_deferred_fields() == match.get_deferred_fields()
    with django_assert_num_queries(0):
        assert (found.club.slug, found.user.username, found.upload.filename) == ("first", "ann", "")  # type: ignore[union-attr]
        assert found.current_judgement == match.current_judgement


def test_page_of_matches_is_fetched_in_order_with_two_queries(world: dict[str, Any], django_assert_num_queries: Any) -> None:
    page = list(listing.ids_only(matches.visible_to(world["staff"])))
    with django_assert_num_queries(2):
        shown = listing.with_details(page)
        seats = [[(seat.seat, seat.name) for seat in match.seated_players] for match in shown]
    assert [match.pk for match in shown] == [match.pk for match in page]
    assert seats == [list(match.seats.order_by("pk").values_list("seat", "name")) for match in page]
    with django_assert_num_queries(0):
        assert listing.with_details([]) == []


def test_newest_matches_are_those_listed(world: dict[str, Any], django_assert_num_queries: Any) -> None:
    for name, person in world.items():
        listed = list(listing.ids_only(matches.visible_to(person)))
        for many in (1, 3, 100):
            newest = matches.Newest(person).order_by("-created_at", "-id")[:many]
            assert newest == listed[:many], name
            assert newest == [] or newest[0].get_deferred_fields() == listed[0].get_deferred_fields()
    assert matches.Newest(world["ann"])[1:3] == list(matches.visible_to(world["ann"])[1:3])
    with pytest.raises(ValueError, match="created_at"):
        matches.Newest(None).order_by("created_at")


def test_page_of_matches_is_shown_without_further_queries(world: dict[str, Any], django_assert_num_queries: Any) -> None:
    page = listing.with_details(matches.Newest(world["staff"])[:9])
    with django_assert_num_queries(0):
        shown = MatchSerializer(page, many=True, context={"clubs": {match.club_id for match in page}}).data
    assert [match["id"] for match in shown] == [str(match.pk) for match in page]
    assert {match["club"] for match in shown} == {None, "first", "second"}


def test_prepared_query_of_a_model_with_its_own_constructor_is_refused(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = PreparedQuery(lambda: User.objects.filter(username=Placeholder("name", CharField())))
    monkeypatch.setattr(User, "__init__", lambda *_, **__: None)
    with pytest.raises(TypeError, match="User"):
        asked(name="ann")


class TestAKeptConnection:
    """Nobody knows whether a connection that was kept is still one; the first query of a request finds out."""

    pytestmark = [
        pytest.mark.django_db(transaction=True),
        pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite's are not lost"),
    ]

    @pytest.fixture
    def asked(self) -> Iterator[PreparedQuery]:
        """A query, of a connection that was made for an earlier request."""
        User.objects.create_user("ann")
        connection.ensure_connection()
        enabled = connection.health_check_enabled
        connection.health_check_enabled, connection.health_check_done = True, False
        yield PreparedQuery(lambda: User.objects.filter(username=Placeholder("name", CharField())).values_list("username"))
        connection.close()
        connection.health_check_enabled = enabled

    def lose(self) -> None:
        """The database ends the connection, as when it is restarted."""
        other = connection.copy()
        try:
            with other.cursor() as cursor:
                cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [connection.connection.info.backend_pid])
        finally:
            other.close()

    def test_lost_connection_is_made_anew_at_the_first_query(self, asked: PreparedQuery) -> None:
        self.lose()
        assert asked(name="ann") == [("ann",)]

    def test_live_connection_is_not_checked_by_a_query(self, asked: PreparedQuery, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(type(connections["default"]), "is_usable", lambda _: pytest.fail("it was asked"))
        assert asked(name="ann") == [("ann",)]
        assert connection.health_check_done

    def test_connection_lost_later_in_a_request_is_not_made_anew(self, asked: PreparedQuery) -> None:
        """What the request has seen or changed on it was the state of another connection."""
        assert asked(name="ann") == [("ann",)]
        self.lose()
        with pytest.raises(DatabaseError):
            asked(name="ann")

    def test_live_connection_raises_the_error_of_a_wrong_query(self, asked: PreparedQuery) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET statement_timeout = 100")
        slow = PreparedQuery(lambda: User.objects.values_list(RawSQL("(SELECT 1 FROM pg_sleep(5))", [])))
        connection.health_check_done = False
        before = connection.connection
        with pytest.raises(OperationalError, match="timeout"):
            slow()
        assert connection.connection is before

    def test_kept_cursor_answers_after_an_error(self, asked: PreparedQuery) -> None:
        divided = PreparedQuery(lambda: User.objects.values_list(RawSQL("1 / %s", [Placeholder("by", IntegerField())])))
        assert divided(by=1) == [(1,)]
        with pytest.raises(DatabaseError, match="zero"):
            divided(by=0)
        assert divided(by=1) == [(1,)]

    def test_large_rows_are_not_held_by_a_kept_cursor(self, asked: PreparedQuery) -> None:
        large = PreparedQuery(lambda: User.objects.values_list("username"), large=True)
        assert (asked(name="ann"), large()) == ([("ann",)], [("ann",)])
        assert asked in connection.connection.kept_cursors
        assert large not in connection.connection.kept_cursors


def test_prepared_query_takes_any_number_of_values(world: dict[str, Any]) -> None:
    asked = PreparedQuery(
        lambda: Match.objects.order_by("pk").filter(pk__in=Placeholder("ids", UUIDField(), many=True)).values_list("pk")
    )
    every = list(Match.objects.order_by("pk").values_list("pk"))
    for count in range(len(every) + 1):
        assert asked(ids=[id_ for (id_,) in every[:count]]) == every[:count]
    assert asked(ids=[uuid.uuid4()]) == []


def test_prepared_query_takes_a_value_as_a_parameter_never_as_sql(world: dict[str, Any]) -> None:
    asked = PreparedQuery(lambda: User.objects.filter(username=Placeholder("name", CharField())).values_list("username"))
    assert asked(name="ann") == [("ann",)]
    for odd in ("' OR 1=1 --", "%s", "%(name)s", "<name>", "ann'", "\\", "安"):
        assert asked(name=odd) == []


def test_query_that_can_match_nothing_is_not_sent(world: dict[str, Any], django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        assert visibility.visible_club_ids(None) == []


@pytest.mark.django_db(transaction=True)
def test_prepared_query_uses_the_connection_of_its_thread() -> None:
    User.objects.create_user("ann")
    asked = PreparedQuery(lambda: User.objects.filter(username=Placeholder("name", CharField())))
    answers: list[Any] = []

    def ask() -> None:
        try:
            answers.extend(user.username for _ in range(5) for user in asked(name="ann"))
        finally:
            connection.close()

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == ["ann"] * 15
