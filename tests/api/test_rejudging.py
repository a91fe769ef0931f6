"""Judging an archive again over REST: asking, watching, the differences in pages and as a report, a match's judgements."""

from __future__ import annotations

import csv
import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

import referee
from records.accounts import clubs
from records.accounts.models import Club
from records.archive.models import Judgement, Match
from records.core.queue import jobs
from tests.people import client_of, person
from tests.records.players import FLAGGED, between, store

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(owner: Any) -> Club:
    club = clubs.create(owner, "Tea House", "tea")
    store(club, owner, between("Ann,Bo,Cy,Di", event="clean"), between("Ann,Bo,Cy,Di", FLAGGED, "=flagged"))
    return club


@pytest.fixture
def newer(monkeypatch: pytest.MonkeyPatch, club: Club) -> None:
    """From now on an engine of a later version, which lets every finding go."""
    real = referee.verify

    def verify(record: Any) -> referee.Verdict:
        verdict = real(record)
        rounds = tuple(round_.with_findings((), "clean") if round_.findings else round_ for round_ in verdict.rounds)
        return verdict._replace(engine="9.9.9", status="clean", rounds=rounds)

    monkeypatch.setattr(referee, "verify", verify)


def asked(client: Any, body: Any, path: str = "/api/v1/clubs/tea/rejudgings") -> Any:
    return client.post(path, body, format="json")


def test_rejudging_is_started_run_and_reported(club: Club, owner: Any, newer: None) -> None:
    client = client_of(owner)
    answer = asked(client, {})
    said = answer.json()
    assert (answer.status_code, answer["Location"], said["apply"]) == (202, said["job"]["url"], True)
    jobs.run(said["id"], seconds=60)
    said = client.get(said["url"]).json()
    job = client.get(answer["Location"]).json()
    assert (said["job"], job["state"], job["percent"]) == (job, "done", 100)
    assert job["counts"] == {"total": 2, "done": 2, "same": 1, "differing": 1, "failed": 0, "skipped": 0}
    assert said["summary"]["kinds"]["finding-disappeared"] == 1
    (row,) = client.get(said["differences_url"], {"kind": "status"}).json()["results"]
    assert (row["old_status"], row["new_status"]) == ("flagged", "clean")
    assert client.get(row["old_verdict"]).json()["status"] == "flagged"
    assert client.get(row["new_verdict"]).json()["status"] == "clean"
    assert client.get(said["differences_url"], {"kind": "something"}).status_code == 400
    assert [one["id"] for one in client.get("/api/v1/rejudgings").json()["results"]] == [said["id"]]


def test_report_of_a_rejudging_is_the_same_in_both_forms_without_formulas(club: Club, owner: Any, newer: None) -> None:
    client = client_of(owner)
    said = asked(client, {"apply": False}).json()
    jobs.run(said["id"], seconds=60)
    told = json.loads(b"".join(client.get(said["report_url"]).streaming_content))
    (row,) = told["rows"]
    assert told["rejudging"]["job"]["counts"]["differing"] == 1
    assert row["document"]["status"] == ["flagged", "clean"]
    text = b"".join(client.get(said["report_url"], {"format": "csv"}).streaming_content).decode("utf-8-sig")
    (line,) = csv.DictReader(StringIO(text))
    assert (line["match"], line["kinds"], line["disappeared"]) == (row["match"], " ".join(row["kinds"]), str(row["disappeared"]))
    assert line["event"] == "'=flagged"


def test_judgements_of_a_match_are_read_by_its_people_alone(club: Club, owner: Any, newer: None) -> None:
    client = client_of(owner)
    jobs.run(asked(client, {}).json()["id"], seconds=60)
    match = Match.objects.get(event="=flagged")
    rows = client.get(f"/api/v1/matches/{match.pk}/judgements").json()["results"]
    assert [(row["engine_version"], row["status"], row["current"]) for row in rows] == [
        ("9.9.9", "clean", True),
        (referee.ENGINE_VERSION, "flagged", False),
    ]
    verdict = f"/api/v1/matches/{match.pk}/verdict"
    old = rows[1]["verdict_url"]
    assert client.get(old).json()["status"] == "flagged"
    assert client.get(verdict).json()["status"] == "clean"
    Match.objects.update(public=True)
    stranger = client_of(person("stranger"))
    assert stranger.get(rows[0]["verdict_url"]).status_code == 200, "it is the current one"
    assert stranger.get(old).status_code == 404
    other = Judgement.objects.exclude(match=match).first()
    assert other is not None
    for number in (other.pk, 0, "9" * 40):
        assert client.get(verdict, {"judgement": number}).status_code == 404


def test_wrong_rejudging_is_a_problem(club: Club, owner: Any, staff: Any) -> None:
    client = client_of(owner)
    for body, code in (({"apply": "perhaps"}, "invalid"), ([], "invalid")):
        assert asked(client, body).json()["code"] == code
    assert asked(client_of(staff), {}, "/api/v1/rejudgings").json()["club"] is None


def test_rejudging_by_other_rules_is_cancelled(club: Club, owner: Any) -> None:
    client = client_of(owner)
    said = asked(client, {"rules": "xuezhan max_fan=1", "filters": {"game": "sichuan"}}).json()
    assert (said["apply"], said["rules"], said["filters"]) == (False, "xuezhan max_fan=1", {"game": "sichuan"})
    assert (
        client.patch(said["job"]["url"], {"state": "cancelled"}, content_type="application/json").json()["state"] == "cancelled"
    )


def test_rejudging_is_started_by_a_command(club: Club, owner: Any, newer: None) -> None:
    out = StringIO()
    call_command("rejudge", "--club", "tea", "--event", "flag", "--compare", "--here", stdout=out)
    assert "1 of 1: 1 differ, 0 failed" in out.getvalue()
    assert "finding-disappeared: 1" in out.getvalue()
    assert Match.objects.get(event="=flagged").current_judgement.engine_version == referee.ENGINE_VERSION  # type: ignore[union-attr]
    with pytest.raises(CommandError, match="no club nowhere"):
        call_command("rejudge", "--club", "nowhere")
    with pytest.raises(CommandError, match="name the game"):
        call_command("rejudge", "--rules", "max_fan=5")
