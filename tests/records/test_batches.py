"""Batches: what is ingested of them, what is refused, going on after a fault, cancelling, memory."""

from __future__ import annotations

import io
import itertools
import struct
import tracemalloc
import zipfile
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import OperationalError

from records.archive import batches, matches
from records.archive.batches import ingestion
from records.archive.batches.progress import MATCHES
from records.archive.models import Batch, BatchEntry, Match, Upload
from records.core.errors import Refusal
from records.core.models import JobPart
from records.core.queue import enqueue, jobs
from tests.proof import proof, slow
from tests.records.batches import BROKEN, CLEAN, FLAGGED, PPN, ZIP, as_json, many, named, pieces, received, taken, zipped

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> Any:
    return get_user_model().objects.create_user("player")


@pytest.fixture(autouse=True)
def tens(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks of ten matches."""
    monkeypatch.setattr(enqueue, "CHUNK", 10)


def counts(batch: Batch) -> dict[str, int]:
    found = batches.progress_of(batch).counts
    return {name: found[name] for name in MATCHES if found[name]}


def stored_of(batch: Batch) -> int:
    return batch.counts.get("stored", 0)


def refused(data: str | bytes, media_type: str = PPN, **more: Any) -> tuple[int, str]:
    """The status and the code of a refusal, after which nothing is stored."""
    with pytest.raises(Refusal) as caught:
        received(data, media_type, **more)
    assert (Batch.objects.count(), JobPart.objects.count()) == (0, 0)
    return caught.value.status, caught.value.code


def test_file_of_many_matches_is_stored_in_chunks_with_a_task_each(
    user: Any, enqueued_tasks: dict[str, list[Any]], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        batch = taken(many(25), user=user)
    assert (batch.state, stored_of(batch), JobPart.objects.count()) == ("done", 25, 0)
    assert counts(batch) == {"matches": 25, "new": 25, "pending": 25}
    assert [len(chunk) for chunk in enqueued_tasks["judge_matches"]] == [10, 10, 5]
    assert Match.objects.filter(owner_key=f"user:{user.pk}", user=user).count() == 25


def test_zip_reports_for_each_file_what_became_of_its_matches() -> None:
    data = zipped(
        {
            "day/one.ppn": CLEAN + BROKEN + FLAGGED,
            "../../etc/passwd": named("b"),
            "lines.ndjson": as_json(named("c")) + "\n{oops\n",
            "bytes.ppn": named("d").encode() + named("e").encode() + b"\xff\n",
            "inner.zip": zipped({"a": CLEAN}),
            "disguised.ppn": zipped({"a": CLEAN}),
            "again.ppn": named("b"),
            "__MACOSX/._one.ppn": b"\x00",
            "empty.ppn": "",
        }
    )
    batch = taken(data, ZIP)
    for match in Match.objects.all():
        matches.judge(match.pk)
    rows = {row["name"]: row for row in batches.files_of(batch)}
    one = rows["day/one.ppn"]
    assert [one[name] for name in ("new", "known", "clean", "flagged", "unreadable", "error")] == [3, 0, 1, 1, 1, None]
    assert len(rows) == 8, "what an archiver puts in itself is no file"
    assert set(Upload.objects.values_list("filename", flat=True)) <= set(rows)
    assert (rows["again.ppn"]["new"], rows["again.ppn"]["known"]) == (0, 1)
    assert (rows["lines.ndjson"]["clean"], rows["lines.ndjson"]["unreadable"]) == (1, 1)
    wrong = rows["bytes.ppn"]["error"]
    assert (rows["bytes.ppn"]["new"], wrong["code"], wrong["column"]) == (1, "syntax", 1)
    assert wrong["line"] == (named("d") + named("e")).count("\n") + 1
    assert {rows[name]["error"]["code"] for name in ("inner.zip", "disguised.ppn")} == {"nested-archive"}
    report = list(batches.report(batch))
    broken = next(row for row in report if row["file"] == "day/one.ppn" and row["code"])
    assert (broken["number"], broken["line"], broken["status"]) == (2, CLEAN.count("\n") + 2, "unreadable")
    assert broken["line"] == broken["first_line"] + 1
    assert [row["file"] for row in report if row["match"] is None] == ["bytes.ppn", "inner.zip", "disguised.ppn"]
    progress = batches.progress_of(batch)
    assert (progress.finished, progress.percent, progress.counts["files_failed"]) == (True, 100, 3)
    assert {entry.match.current_judgement.status for entry in batches.noteworthy(batch)} == {"flagged", "unreadable"}


def test_match_that_is_stored_already_is_counted_as_known_and_stored_once(user: Any) -> None:
    kept = matches.upload(CLEAN.encode(), media_type=PPN, user=user).matches[0]
    batch = taken(CLEAN + named("x") + CLEAN, user=user)
    assert [(entry.match_id == kept.pk, entry.fresh) for entry in batches.entries_of(batch)] == [
        (True, False),
        (False, True),
        (True, False),
    ]
    assert Match.objects.count() == 2


def test_ingesting_resumed_after_any_fault_stores_every_match_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault in the middle of a chunk's transaction: the chunk is not there, the batch says how far it came."""
    batch = received(zipped({"a.ppn": many(13, "a"), "b.ppn": many(13, "b")}), ZIP)
    real, calls = ingestion._store_matches, itertools.count(1)

    def fault(*given: Any) -> None:
        real(*given)
        if next(calls) == 2:
            raise OperationalError("gone")

    monkeypatch.setattr(ingestion, "_store_matches", fault)
    with pytest.raises(OperationalError):
        jobs.run(batch.pk, seconds=600)
    batch.refresh_from_db()
    assert (batch.state, stored_of(batch), batch.next_file, batch.next_match) == ("pending", 10, 1, 10)
    assert Match.objects.count() == BatchEntry.objects.count() == 10
    jobs.run(batch.pk, seconds=600)
    batch.refresh_from_db()
    assert (batch.state, stored_of(batch)) == ("done", 26)
    assert counts(batch) == {"matches": 26, "new": 26, "pending": 26}
    numbers = list(batches.entries_of(batch).values_list("file__name", "number"))
    assert numbers == [("a.ppn", n) for n in range(1, 14)] + [("b.ppn", n) for n in range(1, 14)]


def test_ingesting_stops_at_the_end_of_its_slice_and_continues(
    enqueued_tasks: dict[str, list[Any]], django_capture_on_commit_callbacks: Any
) -> None:
    batch = received(many(25))
    for stored in (10, 20, 25):
        with django_capture_on_commit_callbacks(execute=True):
            jobs.run(batch.pk, seconds=0)
        batch.refresh_from_db()
        assert stored_of(batch) == stored
    assert enqueued_tasks["run_job"] == [str(batch.pk)] * 2


def test_ingesting_pauses_while_single_uploads_wait(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    monkeypatch.setattr(ingestion, "GIVE_WAY", 0)
    batch = received(many(25))
    [match] = matches.upload(named("by hand").encode(), media_type=PPN).matches
    for stored in (10, 20):
        with django_capture_on_commit_callbacks(execute=True):
            jobs.run(batch.pk, seconds=3600)
        batch.refresh_from_db()
        assert (batch.state, stored_of(batch)) == ("pending", stored)
    matches.judge(match.pk)
    jobs.run(batch.pk, seconds=3600)
    batch.refresh_from_db()
    assert (batch.state, stored_of(batch)) == ("done", 25)
    assert Match.objects.get(bulk=False) == match


class WorkerDies(BaseException):
    """What no handler gets to see, as when a worker is killed."""


def ingested_with_poison(data: bytes, monkeypatch: pytest.MonkeyPatch, event: str = "poison", **more: Any) -> Batch:
    """A batch, ingested by workers that die over every match of this event; another takes over each time."""
    batch = received(data, ZIP, **more)
    real = ingestion.read_source

    def read_source(source: Any) -> Any:
        if f'[Event "{event}' in source.text:
            raise WorkerDies
        return real(source)

    monkeypatch.setattr(ingestion, "read_source", read_source)
    for _ in range(100):
        try:
            jobs.run(batch.pk, seconds=600, redelivered=True)
        except WorkerDies:
            continue
        break
    batch.refresh_from_db()
    return batch


def test_file_of_a_zip_that_kills_its_worker_every_time_is_given_up_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    files = {f"{number:02}.ppn": named("poison" if number == 30 else f"good {number}") for number in range(60)}
    batch = ingested_with_poison(zipped(files), monkeypatch)
    assert (batch.state, stored_of(batch), batch.error) == ("done", 59, None)
    errors = {file.name: file.error["code"] for file in batch.files.all() if file.error}
    assert errors == {"30.ppn": "given-up"}
    assert Match.objects.count() == 59


def test_batch_in_which_one_file_after_another_kills_its_worker_fails_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    batch = ingested_with_poison(zipped({f"{number}.ppn": named(f"poison {number}") for number in range(9)}), monkeypatch)
    assert (batch.state, batch.error["code"], batch.next_file) == ("failed", "given-up", 1 + jobs.ATTEMPTS)


def test_failed_batch_is_resumed_and_ingested_once(user: Any) -> None:
    batch = received(many(3), user=user)
    Batch.objects.update(state=Batch.State.FAILED, error={"code": "given-up"}, attempts=jobs.ATTEMPTS)
    jobs.resume(user, Batch.objects.get())
    jobs.run(batch.pk)
    batch.refresh_from_db()
    assert (batch.state, stored_of(batch), batch.error) == ("done", 3, None)


def test_cancelled_batch_keeps_verdicts_and_judges_no_more(user: Any) -> None:
    batch = received(many(15), user=user)
    jobs.run(batch.pk, seconds=0)
    judged = list(Match.objects.values_list("pk", flat=True)[:5])
    for match_id in judged:
        matches.judge(match_id)
    assert jobs.cancel(user, batch).state == "cancelled"
    jobs.run(batch.pk)
    batch.refresh_from_db()
    assert counts(batch) == {"matches": 10, "new": 10, "judged": 5, "clean": 5, "stopped": 5}
    assert (batch.state, batch.parts.count(), batches.progress_of(batch).finished) == ("cancelled", 0, True)
    waiting = Match.objects.filter(state="stopped").first()
    assert waiting is not None
    assert matches.judge(waiting.pk) is None
    assert matches.sweep(0) == 0
    matches.rejudge(None, waiting)
    assert matches.judge(waiting.pk) is not None
    assert jobs.cancel(user, taken(CLEAN, user=user)).state == "cancelled"
    done = taken(named("done"), user=user)
    matches.judge(Match.objects.get(event="done").pk)
    assert jobs.cancel(user, done).state == "done", "nothing was left to cancel"


def test_match_of_a_cancelled_batch_is_judged_when_uploaded_again(user: Any) -> None:
    batch = taken(CLEAN + named("x"), user=user)
    jobs.cancel(user, batch)
    matches.upload(CLEAN.encode(), media_type=PPN, user=user)
    assert sorted(Match.objects.values_list("state", flat=True)) == ["pending", "stopped"]
    taken(named("x"), user=user)
    assert set(Match.objects.values_list("state", flat=True)) == {"pending"}


# What is refused before anything is stored


def bomb(size: int = 64 * 1024 * 1024) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("bomb.ppn", "w") as member:
        for _ in range(size // 2**20):
            member.write(b" " * 2**20)
    return made.getvalue()


def test_zip_bomb_is_refused_without_being_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    data = bomb()
    monkeypatch.setattr(zipfile.ZipFile, "open", lambda *_: pytest.fail("a member was opened"))
    tracemalloc.start()
    try:
        assert refused(data, ZIP) == (413, "too-compressed")
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()


def test_archive_member_larger_than_it_says_is_cut_off_at_its_stated_size() -> None:
    """The directory lies about 64 MiB of blanks: 1,000 bytes are unpacked, and do not have the sum that it gives."""
    data = bytearray(bomb())
    entry = data.rindex(b"PK\x01\x02")
    data[entry + 24 : entry + 28] = struct.pack("<L", 1000)
    tracemalloc.start()
    try:
        batch = taken(bytes(data), ZIP)
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()
    assert [row["error"]["code"] for row in batches.files_of(batch)] == ["broken-archive"]
    assert (batch.state, stored_of(batch)) == ("done", 0)


def test_archive_with_overlapping_members_is_refused() -> None:
    data = zipped({"a.ppn": many(20)})
    at, end = data.index(b"PK\x01\x02"), data.index(b"PK\x05\x06")
    tail = bytearray(data[end:])
    directory = data[at:end] * 50
    tail[8:12] = struct.pack("<2H", 50, 50)
    tail[12:16] = struct.pack("<L", len(directory))
    assert refused(data[:at] + directory + bytes(tail), ZIP) == (413, "too-compressed")


@pytest.mark.parametrize(
    ("limit", "value", "code"),
    [
        ("django.conf.settings.BATCH_BYTES", 1000, "too-large"),
        ("records.archive.batches.archives.UNPACKED_BYTES", 1000, "too-large-unpacked"),
        ("records.archive.batches.archives.MOST_FILES", 1, "too-many-files"),
    ],
)
def test_archive_beyond_a_limit_is_refused(monkeypatch: pytest.MonkeyPatch, limit: str, value: int, code: str) -> None:
    monkeypatch.setattr(limit, value)
    assert refused(zipped({"a.ppn": CLEAN, "b.ppn": many(9)}), ZIP) == (413, code)


def test_archive_with_too_large_a_directory_is_refused_without_reading_it(monkeypatch: pytest.MonkeyPatch) -> None:
    data = zipped({f"{number}.ppn": "" for number in range(300)}, zipfile.ZIP_STORED)
    monkeypatch.setattr("records.archive.batches.archives.MOST_FILES", 20)
    at = data.index(b"PK\x05\x06")
    lying = data[:at] + data[at : at + 8] + struct.pack("<2H", 1, 1) + data[at + 12 :]
    wide = data[:at] + b"PK\x06\x07" + bytes(16) + data[at:]  # a directory of 64 bits
    monkeypatch.setattr(zipfile, "ZipFile", lambda *_: pytest.fail("the directory was read"))
    for archive in (data, lying, wide):
        assert refused(archive, ZIP) == (413, "too-many-files")


@pytest.mark.parametrize(
    ("data", "status", "code"),
    [
        (b"", 422, "empty"),
        (b"PK\x03\x04 and nothing else", 422, "broken-archive"),
        (b"\x1f\x8b\x08 gzip", 415, "unsupported-archive"),
        (zipped({"folder/": b""}), 422, "empty"),
        (zipped({"a": CLEAN})[:-30], 422, "broken-archive"),
    ],
)
def test_data_that_is_no_archive_is_refused(data: bytes, status: int, code: str) -> None:
    assert refused(data, ZIP) == (status, code)


def test_archive_with_an_unsupported_compression_is_refused() -> None:
    batch = taken(zipped({"a.ppn": CLEAN}, zipfile.ZIP_LZMA), ZIP)
    assert [row["error"]["code"] for row in batches.files_of(batch)] == ["unsupported-compression"]


def test_damaged_archive_member_fails_alone() -> None:
    data = bytearray(zipped({"a.ppn": CLEAN, "b.ppn": named("b")}))
    data[60:90] = bytes(30)
    batch = taken(bytes(data), ZIP)
    first, second = batches.files_of(batch)
    assert (first["error"]["code"], second["new"], second["error"]) == ("broken-archive", 1, None)


def test_file_name_in_gb_18030_is_decoded() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        entry = zipfile.ZipInfo("____.ppn")
        archive.writestr(entry, CLEAN)
    data = made.getvalue().replace(b"____.ppn", "牌谱".encode("gb18030") + b".ppn")
    assert [row["name"] for row in batches.files_of(taken(data, ZIP))] == ["牌谱.ppn"]


def test_batch_of_too_many_matches_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("records.archive.batches.reading.MOST_MATCHES", 12)
    batch = taken(many(13))
    assert (batch.state, batch.error["code"], stored_of(batch)) == ("failed", "too-many-matches", 10)


def test_oversized_match_ends_the_reading_of_its_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("records.archive.batches.reading.MATCH_BYTES", 100_000)
    batch = taken(zipped({"a.ppn": CLEAN + '[PPN "1"]\n' + "x" * 200_000, "b.ppn": named("b")}), ZIP)
    first, second = batches.files_of(batch)
    assert (first["new"], first["error"]["code"], first["error"]["line"]) == (1, "too-large", CLEAN.count("\n") + 1)
    assert second["new"] == 1


# Memory


@proof
@pytest.mark.parametrize("count", [200, pytest.param(1200, marks=slow)])
def test_ingesting_takes_no_more_memory_for_a_larger_batch(count: int) -> None:
    """Six times the matches, the same peak, from the first byte received to the last match stored."""
    stream = pieces(named(f"m {number}").encode() for number in range(count))
    tracemalloc.start()
    try:
        batch = batches.receive(stream, media_type=PPN)
        jobs.run(batch.pk, seconds=600)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    batch.refresh_from_db()
    assert (batch.state, stored_of(batch)) == ("done", count)
    assert peak < 8_000_000
