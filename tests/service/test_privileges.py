"""The service under a role that owns nothing: all of its ordinary work passes, and what only an owner may do is refused."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import httpx
import psycopg
import pytest
from django.apps import apps
from psycopg import errors, sql

from tests.proof import slow
from tests.service.furnished import furnished
from tests.service.service import ROOT, Service, wait_for

pytestmark = [
    slow,
    pytest.mark.skipif(not os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="only PostgreSQL has roles"),
]

STORED = """
from pathlib import Path
from records.archive import matches
for path in sorted(Path("records/archive/samples").glob("*.ppn"))[:2]:
    for match in matches.upload(path.read_bytes(), media_type="text/x-ppn").matches:
        matches.judge(match.pk)
"""
ERASED = """
from records.archive.models import Judgement, Match, Upload; from records.core.models import Tombstone
upload = Upload.objects.filter(matches__judgements__isnull=False, club=None).first()
expected = {str(upload.pk), *(str(m.pk) for m in upload.matches.all())}
expected |= {str(j.pk) for j in Judgement.objects.filter(match__upload=upload)}
before = Tombstone.objects.count()
upload.delete()
left = Tombstone.objects.all()[: Tombstone.objects.count() - before]
print({stone.key for stone in left} == expected, {stone.role for stone in left})
"""

ERASED_AFTER_ALL = """
from django.contrib.auth.models import User
from django.utils import timezone
from records.archive import matches; from records import own_data
from records.accounts.sign_in import deletion
from records.accounts.models import AccountDeletion; from records.archive.models import DeletedMatch
DeletedMatch.objects.update(ends_at=timezone.now())
deletion.request_deletion(User.objects.get(username="wei"))
AccountDeletion.objects.update(ends_at=timezone.now())
matches.erase_expired(), own_data.erase_expired()
"""
LEFT_AFTER_ALL = """
from records.accounts.models import AccountDeletion; from records.archive.models import DeletedMatch
print(DeletedMatch.objects.count(), AccountDeletion.objects.count())
"""


class Roles:
    """An owner and a role of the service, for a database of this test."""

    def __init__(self, service: Service) -> None:
        mark = uuid.uuid4().hex[:12]
        self.service, self.superuser = service, service.environment["DATABASE_URL"]
        self.owner, self.role = f"referee_owner_{mark}", f"referee_service_{mark}"

    def url(self, role: str) -> str:
        place = urlsplit(self.superuser)
        return urlunsplit(place._replace(netloc=f"{role}:secret@{place.hostname}:{place.port or 5432}"))

    def make(self) -> None:
        """Hand the database over, as the runbook has it done."""
        environment = {
            **os.environ,
            "DATABASE_OWNER": self.owner,
            "DATABASE_SERVICE": self.role,
            "DATABASE_OWNER_PASSWORD": "secret",
            "DATABASE_PASSWORD": "secret",
        }
        command = ["psql", "-X", "-v", "ON_ERROR_STOP=1", "-f", str(ROOT / "scripts" / "database_roles.sql"), self.superuser]
        ran = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600)
        assert ran.returncode == 0, ran.stderr

    def grant(self) -> None:
        """What the owner does after every migration."""
        self.service.manage("migrate", "--verbosity", "0", DATABASE_URL=self.url(self.owner))
        self.service.manage("grant_service", self.role, DATABASE_URL=self.url(self.owner))

    def drop(self) -> None:
        with psycopg.connect(self.superuser, autocommit=True) as connection:
            for role in (self.role, self.owner):
                name = sql.Identifier(role)
                connection.execute(sql.SQL("REASSIGN OWNED BY {} TO CURRENT_USER").format(name))
                connection.execute(sql.SQL("DROP OWNED BY {}").format(name))
                connection.execute(sql.SQL("DROP ROLE {}").format(name))


@contextmanager
def made_roles(var: Path) -> Iterator[Roles]:
    """The roles, made and granted, and a service set to connect as its own; none of its processes runs."""
    service = Service(var)
    roles = Roles(service)
    try:
        service.prepare()
        roles.make()
        roles.grant()
        service.environment["DATABASE_URL"] = roles.url(roles.role)
        yield roles
    finally:
        for process in list(service.processes):
            service.kill(process)
        roles.drop()
        service.close()


@pytest.fixture(scope="module")
def roles(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Roles]:
    """Those of the tests that store nothing."""
    with made_roles(tmp_path_factory.mktemp("roles")) as roles:
        yield roles


@pytest.fixture
def own_roles(tmp_path: Path) -> Iterator[Roles]:
    with made_roles(tmp_path) as roles:
        yield roles


def test_ordinary_work_passes_under_a_role_that_owns_nothing(own_roles: Roles) -> None:
    service = own_roles.service
    service.web()
    service.worker()
    service.beat()
    shown = furnished(service)
    assert service.request("GET", f"http://127.0.0.1:{service.port}/readyz")[0] == 200
    assert shown["games"]
    said = service.manage("verify_audit", "--seal")
    assert "triggers in place" in said
    assert re.search(r"^verdicts: [1-9]\d* verdicts as sealed$", said, re.M), said
    service.manage("sweep")
    service.manage("search_keys")
    service.manage("clearsessions")
    service.shell(STORED)
    assert service.shell(ERASED) == f"True {{{own_roles.role!r}}}"
    service.shell(ERASED_AFTER_ALL)  # or the sweeper, which may have come first
    wait_for(lambda: service.shell(LEFT_AFTER_ALL) == "0 0", "what was due to be erased")
    log = "".join(file.read_text() for file in service.var.glob("*.log"))
    assert "permission denied" not in log, log


HELD = """
import hashlib, json
from records.archive.models import Judgement, Match, Upload
def digest(text):
    return hashlib.sha256(text).hexdigest()
