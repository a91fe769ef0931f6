"""``verify_audit``: whatever somebody who owns the database changes behind the service's back is found and named."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.utils import timezone

from records.accounts import access, audit, clubs
from records.accounts.audit import checks
from records.accounts.models import AuditEntry, Club, Membership, Role
from records.archive import matches
from records.archive.matches.seals import sealing
from records.archive.models import Judgement, Match, Upload
from records.tournament import events
from records.tournament.models import Ruling
from tests.people import CLEAN, FLAGGED, PPN, person
from tests.records.evening import EVENT, finding_of, text, upload

pytestmark = pytest.mark.django_db


@contextmanager
def behind_its_back(*tables: str) -> Iterator[Callable[..., None]]:
    """Statements of who owns the database, past the triggers of these tables; the triggers are put back afterwards."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            for table in tables:
                cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
            yield cursor.execute
            for table in tables:
                cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")
            return
        cursor.execute("SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger'")
        triggers = [(name, sql) for name, table, sql in cursor.fetchall() if table in tables]
        for name, _ in triggers:
            cursor.execute(f"DROP TRIGGER {name}")
        yield cursor.execute
        for _, sql in triggers:
            cursor.execute(sql)


def faults(*only: str) -> list[str]:
    """What verification finds."""
    report = checks.verify_all(only=only or None)
    assert report.chain.broken is None
    return [f"{check.part}: {fault}" for check in report.checks for fault in check.faults()]


def figures(part: str) -> tuple[int, int]:
    """How much of a part was checked, and how much is not covered."""
    [check] = checks.verify_all(only=[part]).checks
    assert check.faults() == []
    return check.checked, check.uncovered


@pytest.fixture
def club(owner: User) -> Club:
    return clubs.create(owner, "Tea", "tea")


@pytest.fixture
def judged(owner: User, club: Club) -> list[Match]:
    """Two matches of the club with verdicts, sealed, and all roles written down."""
    stored = [matches.upload(data, media_type=PPN, user=owner, club=club).matches[0] for data in (CLEAN, FLAGGED)]
    for match in stored:
        matches.judge(match.pk)
    access.write_baseline()
    assert matches.seal_verdicts(10) == 2
    assert faults() == []
    return [Match.objects.get(pk=match.pk) for match in stored]


@pytest.fixture
def ruling(owner: User, club: Club) -> Ruling:
    """A ruling on a finding of a match at a table."""
    event = events.create(owner, club, EVENT)
    [match] = upload(club, owner, text("sichuan/score-mismatch", Table="1"))
    finding = finding_of(match)
    return events.rule(owner, event, match, finding, "corrected", "Half.", {"E": 1, "S": -1, "W": 0, "N": 0})


class TestTheChain:
    def test_verification_never_says_that_it_holds_without_saying_what(self, judged: list[Match], capsys: Any) -> None:
        call_command("verify_audit")
        said = capsys.readouterr().out
        assert "holds" not in said
        assert [line.partition(":")[0] for line in said.splitlines()][-1].startswith("note ")
        for part in ("chain", *checks.parts()):
            assert f"\n{part}: " in f"\n{said}"
        newest = AuditEntry.objects.latest("number")
        call_command("verify_audit", "--expect", f"{newest.number}:{newest.hash}")
        assert "is the one that was noted" in capsys.readouterr().out


