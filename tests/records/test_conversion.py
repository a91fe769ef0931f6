"""Files of other formats where the service takes files: converted, kept as they were, and told on the page of the match."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override

from records.accounts.models import AuditEntry
from records.archive import batches, matches, visitors
from records.archive.matches.uploading import hints_of
from records.archive.models import Batch, Match, MatchSourcePlaces, Upload
from records.core.errors import Refusal
from records.core.queue import jobs
from records.core.sandbox import Room
from tests.files import LOG, zipped
from tests.people import CLEAN, client_of, person
from tests.records.batches import taken
from tests.toy_importer import PPN, TEXT, dropped

pytestmark = pytest.mark.django_db

ZIP = "application/zip"
SHEET = b"Game,Round,Dealer,E,S,W,N\nsichuan,1,E,1,-1,0,0\n"
THREE = b"Game,Table,Round,E,S,W,N\nsichuan,1,1,1,-1,0,0\n,2,1,x,0,0,0\n,3,1,2,-2,0,0\n"
"""Three matches, of which the second has a score that is none."""


def told(digest: str) -> bool:
    return any(digest in entry.details for entry in AuditEntry.objects.filter(action="upload"))


def test_importer_that_is_dropped_in_is_known_to_uploads_and_archives(tmp_path: Path) -> None:
    ann = person("ann")
    with dropped(tmp_path):
        (match,) = matches.upload(TEXT, media_type="text/plain", filename="a.tally", user=ann).matches
        batch = taken(zipped({"a.ppn": CLEAN, "b.tally": TEXT.replace(b"1 E 3 -3", b"1 E 5 -5")}), ZIP)
    assert bytes(match.source).decode() == PPN
    assert bytes(match.upload.source) == TEXT
    assert told(sha256(TEXT).hexdigest())
    assert isinstance(batch, Batch)
    assert [row["error"] for row in batches.files_of(batch)] == [None, None]
    kept = Upload.objects.get(filename="b.tally")
    assert bytes(kept.source) == TEXT.replace(b"1 E 3 -3", b"1 E 5 -5")
    assert told(kept.sha256)


def test_same_match_in_another_file_of_the_format_is_stored_once() -> None:
    ann = person("ann")
    first = matches.upload(SHEET, media_type="text/csv", user=ann)
    again = matches.upload(SHEET.replace(b",", b";"), media_type="text/csv", user=ann)
    assert (first.created, again.created) == ([True], [False])
    assert first.matches == again.matches


def test_file_of_several_matches_is_nobodys_original_through_one_of_them() -> None:
    ann = person("ann")
    two = SHEET.replace(b"Game,", b"Game,Table,").replace(b"sichuan,", b"sichuan,1,") + b"sichuan,2,1,E,2,-2,0,0\n"
    found = matches.upload(two, media_type="text/csv", user=ann).matches
    assert len(found) == 2
    assert [matches.original_of(match) for match in Match.objects.all()] == [None, None]


def test_upload_that_lacks_the_game_is_refused_until_it_is_told() -> None:
    ann = person("ann")
    with pytest.raises(Refusal) as refusal:
        matches.upload(LOG, media_type="application/x-ndjson", user=ann)
    assert (refusal.value.code, refusal.value.status) == ("game-not-told", 422)
    assert not Upload.objects.exists()
    (match,) = matches.upload(LOG, media_type="application/x-ndjson", user=ann, hints=hints_of("sichuan")).matches
    assert match.game == "sichuan"


def test_upload_of_which_one_match_is_not_converted_is_refused_whole() -> None:
    with override("en"), pytest.raises(Refusal, match="Cell D3: found “x”"):
        matches.upload(THREE, media_type="text/csv", user=person("ann"))
    assert not Match.objects.exists()


def test_batch_takes_the_matches_that_are_converted_and_names_the_other_with_its_place() -> None:
    batch = taken(zipped({"a.ppn": CLEAN, "b.csv": THREE}), ZIP)
    assert batch.state == Batch.State.DONE
    _, counts = batches.files_of(batch)
    assert [counts[name] for name in ("matches", "new", "known", "refused", "error")] == [3, 2, 0, 1, None]
    rows = [row for row in batches.report(batch) if row["file"] == "b.csv"]
    assert [(row["number"], row["first_line"], row["result"]) for row in rows] == [
        (1, 2, "new"),
        (2, 3, "refused"),
        (3, 4, "new"),
    ]
    assert (rows[1]["match"], rows[1]["line"], rows[1]["column"]) == (None, 3, 4)
    assert "Cell D3: found “x”" in rows[1]["message"]["en"]
    assert [matches.original_of(match) for match in Match.objects.filter(upload__filename="b.csv")] == [None, None]
    assert batches.progress_of(batch).finished is False
    for match in Match.objects.all():
        matches.judge(match.pk)
    progress = batches.progress_of(batch)
    assert (progress.finished, progress.percent) == (True, 100)
    again = taken(zipped({"b.csv": THREE}), ZIP)
    assert [(row["result"]) for row in batches.report(again)] == ["known", "refused", "known"]


def test_file_of_a_match_and_another_that_was_not_converted_is_nobodys_original() -> None:
    taken(zipped({"b.csv": THREE.rpartition(b",3,1")[0]}), ZIP)
    assert matches.original_of(Match.objects.get()) is None


def test_batch_is_told_the_game_of_files_that_do_not_say_it() -> None:
    batch = taken(zipped({"a.jsonl": LOG, "b.ppn": CLEAN}), ZIP, hints=hints_of("sichuan", "xuezhan"))
    assert [row["error"] for row in batches.files_of(batch)] == [None, None]
    stored = Match.objects.get(upload__filename="a.jsonl")
    assert (stored.game, stored.rules) == ("sichuan", "xuezhan")
    (row,) = batches.files_of(taken(zipped({"a.jsonl": LOG}), ZIP))
    assert row["error"]["code"] == "game-not-told"


WRONG = b"Game,Round,Dealer,E,S,W,N,Moves,Flags.S\nsichuan,1,E,0,4,-4,0,W-8p S.hu:4,tianhu\n,2,S,1,-1,0,1,,\n"
"""A sheet with a circumstance that cannot be, in I2, and scores that do not sum to 0, in D3 to G3."""
PLACES = ["I2", "D3:G3"]


def places_in(verdict: dict[str, Any]) -> list[str]:
    return [finding["source_place"]["name"] for round_ in verdict["rounds"] for finding in round_["findings"]]


def batch_of_all(ann: Any) -> Batch:
    """A batch with a file of which one match is not converted, and one that is refused as a whole."""
    return taken(zipped({"b.csv": THREE, "c.csv": SHEET.replace(b"-1", b"x")}), ZIP, user=ann)


def test_findings_on_a_converted_match_have_their_places_in_the_file_wherever_they_are_shown() -> None:
    """P1: by the page, by the API, of an upload and of a batch; the stored verdict has none."""
    ann = person("ann")
    (match,) = matches.upload(WRONG, media_type="text/csv", user=ann).matches
    matches.judge(match.pk)
    bob = person("bob")
    taken(zipped({"a.csv": WRONG}), ZIP, user=bob)
    of_batch = Match.objects.exclude(pk=match.pk).get()
    matches.judge(of_batch.pk)
    client = client_of(ann)
    assert places_in(client.get(f"/api/v1/matches/{match.pk}/verdict").json()) == PLACES
    assert places_in(client_of(bob).get(f"/api/v1/matches/{of_batch.pk}/verdict").json()) == PLACES
    pages = Client(HTTP_ACCEPT_LANGUAGE="en")
    pages.force_login(ann)
    page = " ".join(pages.get(f"/matches/{match.pk}/").content.decode().split())
    for told_there in ("Cell I2", "Cell D3:G3", "Converted from a spreadsheet of score sheets (xlsx, CSV)."):
        assert told_there in page
    assert f"/api/v1/matches/{match.pk}/source?original=1" in page
    page = " ".join(pages.get(f"/batches/{batch_of_all(ann).pk}/").content.decode().split())
    for told_there in ("not converted", "Cell D3: found “x”", "Files not read", "Cell E2: found “x”"):
        assert told_there in page
    stored = Match.objects.get(pk=match.pk).current_judgement
    assert stored is not None
    assert "source_place" not in str(stored.verdict)
    assert set(MatchSourcePlaces.objects.values_list("match", flat=True)) >= {match.pk, of_batch.pk}
    other = matches.upload(CLEAN, media_type="text/x-ppn", user=ann).matches[0]
    assert not MatchSourcePlaces.objects.filter(match=other).exists()


def test_visitor_is_told_the_cell() -> None:
    """P1: of a finding of the referee and of a cell that cannot be read."""
    (row,) = visitors.judge(WRONG, Room()).matches
    assert places_in(row["verdict"]) == PLACES
    judged = visitors.judge(THREE, Room())
    assert [row["verdict"]["status"] for row in judged.matches] == ["clean", "unreadable", "clean"]
    visitors.store(judged, filename="b.csv", network="192.0.2.1")
    _, refused, _ = judged.matches
    assert refused["verdict"]["findings"][0]["source_place"]["name"] == "D3"


def test_names_and_blanks_that_people_write_are_read() -> None:
    """P6, P7: a game by its Chinese name, a blank for zero."""
    table = "局,庄,游戏,东,南,西,北\n1,东,四川麻将,4,-4,,\n".encode()
    ann = person("ann")
    (match,) = matches.upload(table, media_type="text/csv", user=ann).matches
    assert match.game == "sichuan"
    assert b'[Scores "E+4 S-4 W0 N0"]' in bytes(match.source)


def test_visitor_tells_the_game_of_a_file_that_does_not_say_it() -> None:
    with override("en"), pytest.raises(Refusal, match="the game told beside the file"):
        visitors.judge(LOG, Room())
    (row,) = visitors.judge(LOG, Room(), hints_of("sichuan")).matches
    assert row["tags"]["Game"] == "sichuan"


@pytest.mark.parametrize("path", ["matches", "batches", "verify"])
def test_addresses_take_the_game_beside_the_body(path: str) -> None:
    client = client_of(person("ann"))

    def post(query: str) -> Any:
        return client.post(f"/api/v1/{path}{query}", LOG, content_type="application/x-ndjson")

    unknown = post("?game=chess")
    assert (unknown.status_code, unknown.json()["field"]) == (400, "game")
    if path == "matches":
        assert (post("").status_code, post("").json()["code"]) == (422, "game-not-told")
    answer = post("?game=sichuan&rules=xuezhan")
    assert answer.status_code == (200 if path == "verify" else 202)
    for batch in Batch.objects.all():
        jobs.run(batch.pk, seconds=600)
    if path == "verify":
        assert answer.json()["game"] == "sichuan"
    else:
        assert (Match.objects.get().game, Match.objects.get().rules) == ("sichuan", "xuezhan")


def test_game_that_is_not_refereed_here_is_refused() -> None:
    with override("en"), pytest.raises(Refusal, match="no game “chess” here"):
        hints_of("chess")


OPEN = "局,張三,李四,王五,趙六\n1,12,-4,-4,-4\n1,4,-4,0,0\n".encode()
ANSWERS = "game=sichuan&seat=E:張三&seat=S:李四&seat=W:王五&seat=N:趙六&keep=A3"


def test_spreadsheet_that_leaves_something_open_is_previewed_and_stored_when_that_is_told() -> None:
    client = client_of(person("ann"))

    def post(path: str) -> Any:
        return client.post(f"/api/v1/{path}", OPEN, content_type="text/csv")

    (match,) = post("verify?preview=1").json()["matches"]
    assert [one["about"] for one in match["questions"]] == ["game", "seats", "round"]
    assert [post(f"matches?{query}").json()["code"] for query in ("", "game=sichuan", ANSWERS.partition("&keep")[0])] == [
        "game-not-told",
        "seats-not-told",
        "round-not-told",
    ]
    assert not Match.objects.exists()
    (match,) = post(f"verify?preview=1&{ANSWERS}").json()["matches"]
    assert (match["questions"], match["record"]["seats"]["W"]) == ([], "王五")
    (round_,) = post(f"verify?{ANSWERS}").json()["rounds"]
    assert [one["what"] for one in round_["checked"]["unchecked"]] == ["scores"]
    assert post(f"matches?{ANSWERS}").status_code == 202
    assert b'[Scores "E+4 S-4 W0 N0"]' in bytes(Match.objects.get().source)
    assert post("matches?seat=E").json()["code"] == "seat-not-told"
    assert client.post("/api/v1/verify?preview=1", CLEAN, content_type="text/x-ppn").json()["code"] == "not-converted"
