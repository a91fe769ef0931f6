"""Who sees what, and what filters find."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.core.management import call_command
from django.utils import timezone

from records.accounts import clubs
from records.accounts.access.roles import limit_to_club
from records.accounts.models import Role
from records.archive import matches
from records.archive.matches.dates import day_of
from records.archive.models import Match
from tests.files import of_event
from tests.records.samples import SAMPLES, store

CAME = datetime(2026, 11, 23, 18, tzinfo=UTC)

pytestmark = pytest.mark.django_db


def test_match_is_visible_when_public_own_or_of_an_own_club() -> None:
    ann, bob = User.objects.create_user("ann"), User.objects.create_user("bob")
    boss = User.objects.create_user("boss", is_staff=True)
    club = clubs.create(ann, "Club")
    clubs.accept_invitation(clubs.invite(ann, club, "bob", Role.MEMBER))
    public, own, own_clubs = store(public=True), store(user=ann), store(user=ann, club=club)
    seen = {
        name: set(matches.visible_to(user))
        for name, user in {"nobody": AnonymousUser(), "ann": ann, "bob": bob, "boss": boss}.items()
    }
    assert seen == {
        "nobody": {public},
        "ann": {public, own, own_clubs},
        "bob": {public, own_clubs},
        "boss": {public, own, own_clubs},
    }
    assert matches.find(bob, own.pk) is None
    assert matches.find(None, "no id") is None


def test_match_is_visible_to_exactly_those_it_is_listed_for() -> None:
    people: dict[str, Any] = {
        name: User.objects.create_user(name, is_staff=name == "staff") for name in ("ann", "bob", "cid", "staff")
    }
    first, second = (clubs.create(people[name], name) for name in ("ann", "bob"))
    clubs.invite(people["bob"], second, "ann", Role.MEMBER)  # who has not answered
    clubs.accept_invitation(clubs.invite(people["bob"], second, "cid", Role.MEMBER))
    for name, club, public in (("ann", None, False), ("ann", first, False), ("bob", second, False), ("bob", second, True)):
        store(of_event(event=f"{name} {public}").encode(), user=people[name], club=club, public=public)
        held = store(of_event(event=f"{name} {public}, held").encode(), user=people[name], club=club, public=public)
        Match.objects.filter(pk=held.pk).update(held_until=timezone.now() + timedelta(hours=1))
    matches.delete(people["ann"], store(of_event(event="deleted").encode(), user=people["ann"], public=True))
    limited, staff = User.objects.get(username="ann"), User.objects.get(username="staff")
    limit_to_club(limited, first.pk)
    limit_to_club(staff, second.pk)
    people |= {"ann, by a token for a club": limited, "staff, by one": staff, "nobody": AnonymousUser(), "none": None}
    seen = {}
    for name, person in people.items():
        listed = set(matches.visible_to(person).values_list("pk", flat=True))
        alone = {match.pk for match in Match.objects.all() if matches.find(person, match.pk)}
        assert alone == listed, name
        seen[name] = len(listed)
    own = {"ann": 5, "bob": 4, "cid": 2, "staff": 8}
    assert seen == {**own, "ann, by a token for a club": 3, "staff, by one": 4, "nobody": 1, "none": 1}


def test_filter_of_each_column_finds_its_matches() -> None:
    stored = [store(path.read_bytes(), public=True) for path in SAMPLES]
    for match in stored:
        matches.judge(match.pk)
    everything = Match.objects.all()
    flagged = matches.search(everything, status="flagged")
    assert 0 < flagged.count() < len(SAMPLES)
    code = flagged[0].current_judgement.findings.first().code  # type: ignore[union-attr]
    assert flagged[0] in matches.search(everything, finding=code)
    name = stored[0].seats.all()[0].name
    assert stored[0] in matches.search(everything, player=name, game="sichuan", state="judged")
    assert stored[0] in matches.search(everything, q=name)
    assert not matches.search(everything, game="chess")
    assert not matches.search(everything, date_from="9999-01-01")


def found(q: str = "", sort: str = "", **given: str) -> str:
    """The events of what is found, one letter each, in their order."""
    asked = {"q": q, **given}
    if not sort:
        return "".join(sorted(matches.search(Match.objects.all(), **asked).values_list("event", flat=True)))
    listed = matches.sorted_by(matches.search(Match.objects.all(), **asked), sort)
    return "".join(sorted(listed.values_list("event", flat=True)))


@pytest.mark.parametrize(
    "limits",
    [
        {},
        {"archive.matches.searching.FEW": 0},
        {"core.db.name_search.MAX_NAMES": 0},
        {"archive.matches.searching.MOST": 1},
        {"core.db.name_search.OFTEN": 0},
    ],
    ids=["rare", "rare in part", "many matches", "many names", "frequent"],
)
def test_search_finds_a_word_wherever_a_match_says_it(limits: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is rare and where it is common the same is found, each match once."""
    for name, most in limits.items():
        monkeypatch.setattr(f"records.{name}", most)
    stored = {
        "A": store(of_event(people=["Zhang San", "b", "c", "d"], event="Spring Cup", Table="7").encode()),
        "B": store(of_event(people=["王五", "王六", "c", "d"], event="Spring Cup", Table="17", Stage="Final").encode()),
        "C": store(of_event(people=["王五", "b", "c", "d"], event="Evening").encode(), filename="evening.ppn"),
        "D": store(of_event(people=["m", "n", "o", "p"], event="Evening Cup").encode(), filename="spring.ppn"),
        "E": store(of_event(people=["q", "r", "s", "t"], event="Cup in Spring").encode()),
    }
    names = {match.pk: name for name, match in stored.items()}
    expected = {
        **{"spring": "ABDE", "FINAL": "B", "7": "A", "17": "B", "evening": "CD", "zhang": "A", "王": "BC", "san zhang": "A"},
        **{"cup final": "B", "七 spring": "", "7 zhang spring": "A", "王 evening": "C", "王五 cup 王六": "B", "王五 b 7": ""},
        **{"e v n i g evening": "CD", "%": "", "nobody": "", "spring cup": "ABDE", "spring evening": "D", "cup b": "A"},
    }
    told = {q: "".join(sorted(names[match.pk] for match in matches.search(Match.objects.all(), q=q))) for q in expected}
    assert told == expected


