"""Reads the service's settings from the environment; every variable is described in docs/how-to/operations.md."""

import os
import re
import secrets
import ssl
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

SECRET_LENGTH, SECRET_CHARACTERS = 32, 12
"""What a key of one's own must have at least: characters, and different ones; 32 random ones of 64 are 192 bits."""
PLACEHOLDERS = ("djangoinsecure", "changeme", "changethis", "replaceme", "secretkey", "yoursecret", "tokenurlsafe")
"""What examples write in the place of a key, without marks between letters."""
SQLITE_BUSY_SECONDS = 20
"""How long a writer waits for another before it gives up; a judgement is stored in milliseconds."""
SIGN_IN_ENTRIES = 2**17
"""Entries for which a cache of guesses has room."""
DATABASE_SILENCE = {
    "connect_timeout": 5,
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}
"""After how long a machine with PostgreSQL that says nothing is given up: seconds, of ``tcp_user_timeout`` milliseconds. A query
that takes long is none of it: the machine still answers for its connection."""
DATABASE_KEEP = 600
"""Seconds for which a thread keeps its connection to PostgreSQL."""
BROKER_HEARTBEAT = 10
"""Seconds, after twice which a broker that sends nothing at all is gone; it sends a heartbeat every half of them."""
BROKER_SILENCE = 4
"""Seconds until a broker that is to answer and does not is left for a new connection; it answers in milliseconds. Fewer than lie
between two heartbeats: else these would keep who waits for an answer waiting without end."""
SECRETS = (
    "SECRET_KEY",
    "SECRET_KEY_FALLBACKS",
    "DATABASE_URL",
    "BROKER_URL",
    "CACHE_URL",
    "METRICS_TOKEN",
    "EMAIL_HOST_PASSWORD",
)
"""Variables in the place of which ``SECRET_KEY_FILE`` and so on may name a file."""


def flag(name: str, default: bool = False) -> bool:
    """Whether a variable is set to yes (``1``, ``true``, ``yes``, ``on``)."""
    return os.environ.get(name, str(default)).strip().lower() in {"1", "true", "yes", "on"}


def words(name: str, default: str = "") -> list[str]:
    """The comma-separated words of a variable."""
    return [word.strip() for word in os.environ.get(name, default).split(",") if word.strip()]


def contacts(name: str) -> list[str]:
    """The comma-separated contacts of a variable as addresses: ``mailto:``, ``https:`` or ``tel:``; a bare mail address gets its
    scheme. Raises ImproperlyConfigured for anything else."""
    found = [f"mailto:{word}" if "@" in word and ":" not in word else word for word in words(name)]
    for contact in found:
        if not re.fullmatch(r"(mailto:|https://|tel:)[!-~]+", contact):
            raise ImproperlyConfigured(f"{name}: expected mail addresses and https: addresses, got {contact!r}")
    return found


def secret_key(var: Path) -> str:
    """``SECRET_KEY``, or the key stored in ``var``, created on first use. Raises ImproperlyConfigured for a weak one."""
    if key := os.environ.get("SECRET_KEY"):
        if is_guessable(key):
            raise ImproperlyConfigured(
                f"SECRET_KEY can be guessed: it needs {SECRET_LENGTH} characters or more, {SECRET_CHARACTERS} of them different. "
                "Make one with: python3 -c 'import secrets; print(secrets.token_urlsafe(50))'"
            )
        return key
    kept = var / "secret-key"
    if not kept.exists():
        # Whole before it has its name: of processes that start at the same moment none reads another's half.
        with tempfile.NamedTemporaryFile("w", dir=var, encoding="ascii") as made:
            made.write(secrets.token_urlsafe(50))
            made.flush()
            with suppress(FileExistsError):
                os.link(made.name, kept)
    return kept.read_text(encoding="ascii")


def is_guessable(key: str) -> bool:
    """Whether a key is too short, repeats a few characters, or is what an example has in its place."""
    plain = "".join(mark for mark in key.casefold() if mark.isalnum())
    too_short = len(key) < SECRET_LENGTH or len(set(key)) < SECRET_CHARACTERS
    return too_short or any(word in plain for word in PLACEHOLDERS)


def database(var: Path) -> dict[str, Any]:
    """The database of ``DATABASE_URL``; SQLite in ``var`` where it is not set."""
    url = os.environ.get("DATABASE_URL") or f"sqlite:///{var / 'referee.sqlite3'}"
    settings: dict[str, Any] = dict(dj_database_url.parse(url))
    if settings["ENGINE"].endswith("sqlite3"):
        # Tests in a file too: the one in memory locks whole tables and knows no waiting.
        settings["TEST"] = {"NAME": str(var / "test.sqlite3")}
        settings["OPTIONS"] = {
            # A transaction that starts as a reader and turns writer is refused at once when another has written
            # meanwhile; one that starts as a writer waits for its turn.
            "transaction_mode": "IMMEDIATE",
            "timeout": SQLITE_BUSY_SECONDS,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        }
        return settings
    return _postgresql(settings)


