"""Datasets that clubs publish: what is in them and what is not, that nothing in them leads to a person, when they end."""

from __future__ import annotations

import io
import zipfile
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import duckdb
import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from records import analytics, clubs, matches
from records.analytics import anonymizing, exporting
from records.errors import Refusal
from records.models import AnalyticsExport, AnalyticsFile, AuditEntry, Club, Dataset, Match, Role
from tests.golden import HOME
from tests.people import client_of, person
from tests.proof import one_in
from tests.records.evening import text, upload

pytestmark = pytest.mark.django_db

DOCS = Path(__file__).parents[2] / "docs" / "reference" / "analytics.md"
PEOPLE = ["Ann Lee", "Bo Chan", "Cy Wong", "Di Tsang"]


@pytest.fixture
def club(owner: Any) -> Club:
    return clubs.create(owner, "茶館", "teahouse")


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small groups may be of two, so that tests need few matches."""
    monkeypatch.setattr(anonymizing, "FEWEST", 2)


def played(club: Club, owner: Any, *texts: str) -> list[Match]:
    """Matches that were uploaded in a month that is over."""
    stored, earlier = upload(club, owner, *texts), timezone.now() - timedelta(days=70)
    found = Match.objects.filter(pk__in=[match.pk for match in stored])
    found.update(created_at=earlier)
    found.filter(day__gt=earlier).update(day=earlier)
    return stored


def tables(count: int, **more: str) -> list[str]:
    return [
        text(people=PEOPLE, Table=f"Table {table} of ours", Date="2024.03.09", Event="Our secret evening", **more)
        for table in range(count)
    ]


def made(dataset: Dataset) -> AnalyticsExport:
    export = dataset.exports.latest("created_at")
    assert analytics.run(export.pk, 600)
    export.refresh_from_db()
    assert export.state == "done"
    return export


def unpacked(export: AnalyticsExport, folder: Path) -> Path:
    file = analytics.download(export)
    assert file is not None
    with zipfile.ZipFile(io.BytesIO(b"".join(file.content))) as archive:  # type: ignore[arg-type]
        archive.extractall(folder)
    return folder


@pytest.fixture
def query(tmp_path: Path) -> Callable[..., list[Any]]:
    """Ask a dataset as its readers do: unpacked, by DuckDB."""

    def run(export: AnalyticsExport, sql: str) -> list[Any]:
        folder = unpacked(export, tmp_path / str(export.pk))
        for table in analytics.PUBLISHED:
            sql = sql.replace(f"{{{table}}}", f"read_parquet('{folder}/{table}/*.parquet')")
        return duckdb.sql(sql).fetchall()

    return run


GAMES = sorted({path.parent.name for path in HOME.glob("*/*.ppn")})


@pytest.mark.parametrize("game", one_in(len(GAMES), GAMES))
def test_dataset_has_the_play_of_the_export(
    game: str, owner: Any, club: Club, query: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(anonymizing, "FEWEST", 1)
    played(club, owner, *(path.read_text(encoding="utf-8") for path in sorted((HOME / game).glob("*.ppn"))))
    whole = analytics.ask(owner, club)
    assert analytics.run(whole.pk, 600)
    whole.refresh_from_db()
    dataset = made(analytics.publish(owner, club))
    for table, known in analytics.PUBLISHED.items():
        columns = ", ".join(
            f'"{column.name}"' for column in known.columns if column.name not in ("match", "round", "day", "rules")
        )
        known_rules = f"rounds > 0 AND length(rules) < {Match._meta.get_field('rules').max_length}"
        asked = f"SELECT {columns} FROM {{{table}}} SEMI JOIN (SELECT match FROM {{matches}} WHERE {known_rules}) USING (match)"
        assert Counter(map(str, query(dataset, asked))) == Counter(map(str, query(whole, asked)))
        assert query(dataset, f"SELECT count(*) FROM {{{table}}} ANTI JOIN {{matches}} USING (match)") == [(0,)]


def test_nothing_in_a_dataset_says_who_where_or_when(owner: Any, club: Club, tmp_path: Path) -> None:
    stored = played(club, owner, *tables(3))
    file = analytics.download(made(analytics.publish(owner, club)))
    assert file is not None
    packed = b"".join(file.content)  # type: ignore[arg-type]
    secret = [
        *PEOPLE,
        "Table ",
        "ours",
        "secret",
        club.name,
        club.slug,
        "golden",
        "2024-03-09",
        str(owner),
        str(timezone.now().year),
    ]
    for match in stored:
        players = [str(seat.alias.player_id) for seat in match.seats.all() if seat.alias]
        assert len(players) == 4
        secret += [str(match.pk), match.sha256, str(match.upload_id), match.upload.sha256, *players]
    assert [word for word in secret if word in file.name.replace(f"{timezone.now():%Y-%m-%d}", "")] == []
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        assert {one.date_time for one in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert archive.namelist() == ["README.md", *(f"{table}/000001.parquet" for table in sorted(analytics.PUBLISHED))]
        archive.extractall(tmp_path)
    said = ""
    for table, known in analytics.PUBLISHED.items():
        rows = duckdb.sql(f"SELECT * FROM read_parquet('{tmp_path}/{table}/*.parquet')")
        assert rows.columns == [column.name for column in known.columns]
        said += repr(rows.fetchall())
        for about in ("parquet_metadata", "parquet_kv_metadata", "parquet_file_metadata"):
            described = repr(
                duckdb.sql(f"SELECT * EXCLUDE (file_name) FROM {about}('{tmp_path}/{table}/000001.parquet')").fetchall()
            )
            assert "analytics-" not in described
            said += described
        said += (tmp_path / table / "000001.parquet").read_bytes().decode("latin-1")
    assert [word for word in secret if word in said] == []


def test_same_match_has_another_number_in_every_dataset_and_its_place_is_by_lot(owner: Any, club: Club, query: Any) -> None:
    played(club, owner, *tables(6))
    dataset = analytics.publish(owner, club)
    first = made(dataset)
    analytics.withdraw(owner, club)
    again = made(analytics.publish(owner, club))
    with pytest.raises(AnalyticsExport.DoesNotExist):
        first.refresh_from_db()
    numbers = [str(one) for (one,) in query(again, "SELECT match FROM {matches}")]
    assert numbers == sorted(numbers)
    assert len(set(numbers)) == 6
    assert not set(numbers) & {str(key) for key in Match.objects.values_list("pk", flat=True)}
    for table in analytics.PUBLISHED:
        rows = [str(one) for (one,) in query(again, f"SELECT match FROM {{{table}}}")]
        assert rows == sorted(rows), table


def test_pieces_of_a_dataset_become_one_file_in_the_order_of_the_lots(
    owner: Any, club: Club, query: Any, monkeypatch: Any
) -> None:
    played(club, owner, *tables(5))
    monkeypatch.setattr(exporting, "PAGE", 2)
    monkeypatch.setattr(exporting, "PIECE", 2)
    export = made(analytics.publish(owner, club))
    assert (export.pieces, export.matches) == (3, 5)
    assert set(export.files.values_list("place", flat=True)) == {1}
    numbers = [str(one) for (one,) in query(export, "SELECT match FROM {matches}")]
    assert numbers == sorted(numbers)


def test_whatever_is_told_of_a_match_is_told_of_some_at_least(owner: Any, club: Club, query: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(anonymizing, "FEWEST", 3)
    stored = played(club, owner, *tables(8), text("luzhou/clean-01", people=PEOPLE, Date="2024.03.09"))
    ways = ["2024-03-01"] * 3 + ["2024-04-02", "2024-04-20", "2024-05-01", "2024-06-01", "2024-06-02"]
    rules = ["xuezhan"] * 5 + ["putong", "putong", "xuezhan max_fan=2"]
    for match, day, said in zip(stored[:8], ways, rules, strict=True):
        Match.objects.filter(pk=match.pk).update(day=day, rules=said)
    told = Counter(query(made(analytics.publish(owner, club)), "SELECT game, rules, day::VARCHAR FROM {matches}"))
    assert told == {("sichuan", "xuezhan", "2024-03-01"): 3, ("sichuan", None, None): 5}


def test_rules_that_are_any_text_and_seats_that_no_game_has_are_left_out(owner: Any, club: Club, query: Any) -> None:
    stored = played(club, owner, *tables(4))
    Match.objects.filter(pk__in=[match.pk for match in stored[:2]]).update(rules="the house of Ann Lee")
    export = made(analytics.publish(owner, club))
    assert query(export, "SELECT DISTINCT rules FROM {matches}") == [(stored[3].rules,)]
    rows = [("matches", {"game": "sichuan", "rules": "", "day": "2024-03-09", "rounds": 1, "status": "clean", "findings": 0})]
    seat = {"round": 7, "points": 1, "wins": 0, "dealt_in": 0, "ready": None, "place": None}
    rounds = [
        ("rounds", {"round": 7, "status": "clean", "outcome": "win", "dealer": "E", "settled": True, "wins": 1, "kongs": 0})
    ]
    seats = [("seats", {**seat, "seat": one}) for one in ("E", "Ann Lee")]
    told = list(anonymizing.anonymous([*rows, *rounds, *seats]))
    assert [(table, row.get("seat"), row.get("round")) for table, row in told] == [
        ("matches", None, None),
        ("rounds", None, 1),
        ("seats", "E", 1),
    ]


@pytest.mark.parametrize("column", ["created_at", "day"])
def test_match_of_this_month_is_not_in_it_by_its_day_nor_by_its_upload(column: str, owner: Any, club: Club) -> None:
    stored = played(club, owner, *tables(4))
    Match.objects.filter(pk=stored[0].pk).update(**{column: timezone.now()})
    assert made(analytics.publish(owner, club)).matches == 3


def test_deleted_match_is_given_to_nobody_and_not_in_the_next(owner: Any, club: Club, query: Any) -> None:
    stored = played(club, owner, *tables(4))
    dataset = analytics.publish(owner, club)
    made(dataset)
    address, anybody = f"/api/v1/datasets/{dataset.pk}", Client()
    assert anybody.get(f"{address}/file").status_code == 200
    matches.delete(owner, stored[0])
    assert anybody.get(f"{address}/file").status_code == 409
    assert anybody.get(address).json()["matches"] is None
    assert analytics.renew() == 1
    assert analytics.renew() == 0
    made(dataset)
    assert anybody.get(address).json()["matches"] == 3
    assert analytics.renew() == 0


def test_dataset_is_made_anew_every_day_and_old_files_are_given_to_nobody(owner: Any, club: Club) -> None:
    played(club, owner, *tables(3))
    dataset = analytics.publish(owner, club)
    made(dataset)
    for hours, due, given in ((23, 0, True), (2, 1, True), (30, 0, False)):
        dataset.exports.update(created_at=F("created_at") - timedelta(hours=hours))
        assert (analytics.renew(), analytics.files_of(dataset) is not None) == (due, given)
    made(dataset)
    AnalyticsExport.objects.filter(state="done").update(created_at=timezone.now() - timedelta(days=8))
    assert analytics.delete_old() == 2


def test_dataset_that_is_too_large_fails_and_is_given_to_nobody(owner: Any, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    played(club, owner, *tables(2))
    monkeypatch.setattr(anonymizing, "MOST_BYTES", 100)
    dataset = analytics.publish(owner, club)
    export = dataset.exports.get()
    assert analytics.run(export.pk, 600)
    export.refresh_from_db()
    assert export.state == "failed"
    assert analytics.files_of(dataset) is None


def test_withdrawn_dataset_is_gone_at_once_with_its_files(owner: Any, club: Club) -> None:
    played(club, owner, *tables(2))
    client, anybody = client_of(owner), Client(HTTP_ACCEPT_LANGUAGE="en")
    asked = client.post("/api/v1/clubs/teahouse/dataset")
    assert (asked.status_code, asked.json()["made_on"]) == (202, None)
    dataset = Dataset.objects.get()
    made(dataset)
    [listed] = anybody.get("/api/v1/datasets").json()["results"]
    assert listed == anybody.get(f"/api/v1/datasets/{dataset.pk}").json() == client.get("/api/v1/clubs/teahouse/dataset").json()
    assert anybody.get(listed["file_url"])["Cache-Control"] == "no-store"
    assert str(dataset.pk) in anybody.get("/datasets/").content.decode()
    assert client.post("/api/v1/clubs/teahouse/dataset").json() == listed
    later = AnalyticsExport.objects.create(club=club, dataset=dataset, state="running")
    assert client.delete("/api/v1/clubs/teahouse/dataset").status_code == 204
    assert exporting.write_piece(later) is None
    assert not AnalyticsFile.objects.exists()
    assert not AnalyticsExport.objects.exists()
    for address in (f"/api/v1/datasets/{dataset.pk}", f"/api/v1/datasets/{dataset.pk}/file", f"/datasets/{dataset.pk}/"):
        assert anybody.get(address).status_code == 404
    assert anybody.get("/api/v1/datasets").json()["results"] == []
    assert analytics.renew() == 0
    assert client.delete("/api/v1/clubs/teahouse/dataset").status_code == 404
    entries = AuditEntry.objects.filter(action__startswith="analytics.").order_by("pk").values_list("action", "target")
    assert list(entries) == [(f"analytics.{done}", f"dataset:{dataset.pk}") for done in ("publish", "withdraw")]


def test_files_of_a_dataset_are_no_export_of_the_club(owner: Any, club: Club) -> None:
    played(club, owner, *tables(2))
    export = made(analytics.publish(owner, club))
    staff = person("head", is_staff=True)
    assert [analytics.find(one, export.pk) for one in (owner, staff)] == [None, None]
    assert analytics.ask(owner, club).dataset is None
    assert analytics.latest_figures(club) is None


def test_only_owners_publish_and_withdraw(owner: Any, club: Club) -> None:
    organizer = person("bo")
    clubs.invite(owner, club, "bo", Role.ORGANIZER)
    clubs.accept_invitation(clubs.invitation_to(organizer, "teahouse"))
    for actor in (organizer, person("stranger")):
        for change in (analytics.publish, analytics.withdraw):
            with pytest.raises(Refusal):
                change(actor, club)
    assert not Dataset.objects.exists()


def test_page_publishes_only_what_its_owner_has_read(owner: Any, club: Club) -> None:
    played(club, owner, *tables(2))
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(owner)
    page = client.get("/clubs/teahouse/dataset/").content.decode()
    assert "What cannot be helped" in page
    assert "fewer than 5 matches" in page
    refused = client.post("/clubs/teahouse/dataset/")
    assert (refused.status_code, Dataset.objects.exists()) == (422, False)
    assert "Say first that you have read this." in refused.content.decode()
    assert client.post("/clubs/teahouse/dataset/", {"read": "1"}).status_code == 302
    dataset = Dataset.objects.get()
    assert "It is being made." in client.get("/clubs/teahouse/dataset/").content.decode()
    made(dataset)
    assert f"http://testserver/datasets/{dataset.pk}/" in client.get("/clubs/teahouse/dataset/").content.decode()
    shown = Client(HTTP_ACCEPT_LANGUAGE="en").get(f"/datasets/{dataset.pk}/").content.decode()
    assert f'href="/api/v1/datasets/{dataset.pk}/file"' in shown
    assert "茶館" not in shown
    assert "teahouse" not in shown
    assert client.post("/clubs/teahouse/dataset/withdraw/").status_code == 302
    assert client.post("/clubs/teahouse/dataset/withdraw/").status_code == 302
    assert not Dataset.objects.exists()


def test_documentation_has_the_columns_of_datasets() -> None:
    assert analytics.as_markdown(analytics.PUBLISHED).replace("### ", "#### ") in DOCS.read_text(encoding="utf-8")
