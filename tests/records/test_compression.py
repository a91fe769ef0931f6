"""Records and verdicts are stored compressed or not, and read the same; what is damaged is said to be, and never shown."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from hypothesis import example, given
from hypothesis import strategies as st

import referee
from records import clubs, matches
from records.db.compression import RECORD, VERDICT, UnreadableValue, is_packed, pack, pack_text, packing, unpack, unpack_text
from records.matches.seals import seal_verdicts
from records.models import Match
from tests.golden import HOME
from tests.records.samples import ONE, SAMPLES, store

FLAGGED = (HOME / "sichuan" / "score-mismatch.ppn").read_bytes()
STORED = {
    ("records_upload", "source"),
    ("records_match", "source"),
    ("records_judgement", "verdict"),
    ("records_verdictsummary", "document"),
    ("records_verdictsummary", "table_result"),
}


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

    def test_seals_and_log_hold_whichever_form_is_stored_later(self, match: Match, settings: Any) -> None:
        settings.COMPRESS_RECORDS = not settings.COMPRESS_RECORDS
        seal_verdicts(60)
        call_command("compress_records")
        for (_, column), found in as_stored().items():
            assert all(compressed(column, one) is settings.COMPRESS_RECORDS for one in found)
        call_command("verify_audit")


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
