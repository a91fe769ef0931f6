"""Servers that a proof may kill: a PostgreSQL cluster, a RabbitMQ node and a Redis of its own, in a temporary folder, on ports of
their own. Whatever servers the machine has beside them are left alone."""

from __future__ import annotations

import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import kombu
import psycopg
import pytest

PATIENCE = 600.0
"""Seconds until a server that does not answer is given up."""
DISK = 128 * 2**20
"""Bytes of a small disk: a cluster takes some 60 MiB of them."""

CONFIGURED = Path(__file__).parents[2] / "scripts" / "machines"
"""The configuration that docs/how-to/machines.md gives servers on several machines."""


def _newest(pattern: str) -> Path | None:
    return max(Path("/usr/lib").glob(pattern), default=None)


POSTGRES = _newest("postgresql/*/bin/pg_ctl")
RABBITMQ = _newest("rabbitmq/bin/rabbitmq-server")
REDIS = shutil.which("redis-server")
needs_servers = pytest.mark.skipif(POSTGRES is None or RABBITMQ is None, reason="needs the programs of PostgreSQL and RabbitMQ")


class Missing(Exception):
    """What a proof needs and this machine does not have or allow."""


def free_port() -> int:
    """A port that nobody listens on, below those that the system gives to whoever calls out."""
    for port in random.SystemRandom().sample(range(20000, 32000), 1000):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError("no port is free")


def wait_until(answers: Callable[[], Any], what: str) -> None:
    """Return once this raises nothing. Raises AssertionError when it does not come to that in time."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            answers()
        except Exception as error:  # noqa: BLE001 - whatever a client raises while its server comes up
            if time.monotonic() > deadline:
                raise AssertionError(f"waited {PATIENCE:.0f} s in vain for {what}") from error
            time.sleep(0.1)
        else:
            return


@dataclass(frozen=True)
class Machine:
    """Where a server runs: by which address it is reached, and the command that starts another one there."""

    address: str = "127.0.0.1"
    enter: tuple[str, ...] = ()

    def port(self, usual: int) -> int:
        """The port that a server takes there: the usual one where it has the machine to itself."""
        return usual if self.enter else free_port()


HERE = Machine()


class Server(Protocol):
    """What is killed and comes back on the same port with what it had stored."""

    url: str

    @property
    def pid(self) -> int: ...
    def start(self) -> None: ...
    def kill(self) -> None: ...
    def stop(self) -> None: ...


class Postgres:
    """A cluster of its own; ``fsync`` stays on: what was committed must be there after a kill."""

    def __init__(self, home: Path, *initdb: str, machine: Machine = HERE) -> None:
        self._place(home, machine)
        options = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C.UTF-8", *initdb]
        self._run("initdb", "-D", str(self.data), *options)

    def _place(self, home: Path, machine: Machine) -> None:
        assert POSTGRES is not None, "PostgreSQL is not installed"
        self.bin, self.data, self.machine, self.port = POSTGRES.parent, home / "postgres", machine, machine.port(5432)
        self.url = f"postgresql://postgres@{machine.address}:{self.port}/postgres"
        # initdb and the server refuse to run as root.
        self.user = "postgres" if os.geteuid() == 0 else None
        self.data.mkdir(mode=0o700)
        if self.user:
            os.chown(self.data, pwd.getpwnam(self.user).pw_uid, -1)

    def _run(self, command: str, *arguments: str) -> None:
        as_user = ["setpriv", f"--reuid={self.user}", f"--regid={self.user}", "--init-groups"] if self.user else []
        ran = subprocess.run(
            [*self.machine.enter, *as_user, str(self.bin / command), *arguments],
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            timeout=PATIENCE,
        )
        assert ran.returncode == 0, ran.stderr

    def _control(self, *arguments: str) -> None:
        address = f"-c listen_addresses={self.machine.address} -c unix_socket_directories=''"
        options = f"-p {self.port} {address} -c max_connections=100"
        log = ["-l", str(self.data / "log")]
        self._run("pg_ctl", *arguments, "-D", str(self.data), "-w", "-t", "120", *log, "-o", options)

    @property
    def pid(self) -> int:
        """The process that started all others of the cluster."""
        return int((self.data / "postmaster.pid").read_text(encoding="ascii").split()[0])

    def start(self) -> None:
        self._control("start")
        wait_until(lambda: psycopg.connect(self.url, connect_timeout=2).close(), "PostgreSQL")

    def configure(self, network: str) -> None:
        """Set it up, before it starts, as one of two machines, and let everybody of a network in and replicate from here."""
        with (self.data / "postgresql.conf").open("a", encoding="ascii") as file:
            file.write((CONFIGURED / "postgresql.conf").read_text(encoding="ascii"))
        with (self.data / "pg_hba.conf").open("a", encoding="ascii") as file:
            file.write(f"host all all {network} trust\nhost replication all {network} trust\n")

    def promote(self) -> None:
        """Let a standby be the primary."""
        self._run("pg_ctl", "promote", "-D", str(self.data), "-w", "-t", "60")

    def rewind(self, primary: Postgres) -> None:
        """Take back what a lost primary had and the new one has not, and let it follow that one once it is started."""
        with psycopg.connect(primary.url, autocommit=True, connect_timeout=10) as connection:
            connection.execute("CHECKPOINT")  # until then the files of the new primary do not say that it is one
        self._run("pg_rewind", "-D", str(self.data), "--source-server", primary.url, "-R", "--no-sync")

    def kill(self) -> None:
        """End every connection at once without a checkpoint and recover from the log, as after a loss of power."""
        self._control("restart", "-m", "immediate")

    def stop(self) -> None:
        self._control("stop", "-m", "immediate")


class Standby(Postgres):
    """A streaming replica of a running cluster; it knows that one's databases from the start."""

    def __init__(self, home: Path, primary: Postgres, machine: Machine = HERE) -> None:
        self._place(home, machine)
        self._run("pg_basebackup", "-D", str(self.data), "-d", primary.url, "-R", "-c", "fast", "--no-sync")


