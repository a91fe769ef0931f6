"""A name is found in whichever characters it is asked for; who is the same player stays for people to say."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command

from records.accounts import clubs
from records.accounts.models import Club
from records.archive import matches, players
from records.archive.models import Match, MatchSeat, Player
from records.core.db.search_keys import MAX_LENGTH, search_key
from tests.files import PPN, of_event

pytestmark = pytest.mark.django_db


def stored(user: User | None = None, club: Club | None = None, filename: str = "", people: str = "羅大佑", **tags: str) -> Match:
    text = of_event(people=[people, "b", "c", "d"], **tags).encode()
    return matches.upload(text, media_type=PPN, filename=filename, user=user, club=club, public=True).matches[0]


@pytest.fixture
def club(owner: User) -> Club:
    return clubs.create(owner, "茶館", "tea")


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("羅大佑", "罗大佑"),
        ("罗大佑", "羅大佑"),
        ("ＬＵＯ 大佑", "luo  大佑"),
        ("葉問", "叶问"),
        ("后羿", "後羿"),
        ("乾隆", "干隆"),
        ("王\u200b五", "王五"),
    ],
)
def test_names_that_are_written_differently_have_one_search_key(written: str, asked: str) -> None:
    assert search_key(written) == search_key(asked)


def test_search_key_of_characters_that_become_many_fits_its_column() -> None:
    assert len(search_key("\ufdfa" * MAX_LENGTH)) == MAX_LENGTH


@pytest.mark.parametrize("limit", [None, 0])
@pytest.mark.parametrize("people", ["罗大佑", "羅大佑"])
def test_match_is_found_by_a_player_in_either_script(people: str, limit: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    if limit is not None:
        monkeypatch.setattr("records.core.db.name_search.MAX_NAMES", limit)
    match = stored(people=people)
    for q in ("罗大佑", "羅大佑", "罗大", "大佑", "大佑 羅"):
        assert list(matches.search(Match.objects.all(), player=q)) == [match]
        assert list(matches.search(Match.objects.all(), q=q)) == [match]
    assert not matches.search(Match.objects.all(), player="張三")


def test_match_is_found_by_event_stage_table_or_file_in_either_script() -> None:
    match = stored(event="瀘州杯 2026", Stage="決賽", Table="貴賓桌", filename="預賽.ppn")
    stored(event="Another", people="張三")
    for q in ("泸州杯", "瀘州杯", "决赛", "贵宾桌", "预赛"):
        assert list(matches.search(Match.objects.all(), q=q)) == [match], q
    assert list(matches.search(Match.objects.all(), event="泸州杯")) == [match]


def test_players_of_both_scripts_are_found_and_stay_two(owner: User, club: Club) -> None:
    for people in ("羅大佑", "罗大佑"):
        stored(owner, club, people=people, event=people)
    for q in ("羅大佑", "罗大佑", "大佑　羅"):
        assert [one.name for one in players.search(club, q)] == sorted(["羅大佑", "罗大佑"])
    players.rename(owner, Player.objects.get(name="羅大佑"), "劉德華")
    assert [one.name for one in players.search(club, "刘德华")] == ["劉德華"]
    assert len(players.search(club, "罗大佑")) == 2, "by the alias, which stays"


def test_command_works_out_the_keys_of_rows_that_another_version_stored(capsys: pytest.CaptureFixture[str]) -> None:
    match = stored(event="瀘州大賽")
    MatchSeat.objects.update(search_name="")
    Match.objects.update(search_event="old")
    for count in (5, 0):
        call_command("search_keys")
        assert capsys.readouterr().out == f"updated {count} rows\n"
    assert list(matches.search(Match.objects.all(), player="罗大佑", event="泸州")) == [match]
