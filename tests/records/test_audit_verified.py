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

from records import access, audit, clubs, events, matches
from records.audit import checks
from records.matches.seals import sealing
from records.models import AuditEntry, Club, ClubEntry, Judgement, Match, Membership, Role, Ruling, Upload
from referee.results.ranking.rulings import findings_of
from tests.people import CLEAN, FLAGGED, PPN, person
from tests.records.evening import EVENT, text, upload

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


def forge_chain(first: int) -> None:
    """Compute the hashes of all entries from this number on anew, as somebody would who has changed one."""
    before = AuditEntry.objects.filter(number__lt=first).order_by("-number").first()
    previous = before.hash if before else audit.log.GENESIS
    for entry in AuditEntry.objects.filter(number__gte=first).order_by("number"):
        entry.previous = previous
        previous = entry.digest()
        AuditEntry.objects.filter(number=entry.number).update(previous=entry.previous, hash=previous)


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
    assert match.current_judgement is not None
    finding = next(iter(findings_of(match.current_judgement.verdict)))
    return events.rule(owner, event, match, finding, "corrected", "Half.", {"E": 1, "S": -1, "W": 0, "N": 0})


class TestTheChain:
    def test_tail_that_was_cut_off_is_seen_by_a_noted_entry_alone(self, judged: list[Match], capsys: Any) -> None:
        call_command("verify_audit")
        noted = capsys.readouterr().out.split()[-1]
        newest = AuditEntry.objects.latest("number").number
        with behind_its_back("records_auditentry") as execute:
            execute("DELETE FROM records_auditentry WHERE number >= %s", [newest])  # a seal, which no index names
        call_command("verify_audit", "--only", "chain")
        said = capsys.readouterr().out
        assert "cannot show that" in said
        assert "--expect NUMBER:HASH" in said
        with pytest.raises(CommandError, match=rf"^entry {newest}: it is not there \(missing\)"):
            call_command("verify_audit", "--expect", noted)

    def test_log_that_was_deleted_is_seen_without_a_noted_entry_too(self, judged: list[Match], capsys: Any) -> None:
        call_command("verify_audit")
        noted = capsys.readouterr().out.split()[-1]
        with behind_its_back("records_auditentry") as execute:
            execute("DELETE FROM records_auditentry")
        with pytest.raises(CommandError, match=r"^entry 1: it is not there"):
            call_command("verify_audit", "--expect", noted)
        with pytest.raises(CommandError, match=r"the index of club \d+ has an entry \d+, which is none"):
            call_command("verify_audit")

    def test_log_that_was_written_anew_is_seen_by_a_noted_entry(self, judged: list[Match], capsys: Any) -> None:
        call_command("verify_audit")
        noted = capsys.readouterr().out.split()[-1]
        with behind_its_back("records_auditentry", "records_audittile", "records_loghead") as execute:
            execute("UPDATE records_auditentry SET actor_name = 'somebody else' WHERE number = 2")
            forge_chain(2)
            execute("DELETE FROM records_audittile")  # he signs heads of another tree from now on
            execute("DELETE FROM records_loghead")
        call_command("verify_audit")
        with pytest.raises(CommandError, match=r"^entry \d+: .*\(replaced\)"):
            call_command("verify_audit", "--expect", noted)

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


class TestTheIndex:
    def test_index_that_was_emptied_is_found(self, judged: list[Match], club: Club) -> None:
        number = ClubEntry.objects.filter(club=club).order_by("number").values_list("number", flat=True)[0]
        ClubEntry.objects.all().delete()
        assert f"index: entry {number} is missing from the index of club {club.pk}, whose owners do not read of it" in faults()

    def test_entry_that_was_redirected_to_another_club_is_found(self, judged: list[Match], club: Club, other: User) -> None:
        elsewhere = clubs.create(other, "Coffee", "coffee")
        row = ClubEntry.objects.filter(club=club).order_by("number")[0]
        ClubEntry.objects.filter(pk=row.pk).update(club=elsewhere)
        assert faults() == [
            f"index: entry {row.number} is missing from the index of club {club.pk}, whose owners do not read of it",
            f"index: entry {row.number} is in the index of club {elsewhere.pk}, of which it does not speak",
        ]

    def test_index_of_an_entry_that_is_none_is_found(self, judged: list[Match], club: Club) -> None:
        ClubEntry.objects.create(club=club, number=10**9)
        assert faults() == [f"index: the index of club {club.pk} has an entry {10**9}, which is none"]

    def test_entries_of_a_deleted_club_are_in_no_index(self, judged: list[Match], other: User) -> None:
        clubs.create(other, "Coffee", "coffee").delete()
        assert faults() == []


