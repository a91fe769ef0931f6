"""The demonstration of docs/explanation/log.md, run as it stands there: an operator rewrites his log and is found out."""

from __future__ import annotations

import io
import re
import shlex
import urllib.error
from email.message import Message
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from records import clubs, events, publications
from records.models import Event
from referee.cli import main
from referee.cli.results import log_address
from referee.results.published import signature
from tests.records.evening import EVENT, publish, text, upload
from tests.referee.results.evening import PRIVATE

pytestmark = pytest.mark.django_db
PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "log.md"
SERVICE = "https://club.example.org"
BLOCK = re.compile(r"^```(console|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
DIFFERENT = re.compile(r"([0-9a-f]{4} ){15}[0-9a-f]{4}|[A-Za-z0-9+/]{30,}=*|[0-9][0-9,]*(:#)?")
"""What is another in every run: hashes and signatures, numbers."""


def steps() -> list[tuple[str, str]]:
    """The blocks of the demonstration, with their language."""
    told = PAGE.read_text(encoding="utf-8").partition("## A demonstration")[2]
    return BLOCK.findall(told)


def commands(block: str) -> list[tuple[str, str]]:
    """The commands of a block, each with what it prints."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def alike(output: str) -> str:
    return DIFFERENT.sub("#", output).strip()


class Opener:
    """Opens addresses of the service without a network."""

    def open(self, request: Any, timeout: float) -> Any:
        answer = Client().get(request.full_url.removeprefix(SERVICE))
        if answer.status_code != 200:
            raise urllib.error.HTTPError(request.full_url, answer.status_code, "", Message(), io.BytesIO())
        return io.BytesIO(answer.content)


@pytest.fixture(autouse=True)
def service(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, owner: Any) -> Event:
    """A service with an event, a signed head, and the club's folder with its public key."""
    key = tmp_path / "key.pem"
    key.write_bytes(PRIVATE)
    settings.VAR, settings.RESULTS_KEY, settings.LOG_ORIGIN = tmp_path, str(key), "club.example.org/.well-known/referee-log"
    settings.ALLOWED_HOSTS = ["club.example.org", "testserver"]
    (tmp_path / "club").mkdir()
    monkeypatch.chdir(tmp_path / "club")
    Path("club.pem").write_text(signature.pem(signature.public_of(PRIVATE)))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr(log_address.urllib.request, "build_opener", lambda *handlers: Opener())
    club = clubs.create(owner, "茶館", "tea")
    upload(club, owner, text(Table="1"))
    event = events.create(owner, club, EVENT)
    publications.sign_head(5.0)
    return event


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def run(command: str) -> str:
        """What a command prints."""
        line, _, target = command.partition(" > ")
        program, *arguments = shlex.split(line)
        if program == "curl":
            output = Client().get(arguments[-1].removeprefix(SERVICE)).content.decode()
        elif program == "cat":
            output = Path(arguments[0]).read_text(encoding="utf-8")
        else:
            main(arguments) if program == "referee" else call_command(*arguments[1:])
            output = capsys.readouterr().out
        if target:
            Path(target).write_text(output, encoding="utf-8")
            return ""
        return output

    return run


def test_demonstration_prints_what_the_page_says(run: Any, service: Event, owner: Any) -> None:
    first, grown, rewriting, inside, found_out = (block for _, block in steps())
    printed = [shown(run, first)]
    publish(owner, service)
    publications.sign_head(5.0)
    printed.append(shown(run, grown))
    exec(compile(rewriting, str(PAGE), "exec"), {})
    printed += [shown(run, inside), shown(run, found_out)]
    told = [
        "".join(f"$ {command}\n{output}" for command, output in commands(block)) for block in (first, grown, inside, found_out)
    ]
    assert [alike(block) for block in printed] == [alike(block) for block in told], "\n".join(printed)
    assert printed[1].splitlines()[1] == "holds"
    assert "(rewritten)" in printed[3]


def shown(run: Any, block: str) -> str:
    """The commands of a block, and what they print now."""
    return "".join(f"$ {command}\n{run(command)}" for command, _ in commands(block))
