"""Queries that are worked out once answer what the querysets that they are made of answer."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.db.models import CharField
from django.utils import timezone

from records import matches
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


def test_prepared_query_takes_a_value_as_a_parameter_never_as_sql(world: dict[str, Any]) -> None:
    asked = PreparedQuery(lambda: User.objects.filter(username=Placeholder("name", CharField())).values_list("username"))
    assert asked(name="ann") == [("ann",)]
    for odd in ("' OR 1=1 --", "%s", "%(name)s", "<name>", "ann'", "\\", "安"):
        assert asked(name=odd) == []
