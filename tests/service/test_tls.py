"""Database, broker and cache over TLS with an authority of the test's own; one that cannot prove who it is is refused."""

from __future__ import annotations

import datetime
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import kombu
import psycopg
import pytest
import redis
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from config.settings.environment import broker_tls
from tests.faults import servers
from tests.files import named
from tests.proof import slow
from tests.service.service import ROOT, Service

pytestmark = [slow, servers.needs_servers]
NAME = "localhost"


class Authority(NamedTuple):
    """Who signs certificates, and where its own lies."""

    key: ec.EllipticCurvePrivateKey
    certificate: x509.Certificate
    file: Path


def signed(name: str, key: Any, issuer: x509.Name, by: Any, is_authority: bool) -> x509.Certificate:
    now = datetime.datetime.now(datetime.UTC)
    built = x509.CertificateBuilder(issuer, x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)]), key.public_key())
    built = built.serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(hours=1))
    built = built.not_valid_after(now + datetime.timedelta(days=1))
    built = built.add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
    if not is_authority:
        built = built.add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
    return built.sign(by, hashes.SHA256())


def authority(folder: Path, name: str) -> Authority:
    key = ec.generate_private_key(ec.SECP256R1())
    certificate = signed(name, key, x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)]), key, True)
    file = folder / f"{name}.pem"
    file.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    return Authority(key, certificate, file)


def server_files(folder: Path, by: Authority, user: str | None = None) -> tuple[Path, Path]:
    """A certificate for this machine's name alone, not for its address, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    certificate = signed(NAME, key, by.certificate.subject, by.key, False)
    files = folder / "server.pem", folder / "server.key"
    files[0].write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    form = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    files[1].write_bytes(key.private_bytes(*form))
    files[1].chmod(0o600)
    if user and os.geteuid() == 0:
        for file in files:
            os.chown(file, pwd.getpwnam(user).pw_uid, -1)
    return files


class TlsRabbit(servers.Rabbit):
    """A node that listens for TLS alone."""

    def __init__(self, home: Path, by: Authority) -> None:
        super().__init__(home)
        certificate, key = server_files(self.home, by)
        (self.home / "rabbitmq.conf").write_text(
            f"listeners.tcp = none\nlisteners.ssl.default = 127.0.0.1:{self.port}\nssl_options.verify = verify_none\n"
            f"ssl_options.cacertfile = {by.file}\nssl_options.certfile = {certificate}\nssl_options.keyfile = {key}\n"
        )
        self.url = f"amqps://guest:guest@{NAME}:{self.port}//"
        self.authority = by

    def start(self) -> None:
        self.process = servers._start([str(servers.RABBITMQ)], self.home / "output", self.environment)
        servers.wait_until(lambda: reach(self.url, str(self.authority.file)), "RabbitMQ")


class Servers(NamedTuple):
    database: str
    broker: str
    trusted: Path
    other: Path


def reach(url: str, trusted: str) -> None:
    """Connect as the service does. Raises OSError where the broker cannot prove who it is."""
    with kombu.Connection(url, ssl=broker_tls(url, trusted), connect_timeout=60) as connection:
        connection.connect()


@pytest.fixture(scope="module")
def tls() -> Iterator[Servers]:
    """A PostgreSQL and a RabbitMQ that speak nothing but TLS."""
    home = Path(tempfile.mkdtemp(prefix="tls-"))
    home.chmod(0o711)  # the database server runs as another user
    trusted, other = authority(home, "trusted"), authority(home, "other")
    postgres = servers.Postgres(home)
    certificate, key = server_files(postgres.data, trusted, "postgres")
    with (postgres.data / "postgresql.conf").open("a") as settings:
        settings.write(f"ssl = on\nssl_cert_file = '{certificate.name}'\nssl_key_file = '{key.name}'\n")
    (postgres.data / "pg_hba.conf").write_text("hostssl all all 127.0.0.1/32 trust\n")
    rabbit = TlsRabbit(home, trusted)
    try:
        postgres.start()
        rabbit.start()
        database = f"postgresql://postgres@{NAME}:{postgres.port}/postgres?sslmode=verify-full&sslrootcert={trusted.file}"
        yield Servers(database, rabbit.url, trusted.file, other.file)
    finally:
        rabbit.stop()
        postgres.stop()
        shutil.rmtree(home, ignore_errors=True)


def test_service_works_where_every_connection_is_encrypted(tls: Servers, tmp_path: Path) -> None:
    service = Service(tmp_path, database=tls.database, broker=tls.broker)
    service.environment["BROKER_CA"] = str(tls.trusted)
    try:
        service.prepare()
        service.web()
        service.worker()
        [match] = service.upload(named("encrypted").encode())
        assert service.verdict(match)["status"] == "clean"
        assert service.request("GET", f"http://127.0.0.1:{service.port}/readyz")[0] == 200
        others = "backend_type = 'client backend' AND datname = current_database()"
        rows = service.ask(f"SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE {others}")
        assert len(rows) >= 2
        assert all(encrypted for (encrypted,) in rows)
    finally:
        service.broker = ""  # its queues go with its server
        service.close()


def django_says(database: str, tmp_path: Path) -> str:
    """What the service's own connection raises."""
    environment = {**os.environ, "DATABASE_URL": database, "REFEREE_VAR": str(tmp_path)}
    command = [sys.executable, "manage.py", "migrate", "--check"]
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600)
    assert ran.returncode == 1
    return ran.stderr


