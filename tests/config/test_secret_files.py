"""A secret may be the content of a file; what is wrong with it is said without it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.settings import environment

ROOT = Path(__file__).parents[2]


def test_secrets_of_the_settings_are_read_from_files(tmp_path: Path) -> None:
    """In a process of its own, which reads the settings anew."""
    environment = {**os.environ, "REFEREE_VAR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    given = {"SECRET_KEY": "0123456789-abcdefghij-klmnopqrst-uvwxyz", "DATABASE_URL": "sqlite:////nowhere/one.sqlite3"}
    for name, secret in given.items():
        environment.pop(name, None)
        (tmp_path / name).write_text(f"{secret}\n", encoding="utf-8")
        environment[f"{name}_FILE"] = str(tmp_path / name)
    program = "from django.conf import settings; print(settings.SECRET_KEY, settings.DATABASES['default']['NAME'])"
    ran = subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600)
    assert ran.stdout.split() == [given["SECRET_KEY"], "/nowhere/one.sqlite3"], ran.stderr


def test_file_of_a_secret_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "token").write_text("a token\n", encoding="utf-8")
    monkeypatch.delenv("METRICS_TOKEN", raising=False)
    monkeypatch.setenv("METRICS_TOKEN_FILE", str(tmp_path / "token"))
    for _ in range(2):
        environment.take_secrets_from_files()
        assert os.environ["METRICS_TOKEN"] == "a token"
    monkeypatch.delenv("METRICS_TOKEN")


def test_secret_that_is_given_twice_or_cannot_be_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BROKER_URL", raising=False)
    monkeypatch.setenv("BROKER_URL_FILE", str(tmp_path / "none"))
    with pytest.raises(ImproperlyConfigured, match="BROKER_URL_FILE: .* cannot be read"):
        environment.take_secrets_from_files()
    monkeypatch.setenv("BROKER_URL", "amqp://guest:hidden@localhost")
    with pytest.raises(ImproperlyConfigured, match="both set") as refused:
        environment.take_secrets_from_files()
    assert "hidden" not in str(refused.value)


def test_every_secret_that_may_be_a_file_is_documented() -> None:
    page = (ROOT / "docs" / "how-to" / "operations.md").read_text(encoding="utf-8")
    [row] = [line for line in page.split("\n") if line.startswith("| `…_FILE`")]
    assert [name for name in environment.SECRETS if f"`{name}`" not in row] == []