@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="of SQLite")
class TestTriggersOfSqlite:
    TRIGGER = "records_ruling_update"

    def test_trigger_that_was_dropped_is_found(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP TRIGGER {self.TRIGGER}")
        [said] = faults("triggers")
        assert said.startswith(f"triggers: the trigger {self.TRIGGER} of records_ruling is not there")

    def test_trigger_that_does_something_else_is_found(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP TRIGGER {self.TRIGGER}")
            cursor.execute(f"CREATE TRIGGER {self.TRIGGER} BEFORE UPDATE ON records_ruling BEGIN SELECT 1; END")
        assert faults("triggers") == [f"triggers: the trigger {self.TRIGGER} of records_ruling does not do what it was made for"]

    def test_trigger_that_no_migration_made_is_found(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("CREATE TRIGGER sly AFTER INSERT ON records_auditentry BEGIN SELECT 1; END")
        assert faults("triggers") == ["triggers: records_auditentry has a trigger sly that no migration made"]

    def test_triggers_of_every_append_only_table_are_expected(self) -> None:
        checked, _ = figures("triggers")
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '%append-only%'")
            assert checked == cursor.fetchone()[0] > 9


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="of PostgreSQL")
class TestTriggersOfPostgresql:
    @pytest.mark.parametrize(
        ("statement", "said"),
        [
            ("ALTER TABLE records_ruling DISABLE TRIGGER USER", "switched off"),
            ("ALTER TABLE records_ruling ENABLE REPLICA TRIGGER records_ruling_rows", "switched off"),
            ("DROP TRIGGER records_ruling_rows ON records_ruling", "is not there"),
            ("DROP FUNCTION records_ruling_refuses() CASCADE", "is not there"),
            (
                "CREATE OR REPLACE FUNCTION records_ruling_refuses() RETURNS trigger LANGUAGE plpgsql AS "
                "$$BEGIN RETURN COALESCE(NEW, OLD); END$$",
                "does not do what it was made for",
            ),
            (
                "DROP TRIGGER records_ruling_rows ON records_ruling; CREATE TRIGGER records_ruling_rows BEFORE UPDATE OR DELETE "
                "ON records_ruling FOR EACH ROW WHEN (OLD.number = 0) EXECUTE FUNCTION records_ruling_refuses()",
                "does not do what it was made for",
            ),
            (
                "DROP TRIGGER records_ruling_rows ON records_ruling; CREATE TRIGGER records_ruling_rows BEFORE DELETE ON "
                "records_ruling FOR EACH ROW EXECUTE FUNCTION records_ruling_refuses()",
                "does not do what it was made for",
            ),
            (
                "CREATE TRIGGER sly BEFORE INSERT ON records_auditentry"
                " FOR EACH ROW EXECUTE FUNCTION records_auditentry_refuses()",
                "has a trigger sly that no migration made",
            ),
            ("SET LOCAL session_replication_role = replica", "session_replication_role is replica: no trigger fires"),
        ],
    )
    def test_trigger_that_keeps_nothing_any_more_is_found(self, statement: str, said: str) -> None:
        assert faults("triggers") == []
        with connection.cursor() as cursor:
            cursor.execute(statement)
        found = faults("triggers")
        assert found
        assert all(said in one for one in found)

    def test_triggers_of_every_append_only_table_are_expected(self) -> None:
        checked, _ = figures("triggers")
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid"
                " WHERE NOT tgisinternal AND prosrc LIKE '%%append-only%%'"
            )
            assert checked == cursor.fetchone()[0] > 7


class TestRecords:
    def test_text_that_was_changed_is_found(self, judged: list[Match]) -> None:
        upload = judged[0].upload_id
        Upload.objects.filter(pk=upload).update(source=CLEAN.replace(b"sichuan", b"Sichuan"))
        [said] = faults("records")
        assert said.startswith(f"records: upload {upload} is not what was uploaded, by entry ")

    def test_digest_that_was_changed_with_its_text_is_found(self, judged: list[Match]) -> None:
        Upload.objects.filter(pk=judged[0].upload_id).update(source=FLAGGED, sha256=judged[1].upload.sha256)
        assert len(faults("records")) == 1

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

    def test_verdict_that_was_taken_to_another_match_is_found(self, judged: list[Match]) -> None:
        Judgement.objects.filter(pk=judged[0].current_judgement_id).update(match=judged[1], rules="x")
        assert len(faults("verdicts")) == 1

    def test_verdict_that_was_deleted_behind_the_service_is_found(self, judged: list[Match]) -> None:
        judgement = judged[0].current_judgement_id
        Match.objects.filter(pk=judged[0].pk).update(current_judgement=None)
        with connection.cursor() as cursor:
            for table in ("finding", "seatresult", "verdictsummary"):
                cursor.execute(f"DELETE FROM records_{table} WHERE judgement_id = %s", [judgement])
            cursor.execute("DELETE FROM records_judgement WHERE id = %s", [judgement])
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

    def test_another_verdict_with_the_id_of_a_deleted_one_is_found(self, judged: list[Match]) -> None:
        row = Judgement.objects.get(match=judged[1])
        gone = Judgement.objects.get(match=judged[0])
        row.pk, row.match = gone.pk, judged[0]
        gone.delete()
        row.save(force_insert=True)
        assert len(faults("verdicts")) == 1

    def test_verdict_that_is_not_sealed_yet_is_said_not_to_be_covered(self, judged: list[Match]) -> None:
        matches.rejudge(judged[0])
        Judgement.objects.filter(match=judged[0]).update(engine_version="0.0.1")
        matches.judge(judged[0].pk)
        [check] = checks.verify_all(only=["verdicts"]).checks
        assert check.uncovered == 1


class TestRulings:
    @pytest.mark.parametrize("change", ["reason = 'bought'", "decision = 'upheld', scores = NULL", "arbiter_name = 'ann'"])
    def test_ruling_that_was_changed_is_found(self, ruling: Ruling, change: str) -> None:
        assert figures("rulings") == (1, 0)
        with behind_its_back("records_ruling") as execute:
            execute(f"UPDATE records_ruling SET {change}")
        number = AuditEntry.objects.filter(action="event.ruling").latest("number").number
        assert faults() == [f"rulings: ruling 1 of event {ruling.event_id} is not what entry {number} says"]

    def test_ruling_that_was_deleted_is_found(self, ruling: Ruling) -> None:
        with behind_its_back("records_ruling") as execute:
            execute("DELETE FROM records_ruling")
        number = AuditEntry.objects.filter(action="event.ruling").latest("number").number
        assert faults() == [f"rulings: ruling 1 of event {ruling.event_id}, of entry {number}, is gone"]

    def test_ruling_without_an_entry_is_found(self, ruling: Ruling) -> None:
        ruling.pk, ruling.number = None, 2
        ruling.save(force_insert=True)
        assert faults() == [f"rulings: ruling 2 of event {ruling.event_id} has no entry"]

    def test_ruling_of_before_its_entry_held_a_digest_is_not_covered(self, ruling: Ruling, owner: User) -> None:
        ruling.pk, ruling.number = None, 2
        ruling.save(force_insert=True)
        with transaction.atomic():
            audit.record("event.ruling", f"event:{ruling.event_id}", by=owner, number=2, reason="Half.")
        assert figures("rulings") == (1, 1)


class TestRoles:
    def test_role_that_was_given_by_sql_is_found(self, judged: list[Match], club: Club, other: User) -> None:
        clubs.accept_invitation(clubs.invite(club.memberships.get().user, club, other.username, Role.MEMBER))
        assert faults() == []
        given = Membership.objects.get(user=other)
        Membership.objects.filter(user=other).update(role=Role.OWNER)
        assert faults() == [
            f"roles: club {club.pk}: member {given.pk} is owner of user {other.pk}, and by the log member of user {other.pk}"
        ]

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

    def test_superuser_that_was_made_by_sql_is_found(self, judged: list[Match], other: User) -> None:
        User.objects.filter(pk=other.pk).update(is_superuser=True, is_staff=True)
        assert faults() == [f"accounts: user {other.pk} is staff superuser, and by the log an ordinary account"]

    def test_staff_that_is_made_in_the_open_is_accounted_for(self, judged: list[Match], other: User) -> None:
        other.is_staff = True
        other.save()
        person("root", is_staff=True, is_superuser=True)
        assert figures("accounts") == (2, 0)
        other.delete()
        assert figures("accounts") == (1, 0)

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
        monkeypatch.setattr("records.access.baseline.SIZE", 3)
        access.write_baseline()
        assert AuditEntry.objects.filter(action="access.baseline", number__gt=audit.emptied()).count() == 3
        assert figures("roles") == (8, 0)


def test_emptied_database_is_said_and_what_was_before_is_not_missed(judged: list[Match], capsys: Any) -> None:
    with transaction.atomic():
        audit.record("database.flush", "database")
    Judgement.objects.update(status="flagged")
    Upload.objects.update(sha256="0" * 64)
    for model in (ClubEntry, Membership):
        model.objects.all()._raw_delete("default")
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