@pytest.mark.parametrize("many", [20_000, 0], ids=["found by their dates", "many"])
def test_dates_of_a_search_mean_all_their_days(many: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("records.archive.matches.searching.DATED", many)
    for name, date in {"A": "2026.09.30", "B": "2026.10.04", "C": "2026.11.01", "D": ""}.items():
        store(of_event(event=name, Date=date).encode())
    assert [found(date_from=date) for date in ("2026.10", "2026-10-5")] == ["BC", "C"]
    assert [found(date_to=date) for date in ("2026.10", "2026年10月4日", "2026", "2025")] == ["AB", "AB", "ABC", ""]


@pytest.mark.parametrize("sort", matches.SORTS)
def test_dates_of_a_search_find_what_is_sorted_by_another_day_or_came_late(sort: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("records.archive.matches.searching.DATED", 0)
    dates = {"a": "2026.10.04", "b": "2026.10.??", "f": "2026.11.03", "x": "2062.01.01", "u": "", "l": "2026.10.20"}
    for name, date in dates.items():
        came = CAME - timedelta(10) if name != "l" else CAME + timedelta(400)
        match = store(of_event(event=name, Date=date).encode())
        Match.objects.filter(pk=match.pk).update(created_at=came, day=day_of(date, came))
    assert found(sort=sort, date_from="2026.10.05", date_to="2026") == "bfl"
    assert found(sort=sort, date_from="2026.10", date_to="2026.10") == "abl"
    assert [found(sort=sort, date_to=date) for date in ("2026.10", "2026.11")] == ["abl", "abfl"]
    assert [found(sort=sort, date_from=date) for date in ("2026.11", "2027")] == ["fx", "x"]


@pytest.mark.parametrize("limits", [{}, {"core.db.name_search.MAX_NAMES": 0}], ids=["looked up", "match by match"])
def test_match_is_found_by_its_number_whole_or_in_its_first_characters(
    limits: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, most in limits.items():
        monkeypatch.setattr(f"records.{name}", most)
    match, _ = store(of_event(event="one").encode()), store(of_event(event="two").encode())
    for number in (match.number, match.sha256, match.sha256[:6].upper(), f"one {match.number}"):
        assert list(matches.search(Match.objects.all(), q=number)) == [match]
    for number in (match.sha256[:5], match.sha256[1:], f"two {match.number}"):
        assert not matches.search(Match.objects.all(), q=number)


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("2026.10.04", "2026-10-04"),
        ("2026-10-4", "2026-10-04"),
        ("2026.10.??", "2026-10-01"),
        ("2026.??.??", "2026-01-01"),
        ("2026", "2026-01-01"),
        ("2026.11.24", "2026-11-24"),
        ("2062.10.04", "2026-11-23"),
        ("2026.02.30", "0001-01-01"),
        ("last autumn", "0001-01-01"),
        ("", "0001-01-01"),
    ],
    ids=lambda text: text or "none",
)
def test_match_is_sorted_by_the_day_of_its_date_and_an_undated_one_as_the_oldest(written: str, day: str) -> None:
    assert day_of(written, CAME).isoformat() == day


def test_search_finds_a_file_that_brought_no_new_match() -> None:
    """An upload whose matches were all here already has none of its own."""
    match, again = store(filename="evening.ppn"), store(filename="evening, once more.ppn")
    assert match == again
    assert list(matches.search(Match.objects.all(), q="evening")) == [match]


def test_command_loads_the_sample_matches_once_and_judges_them(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("load_samples")
    call_command("load_samples")
    assert Match.objects.filter(public=True).count() == len(SAMPLES)
    statuses = [matches.judge(match.pk).status for match in Match.objects.all()]  # type: ignore[union-attr]
    assert set(statuses) == {"clean", "flagged"}


def test_commands_print_what_they_did(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("demo_account")
    call_command("issue_token", "demo", "laptop")
    store()
    call_command("sweep", "--older-than", "0")
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("sign in as demo")
    assert said[1].startswith("ref_")
    assert said[2] == "enqueued 1 matches"