@pytest.mark.parametrize("wrong", ["authority", "name", "no TLS"])
def test_database_that_cannot_prove_who_it_is_is_refused(tls: Servers, tmp_path: Path, wrong: str) -> None:
    with psycopg.connect(tls.database) as connection:
        assert connection.info.status == psycopg.pq.ConnStatus.OK
    database, said = {
        "authority": (tls.database.replace(str(tls.trusted), str(tls.other)), "certificate verify failed"),
        "name": (tls.database.replace(f"@{NAME}", "@127.0.0.1"), "does not match host name"),
        "no TLS": (tls.database.partition("?")[0] + "?sslmode=disable", "no encryption"),
    }[wrong]
    assert said in django_says(database, tmp_path)


@pytest.mark.parametrize("wrong", ["authority", "name", "no authority"])
def test_broker_that_cannot_prove_who_it_is_is_refused(tls: Servers, wrong: str) -> None:
    reach(tls.broker, str(tls.trusted))
    url, trusted = {
        "authority": (tls.broker, str(tls.other)),
        "name": (tls.broker.replace(f"@{NAME}", "@127.0.0.1"), str(tls.trusted)),
        "no authority": (tls.broker, ""),
    }[wrong]
    with pytest.raises(OSError, match="certificate verify failed"):
        reach(url, trusted)


@pytest.mark.skipif(servers.REDIS is None, reason="needs the program of Redis")
def test_cache_and_broker_of_redis_are_checked_alike(tmp_path: Path) -> None:
    by, other = authority(tmp_path, "trusted"), authority(tmp_path, "other").file
    trusted, (certificate, key) = by.file, server_files(tmp_path, by)
    port = servers.free_port()
    files = ["--tls-cert-file", str(certificate), "--tls-key-file", str(key), "--tls-ca-cert-file", str(trusted)]
    options = ["--port", "0", "--tls-port", str(port), "--bind", "127.0.0.1", "--tls-auth-clients", "no", *files, "--save", ""]
    process = servers._start([str(servers.REDIS), *options], tmp_path / "output", os.environ)
    try:
        servers.wait_until(lambda: reach(f"rediss://{NAME}:{port}/0", str(trusted)), "Redis")
        assert cache(f"rediss://{NAME}:{port}/0", trusted).ping()
        for url, file in ((f"rediss://{NAME}:{port}/0", other), (f"rediss://127.0.0.1:{port}/0", trusted)):
            with pytest.raises(redis.ConnectionError, match="certificate verify failed"):
                cache(url, file).ping()
            with pytest.raises(Exception, match="certificate verify failed"):
                reach(url, str(file))
    finally:
        servers._end(process)


def cache(url: str, trusted: Path) -> redis.Redis:
    return redis.Redis.from_url(f"{url}?ssl_ca_certs={trusted}", socket_connect_timeout=60)