class SmallPostgres(Postgres):
    """A cluster on a small disk of its own, whose log asks for room with every MiB that is written."""

    def __init__(self, disk: Path) -> None:
        super().__init__(disk, "--wal-segsize=1")
        self._filling = disk / "filling"

    @contextmanager
    def full(self) -> Iterator[Callable[[], None]]:
        """Its disk has no room left; what is given takes what has become free in the meantime."""
        with self._filling.open("wb", buffering=0) as file:

            def fill() -> None:
                with suppress(OSError):
                    while file.write(bytes(2**16)):
                        pass

            try:
                fill()
                yield fill
            finally:
                self._filling.unlink()

    def revive(self) -> None:
        """Start it if it has ended, as systemd or compose would; one that finds no room to recover ends again."""
        if not (self.data / "postmaster.pid").exists():
            with suppress(AssertionError):
                self._control("start")


@contextmanager
def postgres_on_a_small_disk(disk: Path) -> Iterator[SmallPostgres]:
    """A running cluster on a disk that ends with it. Raises Missing where this process may not mount one."""
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(disk)], capture_output=True, text=True, timeout=PATIENCE
    )
    if mounted.returncode:
        raise Missing(f"the right to mount a disk of its own: {mounted.stderr.strip()}")
    with ExitStack() as open_:
        # Lazily: whatever still has a file open there holds it no longer than it lives.
        open_.callback(subprocess.run, ["umount", "--lazy", str(disk)], check=True, timeout=PATIENCE)
        database = SmallPostgres(disk)
        open_.callback(database.stop)
        database.start()
        yield database


