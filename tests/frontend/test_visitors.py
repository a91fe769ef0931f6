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

from records import clubs, matches, tasks
from records.models import AuditEntry, Batch, Match, Upload, VisitorFile, VisitorMatch
from records.visitors import metrics, receiving
from tests.frontend.clients import page
from tests.frontend.markup import compact
from tests.golden import HOME
from tests.people import CLEAN, FLAGGED, person

pytestmark = pytest.mark.django_db
GOUJI = (HOME / "gouji" / "does-not-beat.ppn").read_bytes()


@pytest.fixture
def visitor() -> Client:
    return Client(HTTP_ACCEPT_LANGUAGE="en")


def drop(client: Client, *files: bytes, name: str = "evening.ppn", path: str = "/upload/") -> Any:
    return client.post(path, {"file": [SimpleUploadedFile(name, data) for data in files]})


def dropped(client: Client, data: bytes) -> str:
    """Drop a file of one match; returns the address of its page."""
    answer = drop(client, data)
    assert answer.status_code == 302
    where, anchor = answer["Location"].split("#")
    assert (re.fullmatch(r"/visitors/[0-9a-f-]{36}/", where) is not None, anchor) == (True, "verdict")
    return str(where)


@pytest.mark.parametrize("data", [FLAGGED, GOUJI])
def test_dropped_match_has_the_pages_of_a_match_for_whoever_has_the_address(visitor: Client, data: bytes) -> None:
    where = dropped(visitor, data)
    reader = Client(HTTP_ACCEPT_LANGUAGE="en")
    shown = page(reader.get(where))
    assert 'class="verdict flagged"' in shown
    at = re.search(rf'href="({where}replay/(\d+)/\d+/)">Show on the board', shown)
    assert at is not None
    assert f'data-frames="{where}frames/{at[2]}/"' in page(reader.get(at[1]))
    frames = reader.get(f"{where}frames/{at[2]}/").json()["frames"]
    assert any(frame["findings"] for frame in frames)
    assert "words" in reader.get(f"{where}review/{at[2]}/").json()
    assert reader.get(f"{where}record/").content == data
    assert reader.get(f"{where}verdict/").json()["status"] == "flagged"
    for path in ("replay/99/", "frames/99/", "review/99/"):
        assert reader.get(where + path).status_code == 404


