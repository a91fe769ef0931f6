"""The audit log: what is written, with what it tells of or not at all; what nobody can change; what a broken chain is called."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client

from records.accounts import access, audit, clubs
from records.accounts.models import ApiToken, AuditEntry
from records.archive import matches
from records.archive.models import Match
from records.tournament import events
from records.tournament.publications import signing_keys
from tests.people import CLEAN, FLAGGED, client_of, upload
from tests.records import evening
from tests.records.at_once import at_once
from tests.referee.tournament.evening import published as results_of_another_service
from tests.referee.tournament.evening import seal

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
            "UPDATE accounts_auditentry SET actor_name = 'nobody'",
            "DELETE FROM accounts_auditentry WHERE number = (SELECT max(number) FROM accounts_auditentry)",
            "TRUNCATE accounts_auditentry"
            if connection.vendor == "postgresql"
            else "INSERT OR REPLACE INTO accounts_auditentry SELECT * FROM accounts_auditentry",
        ],
    )
    def test_database_refuses_to_change_or_delete_an_entry(self, owner: Any, statement: str) -> None:
        access.issue_token(owner, "kept")
        before = list(AuditEntry.objects.values())
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
        assert list(AuditEntry.objects.values()) == before


@contextmanager
def unguarded() -> Iterator[Callable[..., None]]:
    """The database without its triggers, as who owns it can make it; taken back afterwards with whatever was done."""
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("ALTER TABLE accounts_auditentry DISABLE TRIGGER USER")
        else:
            for name in ("update", "delete", "replace"):
                cursor.execute(f"DROP TRIGGER accounts_auditentry_{name}")
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

    @pytest.mark.parametrize("column", ["at", "actor", "details", "request_id", "club", "hash"])
    def test_verification_names_a_changed_entry(self, middle: int, column: str) -> None:
        with unguarded() as execute:
            execute(f"UPDATE accounts_auditentry SET {column} = '0' WHERE number = %s", [middle])
            with pytest.raises(CommandError, match=rf"^entry {middle}: .*\(changed\)"):
                call_command("verify_audit")
        assert audit.verify().broken is None

    def test_verification_names_the_entry_after_one_changed_with_a_new_hash(self, middle: int) -> None:
        with unguarded() as execute:
            entry = AuditEntry.objects.get(number=middle)
            entry.actor_name = "somebody else"
            execute(
                "UPDATE accounts_auditentry SET actor_name = %s, hash = %s WHERE number = %s",
                [entry.actor_name, entry.digest(), middle],
            )
            with pytest.raises(CommandError, match=rf"^entry {middle + 1}: .*\(unlinked\)"):
                call_command("verify_audit")

    def test_verification_names_the_entry_after_a_missing_one(self, middle: int) -> None:
        with unguarded() as execute:
            execute("DELETE FROM accounts_auditentry WHERE number = %s", [middle])
            with pytest.raises(CommandError, match=rf"^entry {middle}: .*\(missing\)"):
                call_command("verify_audit")

    def test_verification_by_a_noted_head_sees_an_end_cut_off_or_rewritten(self, middle: int, capsys: Any) -> None:
        call_command("verify_audit")
        said = capsys.readouterr().out.strip()
        noted = said.rpartition(" ")[2]
        assert noted == f"{middle + 1}:{AuditEntry.objects.get(number=middle + 1).hash}"
        call_command("verify_audit", "--expect", noted)
        with unguarded() as execute:
            execute("DELETE FROM accounts_auditentry WHERE number > %s", [middle])
            call_command("verify_audit", "--only", "chain")
            with pytest.raises(CommandError, match=rf"^entry {middle + 1}: .*\(missing\)"):
                call_command("verify_audit", "--expect", noted)
            audit.record("sign-out", "user:0")
            with pytest.raises(CommandError, match=rf"^entry {middle + 1}: .*\(replaced\)"):
                call_command("verify_audit", "--expect", noted)


class TestPublishedHead:
    """A publication carries the last entry before it, and ``verify_audit --head`` tells whether that entry still stands."""

    @pytest.fixture
    def published(self, owner: Any, settings: Any, tmp_path: Path) -> Path:
        """The file of published results, and a log that has grown since."""
        settings.VAR, settings.RESULTS_KEY = tmp_path, ""
        club = clubs.create(owner, "Tea", "tea")
        evening.upload(club, owner, evening.text(Table="1"))
        event = events.create(owner, club, evening.EVENT)
        path = tmp_path / "evening.results.json"
        path.write_bytes(evening.file_of(evening.publish(owner, event)))
        access.issue_token(owner, "later")
        return path

    def head_in(self, published: Path) -> audit.Head:
        return audit.Head(**json.loads(published.read_bytes())["document"]["audit"])

    def verify(self, file: Path) -> None:
        call_command("verify_audit", "--only", "chain", "--head", str(file))

    def test_publication_carries_number_and_hash_of_the_entry_before_its_own(self, published: Path) -> None:
        own = AuditEntry.objects.get(action="event.publish")
        before = AuditEntry.objects.get(number=own.number - 1)
        assert self.head_in(published) == (before.number, before.hash)

    def test_entry_stands_where_it_stood(self, published: Path, capsys: Any) -> None:
        self.verify(published)
        assert f"entry {self.head_in(published).number} of {published} stands where it stood" in capsys.readouterr().out

    def test_entry_stands_although_the_chain_breaks_after_it(self, published: Path, capsys: Any) -> None:
        with unguarded() as execute:
            execute("UPDATE accounts_auditentry SET actor = 'x' WHERE number = %s", [last()])
            with pytest.raises(CommandError, match=r"\(changed\)") as refused:
                self.verify(published)
        assert refused.value.returncode == 1
        assert " stands where it stood" in capsys.readouterr().out

    @pytest.mark.parametrize("rewritten", [True, False])
    def test_entry_of_a_log_that_was_rewritten_or_cut_off_does_not_stand(
        self, published: Path, rewritten: bool, capsys: Any
    ) -> None:
        number = self.head_in(published).number
        with unguarded() as execute:
            execute("DELETE FROM accounts_auditentry WHERE number >= %s", [number])
            if rewritten:
                audit.record("sign-out", "user:0")
            call_command("verify_audit", "--only", "chain")
            with pytest.raises(
                CommandError, match=rf"^entry {number}: .*\({'replaced' if rewritten else 'missing'}\)"
            ) as refused:
                self.verify(published)
        assert refused.value.returncode == 1
        assert f"entry {number} of {published} does not stand where it stood" in capsys.readouterr().out

    def refused(self, file: Path) -> str:
        """Why a file cannot tell."""
        with pytest.raises(CommandError, match="cannot tell") as refused:
            self.verify(file)
        assert refused.value.returncode == 3
        return str(refused.value)

    def test_file_that_carries_no_entry_cannot_tell(self, published: Path, tmp_path: Path) -> None:
        document = json.loads(published.read_bytes())["document"]
        del document["audit"]
        published.write_bytes(seal(document, signing_keys.private_key()))
        assert "no entry of the audit log" in self.refused(published)

    def test_file_of_another_service_cannot_tell(self, published: Path) -> None:
        published.write_bytes(results_of_another_service())
        assert "nothing was published here" in self.refused(published)

    def test_file_that_was_changed_cannot_tell(self, published: Path) -> None:
        head = self.head_in(published)
        published.write_bytes(published.read_bytes().replace(head.hash.encode(), b"0" * 64))
        assert "/hash" in self.refused(published)

    @pytest.mark.parametrize("data", [b"", b"{}", None])
    def test_what_is_no_published_results_cannot_tell(self, tmp_path: Path, data: bytes | None) -> None:
        if data is not None:
            (tmp_path / "other").write_bytes(data)
        self.refused(tmp_path / "other")


@pytest.mark.django_db(transaction=True)
def test_concurrent_writers_make_one_chain(owner: Any, other: Any) -> None:
    before, writers, each = last(), 4, 6

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
    assert set(at_once([*work, lambda: both(CLEAN, FLAGGED), lambda: both(FLAGGED, CLEAN)])) == {""}
    assert last() == before + 2 + (writers - 2) * each + 2 * 2 * each
    chain = audit.verify()
    assert chain.broken is None
    assert chain.entries == last()
    assert len({entry.previous for entry in written()}) == last()