TRIGGER, TABLE = "tournament_ruling_update", "tournament_ruling"
SQLITE = [
    (f"DROP TRIGGER {TRIGGER}", "is not there"),
    (f"DROP TRIGGER {TRIGGER}; CREATE TRIGGER {TRIGGER} BEFORE UPDATE ON {TABLE} BEGIN SELECT 1; END", "does not do what it was"),
    ("CREATE TRIGGER sly AFTER INSERT ON accounts_auditentry BEGIN SELECT 1; END", "has a trigger sly that no migration made"),
]
NOTHING = "CREATE OR REPLACE FUNCTION tournament_ruling_refuses() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RETURN NEW; END$$"
ANEW = (
    "DROP TRIGGER tournament_ruling_rows ON tournament_ruling; "
    "CREATE TRIGGER tournament_ruling_rows BEFORE UPDATE OR DELETE ON tournament_ruling"
)
REFUSES = "FOR EACH ROW {} EXECUTE FUNCTION {}_refuses()"
POSTGRESQL = [
    ("ALTER TABLE tournament_ruling DISABLE TRIGGER USER", "switched off"),
    ("ALTER TABLE tournament_ruling ENABLE REPLICA TRIGGER tournament_ruling_rows", "switched off"),
    ("DROP TRIGGER tournament_ruling_rows ON tournament_ruling", "is not there"),
    (NOTHING, "does not do what it was made for"),
    (f"{ANEW} {REFUSES.format('WHEN (OLD.number = 0)', 'tournament_ruling')}", "does not do what it was made for"),
    (
        f"CREATE TRIGGER sly BEFORE INSERT ON accounts_auditentry {REFUSES.format('', 'accounts_auditentry')}",
        "sly that no migration made",
    ),
    ("SET LOCAL session_replication_role = replica", "session_replication_role is replica: no trigger fires"),
]


class TestTriggers:
    @pytest.mark.parametrize(("statements", "said"), POSTGRESQL if connection.vendor == "postgresql" else SQLITE)
    def test_trigger_that_keeps_nothing_any_more_is_found(self, statements: str, said: str) -> None:
        assert faults("triggers") == []
        with connection.cursor() as cursor:
            for statement in statements.replace("; CREATE", ";\nCREATE").split(";\n"):
                cursor.execute(statement)
        found = faults("triggers")
        assert found
        assert all(said in one for one in found)

    def test_triggers_of_every_append_only_table_are_expected(self) -> None:
        checked, _ = figures("triggers")
        sql = "SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '%append-only%'"
        if connection.vendor == "postgresql":
            of_tables = "pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid"
            sql = f"SELECT count(*) FROM {of_tables} WHERE NOT tgisinternal AND prosrc LIKE '%append-only%'"
        with connection.cursor() as cursor:
            cursor.execute(sql)
            assert checked == cursor.fetchone()[0] > 7


class TestRecords:
    @pytest.mark.parametrize("with_digest", [False, True])
    def test_text_that_was_changed_is_found(self, judged: list[Match], with_digest: bool) -> None:
        upload, digest = judged[0].upload, judged[1].upload.sha256 if with_digest else judged[0].upload.sha256
        Upload.objects.filter(pk=upload.pk).update(source=FLAGGED, sha256=digest)
        [said] = faults("records")
        assert said.startswith(f"records: upload {upload.pk} is not what was uploaded, by entry ")

    def test_upload_that_was_deleted_behind_the_service_is_found(self, judged: list[Match]) -> None:
        upload = judged[0].upload
        matches.seal_verdicts(10)
        Judgement.objects.filter(match=judged[0]).delete()
        judged[0].delete()
        Upload.objects.filter(pk=upload.pk)._raw_delete("default")  # type: ignore[attr-defined]
        [said] = faults()
        assert said.startswith(f"records: upload {upload.pk} of entry ")
        assert said.endswith("is gone, and no entry says that it was deleted")

    def test_upload_that_was_deleted_in_the_open_is_accounted_for(self, judged: list[Match]) -> None:
        judged[0].upload.delete()
        assert faults() == []
        assert figures("records") == (1, 0)

    def test_upload_without_an_entry_is_said_not_to_be_covered(self, judged: list[Match], owner: User) -> None:
        Upload.objects.create(source=b"", sha256="0" * 64, media_type=PPN, user=owner)
        assert figures("records") == (2, 1)


