"""Records and verdicts are stored compressed or not, and read the same; what is damaged is said to be, and never shown."""

from __future__ import annotations

import hashlib
import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from hypothesis import example, given
from hypothesis import strategies as st

import referee
from records import clubs, matches, rejudging
from records.db.compression import (
    RECORD,
    SUMMARY,
    VERDICT,
    UnreadableValue,
    dictionaries,
    is_packed,
    pack,
    pack_text,
    packing,
    unpack,
    unpack_text,
)
from records.matches.seals import seal_verdicts
from records.matches.seals.digests import digests
from records.models import Difference, Judgement, Match, Tombstone, Upload, VerdictSummary
from scripts.bench.archive.matches import Size, store_matches
from scripts.dictionaries import SIZES, sample_records, train, values
from tests.golden import HOME
from tests.people import person
from tests.proof import proof
from tests.records.samples import ONE, SAMPLES, store

FLAGGED = (HOME / "sichuan" / "score-mismatch.ppn").read_bytes()
STORED = {
    ("records_upload", "source"),
    ("records_match", "source"),
    ("records_judgement", "verdict"),
    ("records_verdictsummary", "document"),
    ("records_verdictsummary", "table_result"),
}
BYTES = 2_300
"""Bytes of the rows of match, verdict, summary and file, for a match of the benchmark's archive: it was 3,920."""


def documents() -> Iterator[tuple[bytes, str]]:
    """The sample records and some golden ones with their verdicts, as they are stored."""
    for path in [*SAMPLES, *sorted(HOME.rglob("*.ppn"))[::7]]:
        for record in referee.parse_file(path.read_bytes()):
            yield path.read_bytes(), json.dumps(referee.verify(record).as_dict())


def as_stored() -> dict[tuple[str, str], list[Any]]:
    """What the database holds, column by column."""
    found = {}
    with connection.cursor() as cursor:
        for table, column in STORED:
            cursor.execute(f"SELECT {column} FROM {table} ORDER BY {column}")
            found[table, column] = [bytes(one) if column == "source" else one for (one,) in cursor.fetchall()]
    return found


def damage(table: str, column: str, is_meant: Callable[[Any], bool]) -> None:
    """Change the last bytes of a stored value."""
    [stored] = [one for one in as_stored()[table, column] if is_meant(one)]
    damaged = stored[:-9] + (b"123456789" if isinstance(stored, bytes) else "123456789")
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE {table} SET {column} = %s WHERE {column} = %s", [damaged, stored])


def compressed(column: str, value: Any) -> bool:
    return is_packed(value) if column == "source" else value.startswith("~")