def held():
    yield from (digest(bytes(row.source)) for model in (Upload, Match) for row in model.objects.all())
    yield from (digest(json.dumps(row.verdict, separators=(",", ":")).encode()) for row in Judgement.objects.all())
expected = sorted(held())
"""
LEFT = """
from records.archive import visitors
from records.core import sandbox
from records.core.models import Tombstone
visitors.store(visitors.judge(bytes(Match.objects.first().source), sandbox.Room()), filename="", network="")
dropped = [one.delete()[0] for one in Upload.expiring.all()]
Upload.objects.all().delete()
print(len(expected), sorted(Tombstone.objects.values_list("digest", flat=True)) == expected, len(dropped), Match.expiring.count())
"""


def test_tombstones_that_the_owners_function_leaves_hold_the_digests_of_what_was_given(own_roles: Roles) -> None:
    service = own_roles.service
    service.shell(STORED)
    assert service.shell(HELD + LEFT) == "6 True 1 0", "what expires leaves none"


REFUSED = [
    "UPDATE archive_judgement SET verdict = '{}'",
    "DELETE FROM archive_judgement",
    "TRUNCATE archive_judgement CASCADE",
    "UPDATE archive_match SET source = ''",
    "UPDATE archive_upload SET source = ''",
    "UPDATE archive_upload SET expires_at = now()",
    "UPDATE archive_match SET expires_at = now()",
    "UPDATE archive_judgement SET expires_at = now()",
    "DELETE FROM archive_upload",
    "DELETE FROM accounts_club",
    "TRUNCATE accounts_auditentry",
    "DROP TRIGGER accounts_auditentry_rows ON accounts_auditentry",
    "ALTER TABLE accounts_auditentry DISABLE TRIGGER ALL",
    "ALTER TABLE archive_judgement ADD COLUMN forged text",
    "CREATE OR REPLACE FUNCTION accounts_auditentry_refuses() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN OLD; END'",
    "DROP TABLE accounts_auditentry",
    "CREATE TABLE mine (id int)",
    "CREATE SCHEMA mine",
    "SET session_replication_role = replica",
    "DELETE FROM django_migrations",
    "SELECT * FROM pg_authid",
    "SELECT pg_read_file('/etc/passwd')",
    "COPY archive_match TO PROGRAM 'cat'",
    "CREATE ROLE mine",
    "SELECT records_erase('accounts_auditentry', ARRAY['1'], '', '', '')",
]


def refused(connection: psycopg.Connection, statement: str) -> bool:
    try:
        connection.execute(statement)  # type: ignore[call-overload]
    except errors.InsufficientPrivilege:
        return True
    return False


def test_what_only_an_owner_may_do_is_refused(roles: Roles) -> None:
    with psycopg.connect(roles.url(roles.role), autocommit=True) as connection:
        kept = [model._meta for model in apps.get_models() if getattr(model, "append_only", False)]
        changes = [f"UPDATE {meta.db_table} SET {meta.pk.column} = {meta.pk.column}" for meta in kept]
        for statement in [*REFUSED, *changes, *(f"DELETE FROM {meta.db_table}" for meta in kept)]:
            assert refused(connection, statement), statement
        with pytest.raises(errors.InsufficientPrivilege):
            connection.execute(sql.SQL("SET ROLE {}").format(sql.Identifier(roles.owner)))


def said(roles: Roles, role: str, *command: str) -> tuple[int, str]:
    """Status and errors of a management command under a role."""
    environment = {**roles.service.environment, "DATABASE_URL": roles.url(role) if role else roles.superuser}
    command = (sys.executable, "manage.py", *command)
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600)
    return ran.returncode, ran.stderr


def test_check_warns_of_a_role_that_owns_its_tables_and_of_no_other(roles: Roles) -> None:
    check = ("check", "--deploy", "--database", "default", "--fail-level", "CRITICAL")
    assert "records.W001" in said(roles, roles.owner, *check)[1]
    assert "SUPERUSER" in said(roles, "", *check)[1]
    assert "records.W001" not in said(roles, roles.role, *check)[1]


def test_granting_to_a_role_that_owns_tables_is_refused(roles: Roles) -> None:
    status, error = said(roles, roles.owner, "grant_service", roles.owner)
    assert (status, "has more than the service may have" in error) == (1, True)


@pytest.mark.parametrize("given", ["DATABASE_OWNER_PASSWORD", "DATABASE_PASSWORD"])
def test_roles_are_not_made_without_both_passwords(given: str) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.endswith("PASSWORD")} | {given: "secret"}
    command = ["psql", "-X", "-f", str(ROOT / "scripts" / "database_roles.sql"), os.environ["DATABASE_URL"]]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600)
    assert (ran.returncode, "PASSWORD is not set" in ran.stderr) == (3, True)


def test_roles_made_and_granted_again_change_nothing(roles: Roles) -> None:
    query = "SELECT relname, relowner::regrole::text, relacl::text FROM pg_class WHERE relnamespace = 'public'::regnamespace"
    before = sorted(roles.service.ask(query), key=str)
    roles.make()
    roles.grant()
    assert sorted(roles.service.ask(query), key=str) == before
    assert {owner for _, owner, _ in before} == {roles.owner}


def connected(service: Service) -> psycopg.Connection | None:
    """A connection of the service's role; None while it has no other left."""
    try:
        return psycopg.connect(service.environment["DATABASE_URL"])
    except psycopg.OperationalError:
        return None