class TestVerdicts:
    @pytest.mark.parametrize(
        "change",
        [
            {"status": "flagged"},
            {"verdict": {"status": "clean"}},
            {"findings_count": 7},
            {"engine_version": "9.9.9"},
            {"created_at": timezone.now() + timedelta(days=1)},
            {"rules": "max_fan=3"},
        ],
    )
    def test_verdict_that_was_changed_is_found_and_named(self, judged: list[Match], change: dict[str, Any]) -> None:
        judgement = judged[0].current_judgement_id
        Judgement.objects.filter(pk=judgement).update(**change)
        number = AuditEntry.objects.filter(action=sealing.SEAL).latest("number").number
        assert faults("verdicts") == [
            f"verdicts: judgement {judgement}, or the record of its match, is not what entry {number} has sealed"
        ]

    def test_record_of_a_verdict_that_was_changed_is_found(self, judged: list[Match]) -> None:
        Match.objects.filter(pk=judged[1].pk).update(source=CLEAN)
        [said] = faults()
        assert said.startswith(f"verdicts: judgement {judged[1].current_judgement_id}, or the record of its match")

    def test_verdict_that_was_deleted_behind_the_service_is_found(self, judged: list[Match]) -> None:
        judgement = judged[0].current_judgement_id
        Match.objects.filter(pk=judged[0].pk).update(current_judgement=None)
        with connection.cursor() as cursor:
            for table in ("finding", "seatfan", "seatresult", "verdictsummary"):
                cursor.execute(f"DELETE FROM archive_{table} WHERE judgement_id = %s", [judgement])
            cursor.execute("DELETE FROM archive_judgement WHERE id = %s", [judgement])
        [said] = faults("verdicts")
        assert said.startswith(f"verdicts: judgement {judgement}, sealed by entry ")
        assert said.endswith("is gone, and no entry says that it was deleted")

    def test_verdict_that_was_deleted_in_the_open_is_accounted_for(self, judged: list[Match]) -> None:
        judged[0].delete()
        assert faults() == []
        Judgement.objects.get(match=judged[1]).delete()
        assert faults() == []
        assert figures("verdicts") == (0, 0)

    def test_change_before_a_deletion_in_the_open_is_found(self, judged: list[Match]) -> None:
        Judgement.objects.filter(match=judged[0]).update(status="flagged")
        judged[0].delete()
        assert len(faults("verdicts")) == 1

    def test_verdict_that_is_not_sealed_yet_is_said_not_to_be_covered(self, judged: list[Match]) -> None:
        matches.rejudge(None, judged[0])
        Judgement.objects.filter(match=judged[0]).update(engine_version="0.0.1")
        matches.judge(judged[0].pk)
        [check] = checks.verify_all(only=["verdicts"]).checks
        assert check.uncovered == 1


class TestRulings:
    @pytest.mark.parametrize("change", ["reason = 'bought'", "decision = 'upheld', scores = NULL"])
    def test_ruling_that_was_changed_is_found(self, ruling: Ruling, change: str) -> None:
        assert figures("rulings") == (1, 0)
        with behind_its_back("tournament_ruling") as execute:
            execute(f"UPDATE tournament_ruling SET {change}")
        number = AuditEntry.objects.filter(action="event.ruling").latest("number").number
        assert faults() == [f"rulings: ruling 1 of event {ruling.event_id} is not what entry {number} says"]

    def test_ruling_that_was_put_in_and_one_that_was_deleted_are_found(self, ruling: Ruling) -> None:
        number = AuditEntry.objects.filter(action="event.ruling").latest("number").number
        ruling.pk, ruling.number = None, 2
        ruling.save(force_insert=True)
        with behind_its_back("tournament_ruling") as execute:
            execute("DELETE FROM tournament_ruling WHERE number = 1")
        assert sorted(faults()) == [
            f"rulings: ruling 1 of event {ruling.event_id}, of entry {number}, is gone",
            f"rulings: ruling 2 of event {ruling.event_id} has no entry",
        ]


