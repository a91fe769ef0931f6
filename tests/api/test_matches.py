"""Uploading, listing and reading matches over REST, and who may."""

from __future__ import annotations

import io
import json
from hashlib import sha256
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

import referee
from records.accounts.models import AuditEntry
from records.archive import matches
from records.archive.models import Match, Upload
from tests.api.problems import problem
from tests.files import of_event
from tests.people import CLEAN, FLAGGED, client_of, upload

pytestmark = pytest.mark.django_db
FILTERS = {
    "": 2,
    "game=sichuan": 2,
    "game=gouji": 0,
    "status=clean": 1,
    "status=unchecked": 0,
    "state=judged": 2,
    "event=league": 2,
    "player=PE": 2,
    "player=nobody": 0,
    "finding=three-suits": 1,
    "q=league": 2,
    "date_from=2026.01.01": 0,
    "q=%00": 2,
}
"""Queries of the list of matches, and how many of a clean and a flagged match each finds."""


def test_unknown_address_is_a_problem() -> None:
    for path in ("nowhere", "clubs/%0A/audit", "%E4%B8%AD%0D%0A"):
        problem(Client().get(f"/api/v1/{path}"), 404, "not-found")


class TestUpload:
    def test_uploaded_match_is_stored_and_enqueued(
        self, owner: Any, enqueued_tasks: dict[str, list[Any]], django_capture_on_commit_callbacks: Any
    ) -> None:
        with django_capture_on_commit_callbacks(execute=True):
            answer = upload(client_of(owner))
        assert answer.status_code == 202
        match = answer.json()["matches"][0]
        assert answer["Location"].endswith(f"/api/v1/matches/{match['id']}")
        assert (match["state"], match["status"], match["game"]) == ("pending", None, "sichuan")
        assert enqueued_tasks == {"judge_matches": [[match["id"]]]}

    @pytest.mark.parametrize("media_type", ["text/csv", "application/octet-stream"])
    def test_converted_match_keeps_the_file_that_it_was_made_of(self, owner: Any, media_type: str) -> None:
        sheet = b"Game,Round,Dealer,E,S,W,N\nsichuan,1,E,1,-1,0,0\n"
        client = client_of(owner)
        file = SimpleUploadedFile("evening.csv", sheet, media_type)
        (match,) = client.post("/api/v1/matches", {"file": file}, format="multipart").json()["matches"]
        assert b'[Converted "spreadsheet"]' in client.get(f"{match['url']}/source").content
        assert client.get(f"{match['url']}/source?original=1").content == sheet
        assert sha256(sheet).hexdigest() in AuditEntry.objects.filter(action="upload").latest("number").details
        (other,) = upload(client).json()["matches"]
        problem(client.get(f"{other['url']}/source?original=1"), 404, "not-found")

    def test_same_content_is_the_same_match(self, owner: Any) -> None:
        client = client_of(owner)
        first = upload(client).json()["matches"][0]["id"]
        again = upload(client, b"\xef\xbb\xbf" + CLEAN.replace(b"\n", b"\r\n"))
        assert (again.status_code, again.json()["created"], again.json()["matches"][0]["id"]) == (200, 0, first)

    def test_upload_takes_json_and_several_matches(self, owner: Any) -> None:
        client = client_of(owner)
        documents = [referee.write_json(referee.parse(text)) for text in (CLEAN, FLAGGED)]
        answer = client.post("/api/v1/matches", json.dumps(documents), content_type="application/json")
        assert (answer.status_code, answer.json()["created"]) == (202, 2)
        assert upload(client).status_code == 200, "the PPN of the same record is the same match"

    def test_upload_form_takes_several_files(self, owner: Any) -> None:
        files = [io.BytesIO(CLEAN), io.BytesIO(FLAGGED)]
        files[0].name, files[1].name = "a.ppn", "b.ppn"
        answer = client_of(owner).post("/api/v1/matches", {"file": files}, format="multipart")
        assert [match["filename"] for match in answer.json()["matches"]] == ["a.ppn", "b.ppn"]

    def test_upload_of_several_files_stores_all_or_none(self, owner: Any) -> None:
        files = [io.BytesIO(CLEAN), io.BytesIO(b"\xff\xfe")]
        files[0].name, files[1].name = "a.ppn", "b.ppn"
        problem(client_of(owner).post("/api/v1/matches", {"file": files}, format="multipart"), 422, "syntax")
        assert not Match.objects.exists()

    def test_upload_with_a_broken_match_stores_the_others(self, owner: Any) -> None:
        answer = upload(client_of(owner), CLEAN + b'\n[PPN "1"]\n[Game "sichuan"]\n[oops\n\n' + FLAGGED)
        ids = [match["id"] for match in answer.json()["matches"]]
        assert [matches.judge(id_).status for id_ in ids] == ["clean", "unreadable", "flagged"]

    def test_form_of_files_sent_again_with_its_key_is_the_same_whatever_parts_its_files(self, owner: Any) -> None:
        client = client_of(owner)
        sent = [
            client.post(
                "/api/v1/matches",
                {"file": SimpleUploadedFile(name, CLEAN), "other": SimpleUploadedFile("b.ppn", FLAGGED)},
                format="multipart",
                HTTP_IDEMPOTENCY_KEY="evening-2",
            )
            for name in ("a.ppn", "a.ppn", "c.ppn")
        ]
        assert [one.status_code for one in sent] == [202, 202, 422]
        assert sent[0].content == sent[1].content
        assert Upload.objects.count() == 2