class Rabbit:
    """A node of its own with its own port mapper; on machines of a network, one of a cluster."""

    def __init__(self, home: Path, machine: Machine = HERE, cluster: Sequence[Machine] = ()) -> None:
        assert RABBITMQ is not None, "RabbitMQ is not installed"
        self.home, self.machine = home / "rabbitmq", machine
        self.port, distribution, self.mapper = machine.port(5672), machine.port(25672), machine.port(4369)
        self.home.mkdir()
        (self.home / "enabled_plugins").write_text("[].\n")
        configuration = f"listeners.tcp.default = {machine.address}:{self.port}\n"
        if cluster:
            configuration += "loopback_users = none\n" + (CONFIGURED / "rabbitmq.conf").read_text(encoding="ascii")
            for number, each in enumerate(cluster, 1):
                configuration = configuration.replace(f"rabbit@mq{number}", f"rabbit@{each.address}")
        (self.home / "rabbitmq.conf").write_text(configuration)
        if cluster:
            (cookie := self.home / ".erlang.cookie").write_text("FAULTS")
            cookie.chmod(0o400)
        self.url = f"amqp://guest:guest@{machine.address}:{self.port}//"
        self.environment = {
            **os.environ,
            "HOME": str(self.home),
            "RABBITMQ_NODENAME": f"rabbit@{machine.address}" if cluster else f"faults{self.port}@localhost",
            "RABBITMQ_USE_LONGNAME": str(bool(cluster)).lower(),
            "RABBITMQ_DIST_PORT": str(distribution),
            "ERL_EPMD_PORT": str(self.mapper),
            "ERL_EPMD_ADDRESS": machine.address,
            "RABBITMQ_MNESIA_BASE": str(self.home / "mnesia"),
            "RABBITMQ_LOG_BASE": str(self.home / "log"),
            "RABBITMQ_CONFIG_FILE": str(self.home / "rabbitmq"),
            "RABBITMQ_CONF_ENV_FILE": str(self.home / "none"),
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(self.home / "enabled_plugins"),
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": f"-kernel inet_dist_use_interface {{{machine.address.replace('.', ',')}}}",
            "RABBITMQ_PID_FILE": str(self.home / "pid"),
        }
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        assert self.process is not None, "it is not running"
        return self.process.pid

    def start(self) -> None:
        self.start_unawaited()
        wait_until(self.reach, "RabbitMQ")

    def reach(self) -> None:
        """Raises an error where it does not answer."""
        _reach(self.url)

    def start_unawaited(self) -> None:
        self.process = _start([*self.machine.enter, str(RABBITMQ)], self.home / "output", self.environment)

    def control(self, *arguments: str) -> str:
        """What ``rabbitmqctl`` says."""
        assert RABBITMQ is not None
        command = [*self.machine.enter, str(RABBITMQ.with_name("rabbitmqctl")), "-q", *arguments]
        said = subprocess.run(command, capture_output=True, text=True, env=self.environment, timeout=PATIENCE)
        assert said.returncode == 0, said
        return said.stdout.strip()

    def kill(self) -> None:
        """End the whole machine of the broker, and bring it up again."""
        self._end()
        self.start()

    @contextmanager
    def hanging(self) -> Iterator[None]:
        """It is there and says nothing, as on a machine that swaps or whose disk is full."""
        os.killpg(self.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.killpg(self.pid, signal.SIGCONT)

    def _end(self) -> None:
        if self.process is not None:
            _end(self.process)
            self.process = None

    def stop(self) -> None:
        self._end()
        wait_until(self._end_mapper, "the port mapper to see that its node is gone")

    def _end_mapper(self) -> None:
        command = [*self.machine.enter, "epmd", "-port", str(self.mapper), "-kill"]
        said = subprocess.run(command, capture_output=True, text=True, env=self.environment, timeout=PATIENCE)
        assert "not allowed" not in said.stdout + said.stderr, said


class Redis:
    """A Redis that writes every change down before it answers."""

    def __init__(self, home: Path) -> None:
        assert REDIS is not None, "Redis is not installed"
        self.home, self.port = home / "redis", free_port()
        self.home.mkdir()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        assert self.process is not None, "it is not running"
        return self.process.pid

    def start(self) -> None:
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.home)]
        command = [str(REDIS), *options, "--appendonly", "yes", "--appendfsync", "always", "--save", ""]
        self.process = _start(command, self.home / "output", os.environ)
        wait_until(lambda: _reach(self.url), "Redis")

    def kill(self) -> None:
        self.stop()
        self.start()

    def stop(self) -> None:
        if self.process is not None:
            _end(self.process)
            self.process = None


def _reach(url: str) -> None:
    with kombu.Connection(url, connect_timeout=2) as connection:
        connection.ensure_connection(max_retries=1, timeout=3)
        with connection.channel():
            pass


def _start(command: Sequence[str], log: Path, environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    with log.open("ab") as output:
        return subprocess.Popen(command, stdout=output, stderr=output, env=dict(environment), start_new_session=True, cwd="/")


def _end(process: subprocess.Popen[bytes]) -> None:
    """``kill -9`` for a server and whatever it started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(60)
