"""A club's zip: what is in it, made by workers that die, without what is deleted; kept for a day."""

from __future__ import annotations

import csv
import gc
import io
import json
import zipfile
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

import referee
from records.accounts import clubs
from records.accounts.models import AuditEntry, Club, Role
from records.archive import club_exports, matches, players
from records.archive.club_exports import making
from records.archive.matches.deletion.models import DeletedMatch
from records.archive.models import Match
from records.core.errors import Refusal
from records.core.models import JobPart
from records.core.queue import jobs
from records.core.queue.models import Job
from tests.people import person
from tests.records.players import between, player, store

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(owner: Any) -> Club:
    return clubs.create(owner, "茶館", "tea")


def made(owner: Any, club: Club) -> Job:
    export = club_exports.ask(owner, club)
    jobs.run(export.pk)
    export.refresh_from_db()
    assert export.state == "done"
    return export


def exports() -> QuerySet[Job]:
    return Job.objects.filter(kind=making.KIND)


def unzipped(export: Job) -> dict[str, bytes]:
    file = club_exports.download(export, Club.objects.get(pk=export.facts["club"]))
    assert file is not None
    data = b"".join(file.content)  # type: ignore[arg-type]
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        assert {entry.compress_type for entry in archive.infolist()} == {zipfile.ZIP_DEFLATED}
        return {name: archive.read(name) for name in archive.namelist()}


def results_in(files: dict[str, bytes]) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(files["results.csv"].decode("utf-8-sig"), newline="")))


def evenings(count: int) -> list[str]:
    return [between("Ann,Bo,Cy,Di", event=f"晚會 {number}") for number in range(count)]


# -- what is in it ---------------------------------------------------------------------------------------------------------


def test_zip_has_every_record_its_verdict_and_the_results(owner: Any, club: Club) -> None:
    stored = store(club, owner, *evenings(2))
    files = unzipped(made(owner, club))
    assert len(files) == 2 * 2 + 1
    rows = results_in(files)
    for match in stored:
        of_match = [row for row in rows if row["match"] == str(match.pk)]
        path = of_match[0]["record"]
        record = matches.record_of(match)
        assert isinstance(record, referee.Record)
        assert files[path].decode() == referee.write(record)
        assert json.loads(files[path.replace(".ppn", ".verdict.json")]) == matches.verdict_of(match)
        assert [row["name"] for row in of_match] == ["Ann", "Bo", "Cy", "Di"]
        points = {row["player"]: int(row["points"]) for row in of_match}
        assert points == {name: players.points_in(player(club, name), [match])[match.pk] for name in points}
        assert {(row["event"], row["game"], row["verdict"]) for row in of_match} == {(match.event, "sichuan", "clean")}


def test_files_are_named_by_day_event_and_number_and_the_same_matches_give_the_same_zip(owner: Any, club: Club) -> None:
    [match] = store(club, owner, between("Ann,Bo,Cy,Di", event="../晚會 一/二"))
    files = unzipped(made(owner, club))
    day = "undated" if match.day.year == 1 else match.day.isoformat()
    record = f"matches/{day}_晚會-一-二_{match.number}"
    [path, verdict, results] = [name.replace(f"_{match.table}_", "_") if match.table else name for name in files]
    assert (path, verdict, results) == (f"{record}.ppn", f"{record}.verdict.json", "results.csv")
    assert unzipped(made(owner, club)) == files


def test_match_that_is_not_judged_or_cannot_be_read_is_in_it_as_it_was_brought(owner: Any, club: Club) -> None:
    broken = '[PPN "1"]\n[Game "sichuan"]\n[Round "1"]\nE-9x\n'
    [unreadable] = store(club, owner, broken)
    [waiting] = store(club, owner, *evenings(1), judged=False)
    files = unzipped(made(owner, club))
    paths = {row["match"]: row["record"] for row in results_in(files)}
    assert files[paths[str(unreadable.pk)]] == bytes(unreadable.source)
    assert f"{paths[str(waiting.pk)].removesuffix('.ppn')}.verdict.json" not in files
    assert len(files) == 2 + 1 + 1


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1+2", "@SUM(A1)"])
def test_name_is_never_a_formula(owner: Any, club: Club, name: str) -> None:
    store(club, owner, between(f"{name},Bo,Cy,Di"))
    files = unzipped(made(owner, club))
    assert files["results.csv"].startswith(b"\xef\xbb\xbf")
    assert {row["name"] for row in results_in(files)} == {f"'{name}", "Bo", "Cy", "Di"}


