"""The service under a role that owns nothing: all of its ordinary work passes, and what only an owner may do is refused."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import uuid
from collections.abc import Iterator
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

pytestmark = pytest.mark.skipif(not os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="only PostgreSQL has roles")

STORED = """
from pathlib import Path
from records import matches
for path in sorted(Path("records/samples").glob("*.ppn"))[:2]:
    for match in matches.upload(path.read_bytes(), media_type="text/x-ppn").matches:
        matches.judge(match.pk)
"""
ERASED = """
from records.models import Judgement, Match, Tombstone, Upload
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
from records import matches, own_data
from records.accounts import deletion
from records.models import AccountDeletion, DeletedMatch
DeletedMatch.objects.update(ends_at=timezone.now())
deletion.request_deletion(User.objects.get(username="wei"))
AccountDeletion.objects.update(ends_at=timezone.now())
print(matches.erase_expired(), own_data.erase_expired())
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
        ran = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
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


@pytest.fixture
def roles(tmp_path: Path) -> Iterator[Roles]:
    """The roles, made and granted, and the service set to connect as its own; none of its processes runs."""
    service = Service(tmp_path)
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


@slow
def test_ordinary_work_passes_under_a_role_that_owns_nothing(roles: Roles) -> None:
    service = roles.service
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
    assert service.shell(ERASED) == f"True {{{roles.role!r}}}"
    assert service.shell(ERASED_AFTER_ALL).splitlines()[-1] == "1 1"
    log = "".join(file.read_text() for file in service.var.glob("*.log"))
    assert "permission denied" not in log, log


HELD = """
import hashlib, json
from records.models import Judgement, Match, Upload
def digest(text):
    return hashlib.sha256(text).hexdigest()
def held():
    yield from (digest(bytes(row.source)) for model in (Upload, Match) for row in model.objects.all())
    yield from (digest(json.dumps(row.verdict, separators=(",", ":")).encode()) for row in Judgement.objects.all())
expected = sorted(held())
"""
LEFT = """
from records.models import Tombstone
Upload.objects.all().delete()
print(len(expected), sorted(Tombstone.objects.values_list("digest", flat=True)) == expected)
"""


@slow
def test_tombstones_hold_the_digests_of_what_was_given_whichever_form_the_owner_has_stored(roles: Roles) -> None:
    service, owner = roles.service, roles.url(roles.owner)
    service.shell(STORED)
    stored = service.ask("SELECT verdict, source FROM records_judgement JOIN records_match m ON m.id = match_id ORDER BY 1")
    for form, said in (("0", "2 made plain"), ("1", "2 compressed")):
        told = service.manage("compress_records", DATABASE_URL=owner, COMPRESS_RECORDS=form)
        assert f"records_judgement.verdict: {said}" in told
        service.manage("verify_audit", "--seal")
        compressed = service.ask("SELECT count(*) FROM records_judgement WHERE verdict LIKE '~%'")
        assert compressed == [(2 * int(form),)]
    assert (
        service.ask("SELECT verdict, source FROM records_judgement JOIN records_match m ON m.id = match_id ORDER BY 1") == stored
    )
    service.manage("compress_records", DATABASE_URL=owner, COMPRESS_RECORDS="0")
    service.shell(STORED.replace("[:2]", "[2:4]"))
    assert service.ask("SELECT verdict LIKE '~%' FROM records_judgement ORDER BY id") == [(False,), (False,), (True,), (True,)]
    assert service.shell(HELD + LEFT) == "12 True"


REFUSED = [
    "UPDATE records_judgement SET verdict = '{}'",
    "UPDATE records_judgement SET status = 'clean', counted = true",
    "DELETE FROM records_judgement",
    "TRUNCATE records_judgement CASCADE",
    "UPDATE records_match SET source = ''",
    "UPDATE records_match SET state = 'judged', sha256 = ''",
    "UPDATE records_upload SET source = ''",
    "DELETE FROM records_match",
    "DELETE FROM records_upload",
    "DELETE FROM records_club",
    "UPDATE records_auditentry SET actor = 'nobody'",
    "DELETE FROM records_auditentry",
    "TRUNCATE records_auditentry",
    "UPDATE records_tombstone SET actor = 'nobody'",
    "DELETE FROM records_tombstone",
    "DELETE FROM records_ruling",
    "DELETE FROM records_publication",
    "DROP TRIGGER records_auditentry_rows ON records_auditentry",
    "ALTER TABLE records_auditentry DISABLE TRIGGER ALL",
    "ALTER TABLE records_judgement ADD COLUMN forged text",
    "CREATE OR REPLACE FUNCTION records_auditentry_refuses() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN OLD; END'",
    "DROP TABLE records_auditentry",
    "CREATE TABLE mine (id int)",
    "CREATE TEMPORARY TABLE mine (id int)",
    "CREATE SCHEMA mine",
    "SET session_replication_role = replica",
    "DELETE FROM django_migrations",
    "SELECT * FROM pg_authid",
    "SELECT pg_read_file('/etc/passwd')",
    "COPY records_match TO PROGRAM 'cat'",
    "CREATE ROLE mine",
    "SELECT records_erase('records_auditentry', ARRAY['1'], '', '', '')",
    "SELECT records_erase('records_tombstone', ARRAY['1'], '', '', '')",
]