class TestReading:
    def test_verdict_is_the_documented_one(self, owner: Any, stored: str) -> None:
        answer = client_of(owner).get(stored + "/verdict")
        assert answer.json() == json.loads(json.dumps(referee.verify(referee.parse(CLEAN)).as_dict()))
        again = client_of(owner).get(stored + "/verdict", HTTP_IF_NONE_MATCH=answer["ETag"])
        assert again.status_code == 304

    def test_verdict_of_a_waiting_match_is_answered_202(self, owner: Any) -> None:
        match = upload(client_of(owner)).json()["matches"][0]
        answer = client_of(owner).get(match["verdict_url"])
        assert (answer.status_code, answer["Retry-After"], answer.json()["state"]) == (202, "1", "pending")

    def test_source_is_given_back_unchanged(self, owner: Any, stored: str) -> None:
        answer = client_of(owner).get(stored + "/source")
        assert answer.content == CLEAN
        assert answer["Content-Disposition"].startswith("attachment")
        assert answer["X-Content-Type-Options"] == "nosniff"

    def test_review_of_a_round_is_answered(self, owner: Any, stored: str) -> None:
        everybody, one = (client_of(owner).get(f"{stored}/rounds/1/review{asked}") for asked in ("", "?view=S"))
        assert {turn["seat"] for turn in everybody.json()["turns"]} > {"S"}
        assert {turn["seat"] for turn in one.json()["turns"]} == {"S"}
        assert list(one.json()["lines"]) == ["S"]
        assert client_of(owner).get(stored + "/rounds/1/review", headers={"If-None-Match": everybody["ETag"]}).status_code == 304
        problem(client_of(owner).get(stored + "/rounds/9/review"), 404, "no-review")
        problem(client_of(owner).get(stored + "/rounds/1/review?view=Q"), 400, "invalid-view")

    def test_review_of_a_turn_is_answered(self, owner: Any, stored: str) -> None:
        turns = client_of(owner).get(stored + "/rounds/1/review").json()["turns"]
        near = next(turn for turn in turns if turn["distance"] == 1)
        turn = client_of(owner).get(f"{stored}/rounds/1/review/{near['move']}").json()
        assert turn == json.loads(json.dumps(referee.review_turn(referee.parse(CLEAN), 1, near["move"])))
        assert {**turn, "choices": near["choices"]} == near
        other = next(seat for seat in "ESWN" if seat != near["seat"])
        problem(client_of(owner).get(f"{stored}/rounds/1/review/{near['move']}?view={other}"), 404, "no-turn")
        problem(client_of(owner).get(stored + "/rounds/1/review/9999"), 404, "no-turn")

    def test_frames_of_a_round_are_answered(self, owner: Any, stored: str) -> None:
        answer = client_of(owner).get(stored + "/rounds/1/frames?view=S").json()
        record = referee.parse(CLEAN)
        assert len(answer["frames"]) == len(record.rounds[0].moves) + 1
        assert "?" in answer["frames"][0]["seats"][0]["hand"]
        for header in ({}, {"HTTP_IF_NONE_MATCH": "*"}):
            problem(client_of(owner).get(stored + "/rounds/9/frames", **header), 404, "no-frames")
        for nobody in ("Q", "ES", "A"):
            problem(client_of(owner).get(f"{stored}/rounds/1/frames?view={nobody}"), 400, "invalid-view")

    def test_frames_are_worked_out_once_for_all_readers_of_a_language(
        self, owner: Any, stored: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        replayed, client = [], client_of(owner)
        monkeypatch.setattr(matches, "frames", lambda *asked, _frames=matches.frames: replayed.append(asked) or _frames(*asked))
        frames = {
            language: client.get(f"{stored}/rounds/1/frames?words=1", HTTP_ACCEPT_LANGUAGE=language) for language in ("en", "zh")
        }
        assert frames["en"].json()["frames"][1]["said"] != frames["zh"].json()["frames"][1]["said"]
        again = client.get(f"{stored}/rounds/1/frames?words=1", HTTP_ACCEPT_LANGUAGE="en")
        assert (again.content, len(replayed)) == (frames["en"].content, 2)

    def test_judging_again_keeps_former_judgements(self, owner: Any, stored: str) -> None:
        answer = client_of(owner).post(stored + "/rejudge")
        assert (answer.status_code, answer.json()["state"]) == (202, "pending")
        matches.judge(answer.json()["id"])
        match = Match.objects.get(pk=answer.json()["id"])
        assert (match.state, match.judgements.count()) == ("judged", 1)


class TestListing:
    def test_matches_are_listed_in_the_order_asked_for_through_all_pages(self, owner: Any) -> None:
        client, newest = client_of(owner), ["none", "May", "June", "October"]
        for name, date in (("October", "2025.10.04"), ("June", "2025.06.01"), ("May", "2025.05.01"), ("none", "")):
            upload(client, of_event(event=name, Date=date).encode())
        for sort, order in (("", newest), ("date", ["October", "June", "May", "none"]), ("oldest", newest)):
            found, at = [], f"/api/v1/matches?limit=1&sort={sort}"
            while at:
                page = client.get(at).json()
                found += [match["event"] for match in page["results"]]
                at = page["next"]
            assert found == order, sort

    def test_list_of_matches_is_filtered(self, owner: Any) -> None:
        for data in (CLEAN, FLAGGED):
            matches.judge(upload(client_of(owner), data).json()["matches"][0]["id"])
        for query, found in FILTERS.items():
            assert len(client_of(owner).get(f"/api/v1/matches?{query}").json()["results"]) == found, query

    def test_list_of_matches_takes_few_queries(self, owner: Any, django_assert_max_num_queries: Any) -> None:
        client = client_of(owner)
        for number in range(6):
            upload(client, CLEAN.replace(b'"PE"', f'"P{number}"'.encode()))
        with django_assert_max_num_queries(6):
            client.get("/api/v1/matches")


def test_fault_of_the_service_is_a_problem_in_the_readers_language(owner: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("records.archive.matches.with_details", lambda matches: 1 / 0)
    client = client_of(owner)
    client.raise_request_exception = False
    for language, words in (("en", "The service failed on this request"), ("zh-hant", "服務處理這個請求時出了錯")):
        answer = client.get("/api/v1/matches", HTTP_ACCEPT_LANGUAGE=language)
        body = problem(answer, 500, "internal-error")
        assert body["detail"].startswith(words)
        assert body["request_id"] == answer["X-Request-ID"]
        assert "ZeroDivision" not in answer.content.decode()