def test_exhausted_connections_are_503_with_retry_after(roles: Roles) -> None:
    service = roles.service
    web = service.web("--workers", "1", **service.having(CONN_MAX_AGE=0))
    with psycopg.connect(roles.superuser, autocommit=True) as connection:
        connection.execute(sql.SQL("ALTER ROLE {} CONNECTION LIMIT 1").format(sql.Identifier(roles.role)))
    wait_for(lambda: service.request("GET", "matches")[0] == 200, "an answer while a connection is free")
    with wait_for(lambda: connected(service), "the only connection to be free"):
        bearer = {"Authorization": f"Bearer {service.token}"}
        answer = httpx.get(f"http://127.0.0.1:{service.port}/api/v1/matches", headers=bearer, timeout=600)
        assert (answer.status_code, answer.json()["code"], answer.headers["Retry-After"]) == (503, "unavailable", "5")
        assert service.request("GET", f"http://127.0.0.1:{service.port}/healthz")[0] == 200
    wait_for(lambda: service.request("GET", "matches")[0] == 200, "an answer once a connection is free again")
    service.kill(web)
    with psycopg.connect(roles.superuser, autocommit=True) as connection:
        connection.execute(sql.SQL("ALTER ROLE {} CONNECTION LIMIT -1").format(sql.Identifier(roles.role)))