def refused(connection: psycopg.Connection, statement: str) -> bool:
    try:
        connection.execute(statement)  # type: ignore[call-overload]
    except errors.InsufficientPrivilege:
        return True
    return False


@slow
def test_what_only_an_owner_may_do_is_refused(roles: Roles) -> None:
    service = roles.service
    service.shell(STORED)
    with psycopg.connect(service.environment["DATABASE_URL"], autocommit=True) as connection:
        kept = [model._meta for model in apps.get_models() if getattr(model, "append_only", False)]
        changes = [f"UPDATE {meta.db_table} SET {meta.pk.column} = {meta.pk.column}" for meta in kept]
        for statement in [*REFUSED, *changes, *(f"DELETE FROM {meta.db_table}" for meta in kept)]:
            assert refused(connection, statement), statement
        with pytest.raises(errors.InsufficientPrivilege):
            connection.execute(sql.SQL("SET ROLE {}").format(sql.Identifier(roles.owner)))
        [(judgements, entries)] = connection.execute(
            "SELECT (SELECT count(*) FROM records_judgement), (SELECT count(*) FROM records_auditentry)"
        )
    assert judgements >= 2
    assert entries >= 2


@slow
def test_check_warns_of_a_role_that_owns_its_tables_and_of_no_other(roles: Roles) -> None:
    service, check = roles.service, ("check", "--deploy", "--database", "default", "--fail-level", "CRITICAL")

    def warnings(url: str) -> str:
        command = [sys.executable, "manage.py", *check]
        environment = {**service.environment, "DATABASE_URL": url}
        return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120).stderr

    assert "records.W001" in warnings(roles.url(roles.owner))
    assert "SUPERUSER" in warnings(roles.superuser)
    assert "records.W001" not in warnings(roles.url(roles.role))


@slow
def test_granting_to_a_role_that_owns_tables_is_refused(roles: Roles) -> None:
    command = ["manage.py", "grant_service", roles.owner]
    environment = {**roles.service.environment, "DATABASE_URL": roles.url(roles.owner)}
    ran = subprocess.run([sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)
    assert (ran.returncode, "has more than the service may have" in ran.stderr) == (1, True)


@slow
@pytest.mark.parametrize("given", [{}, {"DATABASE_OWNER_PASSWORD": "secret"}, {"DATABASE_PASSWORD": "secret"}])
def test_roles_are_not_made_without_both_passwords(given: dict[str, str]) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.endswith("PASSWORD")} | given
    command = ["psql", "-X", "-f", str(ROOT / "scripts" / "database_roles.sql"), os.environ["DATABASE_URL"]]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
    assert (ran.returncode, "PASSWORD is not set" in ran.stderr) == (3, True)


@slow
def test_roles_made_and_granted_again_change_nothing(roles: Roles) -> None:
    query = (
        "SELECT relname, relowner::regrole::text, relacl::text FROM pg_class "
        "WHERE relnamespace = 'public'::regnamespace ORDER BY 1"
    )
    before = roles.service.ask(query)
    roles.make()
    roles.grant()
    assert roles.service.ask(query) == before
    assert {owner for _, owner, _ in before} == {roles.owner}


def connected(service: Service) -> psycopg.Connection | None:
    """A connection of the service's role; None while it has no other left."""
    try:
        return psycopg.connect(service.environment["DATABASE_URL"])
    except psycopg.OperationalError:
        return None


@slow
def test_exhausted_connections_are_503_with_retry_after(roles: Roles) -> None:
    service = roles.service
    service.web("--workers", "1", DATABASE_KEEP="0")
    with psycopg.connect(roles.superuser, autocommit=True) as connection:
        connection.execute(sql.SQL("ALTER ROLE {} CONNECTION LIMIT 1").format(sql.Identifier(roles.role)))
    wait_for(lambda: service.request("GET", "matches")[0] == 200, "an answer while a connection is free")
    with wait_for(lambda: connected(service), "the only connection to be free"):
        bearer = {"Authorization": f"Bearer {service.token}"}
        answer = httpx.get(f"http://127.0.0.1:{service.port}/api/v1/matches", headers=bearer, timeout=120)
        assert (answer.status_code, answer.json()["code"], answer.headers["Retry-After"]) == (503, "unavailable", "5")
        assert service.request("GET", f"http://127.0.0.1:{service.port}/healthz")[0] == 200
    wait_for(lambda: service.request("GET", "matches")[0] == 200, "an answer once a connection is free again")
