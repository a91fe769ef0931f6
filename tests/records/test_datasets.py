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
from django.test import Client
from django.utils import timezone

from records import analytics, clubs, matches
from records.analytics import anonymizing
from records.models import AnalyticsExport, Club, Dataset, Match
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


def test_whatever_is_told_of_a_match_is_told_of_some_at_least(owner: Any, club: Club, query: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(anonymizing, "FEWEST", 3)
    stored = played(club, owner, *tables(8), text("luzhou/clean-01", people=PEOPLE, Date="2024.03.09"))
    ways = ["2024-03-01"] * 3 + ["2024-04-02", "2024-04-20", "2024-05-01", "2024-06-01", "2024-06-02"]
    rules = ["xuezhan"] * 5 + ["putong", "putong", "xuezhan max_fan=2"]
    for match, day, said in zip(stored[:8], ways, rules, strict=True):
        Match.objects.filter(pk=match.pk).update(day=day, rules=said)
    told = Counter(query(made(analytics.publish(owner, club)), "SELECT game, rules, day::VARCHAR FROM {matches}"))
    assert told == {("sichuan", "xuezhan", "2024-03-01"): 3, ("sichuan", None, None): 5}


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
