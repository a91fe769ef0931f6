"""Publishing over REST, the files of a publication, and the keys to check them by."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from records.accounts import clubs
from records.core.queue import jobs
from records.tournament import events
from records.tournament.models import Event
from referee.tournament.verification.verify import verify_results
from tests.people import client_of
from tests.records.evening import EVENT, text, upload

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def var(settings: Any, tmp_path: Path) -> None:
    settings.VAR, settings.RESULTS_KEY = tmp_path, ""


@pytest.fixture
def event(owner: Any) -> Event:
    """A table whose players are called what a spreadsheet would run, and one with a finding."""
    club = clubs.create(owner, "茶館", "tea")
    upload(club, owner, text(people=["=1+1", "@B", "-C", "丁"], Table="1"))  # type: ignore[arg-type]
    return events.create(owner, club, EVENT)


def at(event: Event, *more: object) -> str:
    return "/".join(map(str, (f"/api/v1/events/{event.pk}/publications", *more)))


def publish(client: Any, event: Event, force: str = "") -> Any:
    """What becomes of publishing, with a worker at hand."""
    answer = client.post(at(event), {"force": force}, format="json")
    assert answer.status_code == 202
    jobs.run(answer.json()["id"])
    return client.get(answer["Location"]).json()


def test_publication_is_made_listed_and_read(owner: Any, event: Event) -> None:
    client = client_of(owner)
    answer = client.post(at(event), {}, format="json")
    assert answer.status_code == 202
    under_way = answer.json()
    assert (under_way["state"], under_way["counts"]) == ("pending", {"done": 0, "total": 1})
    assert client.get(answer["Location"]).json() == under_way
    assert client.get(at(event)).json()["results"] == []
    assert client.post(at(event), {}, format="json").json() == under_way
    jobs.run(under_way["id"])
    done = client.get(answer["Location"]).json()
    assert (done["state"], done["counts"]["done"]) == ("done", 1)
    said = client.get(done["subject_url"]).json()
    assert (said["number"], said["previous"], said["forced"], said["published_by"]) == (1, None, None, "owner")
    assert client.get(at(event)).json()["results"] == [said]
    file = client.get(said["files"]["results.json"])
    assert file["Content-Disposition"] == 'attachment; filename="autumn-cup-1.results.json"'
    assert int(file["Content-Length"]) == len(data := file.getvalue())
    assert verify_results(data, [said["fingerprint"]]).holds
    assert client.get(at(event, 1, "results.json"), HTTP_IF_NONE_MATCH=file["ETag"]).status_code == 304
    assert client.get(at(event, 2)).json()["code"] == "not-found"
    assert client.get(at(event, 1, "secret.txt")).status_code == 404


def test_publishing_unresolved_results_needs_a_reason(owner: Any, event: Event) -> None:
    upload(event.club, owner, text("sichuan/forced-win-declined", people="IJKL", Table="2"))
    refused = client_of(owner).post(at(event), {}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "unresolved")
    done = publish(client_of(owner), event, "It is late.")
    said = client_of(owner).get(done["subject_url"]).json()
    assert (said["forced"], said["unresolved"]) == ("It is late.", 1)


def test_publication_of_a_public_event_is_read_by_everybody_and_its_csv_runs_no_formula(owner: Any, event: Event) -> None:
    publish(client_of(owner), event)
    assert client_of().get(at(event)).status_code == 404
    events.change(owner, event, public=True)
    [said] = client_of().get(at(event)).json()["results"]
    key, *_earlier = client_of().get("/api/v1/results-keys").json()["results"]
    assert (key["fingerprint"], key["current"], key["withdrawn"]) == (said["fingerprint"], True, False)
    assert "PRIVATE" not in json.dumps(key)
    assert verify_results(client_of().get(said["files"]["results.json"]).getvalue(), [key["pem"]]).trusted
    for form in ("standings", "tables"):
        answer = client_of().get(at(event, 1, f"{form}.csv"), HTTP_ACCEPT_LANGUAGE="en")
        assert answer["Content-Type"] == "text/csv; charset=utf-8"
        cells = [cell for row in csv.reader(io.StringIO(b"".join(answer).decode("utf-8-sig"))) for cell in row]
        assert not [cell for cell in cells if cell.startswith(("=", "@"))]
        assert {"'=1+1", "'@B", "'-C", "丁"} <= set(cells)