def test_text_of_a_visitor_is_read_in_the_sandbox_alone(visitor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def read_here(*_: Any) -> Any:
        raise AssertionError("read in the web process")

    for name in ("read", "split", "parse_file"):
        for module in ("records.matches.replay", "records.matches.uploading", "referee.notation.split", "referee"):
            monkeypatch.setattr(f"{module}.{name}", read_here, raising=False)
    where = dropped(visitor, FLAGGED)
    for path in ("", "state/", "replay/6/", "frames/6/", "frames/6/?view=E", "review/6/", "record/", "verdict/"):
        assert visitor.get(where + path).status_code == 200


def test_dropped_match_is_told_as_the_same_match_of_an_account_is(visitor: Client) -> None:
    where = dropped(visitor, FLAGGED)
    club = person("ann")
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(club)
    drop(client, FLAGGED)
    match = Match.objects.get()
    matches.judge(match.pk)
    own = f"/matches/{match.pk}/"
    for path in ("frames/6/", "frames/7/", "frames/7/?view=W", "review/6/", "review/6/?view=E"):
        assert visitor.get(where + path).json() == client.get(own + path).json()
    turn = visitor.get(f"{where}review/6/").json()["turns"][0]["move"]
    assert visitor.get(f"{where}review/6/?move={turn}").json() == client.get(f"{own}review/6/?move={turn}").json()
    told, kept = (page(one.get(path)) for one, path in ((visitor, where), (client, own)))
    sheets = [re.search(r'<div id="verdict">(.*?)<section class="signatures"', text, re.DOTALL) for text in (told, kept)]
    assert sheets[0] is not None
    assert sheets[1] is not None
    assert sheets[0][1].replace(where, "@") == sheets[1][1].replace(own, "@")


@pytest.mark.parametrize("language", ["en", "zh-TW", "zh-CN"])
def test_finding_of_a_dropped_match_is_read_in_another_language_than_it_was_dropped_in(visitor: Client, language: str) -> None:
    where = dropped(visitor, FLAGGED.replace(b'"PE"', '"羅<b>"'.encode()))
    text = page(Client(HTTP_ACCEPT_LANGUAGE=language).get(where))
    assert {"en": "rule broken", "zh-TW": "違規", "zh-CN": "违规"}[language] in text
    assert "羅&lt;b&gt;" in text
    assert "羅<b>" not in text


def test_dropped_match_is_in_no_archive_search_or_log(visitor: Client) -> None:
    where = dropped(visitor, FLAGGED)
    assert not Upload.objects.exists()
    assert not Match.objects.exists()
    assert not AuditEntry.objects.exclude(action__startswith="database.").exists()
    key = where.split("/")[2]
    for path in ("/", "/matches/", "/matches/?q=league", "/api/v1/matches"):
        assert key not in visitor.get(path).content.decode()
    for path in (f"/api/v1/matches/{key}", f"/matches/{key}/", f"/embed/{key}/6/", f"/matches/{key}/card.png"):
        assert visitor.get(path).status_code == 404
    for path in ("", "replay/6/", "frames/6/", "review/6/", "record/", "verdict/"):
        answer = visitor.get(where + path)
        assert (answer["X-Robots-Tag"], answer["Cache-Control"]) == ("noindex", "private, no-store")
    shown = page(visitor.get(where))
    assert "og:image" not in shown
    assert "by it the search finds this match" not in shown


def test_page_of_a_dropped_match_is_gone_after_a_day_and_says_so(visitor: Client) -> None:
    where = dropped(visitor, FLAGGED)
    VisitorFile.objects.update(expires_at=timezone.now() + timedelta(minutes=1))
    tasks.sweep()
    assert visitor.get(where).status_code == 200
    VisitorFile.objects.update(expires_at=timezone.now())
    for path in ("", "replay/6/", "frames/6/", "record/"):
        answer = visitor.get(where + path)
        assert answer.status_code == 404
        assert "lasts a day" in answer.content.decode()
    assert VisitorMatch.objects.count() == 1, "it is refused before it is deleted"
    tasks.sweep()
    assert not VisitorMatch.objects.exists()


def test_only_the_browser_that_dropped_a_file_may_delete_it(visitor: Client) -> None:
    where = dropped(visitor, FLAGGED)
    shown = page(visitor.get(where))
    (form,) = re.findall(r'action="([^"]*/delete/)"', shown)
    assert "That cannot be undone" in shown, "it asks first"
    another = Client()
    dropped(another, CLEAN)
    for stranger in (another, Client()):
        assert "/delete/" not in page(stranger.get(where))
        assert stranger.post(form).status_code == 404
    assert visitor.get(form).status_code == 405
    assert "Deleted" in page(visitor.post(form))
    assert visitor.get(where).status_code == 404
    assert VisitorFile.objects.count() == 1


def test_file_of_several_matches_has_a_page_that_lists_them(visitor: Client) -> None:
    answer = drop(visitor, CLEAN + b"\n" + FLAGGED)
    shown = page(visitor.get(answer["Location"]))
    links = re.findall(r'href="(/visitors/[0-9a-f-]{36}/)"', shown)
    assert len(links) == 2
    assert "one finding" in shown
    for link in links:
        assert f'href="{answer["Location"]}"' in page(visitor.get(link))
    assert visitor.get("/visitors/files/00000000-0000-0000-0000-000000000001/").status_code == 404


def test_several_dropped_files_are_listed_where_they_were_dropped_beside_what_is_no_record(visitor: Client) -> None:
    text = page(drop(visitor, CLEAN, FLAGGED, b"\x89PNG\r\n\x1a\n\0"))
    assert len(re.findall(r'href="/visitors/[0-9a-f-]{36}/"', text)) == 2
    assert "This is a PNG picture" in text
    assert "visitor" in visitor.cookies


def test_file_of_many_matches_is_judged_in_part_and_leads_to_signing_in(visitor: Client) -> None:
    answer = drop(visitor, CLEAN + b"\n[PPN 1]\n" * (receiving.MOST + 2))
    text = page(visitor.get(answer["Location"]))
    assert text.count('class="what"') == receiving.MOST
    assert "Only the first matches of this file were judged here." in text


def test_all_files_of_a_drop_share_the_room_for_rounds(visitor: Client) -> None:
    rounds = "".join(f'[Round "{number}"]\n' for number in range(1, 301))
    one = f'[PPN "1"]\n[Game "gouji"]\n{rounds}'.encode()
    page(visitor.get(drop(visitor, one * 20)["Location"]))
    assert VisitorMatch.objects.count() == 1
    text = page(drop(visitor, *[one] * 20))
    assert VisitorMatch.objects.count() == 2
    assert text.count("more was dropped than is judged without signing in") == 19


def test_round_whose_board_takes_too_much_is_refused_and_the_verdict_stands(visitor: Client) -> None:
    hands = "".join(f'[Seat.{seat} "{seat * 4_000}"]\n' for seat in "ESWN") + "".join(f'[Hand.{seat} "?"]\n' for seat in "ESWN")
    text = (
        f'[PPN "1"]\n[Game "sichuan"]\n{hands}[Round "1"]\n[Dealer "E"]\n{hands[hands.index("[Hand") :]}{"E.fa:fine-1 " * 2_000}'
    )
    where = dropped(visitor, text.replace(hands[hands.index("[Hand") :], "", 1).encode())
    answer = visitor.get(f"{where}frames/1/")
    assert answer.status_code == 422
    assert "MiB of memory" in answer.content.decode()
    assert visitor.get(where).status_code == 200


class TestRoom:
    def test_oldest_files_make_way_when_the_room_of_all_is_full(self, visitor: Client, settings: Any) -> None:
        first = dropped(visitor, CLEAN)
        settings.VISITOR_BYTES = 3 * VisitorFile.objects.get().size + 100
        others = [dropped(Client(REMOTE_ADDR=f"192.0.2.{number}"), CLEAN) for number in range(3)]
        assert visitor.get(first).status_code == 404
        assert [visitor.get(one).status_code for one in others] == [200, 200, 200]

    def test_one_network_pushes_out_its_own_files_first(self, settings: Any) -> None:
        stranger = dropped(Client(REMOTE_ADDR="2001:db8:2::1"), CLEAN)
        settings.VISITOR_NETWORK_BYTES = 2 * VisitorFile.objects.get().size + 100
        flood = [dropped(Client(REMOTE_ADDR=f"2001:db8:1::{number}"), CLEAN) for number in range(1, 4)]
        assert [Client().get(one).status_code for one in (stranger, *flood)] == [200, 404, 200, 200]

    def test_metrics_tell_how_full_the_room_is(self, visitor: Client) -> None:
        dropped(visitor, CLEAN)
        [metric] = metrics.figures(timezone.now())
        assert [sample.value for sample in metric.samples] == [VisitorFile.objects.get().size]

    def test_neither_address_nor_browser_is_stored(self, visitor: Client) -> None:
        dropped(visitor, CLEAN)
        row = VisitorFile.objects.values_list().get()
        assert "127.0.0.1" not in str(row)
        assert visitor.cookies["visitor"].value not in str(row)
        assert visitor.cookies["visitor"]["httponly"]


def zipped() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("one.ppn", CLEAN)
    return packed.getvalue()


def sheet() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
    return packed.getvalue()


OTHERS = {
    "picture": (b"\x89PNG\r\n\x1a\n\xa2\0", "This is a PNG picture, not a PPN record."),
    "pdf": (b"%PDF-1.7\n\xa2", "This is a PDF document, not a PPN record."),
    "excel": (sheet(), "This is a spreadsheet of score sheets (xlsx, CSV)."),
    "csv": (b"a,b,c\n1,2,3\n", "This is a spreadsheet as text (CSV), not a PPN record."),
    "rar": (b"Rar!\x1a\x07\xa2", "This is a rar archive, not a PPN record."),
    "tenhou": (b'<mjloggm ver="2.3">', "This is a Tenhou log (mjlog XML), not a PPN record."),
    "tenhou-json": (b'{"title":[],"log":[[]],"rule":{}}', "This is a Tenhou log (JSON), not a PPN record."),
    "majsoul": (b'{"uuid":"1","accounts":[{}]}', "This is a Mahjong Soul record, not a PPN record."),
    "chess": (b'[Event "x"]\n[White "a"]\n[Black "b"]\n\n1. e4', "This is a chess record (PGN), not a PPN record."),
    "empty": (b" \n", "This is an empty file, not a PPN record."),
    "big5": ('[PPN "1"]\n[Seat.E "陳大文"]\n'.encode("big5"), "it seems to be Big5. Save it as UTF-8."),
}


class TestOtherFiles:
    @pytest.mark.parametrize("kind", OTHERS)
    def test_file_that_is_no_record_is_named_on_every_page_that_takes_files(self, visitor: Client, kind: str) -> None:
        data, told = OTHERS[kind]
        ann = person("ann")
        clubs.create(ann, "Lions", "lions")
        client = Client(HTTP_ACCEPT_LANGUAGE="en")
        client.force_login(ann)
        for answer in (drop(visitor, data), drop(client, data), drop(client, data, path="/clubs/lions/upload/")):
            text = page(answer)
            assert told in text
            assert "expected UTF-8 text" not in text
        refused = drop(client, data, path="/batches/")
        if kind not in {"big5", "excel"}:  # they are read by a worker
            assert refused.status_code == 415
            assert told in compact(refused.content.decode())
            assert not Batch.objects.exists()
        assert not Upload.objects.exists()
        assert not VisitorFile.objects.exists()

    def test_zip_of_a_visitor_is_told_to_need_an_account(self, visitor: Client) -> None:
        text = page(drop(visitor, zipped(), name="evening.zip"))
        assert "This is a zip archive. Sign in" in text
        assert 'href="/accounts/login/"' in text

    @pytest.mark.parametrize("path", ["/upload/", "/clubs/lions/upload/"])
    def test_zip_of_an_account_goes_the_way_of_a_batch_wherever_it_is_dropped(self, path: str) -> None:
        ann = person("ann")
        club = clubs.create(ann, "Lions", "lions")
        client = Client(HTTP_ACCEPT_LANGUAGE="en")
        client.force_login(ann)
        answer = drop(client, zipped(), name="evening.zip", path=path)
        batch = Batch.objects.get()
        assert answer["Location"] == f"/batches/{batch.pk}/"
        assert (batch.filename, batch.club) == ("evening.zip", club if "clubs" in path else None)
        text = page(drop(client, zipped(), CLEAN, name="evening.zip", path=path))
        assert text.count("/batches/") == 1
        assert "hx-get" in text
