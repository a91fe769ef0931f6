"""What somebody drops who is not signed in: pages of its own for a day, with everything that a match has; and files of other
kinds, which are named on every page that takes files."""

from __future__ import annotations

import io
import re
import zipfile
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from records import tasks
from records.accounts.models import AuditEntry, Club
from records.archive import matches, visitors
from records.archive.matches import metrics
from records.archive.models import Batch, Judgement, Match, Upload
from records.core.models import Tombstone
from tests.frontend.clients import page
from tests.golden import HOME
from tests.people import CLEAN, FLAGGED

pytestmark = pytest.mark.django_db


def drop(client: Client, *files: bytes, name: str = "evening.ppn", path: str = "/upload/") -> Any:
    return client.post(path, {"file": [SimpleUploadedFile(name, data) for data in files]})


def dropped(client: Client, data: bytes) -> str:
    """Drop a file of one match; returns the address of its page."""
    answer = drop(client, data)
    assert answer.status_code == 302
    where, anchor = answer["Location"].split("#")
    assert (re.fullmatch(r"/matches/[0-9a-f-]{36}/", where) is not None, anchor) == (True, "verdict")
    return str(where)


def expire(after: timedelta = timedelta()) -> None:
    """Let all that was dropped expire, now or after so long."""
    for model in (Upload, Match, Judgement):
        model.expiring.update(expires_at=timezone.now() + after)


