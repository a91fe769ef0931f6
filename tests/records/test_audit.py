"""The audit log: what is written, with what it tells of or not at all; what nobody can change; what a broken chain is called."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client

from records import access, audit, matches
from records.models import ApiToken, AuditEntry, Match
from tests.people import CLEAN, FLAGGED, client_of, person, upload

pytestmark = pytest.mark.django_db


def written(after: int = 0) -> list[AuditEntry]:
    """The entries after this number."""
    return list(AuditEntry.objects.filter(number__gt=after).order_by("number"))


def last() -> int:
    entry = AuditEntry.objects.order_by("-number").first()
    return entry.number if entry else 0


def told(entry: AuditEntry) -> tuple[str, str, str, str]:
    return entry.actor, entry.action, entry.target, entry.request_id


class TestWhatIsWritten:
    def test_upload_is_logged_with_who_and_what(self, owner: Any) -> None:
        client = client_of(owner)
        before = last()
        answer = upload(client, HTTP_X_REQUEST_ID="upload-1")
        [entry] = written(before)
        match = Match.objects.get(pk=answer.json()["matches"][0]["id"])
        assert told(entry) == (f"user:{owner.pk}", "upload", f"upload:{match.upload_id}", "upload-1")
        details = json.loads(entry.details)
        assert (details["sha256"], details["matches"], details["created"]) == (match.upload.sha256, 1, 1)
        assert entry.actor_name == "owner"

    def test_upload_of_several_files_is_logged_file_by_file(self, owner: Any) -> None:
        client = client_of(owner)
        before = last()
        files = {"one": SimpleUploadedFile("a.ppn", CLEAN), "two": SimpleUploadedFile("b.ppn", FLAGGED)}
        assert client.post("/api/v1/matches", files).status_code == 202
        assert [json.loads(entry.details)["filename"] for entry in written(before)] == ["a.ppn", "b.ppn"]
        files = {"one": SimpleUploadedFile("c.ppn", CLEAN), "two": SimpleUploadedFile("d.exe", b" ")}
        assert client.post("/api/v1/matches", files).status_code == 422
        assert len(written(before)) == 2

    def test_refused_upload_is_not_logged(self, owner: Any) -> None:
        client = client_of(owner)
        before = last()
        assert upload(client, b"   ").status_code == 422
        assert written(before) == []

    def test_judging_again_is_logged(self, owner: Any) -> None:
        client = client_of(owner)
        match = upload(client).json()["matches"][0]["id"]
        matches.judge(match)
        before = last()
        assert client.post(f"/api/v1/matches/{match}/rejudge", headers={"X-Request-ID": "again"}).status_code == 202
        [entry] = written(before)
        assert told(entry) == (f"user:{owner.pk}", "rejudge", f"match:{match}", "again")

    def test_token_is_logged_when_issued_and_when_revoked(self, owner: Any) -> None:
        before = last()
        token, plain = access.issue_token(owner, "laptop")
        target = f"token:{token.pk}"
        call_command("revoke_token", "owner", "laptop")
        issued, revoked = written(before)
        assert (told(issued)[1:3], told(revoked)[1:3]) == (("token.issue", target), ("token.revoke", target))
        assert plain not in str([entry.__dict__ for entry in written()])
        assert not ApiToken.objects.filter(user=owner).exists()

    def test_token_deleted_with_its_person_or_in_the_administration_is_logged(self, owner: Any, client: Client) -> None:
        root = person("root", is_staff=True, is_superuser=True)
        first, second = access.issue_token(owner, "one")[0], access.issue_token(owner, "two")[0]
        client.force_login(root)
        before = last()
        chosen = {"action": "delete_selected", "_selected_action": [first.pk], "post": "yes"}
        assert client.post("/admin/records/apitoken/", chosen).status_code == 302
        form = {"name": "two", "expires_at_0": "2030-01-01", "expires_at_1": "00:00"}
        assert client.post(f"/admin/records/apitoken/{second.pk}/change/", form).status_code == 302
        pk = owner.pk
        owner.delete()
        entries = written(before)
        assert [(entry.action, entry.target) for entry in entries] == [
            ("token.revoke", f"token:{first.pk}"),
            ("token.change", f"token:{second.pk}"),
            ("token.revoke", f"token:{second.pk}"),
            ("account.delete", f"user:{pk}"),
        ]
        assert [entry.actor for entry in entries] == [f"user:{root.pk}", f"user:{root.pk}", "", ""]

    def test_signing_in_and_out_is_logged(self, owner: Any, client: Client) -> None:
        before = last()
        client.post("/accounts/login/", {"username": "owner", "password": "wrong\u0000"})
        client.post("/accounts/login/", {"username": "owner", "password": "wrong"})
        client.post("/accounts/login/", {"username": "owner", "password": "pass-of-owner"})
        client.post("/accounts/logout/")
        entries = written(before)
        assert [entry.action for entry in entries] == ["sign-in.refused", "sign-in", "sign-out"]
        assert [entry.actor for entry in entries] == ["", f"user:{owner.pk}", f"user:{owner.pk}"]
        assert "wrong" not in str([entry.__dict__ for entry in entries])
        assert all(len(entry.request_id) == 32 for entry in entries)

    def test_logging_outside_of_a_transaction_is_refused(self, transactional_db: None) -> None:
        with pytest.raises(RuntimeError, match="transaction"):
            audit.record("upload", "upload:1")

    def test_rolled_back_change_leaves_no_entry(self, owner: Any) -> None:
        before = last()
        with transaction.atomic():
            access.issue_token(owner, "never")
            assert last() == before + 1
            transaction.set_rollback(True)
        assert last() == before


class TestNobodyChangesIt:
    @pytest.mark.parametrize(
        "statement",
        [
            "UPDATE records_auditentry SET actor_name = 'nobody'",
            "DELETE FROM records_auditentry",
            "DELETE FROM records_auditentry WHERE number = (SELECT max(number) FROM records_auditentry)",
        ],
    )
    def test_database_refuses_to_change_or_delete_an_entry(self, owner: Any, statement: str) -> None:
        access.issue_token(owner, "kept")
        before = list(AuditEntry.objects.values())
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
        assert list(AuditEntry.objects.values()) == before

    def test_database_refuses_to_replace_an_entry(self, owner: Any) -> None:
        access.issue_token(owner, "kept")
        put = "INSERT OR REPLACE INTO records_auditentry SELECT * FROM records_auditentry"
        if connection.vendor == "postgresql":
            put = "TRUNCATE records_auditentry"
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(put)

    def test_administration_offers_no_change_of_an_entry(self, client: Client) -> None:
        client.force_login(person("root", is_staff=True, is_superuser=True))
        assert client.get("/admin/records/auditentry/").status_code == 200
        for what in ("delete", "change"):
            assert client.post(f"/admin/records/auditentry/{last()}/{what}/", {"post": "yes"}).status_code == 403
        assert client.get("/admin/records/auditentry/add/").status_code == 403


@contextmanager
def unguarded() -> Iterator[Callable[..., None]]:
    """The database without its triggers, as who owns it can make it; taken back afterwards with whatever was done."""
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("ALTER TABLE records_auditentry DISABLE TRIGGER USER")
        else:
            for name in ("update", "delete", "replace"):
                cursor.execute(f"DROP TRIGGER records_auditentry_{name}")
        yield cursor.execute
        transaction.set_rollback(True)


class TestTheChain:
    @pytest.fixture
    def middle(self, owner: Any) -> int:
        """A number with entries before and after it."""
        for name in ("one", "two", "three", "four"):
            access.issue_token(owner, name)
        assert audit.verify().broken is None
        return last() - 1

    @pytest.mark.parametrize("column", ["at", "actor", "actor_name", "action", "target", "details", "request_id", "hash"])
    def test_verification_names_a_changed_entry(self, middle: int, column: str) -> None:
        with unguarded() as execute:
            execute(f"UPDATE records_auditentry SET {column} = 'x' WHERE number = %s", [middle])
            with pytest.raises(CommandError, match=rf"^entry {middle}: .*\(changed\)"):
                call_command("verify_audit")
        assert audit.verify().broken is None

    def test_verification_names_the_entry_after_one_changed_with_a_new_hash(self, middle: int) -> None:
        with unguarded() as execute:
            entry = AuditEntry.objects.get(number=middle)
            entry.actor_name = "somebody else"
            execute(
                "UPDATE records_auditentry SET actor_name = %s, hash = %s WHERE number = %s",
                [entry.actor_name, entry.digest(), middle],
            )
            with pytest.raises(CommandError, match=rf"^entry {middle + 1}: .*\(unlinked\)"):
                call_command("verify_audit")

    def test_verification_names_the_entry_after_a_missing_one(self, middle: int) -> None:
        with unguarded() as execute:
            execute("DELETE FROM records_auditentry WHERE number = %s", [middle])
            with pytest.raises(CommandError, match=rf"^entry {middle}: .*\(missing\)"):
                call_command("verify_audit")

    def test_verification_by_a_noted_head_sees_an_end_cut_off_or_rewritten(self, middle: int, capsys: Any) -> None:
        call_command("verify_audit")
        said = capsys.readouterr().out.strip()
        noted = said.rpartition(" ")[2]
        assert noted == f"{middle + 1}:{AuditEntry.objects.get(number=middle + 1).hash}"
        call_command("verify_audit", "--expect", noted)
        with unguarded() as execute:
            execute("DELETE FROM records_auditentry WHERE number > %s", [middle])
            call_command("verify_audit", "--only", "chain")
            with pytest.raises(CommandError, match=rf"^entry {middle + 1}: .*\(missing\)"):
                call_command("verify_audit", "--expect", noted)
            audit.record("forged", "nothing")
            with pytest.raises(CommandError, match=rf"^entry {middle + 1}: .*\(replaced\)"):
                call_command("verify_audit", "--expect", noted)


def at_once(work: list[Callable[[], None]]) -> list[BaseException]:
    """Each in a thread and on a connection of its own, started together; what went wrong."""
    barrier, wrong = threading.Barrier(len(work)), []

    def run(one: Callable[[], None]) -> None:
        try:
            barrier.wait(60)
            one()
        except BaseException as error:  # noqa: BLE001 - told to the test
            wrong.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[one]) for one in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
        assert not thread.is_alive()
    return wrong


@pytest.mark.django_db(transaction=True)
def test_concurrent_writers_make_one_chain(owner: Any, other: Any) -> None:
    before, writers, each = last(), 8, 15

    def issue(name: str) -> None:
        for number in range(each):
            access.issue_token(owner, f"{name}-{number}")

    def both(first: bytes, second: bytes) -> None:
        for _ in range(each):
            with audit.atomic():
                matches.upload(first, media_type="text/x-ppn", user=other)
                matches.upload(second, media_type="text/x-ppn", user=other)

    matches.upload(CLEAN, media_type="text/x-ppn", user=other)
    matches.upload(FLAGGED, media_type="text/x-ppn", user=other)
    work: list[Callable[[], None]] = [lambda name=str(n): issue(name) for n in range(writers - 2)]
    assert at_once([*work, lambda: both(CLEAN, FLAGGED), lambda: both(FLAGGED, CLEAN)]) == []
    assert last() == before + 2 + (writers - 2) * each + 2 * 2 * each
    chain = audit.verify()
    assert chain.broken is None
    assert chain.entries == last()
    assert len({entry.previous for entry in written()}) == last()