def test_other_clubs_matches_are_not_in_it(owner: Any, club: Club) -> None:
    store(clubs.create(owner, "Lions", "lions"), owner, *evenings(1))
    assert list(unzipped(made(owner, club))) == ["results.csv"]


def test_match_whose_files_cannot_be_made_is_left_out_and_keeps_nobody(
    owner: Any, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    poison, _ = store(club, owner, *evenings(2))
    real = making.files_of

    def poisoned(match: Match) -> Any:
        if match.pk == poison.pk:
            raise ValueError("poison")
        return real(match)

    monkeypatch.setattr(making, "files_of", poisoned)
    export = made(owner, club)
    assert (export.counts["matches"], export.counts["left_out"], len(unzipped(export))) == (1, 1, 3)


# -- by steps --------------------------------------------------------------------------------------------------------------


def test_zip_is_the_same_whatever_the_steps_and_wherever_workers_die(
    owner: Any, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    store(club, owner, *evenings(5))
    whole = unzipped(made(owner, club))
    monkeypatch.setattr(making, "STEP", 2)
    real = making._store
    deaths = []

    def dies_after(*given: Any) -> None:
        real(*given)
        if len(deaths) < 2:
            deaths.append(1)
            raise KeyboardInterrupt

    monkeypatch.setattr(making, "_store", dies_after)
    export = club_exports.ask(owner, club)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            jobs.run(export.pk, redelivered=True)
    jobs.run(export.pk, redelivered=True)
    export.refresh_from_db()
    assert (export.state, export.counts["matches"]) == ("done", 5)
    assert unzipped(export) == whole


def test_uploads_come_first(owner: Any, club: Club, monkeypatch: pytest.MonkeyPatch, enqueued_tasks: dict[str, Any]) -> None:
    monkeypatch.setattr(making, "STEP", 1)
    store(club, owner, *evenings(3), judged=False)
    export = club_exports.ask(owner, club)
    jobs.run(export.pk)
    export.refresh_from_db()
    assert (export.state, export.steps) == ("pending", 1)


def test_one_match_is_held_at_a_time_and_a_step_ends_by_its_bytes(
    owner: Any, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    store(club, owner, *evenings(4))
    held: list[int] = []
    real = making.files_of

    def counted(match: Match) -> Any:
        held.append(in_memory() - others)
        return real(match)

    def in_memory() -> int:
        return sum(type(thing) is Match for thing in gc.get_objects())

    gc.collect()
    others = in_memory()
    monkeypatch.setattr(making, "files_of", counted)
    monkeypatch.setattr(making, "STEP_SIZE", 1)
    made(owner, club)
    assert (held, JobPart.objects.count()) == ([1] * 4, 4)


def test_download_holds_a_piece_at_a_time(owner: Any, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    store(club, owner, *evenings(4))
    monkeypatch.setattr(making, "STEP", 1)
    file = club_exports.download(made(owner, club), club)
    assert file is not None
    with CaptureQueriesContext(connection) as asked:
        next(iter(file.content))
    assert len(asked) == 2, "the keys of the pieces, and the first"


# -- what is deleted -------------------------------------------------------------------------------------------------------


def test_finished_zip_goes_with_a_match_that_is_deleted(owner: Any, club: Club) -> None:
    gone, stays = store(club, owner, *evenings(2))
    made(owner, club)
    matches.delete(owner, gone)
    assert club_exports.latest(owner, club) is None
    assert not JobPart.objects.exists()
    assert {row["match"] for row in results_in(unzipped(made(owner, club)))} == {str(stays.pk)}


def test_finished_zip_stays_where_a_match_of_another_club_is_deleted(owner: Any, club: Club) -> None:
    store(club, owner, *evenings(1))
    [other] = store(clubs.create(owner, "Lions", "lions"), owner, *evenings(1))
    export = made(owner, club)
    matches.delete(owner, other)
    assert club_exports.latest(owner, club) == export


def test_match_that_is_erased_without_being_deleted_first_is_taken_back_too(owner: Any, club: Club) -> None:
    [gone] = store(club, owner, *evenings(1))
    made(owner, club)
    gone.delete()
    assert club_exports.latest(owner, club) is None


def test_erasing_a_match_that_was_deleted_before_leaves_the_zip_made_since(owner: Any, club: Club) -> None:
    gone, _ = store(club, owner, *evenings(2))
    matches.delete(owner, gone)
    export = made(owner, club)
    DeletedMatch.objects.update(ends_at=timezone.now())
    assert matches.erase_expired() == 1
    assert club_exports.latest(owner, club) == export
    assert gone.number not in str(list(unzipped(export)))


def test_export_under_way_begins_anew_where_it_has_a_match_that_is_deleted(
    owner: Any,
    club: Club,
    monkeypatch: pytest.MonkeyPatch,
    enqueued_tasks: dict[str, Any],
    django_capture_on_commit_callbacks: Any,
) -> None:
    monkeypatch.setattr(making, "STEP", 1)
    store(club, owner, *evenings(3))
    first, *others = sorted(club.matches.all(), key=lambda match: match.pk)
    export = club_exports.ask(owner, club)
    jobs.run(export.pk, seconds=0)
    with django_capture_on_commit_callbacks(execute=True):
        matches.delete(owner, first)
    assert not exports().filter(pk=export.pk).exists()
    anew = club_exports.latest(owner, club)
    assert anew is not None
    assert (anew.state, anew.steps, enqueued_tasks["run_job"]) == ("pending", 0, [str(anew.pk)])
    jobs.run(anew.pk)
    assert {row["match"] for row in results_in(unzipped(exports().get()))} == {str(match.pk) for match in others}


def test_match_that_is_deleted_while_its_step_is_made_is_not_in_it(
    owner: Any, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone, stays = store(club, owner, *evenings(2))
    real, deleted = making._store, []

    def late(*given: Any) -> None:
        if not deleted:
            deleted.append(matches.delete(owner, gone))
        real(*given)

    monkeypatch.setattr(making, "_store", late)
    assert {row["match"] for row in results_in(unzipped(made(owner, club)))} == {str(stays.pk)}


# -- who, and how long -----------------------------------------------------------------------------------------------------


def test_owners_alone_have_it_made_and_that_is_written_down(owner: Any, club: Club) -> None:
    bo, boss = person("bo"), person("boss")
    clubs.accept_invitation(clubs.invite(owner, club, "bo", Role.ORGANIZER))
    for actor in (bo, boss):
        for act in (club_exports.ask, club_exports.latest):
            with pytest.raises(Refusal):
                act(actor, club)
    export = club_exports.ask(owner, club)
    assert club_exports.ask(owner, club) == export, "one at a time"
    assert AuditEntry.objects.filter(action="club.export", target=f"club:{club.pk}").count() == 1


def test_export_is_kept_for_a_day_and_the_last_but_one_until_the_next(owner: Any, club: Club) -> None:
    store(club, owner, *evenings(1))
    last_three = [made(owner, club) for _ in range(3)]
    assert set(exports()) == set(last_three[1:])
    jobs.sweep(60)
    assert exports().count() == 2
    exports().update(finished_at=timezone.now() - timedelta(days=1, seconds=1))
    jobs.sweep(60)
    assert not exports().exists()
    assert not JobPart.objects.exists()


def test_club_that_is_deleted_takes_its_export_along(owner: Any, club: Club) -> None:
    made(owner, club)
    Club.objects.filter(pk=club.pk).delete()
    assert not exports().exists()
    assert not JobPart.objects.exists()
