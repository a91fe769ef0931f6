"""What compose.yaml, the Dockerfile and the operations page say of the settings is what the settings read."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from tests.config.deployment import COMPOSE, DOCKERFILE, ROOT

OURS = [name for name, service in COMPOSE["services"].items() if service["image"].startswith("referee:")]
READ = re.compile(r"""(?:environ\.get\(|environ\[|flag\(|words\(|contacts\()\s*"([A-Z][A-Z_]+)\"""")
NOT_TOLD = {"DJANGO_SETTINGS_MODULE", "PROMETHEUS_MULTIPROC_DIR"}
"""Set by the code itself."""


def variables() -> set[str]:
    """Every variable that the service's wiring reads from the environment."""
    files = [*(ROOT / "config").rglob("*.py"), ROOT / "gunicorn.conf.py"]
    return {name for file in files for name in READ.findall(file.read_text(encoding="utf-8"))} - NOT_TOLD


@pytest.mark.parametrize("name", OURS)
def test_variable_in_compose_is_read_by_the_settings(name: str) -> None:
    assert set(COMPOSE["services"][name]["environment"]) - variables() == set()


def test_variable_required_by_compose_is_in_the_example() -> None:
    asked = set(re.findall(r"\$\{([A-Z_]+)", (ROOT / "compose.yaml").read_text(encoding="utf-8")))
    optional = {"LOG_LEVEL", "TZ"}
    given = set(re.findall(r"^([A-Z_]+)=", (ROOT / ".env.example").read_text(encoding="utf-8"), re.M))
    assert asked - given == optional
    assert given - asked == {"COMPOSE_PROFILES"}


def test_example_environment_contains_no_secret() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    secrets = re.findall(r"^(\w*(?:KEY|PASSWORD|TOKEN))=(.*)$", example, re.M)
    assert len(secrets) == 7
    assert {value for _, value in secrets} == {""}


@pytest.mark.parametrize("name", OURS)
def test_command_in_the_image_exists(name: str) -> None:
    command = COMPOSE["services"][name].get("command") or re.findall(r'"([^"]+)"', re.search(r"^CMD (.*)$", DOCKERFILE, re.M)[1])
    first = shlex.split(command[2])[0] if command[:2] == ["sh", "-c"] else command[0]
    assert shutil.which(first, path=str(Path(sys.executable).parent)), command


def test_compose_images_have_one_version_and_stop_in_time() -> None:
    for name, service in COMPOSE["services"].items():
        assert re.search(r":.*\d", service["image"]), name
        assert name == "migrate" or service["restart"] == "unless-stopped"
        assert name == "migrate" or "limits" in service["deploy"]["resources"]
    assert re.findall(r"^FROM ([^\s@]+)", DOCKERFILE, re.M) == ["python:3.11.13-slim-bookworm"] * 2
    # A worker is given what its longest task may take, so that an upgrade interrupts none.
    from django.conf import settings

    assert int(COMPOSE["services"]["worker"]["stop_grace_period"].rstrip("s")) > settings.CELERY_TASK_TIME_LIMIT


def test_image_copies_existing_files_and_does_not_run_as_root() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8")
    for line in re.findall(r"^COPY (?!--from)(.*)$", DOCKERFILE, re.M):
        for source in line.split()[:-1]:
            assert (ROOT / source).exists(), source
            assert f"!{source}\n" in ignored, source
    assert re.search(r"^USER (?!root)\w+$", DOCKERFILE, re.M)