def _postgresql(parsed: dict[str, Any]) -> dict[str, Any]:
    """Settings of a PostgreSQL.

    Each thread keeps its connection and looks at it before a request's first query: after a restart of the database every kept
    one is dead. (A pool tries one dead connection after another and waits twice as long each time.) A machine that is cut off
    says nothing: left to itself the system waits for it for a quarter of an hour.

    Statements that were sent five times are prepared: the database then takes a third of the CPU time for reading a match. A
    pooler between must know prepared statements (PgBouncer from 1.21 does).
    """
    return {
        **parsed,
        "CONN_MAX_AGE": DATABASE_KEEP,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {**DATABASE_SILENCE, "server_side_binding": True, "prepare_threshold": 5, **parsed.get("OPTIONS", {})},
    }


def broker(var: Path) -> str:
    """The broker of ``BROKER_URL``, of a cluster's nodes one after another with ``;`` between; by default a SQLite file in
    ``var``, which needs no server. Raises ImproperlyConfigured for nodes of different kinds."""
    url = os.environ.get("BROKER_URL") or f"sqla+sqlite:///{var / 'broker.sqlite3'}"
    if len(schemes := {urlsplit(node).scheme for node in url.split(";")}) > 1:
        raise ImproperlyConfigured(
            "BROKER_URL: expected whole addresses of one kind with ; between (amqp://…//;amqp://…//), "
            f"got {', '.join(sorted(scheme or 'none' for scheme in schemes))}"
        )
    return url


def broker_retries(url: str) -> int:
    """How often connecting to the broker is tried again at once: each other node of a cluster, one node once more."""
    return max(1, url.count(";"))


def broker_options(url: str) -> dict[str, Any]:
    """Options of the broker's transport, so that an upload never waits long for an unreachable broker."""
    if url.startswith("sqla+"):
        from sqlalchemy.pool import NullPool  # takes long to load, and other brokers have no use for it

        # No connection outlives its transaction: SQLite's must not be carried into the worker's forked processes.
        return {"connect_args": {"timeout": SQLITE_BUSY_SECONDS}, "poolclass": NullPool}
    if url.startswith(("redis", "rediss")):
        return {"visibility_timeout": 3600, "socket_connect_timeout": 3, "socket_timeout": 30}
    # One that hangs, is blocked, or comes up again may take a message and never confirm it: who waited for that without end would
    # never answer an upload, never enqueue again, or take no more tasks.
    timeouts = {"read_timeout": BROKER_SILENCE, "write_timeout": BROKER_SILENCE}
    return {"confirm_publish": True, "max_retries": broker_retries(url), **timeouts}


def broker_tls(url: str, authority: str) -> dict[str, Any] | None:
    """How a broker of ``amqps://`` or ``rediss://`` proves who it is; None for one without TLS.

    Left to themselves the clients take any certificate, or any name in it. ``authority`` is the file with the certificate of who
    signed the broker's (BROKER_CA); without it those count that the system trusts. Every node of a cluster has
    to prove that it is the first.
    """
    place = urlsplit(url)
    if place.scheme == "amqps":
        context = {"check_hostname": True, **({"cafile": authority} if authority else {})}
        return {"server_hostname": place.hostname, "context": context}
    if place.scheme == "rediss":
        signed_by = {"ssl_ca_certs": authority} if authority else {}
        return {"ssl_cert_reqs": ssl.CERT_REQUIRED, "ssl_check_hostname": True, **signed_by}
    return None


def cache(url: str) -> dict[str, Any]:
    """The cache of ``CACHE_URL`` (``redis://…``, or ``database``); by default each process has its own."""
    if url.startswith(("redis://", "rediss://", "unix://")):
        timeouts = {"socket_connect_timeout": 1, "socket_timeout": 1}
        return {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": url, "OPTIONS": timeouts}
    if url == "database":
        return {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "records_cache"}
    return {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}


def sign_in_cache(url: str) -> dict[str, Any]:
    """Where guesses of passwords are counted: at the same place, but apart, with room for every key that there can be
    (``records.core.ops.rate_limit.BUCKETS``): nothing that anybody asks pushes a count out."""
    shared = {**cache(url), "KEY_PREFIX": "sign-in"}
    if shared["BACKEND"].endswith("RedisCache"):
        return shared
    place = "records_cache_sign_in" if url == "database" else "sign-in"
    return {**shared, "LOCATION": place, "OPTIONS": {"MAX_ENTRIES": SIGN_IN_ENTRIES}}


def take_secrets_from_files() -> None:
    """Set each of SECRETS from its file, in this process alone. Raises ImproperlyConfigured where the file cannot be read or
    the variable is set as well."""
    for name in SECRETS:
        path = os.environ.get(f"{name}_FILE")
        if not path:
            continue
        if os.environ.get(name):
            raise ImproperlyConfigured(f"{name} and {name}_FILE are both set: one of them is expected")
        try:
            os.environ[name] = Path(path).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise ImproperlyConfigured(f"{name}_FILE: {path} cannot be read ({type(error).__name__})") from error
        # A process that this one starts has the variable.
        del os.environ[f"{name}_FILE"]