@pytest.mark.parametrize("data", [FLAGGED, (HOME / "gouji" / "does-not-beat.ppn").read_bytes()])
def test_dropped_match_has_the_pages_of_a_match_for_whoever_has_the_address(
    visitor: Client, data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_here(*_: Any) -> Any:
        raise AssertionError("read in the web process")

    for name in ("read", "split", "parse_file"):
        for module in (
            "records.archive.matches.replay",
            "records.archive.matches.uploading",
            "referee.notation.split",
            "referee",
        ):
            monkeypatch.setattr(f"{module}.{name}", read_here, raising=False)
    where, reader = dropped(visitor, data), Client(HTTP_ACCEPT_LANGUAGE="en")
    shown = page(reader.get(where))
    assert 'class="verdict flagged"' in shown
    at = re.search(rf'href="({where}replay/(\d+)/\d+/)">Show on the board', shown)
    assert at is not None
    api = f"/api/v1{where[:-1]}"
    assert f'data-frames="{api}/rounds/{at[2]}/frames?words=1"' in page(reader.get(at[1]))
    frames = reader.get(f"{api}/rounds/{at[2]}/frames?words=1").json()["frames"]
    assert any(frame["findings"] for frame in frames)
    assert "words" in reader.get(f"{api}/rounds/{at[2]}/review?words=1").json()
    assert reader.get(f"{api}/source").content == data
    assert reader.get(f"{api}/verdict").json()["status"] == reader.get(api).json()["status"] == "flagged"
    rounds = [f"{api}/rounds/99/{path}" for path in ("frames", "review")]
    assert {reader.get(path).status_code for path in (f"{where}replay/99/", *rounds)} == {404}


def test_dropped_match_is_told_as_the_same_match_of_an_account_is(visitor: Client, reader: Client) -> None:
    where = dropped(visitor, FLAGGED)
    drop(reader, FLAGGED)
    match = Match.objects.get()
    matches.judge(match.pk)
    own = f"/matches/{match.pk}/"
    turn = visitor.get(f"/api/v1{where}rounds/6/review").json()["turns"][0]["move"]
    for path in ("6/frames?words=1", "7/frames?words=1&view=W", "6/review?words=1&view=E", f"6/review/{turn}"):
        told, kept = (one.get(f"/api/v1{at}rounds/{path}").json() for one, at in ((visitor, where), (reader, own)))
        assert told | {"match": ""} == kept | {"match": ""}
    told, kept = (page(one.get(path)) for one, path in ((visitor, where), (reader, own)))
    told, kept = (re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", text) for text in (told, kept))
    sheets = [re.findall(r'<div id="verdict">(.*?)<section class="signatures"', text, re.DOTALL) for text in (told, kept)]
    assert sheets[0][0].replace(where, "@") == sheets[1][0].replace(own, "@")


def test_dropped_match_is_in_no_archive_search_or_log(visitor: Client) -> None:
    where = dropped(visitor, FLAGGED)
    assert not any(model.objects.exists() for model in (Upload, Match, Judgement))
    assert matches.seal_verdicts(1) == 0
    assert not AuditEntry.objects.exclude(action__startswith="database.").exists()
    [states, *_] = metrics.figures(timezone.now())
    assert {sample.value for sample in states.samples} == {0}
    key = where.split("/")[2]
    for path in ("/", "/matches/?q=league", "/api/v1/matches"):
        assert key not in visitor.get(path).content.decode()
    for path in (f"/embed/{key}/6/", f"/matches/{key}/card.png"):
        assert visitor.get(path).status_code == 404
    pages = [where, f"{where}replay/6/"]
    for path in (*pages, *(f"/api/v1/matches/{key}{more}" for more in ("", "/source", "/verdict", "/rounds/6/frames"))):
        answer = visitor.get(path)
        assert (answer["X-Robots-Tag"], answer["Cache-Control"]) == ("noindex", "private, no-store")
    shown = page(visitor.get(where))
    assert ("og:image" in shown, "by it the search finds this match" in shown) == (False, False)


def test_page_of_a_dropped_match_is_gone_after_a_day_and_says_so(visitor: Client) -> None:
    where = dropped(visitor, FLAGGED)
    expire(timedelta(minutes=1))
    tasks.sweep()
    assert visitor.get(where).status_code == 200
    expire()
    for path in ("", "replay/6/"):
        assert "lasts a day" in page(visitor.get(where + path), 404)
    assert visitor.get(f"/api/v1{where[:-1]}/source").status_code == 404
    assert Match.expiring.count() == 1, "it is refused before it is deleted"
    tasks.sweep()
    assert not any(model.expiring.exists() for model in (Upload, Match, Judgement))
    assert not Tombstone.objects.exists()
    assert not AuditEntry.objects.exclude(action__startswith="database.").exists()


def test_only_the_browser_that_dropped_a_file_may_delete_it(visitor: Client) -> None:
    where = dropped(visitor, FLAGGED)
    shown = page(visitor.get(where))
    assert 'href="/matches/" aria-current' not in shown, "it is not of the archive"
    (form,) = re.findall(r'action="(/upload/[0-9a-f-]{36}/)"', shown)
    assert "That cannot be undone" in shown, "it asks first"
    another = Client()
    dropped(another, CLEAN)
    for stranger in (another, Client()):
        assert "/upload/" not in page(stranger.get(where)).partition('class="shares lasting"')[2]
        assert stranger.post(form, DELETE).status_code == 404
    assert "Deleted" in page(visitor.post(form, DELETE))
    assert visitor.get(where).status_code == 404
    assert Upload.expiring.count() == 1


def test_file_of_several_matches_has_a_page_that_lists_as_many_as_are_judged(visitor: Client) -> None:
    answer = drop(visitor, CLEAN + b"\n" + FLAGGED)
    shown = page(visitor.get(answer["Location"]))
    links = re.findall(r'href="(/matches/[0-9a-f-]{36}/)"', shown)
    assert (len(links), "one finding" in shown) == (2, True)
    assert all(f'href="{answer["Location"]}"' in page(visitor.get(link)) for link in links)
    many = page(visitor.get(drop(visitor, CLEAN + b"\n[PPN 1]\n" * (visitors.MOST + 2))["Location"]))
    assert many.count('class="what"') == visitors.MOST
    assert "Only the first matches of this file were judged here." in many


def test_several_dropped_files_are_listed_where_they_were_dropped_beside_what_is_no_record(visitor: Client) -> None:
    text = page(drop(visitor, CLEAN, FLAGGED, b"\x89PNG\r\n\x1a\n\0"))
    assert len(re.findall(r'href="/matches/[0-9a-f-]{36}/"', text)) == 2
    assert "This is a PNG picture" in text
    assert "127.0.0.1" not in str(Upload.expiring.values_list()[0])


def test_all_files_of_a_drop_share_the_room_for_rounds(visitor: Client) -> None:
    rounds = "".join(f'[Round "{number}"]\n' for number in range(1, 301))
    one = f'[PPN "1"]\n[Game "gouji"]\n{rounds}'.encode()
    page(visitor.get(drop(visitor, one * 20)["Location"]))
    assert Match.expiring.count() == 1
    text = page(drop(visitor, *[one] * 20))
    assert Match.expiring.count() == 2
    assert text.count("more was dropped than is judged without signing in") == 19


def test_round_whose_board_takes_too_much_is_refused_and_the_verdict_stands(visitor: Client) -> None:
    seats, hands = (
        "".join(f'[{tag}.{seat} "{value * times}"]\n' for seat in "ESWN")
        for tag, value, times in (("Seat", "E", 4000), ("Hand", "?", 1))
    )
    text = f'[PPN "1"]\n[Game "sichuan"]\n{seats}[Round "1"]\n[Dealer "E"]\n{hands}{"E.fa:fine-1 " * 2_000}'
    where = dropped(visitor, text.encode())
    refused = visitor.get(f"/api/v1{where}rounds/1/frames")
    assert (refused.status_code, refused.json()["code"]) == (422, "too-costly")
    assert visitor.get(where).status_code == 200


class TestRoom:
    def test_oldest_files_make_way_when_the_room_of_all_is_full(self, visitor: Client, settings: Any) -> None:
        first = dropped(visitor, CLEAN)
        [metric] = visitors.figures(timezone.now())
        assert [sample.value for sample in metric.samples] == [Upload.expiring.get().size]
        settings.VISITOR_BYTES = 3 * Upload.expiring.get().size + 100
        others = [dropped(Client(REMOTE_ADDR=f"192.0.2.{number}"), CLEAN) for number in range(3)]
        assert [visitor.get(one).status_code for one in (first, *others)] == [404, 200, 200, 200]

    def test_one_network_pushes_out_its_own_files_first(self, settings: Any) -> None:
        stranger = dropped(Client(REMOTE_ADDR="2001:db8:2::1"), CLEAN)
        settings.VISITOR_BYTES = visitors.NETWORK_SHARE * (2 * Upload.expiring.get().size + 100)
        flood = [dropped(Client(REMOTE_ADDR=f"2001:db8:1::{number}"), CLEAN) for number in range(1, 4)]
        assert [Client().get(one).status_code for one in (stranger, *flood)] == [200, 404, 200, 200]


def zipped(name: str, content: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(name, content)
    return packed.getvalue()


OTHERS = {
    "picture": (b"\x89PNG\r\n\x1a\n\xa2\0", "This is a PNG picture, not a PPN record."),
    "pdf": (b"%PDF-1.7\n\xa2", "This is a PDF document, not a PPN record."),
    "excel": (zipped("xl/workbook.xml", b"<workbook/>"), "This is a spreadsheet of score sheets (xlsx, CSV)."),
    "csv": (b"a,b,c\n1,2,3\n", "This is a spreadsheet as text (CSV), not a PPN record."),
    "rar": (b"Rar!\x1a\x07\xa2", "This is a rar archive, not a PPN record."),
    "tenhou": (b'<mjloggm ver="2.3">', "This is a Tenhou log (mjlog XML), not a PPN record."),
    "tenhou-json": (b'{"title":[],"log":[[]],"rule":{}}', "This is a Tenhou log (JSON), not a PPN record."),
    "majsoul": (b'{"uuid":"1","accounts":[{}]}', "This is a Mahjong Soul record, not a PPN record."),
    "chess": (b'[Event "x"]\n[White "a"]\n[Black "b"]\n\n1. e4', "This is a chess record (PGN), not a PPN record."),
    "empty": (b" \n", "This is an empty file, not a PPN record."),
    "big5": ('[PPN "1"]\n[Seat.E "陳大文"]\n'.encode("big5"), "it seems to be Big5. Save it as UTF-8."),
}


DELETE = {"action": "delete"}


@pytest.mark.parametrize("kind", OTHERS)
def test_file_that_is_no_record_is_named_on_every_page_that_takes_files(
    visitor: Client, reader: Client, club: Club, kind: str
) -> None:
    data, told = OTHERS[kind]
    for answer in (drop(visitor, data), drop(reader, data), drop(reader, data, path="/clubs/lions/?action=upload")):
        text = page(answer)
        assert (told in text, "expected UTF-8 text" in text) == (True, False)
    if kind not in {"big5", "excel"}:  # they are read by a worker
        assert told in page(drop(reader, data, path="/batches/?action=upload"), 415)
        assert not Batch.objects.exists()
    assert not Upload.objects.exists()
    assert not Upload.expiring.exists()


def test_zip_is_a_batch_of_an_account_wherever_it_is_dropped_and_needs_one(visitor: Client, reader: Client, club: Club) -> None:
    packed = zipped("one.ppn", CLEAN)
    text = page(drop(visitor, packed, name="evening.zip"))
    assert ("This is a zip archive. Sign in" in text, 'href="/accounts/login/"' in text) == (True, True)
    for path, into in (("/upload/", None), ("/clubs/lions/?action=upload", club)):
        answer = drop(reader, packed, name="evening.zip", path=path)
        batch = Batch.objects.latest("created_at")
        assert answer["Location"] == f"/batches/{batch.pk}/"
        assert (batch.filename, batch.club) == ("evening.zip", into)
        text = page(drop(reader, packed, CLEAN, name="evening.zip", path=path))
        assert (text.count("/batches/"), "hx-get" in text) == (1, True)