class TestValues:
    def test_records_and_verdicts_come_back_as_they_were_and_take_less(self) -> None:
        given = packed = 0
        for record, verdict in documents():
            assert unpack(pack(record, RECORD)) == record
            assert unpack_text(pack_text(verdict, VERDICT, packing.WHOLE)) == verdict
            given += len(record) + len(verdict)
            packed += len(pack(record, RECORD)) + len(pack_text(verdict, VERDICT, packing.WHOLE))
        assert packed < given / 3

    @given(st.binary(max_size=300))
    @example(b"")
    @example(b"\xff")
    @example(b"\xff\xfea\x00")
    @example(b"\xff\x01\x20\x00\x00\x00\x05hello")
    def test_any_bytes_come_back_as_they_were(self, data: bytes) -> None:
        assert unpack(pack(data, RECORD)) == data
        assert unpack(pack(data * 40, RECORD)) == data * 40

    @given(st.dictionaries(st.text(), st.text(max_size=300)))
    def test_any_document_comes_back_as_it_was(self, document: dict[str, str]) -> None:
        for text in (json.dumps(document), json.dumps(document, ensure_ascii=False).encode("utf-8", "replace").decode()):
            assert unpack_text(pack_text(text, SUMMARY)) == text

    def test_value_of_megabytes_comes_back_as_it_was(self) -> None:
        noise = random.Random(1).randbytes(2_000_000)
        text = "[東風] " * 300_000
        assert pack(noise, RECORD) == noise
        assert unpack(pack(text.encode(), RECORD)) == text.encode()
        assert len(pack(text.encode(), RECORD)) < 20_000

    def test_value_that_is_longer_than_the_bound_is_stored_as_it_is(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(packing, "MOST", 1000)
        assert pack(b"a" * 1001, RECORD) == b"a" * 1001
        assert pack_text("a" * 1001, VERDICT) == "a" * 1001
        assert len(pack(b"a" * 1000, RECORD)) < 100

    @pytest.mark.parametrize("digest", [packing.WHOLE, packing.SHORT])
    def test_every_damaged_byte_of_a_value_is_found(self, digest: int) -> None:
        packed = pack(FLAGGED, RECORD, digest)
        for place in range(1, len(packed)):
            damaged = bytearray(packed)
            damaged[place] ^= 0x55
            with pytest.raises(UnreadableValue, match="stored value"):
                unpack(bytes(damaged))
        for length in range(2, len(packed)):
            with pytest.raises(UnreadableValue, match="damaged"):
                unpack(packed[:length])
        with pytest.raises(UnreadableValue, match="damaged"):
            unpack(packed + b"\x00")

    @pytest.mark.parametrize("stored", ["~", "~=", "~AQ", "~****", "~AQ==AQ==", "~東"])
    def test_damaged_text_is_said_to_be(self, stored: str) -> None:
        with pytest.raises(UnreadableValue, match="a stored value is damaged"):
            unpack_text(stored)

    def test_unknown_dictionary_is_named_with_those_that_are_known(self) -> None:
        packed = bytearray(pack(FLAGGED, RECORD))
        packed[1] = 77
        with pytest.raises(UnreadableValue, match=r"needs dictionary 77, and this release has 1, 2, 3"):
            unpack(bytes(packed))

    def test_value_that_holds_more_than_it_says_is_not_inflated(self) -> None:
        packed = pack(b"\x00" * 50_000_000, RECORD)
        said = packed[:3] + (1000).to_bytes(4) + packed[7:]
        with pytest.raises(UnreadableValue, match="expected 1000 bytes"):
            unpack(said)
        with pytest.raises(UnreadableValue, match="it says that it has 4294967295 bytes"):
            unpack(packed[:3] + b"\xff" * 4 + packed[7:])

    def test_values_that_the_first_dictionaries_made_are_read_for_good(self) -> None:
        """The files of dictionaries never change, whatever is trained later."""
        assert {number: hashlib.sha256(dictionaries.CONTENTS[number]).hexdigest()[:16] for number in (1, 2, 3)} == {
            1: "093edaf0ce485503",
            2: "f7c702f046e1d6b0",
            3: "4a188a49faf1cb86",
        }

    def test_training_gives_the_same_dictionary_every_time_and_it_serves(self) -> None:
        found = values(list(sample_records())[:12])
        for kind in SIZES:
            made = train(found[kind], 2048)
            assert made == train(found[kind], 2048)
            assert 1024 < len(made) <= 2048


@pytest.fixture(params=[True, False], ids=["compressed", "plain"])
def match(request: pytest.FixtureRequest, owner: Any, settings: Any) -> Match:
    """A judged match of a club's, stored in one form or the other."""
    settings.COMPRESS_RECORDS = request.param
    return judged(owner, club=clubs.create(owner, "茶館", "tea"))


def judged(owner: Any, data: bytes = FLAGGED, **more: object) -> Match:
    stored = store(data, user=owner, **more)
    matches.judge(stored.pk)
    return Match.objects.get(pk=stored.pk)


@pytest.mark.django_db
class TestStored:
    def test_match_is_read_and_searched_alike_in_either_form(
        self, match: Match, owner: Any, client: Client, settings: Any
    ) -> None:
        for (_, column), found in as_stored().items():
            assert all(compressed(column, one) is settings.COMPRESS_RECORDS for one in found)
        client.force_login(owner)
        assert bytes(match.source) == bytes(match.upload.source) == FLAGGED
        assert client.get(f"/api/v1/matches/{match.pk}/source").content == FLAGGED
        answer = client.get(f"/api/v1/matches/{match.pk}/verdict").json()
        expected = referee.verify(referee.parse(FLAGGED)).as_dict()
        assert [answer["status"], answer["totals"]] == [expected["status"], expected["totals"]]
        assert matches.verdict_of(match) == expected
        assert client.get(f"/matches/{match.pk}/").status_code == 200

    def test_tombstones_hold_the_digests_of_what_was_given(self, match: Match) -> None:
        text = json.dumps(matches.verdict_of(match), ensure_ascii=True, separators=(",", ":")).encode()
        Upload.objects.get().delete()
        given = {"records_upload": FLAGGED, "records_match": FLAGGED, "records_judgement": text}
        assert {one.kind: one.digest for one in Tombstone.objects.all()} == {
            kind: hashlib.sha256(data).hexdigest() for kind, data in given.items()
        }

    def test_seals_and_log_hold_whichever_form_is_stored_later(self, match: Match, settings: Any, capsys: Any) -> None:
        before = list(digests(Judgement.objects.all()))
        seal_verdicts(60)
        for form in (not settings.COMPRESS_RECORDS, settings.COMPRESS_RECORDS):
            settings.COMPRESS_RECORDS = form
            call_command("compress_records")
            assert list(digests(Judgement.objects.all())) == before
            call_command("verify_audit")
        assert "1 uploads as they came" in capsys.readouterr().out

    def test_damaged_verdict_and_file_are_found_by_the_audit(self, match: Match) -> None:
        seal_verdicts(60)
        for (table, column), [stored, *_] in as_stored().items():
            if table != "records_verdictsummary":  # a summary is worked out of the verdict
                damaged = stored[:60] + (b"0" if column == "source" else "0") + stored[61:]
                assert damaged != stored
                with connection.cursor() as cursor:
                    cursor.execute(f"UPDATE {table} SET {column} = %s", [damaged])
        with pytest.raises(CommandError) as raised:
            call_command("verify_audit")
        assert "is not what was uploaded" in str(raised.value)
        assert "or the record of its match, is not what" in str(raised.value)


@pytest.mark.django_db
def test_rows_of_before_stand_beside_new_ones_until_they_are_compressed_too(owner: Any, settings: Any) -> None:
    settings.COMPRESS_RECORDS = False
    club = clubs.create(owner, "茶館", "tea")
    first = judged(owner, club=club)
    plain = as_stored()
    settings.COMPRESS_RECORDS = True
    second = judged(owner, ONE, club=club)
    verdicts = [matches.verdict_of(first), matches.verdict_of(second)]
    mixed = as_stored()
    for (_, column), found in mixed.items():
        assert sorted(compressed(column, one) for one in found) == [False, True]
    call_command("compress_records", "--page", "1")
    done = as_stored()
    assert set(done) == STORED
    assert all(compressed(column, one) for (_, column), found in done.items() for one in found)
    again = Match.objects.order_by("created_at")
    assert [bytes(one.source) for one in again] == [FLAGGED, ONE]
    assert [matches.verdict_of(one) for one in again] == verdicts
    assert VerdictSummary.objects.filter(table_result={}).count() == 0
    call_command("compress_records")
    assert as_stored() == done
    settings.COMPRESS_RECORDS = False
    second.upload.delete()
    call_command("compress_records")
    assert as_stored() == plain


@pytest.mark.django_db
def test_file_that_looks_like_a_compressed_value_comes_back_as_it_was(owner: Any, settings: Any) -> None:
    """Whoever knows the form cannot have the service read a file of theirs as another one."""
    file = pack(FLAGGED, RECORD)
    for form in (False, True):
        settings.COMPRESS_RECORDS = form
        stored = Upload.objects.create(source=file, media_type="text/x-ppn", sha256="")
        assert bytes(Upload.objects.get(pk=stored.pk).source) == file


@pytest.mark.django_db
@pytest.mark.parametrize("together", [True, False])
def test_match_with_a_damaged_record_fails_and_costs_others_nothing(owner: Any, settings: Any, together: bool) -> None:
    settings.COMPRESS_RECORDS = True
    broken, whole = store(FLAGGED, user=owner), store(ONE, user=owner)
    damage("records_match", "source", lambda stored: unpack(stored) == FLAGGED)
    if together:
        matches.judge_all([broken.pk, whole.pk])
    else:
        assert [matches.judge(one.pk) is None for one in (broken, whole)] == [True, False]
    state = {one.pk: (one.state, one.error) for one in Match.objects.defer("source")}
    assert state[whole.pk] == ("judged", "")
    assert state[broken.pk][0] == "failed"
    assert "UnreadableValue: a stored value is damaged" in state[broken.pk][1]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("table", "column", "is_flagged"),
    [
        ("records_match", "source", lambda stored: unpack(stored) == FLAGGED),
        ("records_judgement", "verdict", lambda stored: json.loads(unpack_text(stored))["status"] == "flagged"),
    ],
)
def test_damaged_value_fails_its_match_alone_when_matches_are_judged_again(
    settings: Any, table: str, column: str, is_flagged: Callable[[Any], bool]
) -> None:
    settings.COMPRESS_RECORDS = True
    staff = person("staff", is_staff=True)
    broken, whole = store(FLAGGED, user=staff), store(ONE, user=staff)
    matches.judge_all([broken.pk, whole.pk])
    damage(table, column, is_flagged)
    run = rejudging.start(staff, None)
    rejudging.continue_rejudging(run.pk)
    run.refresh_from_db()
    assert (run.state, run.same, run.failed) == ("done", 1, 1)
    difference = Difference.objects.get()
    assert difference.match_id == broken.pk
    assert "a stored value is damaged" in difference.error


