"""Exports for analyses: what their tables hold, in slices by several workers, without what was erased; who may have them."""

from __future__ import annotations

import io
import zipfile
from collections import Counter, defaultdict
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import duckdb
import pytest
from django.utils import timezone

import referee
from records import analytics, clubs, matches
from records.errors import Refusal
from records.models import AnalyticsExport, AnalyticsFile, AuditEntry, Club, Role
from tests.golden import HOME
from tests.people import client_of, person
from tests.proof import one_in
from tests.records.evening import text, upload

pytestmark = pytest.mark.django_db

DOCS = Path(__file__).parents[2] / "docs" / "reference" / "analytics.md"


@pytest.fixture
def club(owner: Any) -> Club:
    return clubs.create(owner, "茶館", "tea")


def exported(actor: Any, club: Club | None = None) -> AnalyticsExport:
    export = analytics.ask(actor, club)
    assert analytics.run(export.pk, 600)
    export.refresh_from_db()
    assert export.state == "done"
    return export


@pytest.fixture
def query(tmp_path: Path) -> Callable[..., list[Any]]:
    """Ask an export as its readers do: unpacked, by DuckDB."""

    def run(export: AnalyticsExport, sql: str) -> list[Any]:
        file = analytics.download(export)
        assert file is not None
        folder = tmp_path / str(export.pk)
        with zipfile.ZipFile(io.BytesIO(b"".join(file.content))) as archive:  # type: ignore[arg-type]
            archive.extractall(folder)
        for table in analytics.TABLES:
            sql = sql.replace(f"{{{table}}}", f"read_parquet('{folder}/{table}/*.parquet')")
        return duckdb.sql(sql).fetchall()

    return run


GAMES = sorted({path.parent.name for path in HOME.glob("*/*.ppn")})


@pytest.mark.parametrize("game", one_in(len(GAMES), GAMES))
def test_tables_have_what_the_verdicts_say(game: str, owner: Any, club: Club, query: Any) -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted((HOME / game).glob("*.ppn"))]
    stored = upload(club, owner, *texts)
    export = exported(owner, club)
    assert (export.matches, export.left_out) == (len(stored), 0)
    verdicts = [verdict for match in stored if (verdict := matches.verdict_of(match))]
    rounds = [round_ for verdict in verdicts for round_ in verdict["rounds"]]
    wins = [win for round_ in rounds for win in round_.get("wins", ())]
    findings = [finding for part in (*rounds, *verdicts) for finding in part["findings"]]
    assert query(export, "SELECT count(*), sum(rounds) FROM {matches}") == [(len(verdicts), len(rounds))]
    assert query(export, "SELECT count(*), sum(wins) FROM {rounds}") == [(len(rounds), len(wins))]
    said = Counter((one["round"], one["move"], one["seat"], one["code"], one["severity"], one["clause"]) for one in findings)
    assert Counter(query(export, "SELECT * EXCLUDE (match) FROM {findings}")) == said
    if wins:
        told = query(export, "SELECT seat, from_seat, value, [fan.code FOR fan IN fans]::VARCHAR FROM {wins}")
        assert Counter(row[:3] for row in told) == Counter((win["seat"], win["from"], win["value"]) for win in wins)
        fans = query(export, "SELECT fan.code, fan.value FROM (SELECT unnest(fans) AS fan FROM {wins})")
        assert Counter(fans) == Counter((fan["code"], fan["value"]) for win in wins for fan in win["fans"])
        dealt_in = sum(win["from"] is not None for win in wins)
        assert query(export, "SELECT sum(wins), sum(dealt_in) FROM {seats}") == [(len(wins), dealt_in)]
    settled = [round_["scores"]["computed"] for round_ in rounds if round_["scores"]["computed"]]
    points = Counter(figure for scores in settled for team, figure in scores.items() for _ in team)
    assert Counter(one for (one,) in query(export, "SELECT points FROM {seats} WHERE points IS NOT NULL")) == points
    checks = [(round_, line) for round_ in rounds for line in round_.get("ledger", ()) if line["reason"] == "ready-check"]
    paid = {(id(round_), line["to"]) for round_, line in checks}, {(id(round_), line["from"]) for round_, line in checks}
    told = query(export, "SELECT count(*) FILTER (ready), count(*) FILTER (NOT ready) FROM {seats}")
    assert told == [(len(paid[0]), len(paid[1] - paid[0]))]


def between(path: Path) -> str:
    """A golden record with Ann and others at its seats, also where it names nobody."""
    record = referee.parse(path.read_bytes())
    people = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"]
    return referee.write(record._replace(seats=dict(zip(record.seats or "ESWN", people, strict=False))))