class TestRoles:
    def test_role_that_was_given_by_sql_is_found(self, judged: list[Match], club: Club, other: User) -> None:
        clubs.accept_invitation(clubs.invite(club.memberships.get().user, club, other.username, Role.MEMBER))
        assert faults() == []
        given = Membership.objects.get(user=other)
        Membership.objects.filter(user=other).update(role=Role.OWNER)
        assert faults() == [
            f"roles: club {club.pk}: member {given.pk} is owner of user {other.pk}, and by the log member of user {other.pk}"
        ]
        with pytest.raises(CommandError, match=f"^roles: club {club.pk}: member {given.pk} is owner"):
            call_command("verify_audit")

    def test_role_that_was_put_in_or_taken_away_by_sql_is_found(
        self, judged: list[Match], club: Club, owner: User, other: User
    ) -> None:
        Membership.objects.bulk_create([Membership(club=club, user=other, role=Role.SCORER)])
        given = Membership.objects.get(user=other)
        assert faults() == [f"roles: club {club.pk}: member {given.pk} is scorer?, and by the log not there"]
        Membership.objects.all()._raw_delete("default")
        assert len(faults()) == 1
        assert faults()[0].endswith(f"is not there, and by the log owner of user {owner.pk}")

    def test_roles_that_change_in_every_open_way_are_accounted_for(
        self, judged: list[Match], club: Club, owner: User, other: User
    ) -> None:
        invited = clubs.invite(owner, club, other.username, Role.MEMBER)
        assert faults() == []
        clubs.change_role(owner, invited, Role.SCORER)
        assert faults() == []
        clubs.accept_invitation(invited)
        clubs.change_role(owner, invited, Role.OWNER)
        assert faults() == []
        clubs.remove_member(owner, Membership.objects.get(user=owner))
        direct = Membership.objects.create(club=club, user=owner, role=Role.MEMBER)
        assert faults() == []
        direct.accepted_at = timezone.now()
        direct.save()
        assert faults() == []
        other.delete()
        assert faults() == []
        assert figures("roles") == (1, 0)
        empty = clubs.create(owner, "Coffee", "coffee")
        assert figures("roles") == (2, 0)
        empty.delete()
        assert figures("roles") == (1, 0)

    def test_staff_that_is_made_in_the_open_is_accounted_for_and_by_sql_is_found(self, judged: list[Match], other: User) -> None:
        person("root", is_staff=True, is_superuser=True)
        assert figures("accounts") == (1, 0)
        User.objects.filter(pk=other.pk).update(is_superuser=True, is_staff=True)
        assert faults() == [f"accounts: user {other.pk} is staff superuser, and by the log an ordinary account"]

    def test_roles_are_not_covered_before_they_were_written_down(self, club: Club, staff: User) -> None:
        assert figures("roles") == (0, 1)
        assert figures("accounts") == (0, 1)
        assert access.write_baseline()
        assert not access.write_baseline()
        assert figures("roles") == (1, 0)
        assert figures("accounts") == (1, 0)

    def test_baseline_of_many_roles_stands_in_several_entries(self, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
        people = User.objects.bulk_create([User(username=f"p{number}") for number in range(7)])
        Membership.objects.bulk_create([Membership(club=club, user=one) for one in people])
        monkeypatch.setattr("records.accounts.access.baseline.SIZE", 3)
        access.write_baseline()
        assert AuditEntry.objects.filter(action="access.baseline", number__gt=audit.emptied()).count() == 3
        assert figures("roles") == (8, 0)


def test_emptied_database_is_said_and_what_was_before_is_not_missed(judged: list[Match], capsys: Any) -> None:
    with transaction.atomic():
        audit.record("database.flush", "database")
    Judgement.objects.update(status="flagged")
    Upload.objects.update(sha256="0" * 64)
    Membership.objects.all()._raw_delete("default")
    assert faults() == []
    call_command("verify_audit")
    said = capsys.readouterr().out
    assert "says that the database was emptied" in said
    assert "verdicts: 0 verdicts as sealed; not covered: 2" in said


def test_faults_beyond_the_first_are_counted() -> None:
    check = checks.Check()
    for number in range(checks.MOST + 5):
        check.fault(str(number))
    assert check.faults()[-1] == "and 5 more"
    assert len(check.faults()) == checks.MOST + 1