@proof
@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "postgresql", reason="PostgreSQL's sizes")
def test_match_of_the_archive_takes_no_more_than_its_bound(owner: Any, settings: Any) -> None:
    settings.COMPRESS_RECORDS = True
    made = [clubs.create(owner, f"Club {number}", f"club-{number}") for number in range(20)]
    size = Size(4_000, texts=True)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        store_matches(size, made, made[0], owner, person("first").pk, 1)
        cursor.execute("SET LOCAL session_replication_role = DEFAULT")
        cursor.execute(
            "SELECT sum(pg_table_size(to_regclass(name))) FROM unnest(%s::text[]) name",
            [sorted({table for table, _ in STORED})],
        )
        [taken] = cursor.fetchone()
    assert taken / Match.objects.count() < BYTES


SHORT_OF_MEMORY = """
import resource
from records.db.compression import RECORD, pack, unpack
text = bytes(range(256)) * 400
packed = pack(text, RECORD)
taken = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (taken + 2**20, taken + 2**20))
ballast, found = [], set()
try:
    while True:
        ballast.append(bytearray(4000))
except MemoryError:
    pass
while ballast and "read" not in found:  # given back piece by piece, so that memory ends at each point of inflating
    try:
        found.add("read" if unpack(packed) == text else "wrong")
    except MemoryError:
        found.add("short")
    except Exception as error:
        found.add(repr(error))
    ballast.pop()
del ballast
print(sorted(found))
"""


def test_value_read_while_memory_is_short_is_not_taken_for_damaged() -> None:
    done = subprocess.run([sys.executable, "-c", SHORT_OF_MEMORY], capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout.strip() == "['read', 'short']", done.stderr