@pytest.mark.parametrize("game", one_in(len(GAMES), GAMES))
def test_player_s_figures_are_what_the_verdicts_add_up_to_and_what_the_live_ones_are(game: str, owner: Any, club: Club) -> None:
    stored = upload(club, owner, *map(between, sorted((HOME / game).glob("*.ppn"))))
    exported(owner, club)
    ann = club.players.get(name="Ann")
    groups = analytics.figures_of_player(owner, ann).groups
    by_rules: dict[str, list[tuple[str, Any]]] = defaultdict(list)
    for match in stored:
        if seat := match.seats.filter(name="Ann").values_list("seat", flat=True).first():
            by_rules[match.rules] += [(seat, round_) for round_ in (matches.verdict_of(match) or {"rounds": []})["rounds"]]
    for group in groups:
        of_ann, every = group["player"], by_rules[group["rules"]]
        settled = [(seat, round_) for seat, round_ in every if round_["scores"]["computed"] is not None]
        wins = [win for seat, round_ in settled for win in round_.get("wins", ()) if win["seat"] == seat]
        values = [win["value"] for win in wins if win["value"] is not None]
        assert (of_ann["wins"], of_ann["rounds_of_all"]) == (len(wins), len(every))
        assert of_ann["value"] == (pytest.approx(sum(values) / len(values), abs=0.006) if values else None)
        fans = Counter(code for win in wins for code in {fan["code"] for fan in win["fans"]})
        assert [one["times"] for one in of_ann["fans"]] == [times for _, times in fans.most_common(5)]
        assert all(fans[one["code"]] == one["times"] for one in of_ann["fans"])
        broken = Counter(
            (one["code"], one["clause"])
            for seat, round_ in every
            for one in round_["findings"]
            if one["severity"] == "illegal" and one["seat"] == seat
        )
        assert {(one["code"], one["clause"]): one["times"] for one in of_ann["broken"]}.items() <= broken.items()
        assert [one["times"] for one in of_ann["broken"]] == [times for _, times in broken.most_common(5)]
        for name in ("fans", "broken"):
            of_club = {(one["code"], one.get("clause")): one["times"] for one in group["club"][name]}
            assert all(of_club[one["code"], one.get("clause")] >= one["times"] for one in of_ann[name])
        assert all((of_ann[name] or 0) <= group["club"][name] for name in ("rounds", "won", "dealt_in", "wins", "rounds_of_all"))
    [live] = [row for row in matches.by_game(ann) if row["game"] == game]
    assert sum(group["player"]["rounds"] for group in groups) == live["rounds"]
    played_for_places = any(round_.get("places") for rounds in by_rules.values() for _, round_ in rounds)
    assert sum(group["player"]["won" if played_for_places else "wins"] for group in groups) == live["wins"]


def winners(round_: Any) -> list[str]:
    """The seats that won in a round; in a game of places the first."""
    return [win["seat"] for win in round_.get("wins", ())] + (round_.get("places") or [])[:1]


def test_deleted_match_is_not_in_the_next_export_and_older_ones_go(owner: Any, club: Club, query: Any) -> None:
    gone, stays = upload(club, owner, *(text(people="ABCD", Table=str(table)) for table in range(2)))
    exports = [exported(owner, club)]
    assert query(exports[0], "SELECT count(*) FROM {matches}") == [(2,)]
    matches.delete(owner, gone)
    exports += [exported(owner, club), exported(owner, club)]
    assert query(exports[1], "SELECT match::VARCHAR FROM {matches}") == [(str(stays.pk),)]
    assert analytics.delete_old() == 1
    assert set(AnalyticsExport.objects.all()) == set(exports[1:])
    AnalyticsExport.objects.update(created_at=timezone.now() - timedelta(days=8))
    assert analytics.delete_old() == 2
    assert not AnalyticsFile.objects.exists()


def test_owner_has_the_own_club_s_and_staff_have_everything(owner: Any, club: Club, query: Any) -> None:
    other_owner, staff, scorer = person("boss"), person("head", is_staff=True), person("bo")
    other = clubs.create(other_owner, "Lions", "lions")
    clubs.invite(owner, club, "bo", Role.ORGANIZER)
    clubs.accept_invitation(clubs.invitation_to(scorer, "tea"))
    upload(club, owner, text(people="ABCD", Table="1"))
    upload(other, other_owner, text(people="EFGH", Table="1"))
    of_club, of_other, of_all = exported(owner, club), exported(other_owner, other), exported(staff)
    assert query(of_club, "SELECT DISTINCT club FROM {matches}") == [("tea",)]
    assert sorted(query(of_all, "SELECT DISTINCT club FROM {matches}")) == [("lions",), ("tea",)]
    seen = {who: set(analytics.visible_to(who)) for who in (owner, other_owner, staff, scorer)}
    assert seen == {owner: {of_club}, other_owner: {of_other}, staff: {of_club, of_other, of_all}, scorer: set()}
    for actor, whose in ((scorer, club), (other_owner, club), (owner, None)):
        with pytest.raises(Refusal):
            analytics.ask(actor, whose)
    assert AuditEntry.objects.filter(action="analytics.export").count() == 3


def test_owner_has_an_export_made_and_downloads_it_by_the_api(owner: Any, club: Club) -> None:
    upload(club, owner, text(people="ABCD", Table="1"))
    client = client_of(owner)
    asked = client.post("/api/v1/clubs/tea/analytics")
    assert (asked.status_code, asked.json()["state"], asked.json()["file_url"]) == (202, "pending", None)
    assert client.get(asked["Location"] + "/file").status_code == 409
    assert analytics.run(asked.json()["id"], 600)
    [shown] = client.get("/api/v1/clubs/tea/analytics").json()["results"]
    assert (shown["state"], shown["matches"], shown["club"]) == ("done", 1, "tea")
    assert client.get("/api/v1/analytics").json()["results"] == [shown]
    [group] = client.get(shown["url"]).json()["figures"]["groups"]
    assert (group["game"], group["matches"], len(group["players"])) == ("sichuan", 1, 4)
    answer = client.get(shown["file_url"])
    with zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content))) as archive:
        names = archive.namelist()
    assert names == ["README.md", *(f"{table}/000001.parquet" for table in sorted(analytics.TABLES))]
