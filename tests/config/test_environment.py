"""What is made where the environment says nothing."""

from __future__ import annotations

import os
import re
import secrets
import ssl
from pathlib import Path
from typing import Any

import kombu
import pytest
from django.core.exceptions import ImproperlyConfigured

from config.settings import environment, tasks


def test_concurrently_starting_processes_read_one_whole_secret_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another is at the same place at every step at which this one touches a file."""
    monkeypatch.delenv("SECRET_KEY", raising=False)
    keys: set[str] = set()

    def meanwhile(step: Any) -> Any:
        def stepping(*args: Any, **kwargs: Any) -> Any:
            if not keys:
                keys.add("asked")
                keys.add(environment.secret_key(tmp_path))
            done = step(*args, **kwargs)
            if (kept := tmp_path / "secret-key").exists():
                keys.add(kept.read_text(encoding="ascii"))
            return done

        return stepping

    for step in ("open", "fdopen", "link"):
        monkeypatch.setattr(os, step, meanwhile(getattr(os, step)))
    keys.add(environment.secret_key(tmp_path))
    keys.discard("asked")
    assert len(keys) == 1
    assert len(keys.pop()) > 50
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]
    assert (tmp_path / "secret-key").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "key",
    [
        "a",
        "abcdefgh" * 10,
        "change-me-0123456789-abcdefghijklmnopqrstuvwxyz",
        "django-insecure-1q2w3e4r5t6y7u8i9o0pasdfghjklzxcvbnm",
        "python3 -c 'import secrets; print(secrets.token_urlsafe(50))'",
    ],
)
def test_secret_key_that_can_be_guessed_is_refused(key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", key)
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY can be guessed"):
        environment.secret_key(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("make", [lambda: secrets.token_urlsafe(24), lambda: secrets.token_hex(32)])
def test_secret_key_made_by_chance_is_accepted(make: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key = make()
    monkeypatch.setenv("SECRET_KEY", key)
    assert environment.secret_key(tmp_path) == key


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("", []),
        ("security@example.org", ["mailto:security@example.org"]),
        (" mailto:a@example.org, https://example.org/report ", ["mailto:a@example.org", "https://example.org/report"]),
    ],
)
def test_contacts_are_read_as_addresses(monkeypatch: pytest.MonkeyPatch, written: str, read: list[str]) -> None:
    monkeypatch.setenv("SECURITY_CONTACT", written)
    assert environment.contacts("SECURITY_CONTACT") == read


@pytest.mark.parametrize(
    "written", ["me", "http://example.org", "javascript:alert(1)", "https://example.org/a b", "a@b\r\nExpires: x"]
)
def test_contact_that_is_no_address_is_refused(monkeypatch: pytest.MonkeyPatch, written: str) -> None:
    monkeypatch.setenv("SECURITY_CONTACT", written)
    with pytest.raises(ImproperlyConfigured):
        environment.contacts("SECURITY_CONTACT")


ROOT = Path(__file__).parents[2]


def test_every_variable_has_its_row_in_the_documentation_and_no_other_has_one() -> None:
    sources = [*(ROOT / "config").rglob("*.py"), ROOT / "gunicorn.conf.py"]
    text = "".join(path.read_text(encoding="utf-8") for path in sources)
    read = set(re.findall(r'environ\.get\("(\w+)"|\b(?:flag|words|contacts|seconds)\("(\w+)"', text))
    table = (
        (ROOT / "docs" / "how-to" / "operations.md")
        .read_text(encoding="utf-8")
        .partition("## The environment")[2]
        .partition("\n## ")[0]
    )
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    assert {one or other for one, other in read} == {name for row in rows for name in re.findall(r"`(\w+)`", row)}


def test_silent_machine_with_postgresql_is_given_up_unless_its_address_says_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://me@/referee?host=one,two&target_session_attrs=read-write&connect_timeout=1")
    options = environment.database(tmp_path)["OPTIONS"]
    assert (options["host"], options["target_session_attrs"]) == ("one,two", "read-write")
    assert (int(options["connect_timeout"]), options["tcp_user_timeout"]) == (1, environment.DATABASE_SILENCE["tcp_user_timeout"])


def test_encrypted_broker_is_checked_by_its_name() -> None:
    authority = "/run/secrets/ca.pem"
    of_rabbit = environment.broker_tls("amqps://me:secret@mq.example.org:5671//", authority)
    assert of_rabbit is not None
    assert of_rabbit["server_hostname"] == "mq.example.org"
    assert of_rabbit["context"]["check_hostname"] is True
    assert of_rabbit["context"].get("cafile", "") == authority
    of_redis = environment.broker_tls("rediss://mq.example.org/0", authority)
    assert of_redis is not None
    assert (of_redis["ssl_cert_reqs"], of_redis["ssl_check_hostname"]) == (ssl.CERT_REQUIRED, True)
    assert of_redis.get("ssl_ca_certs", "") == authority


@pytest.mark.parametrize("url", ["amqp://guest@mq//", "redis://mq/0", "memory://"])
def test_broker_without_encryption_has_no_certificate(url: str) -> None:
    assert environment.broker_tls(url, "/run/secrets/ca.pem") is None


CLUSTER = "amqp://me:secret@mq1//;amqp://me:secret@mq2//;amqp://me:secret@mq3//"


def test_every_node_of_a_broker_is_tried_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BROKER_URL", CLUSTER)
    settings = tasks.celery(tmp_path)
    assert settings["CELERY_BROKER_TRANSPORT_OPTIONS"]["max_retries"] == 2
    assert settings["CELERY_TASK_PUBLISH_RETRY_POLICY"]["max_retries"] == 2
    assert kombu.Connection(settings["CELERY_BROKER_URL"]).alt == CLUSTER.split(";")
    monkeypatch.setenv("BROKER_URL", CLUSTER.split(";")[0])
    assert tasks.celery(tmp_path)["CELERY_TASK_PUBLISH_RETRY_POLICY"]["max_retries"] == 1


@pytest.mark.parametrize("url", ["amqp://mq1//;mq2", "amqp://mq1//;amqps://mq2//", "amqp://mq1//;redis://mq2/0"])
def test_broker_of_several_kinds_is_refused(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BROKER_URL", url)
    with pytest.raises(ImproperlyConfigured, match="BROKER_URL: expected whole addresses of one kind"):
        environment.broker(tmp_path)


@pytest.mark.parametrize(("url", "by_redis", "by_celery"), [("amqp://mq//", 1, False), ("redis://mq/0", 0, True)])
def test_tasks_that_a_worker_has_are_not_counted_by_redis(
    url: str, by_redis: int, by_celery: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would go on counting a task whose end it was not told."""
    monkeypatch.setenv("BROKER_URL", url)
    settings = tasks.celery(tmp_path)
    assert settings["CELERY_WORKER_PREFETCH_MULTIPLIER"] == by_redis
    assert settings["CELERY_WORKER_DISABLE_PREFETCH"] == by_celery
