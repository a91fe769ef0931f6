"""A service of real processes on a fresh database: gunicorn, Celery workers, the sweeper, and a client for its API.

It runs on whatever DATABASE_URL and BROKER_URL name, or on the servers that it is given; without them on SQLite and the broker
that needs no server.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import kombu
import psycopg

from tests.databases import address_of, kept, on_server, tables, template_on
from tests.faults.servers import POSTGRES, free_port
from tests.once import once, run_folder
from tests.service.shell import Shell

ROOT = Path(__file__).parents[2]
PATIENCE = 600.0
"""Seconds until a test gives up waiting; everything that it waits for takes a few at most on a machine that does nothing else."""

ACCOUNT = """
from django.contrib.auth.models import User
from django.core.management import call_command
User.objects.create_user("tester")
call_command("issue_token", "tester", "tests")
"""
DATABASE = "referee.sqlite3"


def wait_for(done: Callable[[], Any], what: str, patience: float = PATIENCE) -> Any:
    """The first true answer. Raises AssertionError when there is none in time."""
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        if answer := done():
            return answer
        time.sleep(0.1)
    raise AssertionError(f"waited {patience:.0f} s in vain for {what}")


SHARED = ("queue", "port", "broker", "environment", "server", "token")
"""What makes a service, beside its folder and its processes."""


class Service:
    """The processes of one service and what they share."""

    _shell: Shell | None = None
    address = "127.0.0.1"
    """Where its web process is reached."""
    answers_within = 300.0
    """Seconds until a client gives up waiting for an answer."""

    def __init__(self, var: Path, database: str | None = None, broker: str | None = None) -> None:
        name = f"referee_service_{uuid.uuid4().hex[:12]}"
        self.var, self.queue, self.port = var, name, free_port()
        self.broker = os.environ["SERVICE_BROKER_URL"] if broker is None else broker
        self.environment = {
            **os.environ,
            "REFEREE_VAR": str(var),
            "TMPDIR": str(var),
            "METRICS_DIR": str(var),
            "SERVICE_QUEUE": name,
            "DJANGO_SETTINGS_MODULE": "tests.service.settings",
            "BROKER_URL": self.broker,
        }
        self.server = os.environ.get("DATABASE_URL", "") if database is None else database
        if self.server.startswith("postgres"):
            on_server(self.server, f"CREATE DATABASE {name}")
            self.environment["DATABASE_URL"] = address_of(self.server, name)
        else:
            self.environment.pop("DATABASE_URL", None)
        self.processes: list[subprocess.Popen[bytes]] = []
        self.groups: list[int] = []
        """Groups of processes that another process of the test run has started."""
        self.token = ""

    def having(self, **settings: object) -> dict[str, str]:
        """The environment by which processes have other values of these settings."""
        had = json.loads(self.environment.get("SERVICE_SETTINGS", "{}"))
        return {"SERVICE_SETTINGS": json.dumps({**had, **settings})}

    def prepare(self, *, others: bool = False) -> None:
        """Make the tables, and an account with a token. In a test run that is done once and later services have copies; on a
        server of a test's own where ``others`` come after this one."""
        run = run_folder()
        if run is None or (self._has_own_server and not others):
            self._make_tables()
            self._make_account()
            return
        name = f"service-{self._cluster()}" if self._has_own_server else "service"
        template = once(run, name, lambda folder: self._as_template(folder, self.server))
        self.token = (template / "token").read_text(encoding="ascii")
        if self.server:
            self._copy((template / "database").read_text(encoding="ascii"))
            shutil.copy(template / "secret-key", self.var)
        else:
            shutil.copytree(template, self.var, dirs_exist_ok=True)

    @property
    def _has_own_server(self) -> bool:
        """Whether it runs on a database server that a test has started."""
        return self.server != os.environ.get("DATABASE_URL", "")

    def _make_tables(self) -> None:
        """Migrate, or take what that has made before."""
        run = run_folder()
        if run is None:
            self.manage("migrate", "--verbosity", "0")
        elif not self.server:
            shutil.copy(tables(run), self.var / DATABASE)
        elif not self._has_own_server:
            self._copy(template_on(run, self.server))
        else:
            statements = kept(run, "tables.sql", self._migrate_and_dump)
            if self.ask("SELECT to_regclass('django_migrations')") == [(None,)]:
                self._on_database("psql", "-q", "-o", os.devnull, "-v", "ON_ERROR_STOP=1", "-f", str(statements))

    def _migrate_and_dump(self, file: Path) -> None:
        self.manage("migrate", "--verbosity", "0")
        self._on_database("pg_dump", "--no-owner", "-f", str(file))

    def _on_database(self, program: str, *options: str) -> None:
        """Run a program of PostgreSQL's, of the version that tests start."""
        assert POSTGRES is not None
        command = [str(POSTGRES.with_name(program)), "-d", self.environment["DATABASE_URL"], *options]
        ran = subprocess.run(command, text=True, capture_output=True, timeout=PATIENCE)
        assert ran.returncode == 0, ran.stdout + ran.stderr

    def _copy(self, template: str) -> None:
        """Have a copy of a database of the same server in place of the empty one."""
        on_server(self.server, f"DROP DATABASE {self.queue}", f"CREATE DATABASE {self.queue} TEMPLATE {template}")

    def _make_account(self) -> None:
        self.token = self.shell(ACCOUNT).split()[-1]

    def _cluster(self) -> int:
        """What tells the server from every other, also from one that had its port before."""
        with psycopg.connect(self.server) as connection:
            row = connection.execute("SELECT system_identifier FROM pg_control_system()").fetchone()
        assert row is not None
        return int(row[0])

    @staticmethod
    def _as_template(folder: Path, server: str) -> None:
        """A service that nobody runs; its database on a server is dropped when the run ends."""
        template = Service(folder, server)
        template._make_tables()
        template._make_account()
        (folder / "token").write_text(template.token, encoding="ascii")
        (folder / "database").write_text(template.queue, encoding="ascii")

    def collect_static(self) -> None:
        """Have the static files at hand under the names that pages give them; in a test run they are collected once."""

        def collect(folder: Path) -> None:
            command = ("collectstatic", "--no-input", "--verbosity", "0")
            self.manage(*command, STATIC_ROOT=str(folder))

        run, own = run_folder(), self.var / "static"
        if run is None:
            collect(own)
        self.environment["STATIC_ROOT"] = str(own if run is None else once(run, "static", collect))

    def manage(self, *arguments: str, **more: str) -> str:
        """The output of a management command, in the service's environment and ``more``."""
        command, environment = [sys.executable, "manage.py", *arguments], {**self.environment, **more}
        ran = subprocess.run(command, cwd=ROOT, env=environment, text=True, capture_output=True, timeout=1200)
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran.stdout.strip()

    def shell(self, code: str) -> str:
        """The output of some code inside the service."""
        if self._shell is None or self._shell.environment != self.environment:
            self._shell = Shell(self.environment, self.var / "shell.log")
        return self._shell.run(code)

    def ask(self, query: str) -> list[tuple[Any, ...]]:
        """The rows of a query, read from the database itself: no process of the service is started or asked for it."""
        if url := self.environment.get("DATABASE_URL"):
            with psycopg.connect(url, connect_timeout=60) as connection:
                return connection.execute(query).fetchall()
        with closing(sqlite3.connect(self.var / DATABASE, timeout=60)) as file:
            return file.execute(query).fetchall()

    def rows(self, columns: str) -> list[tuple[str, ...]]:
        """These columns of every match, oldest first."""
        rows = self.ask(f"SELECT {columns} FROM archive_match ORDER BY created_at, ordinal")
        return [tuple(map(str, row)) for row in rows]

    def start(self, *command: str, enter: Sequence[str] = (), **more: str) -> subprocess.Popen[bytes]:
        """Start a process of the service in a group of its own, by the command ``enter`` on another machine; its output goes to a
        log."""
        with (self.var / f"{Path(command[0]).name}.log").open("ab") as log:
            process = subprocess.Popen(
                [*enter, str(Path(sys.executable).parent / command[0]), *command[1:]],
                cwd=ROOT,
                env={**self.environment, **more},
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.processes.append(process)
        return process

    def web(self, *options: str, **more: str) -> subprocess.Popen[bytes]:
        """Start the web process and wait until it answers."""
        process = self.web_unawaited(*options, **more)
        wait_for(self.answers, "the web process")
        return process

    def web_unawaited(self, *options: str, **more: str) -> subprocess.Popen[bytes]:
        """Start the web process."""
        return self.start("gunicorn", "config.wsgi", "--bind", f"127.0.0.1:{self.port}", "--threads", "4", *options, **more)

    def live(self, **more: str) -> tuple[subprocess.Popen[bytes], int]:
        """Start the live process and wait until it answers; also gives its port."""
        port = free_port()
        process = self.start("python", "-m", "config.live", "--port", str(port), **more)
        wait_for(lambda: self.answers(port), "the live process")
        return process, port

    def answers(self, port: int = 0) -> bool:
        """Whether the process at a port answers, by default the web process."""
        try:
            return self.request("GET", f"http://{self.address}:{port or self.port}/healthz")[0] == 200
        except OSError:
            return False

    def worker(self, concurrency: int = 1, queue: str = "", **more: str) -> subprocess.Popen[bytes]:
        """Start a worker of as many processes; for one of the queues, or for both."""
        chosen = ["-Q", queue] if queue else []
        options = ["-c", str(concurrency), *chosen, "--without-mingle", "--without-gossip"]
        return self.start("celery", "--quiet", "-A", "config", "worker", *options, **more)

    @property
    def webhooks(self) -> str:
        """The queue of what is sent to webhooks."""
        return f"{self.queue}.webhooks"

    def depth(self, queue: str) -> int:
        """Messages in a queue that no worker has."""
        return int(self.shell(f"from records.core.ops import health; print(health.queue_depths()[{queue!r}])"))

    def beat(self, **more: str) -> subprocess.Popen[bytes]:
        """Start what calls the sweeper."""
        return self.start("celery", "--quiet", "-A", "config", "beat", **more)

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        """End a process and everything that it started, at once, as a lost machine would."""
        if process in self.processes:
            self.processes.remove(process)
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            return
        process.wait(60)

    def request(
        self, method: str, path: str, data: bytes | None = None, media_type: str = "text/x-ppn", **headers: str
    ) -> tuple[int, Any]:
        """Status and JSON of the API's answer."""
        address = path if path.startswith("http") else f"http://{self.address}:{self.port}/api/v1/{path}"
        request = urllib.request.Request(address, data, method=method)
        request.add_header("Authorization", f"Bearer {self.token}")
        if data is not None:
            request.add_header("Content-Type", media_type)
        for name, value in headers.items():
            request.add_header(name.replace("_", "-"), value)
        try:
            with urllib.request.urlopen(request, timeout=self.answers_within) as answer:
                return answer.status, json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as answer:
            return answer.code, json.loads(answer.read() or b"null")

    def upload(
        self, data: bytes, media_type: str = "text/x-ppn", *, public: bool = False, **headers: str
    ) -> list[dict[str, Any]]:
        """Upload a file; the matches that the answer lists."""
        status, answer = self.request("POST", "matches?public=1" if public else "matches", data, media_type, **headers)
        assert status in (200, 202), answer
        matches: list[dict[str, Any]] = answer["matches"]
        return matches

    def verdict(self, match: dict[str, Any]) -> dict[str, Any]:
        """The verdict on a match, waited for."""

        def judged() -> dict[str, Any] | None:
            status, answer = self.request("GET", f"matches/{match['id']}/verdict")
            assert status in (200, 202), answer
            return answer if status == 200 else None

        verdict: dict[str, Any] = wait_for(judged, f"the verdict on {match['id']}")
        return verdict

    def share(self, file: Path) -> None:
        """Write down what other processes need to join this service (``joined``) and to end it."""
        told = {name: getattr(self, name) for name in SHARED}
        file.write_text(json.dumps({**told, "var": str(self.var), "groups": [process.pid for process in self.processes]}))

    @classmethod
    def joined(cls, file: Path) -> Service:
        """A service that another process has started and shares."""
        told = json.loads(file.read_text())
        service = cls.__new__(cls)
        for name in SHARED:
            setattr(service, name, told[name])
        service.var, service.processes, service.groups = Path(told["var"]), [], told["groups"]
        return service

    def close(self) -> None:
        """End everything, drop the database and the queue."""
        if self._shell:
            self._shell.close()
        for process in list(self.processes):
            self.kill(process)
        for group in self.groups:
            with suppress(ProcessLookupError):
                os.killpg(group, signal.SIGKILL)
        if self.server.startswith("postgres"):
            on_server(self.server, f"DROP DATABASE IF EXISTS {self.queue} WITH (FORCE)")
        if self.broker.startswith(("amqp", "redis")):
            with kombu.Connection(self.broker) as connection:
                for queue in (self.queue, self.webhooks):
                    kombu.Queue(queue, channel=connection.default_channel).delete()
