"""Taking uploads in: all of a file or nothing, the same record once, refusals that leave nothing behind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User

import records
import referee
from records.accounts import clubs
from records.accounts.models import Role
from records.archive import matches
from records.archive.models import Match, Upload
from tests.records.at_once import at_once

SAMPLES = sorted((Path(records.__file__).parent / "archive" / "samples").glob("*.ppn"))
ONE = SAMPLES[0].read_bytes()

pytestmark = pytest.mark.django_db


def accept(data: bytes, **more: object) -> matches.Uploaded:
    return matches.upload(data, media_type="text/x-ppn", **more)  # type: ignore[arg-type]


def test_upload_stores_every_match_of_a_file_pending_and_searchable(ann: User) -> None:
    data = b"\n".join([*(path.read_bytes() for path in SAMPLES), ONE])
    taken = accept(data, user=ann, filename="season.ppn")
    assert taken.created == [True] * len(SAMPLES) + [False]
    assert taken.matches[0].pk == taken.matches[-1].pk
    assert bytes(Upload.objects.get().source) == data
    for match, path, ordinal in zip(taken.matches, SAMPLES, range(1, 99), strict=False):
        record = referee.parse(path.read_bytes())
        assert (match.state, match.ordinal, match.sha256) == ("pending", ordinal, record.sha256)
        assert (match.game, match.event) == (record.game, record.tags.get("Event", ""))
        assert [seat.name for seat in match.seats.all()] == list(record.seats.values())


def test_lines_count_from_the_top_of_the_uploaded_file(ann: User) -> None:
    broken = b'\n[PPN "1"]\n[Game "sichuan"\n'
    found = accept(ONE + broken, user=ann).matches
    matches.judge(found[1].pk)
    verdict = matches.verdict_of(Match.objects.get(pk=found[1].pk))
    assert verdict is not None
    assert verdict["status"] == "unreadable"
    assert verdict["findings"][0]["line"] > ONE.count(b"\n")


ODD = '[PPN "1"]\n[Game "sichuan"]\n[Event "a\x00b\u202e<b>"]\n[Seat.E "\x00\U0001f004"]\n'
ODD_JSON = json.dumps({"ppn": 1, "game": "no\u0000\ud800game", "seats": {}, "rounds": []})


@pytest.mark.parametrize(("text", "media_type"), [(ODD, "text/x-ppn"), (ODD_JSON, "application/json")])
def test_nul_and_odd_unicode_in_names_are_kept_and_judged(ann: User, text: str, media_type: str) -> None:
    [match] = matches.upload(text.encode(), media_type=media_type, user=ann).matches
    matches.judge(match.pk)
    verdict = matches.verdict_of(Match.objects.get(pk=match.pk))
    assert verdict is not None
    assert verdict["status"] == ("clean" if text == ODD else "unreadable")
    assert bytes(Upload.objects.get().source) == text.encode()


def test_same_record_of_two_owners_is_stored_for_each(ann: User) -> None:
    bob = User.objects.create_user("bob")
    club = clubs.create(bob, "Club")
    clubs.accept_invitation(clubs.invite(bob, club, "ann", Role.SCORER))
    found = [accept(ONE, **who).matches[0] for who in ({"user": ann}, {"user": bob}, {"user": bob, "club": club}, {})]
    assert len({match.pk for match in found}) == 4
    assert accept(ONE, user=ann, club=club).created == [False]


@pytest.mark.parametrize(
    ("data", "media_type", "status", "code"),
    [
        (b"", "text/x-ppn", 422, "empty"),
        (ONE, "image/png", 415, "unsupported-media-type"),
        (b"x" * (16 * 2**20 + 1), "text/x-ppn", 413, "too-large"),
        (b'[PPN "1"]\n' * 10_001, "text/x-ppn", 413, "too-large"),
        (b'[PPN "1"]\n[Game "\xff"]', "text/x-ppn", 422, "syntax"),
    ],
)
def test_refused_upload_stores_nothing(data: bytes, media_type: str, status: int, code: str) -> None:
    with pytest.raises(matches.UploadError) as refused:
        matches.upload(data, media_type=media_type)
    assert (refused.value.status, refused.value.code) == (status, code)
    assert set(refused.value.message.texts()) == {"zh", "en"}
    assert not Upload.objects.exists()


def test_upload_enqueues_on_commit_in_tasks_of_at_most_a_hundred_ids(
    ann: User, enqueued_tasks: dict[str, list[Any]], django_capture_on_commit_callbacks: object
) -> None:
    head, _, tail = ONE.partition(b"\n")
    data = b"\n".join(head + f'\n[X{number} "1"]\n'.encode() + tail for number in range(250))
    with django_capture_on_commit_callbacks() as callbacks:  # type: ignore[operator]
        taken = accept(data, user=ann)
    assert enqueued_tasks == {}
    for callback in callbacks:
        callback()
    sent = enqueued_tasks["judge_matches"]
    assert [len(ids) for ids in sent] == [100, 100, 50]
    assert [id_ for ids in sent for id_ in ids] == [str(match.pk) for match in taken.matches]


def test_characters_that_a_database_cannot_hold_stay_in_the_source(ann: User) -> None:
    odd = ONE.replace(b"[Event ", b'[Odd "a\x00b"]\n[Event ', 1).replace(b'[Seat.E "', b'[Seat.E "\x00\xe2\x80\xae<b>', 1)
    match = accept(odd, user=ann).matches[0]
    assert b"\x00" in bytes(match.source)
    assert match.seats.get(seat="E").name.startswith("\u2400\u202e<b>")
    assert matches.judge(match.pk) is not None


@pytest.mark.django_db(transaction=True)
def test_concurrent_uploads_of_one_record_store_it_once() -> None:
    ann, taken = User.objects.create_user("ann"), list[matches.Uploaded]()
    assert at_once([lambda: taken.append(accept(ONE, user=ann))] * 4) == [""] * 4
    assert Match.objects.count() == 1
    assert {one.matches[0].pk for one in taken} == {Match.objects.get().pk}
