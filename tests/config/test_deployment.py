"""Under the settings of a service behind HTTPS Django's own check finds nothing; and what is pinned is looked up."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scripts import audit_dependencies as audit
from tests.proof import slow

ROOT = Path(__file__).parents[2]
HOLE = {"id": "PYSEC-1", "aliases": ["CVE-1"], "fix_versions": ["2.0"]}


@slow
def test_deployment_check_of_django_finds_nothing(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "REFEREE_VAR": str(tmp_path),
        "HTTPS": "1",
        "ALLOWED_HOSTS": "referee.example.org",
        "DEBUG": "0",
        "SECRET_KEY": "",
    }
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600)
    assert ran.returncode == 0, ran.stderr
    assert "no issues" in ran.stdout


def test_audit_report_lists_vulnerable_and_unaudited_packages() -> None:
    whole = {
        "dependencies": [
            {"name": "good", "version": "1", "vulns": []},
            {"name": "bad", "version": "1", "vulns": [HOLE]},
            {"name": "gone", "skip_reason": "not found"},
        ]
    }
    assert audit.read(whole) == (2, ["bad 1: PYSEC-1 CVE-1, fixed in 2.0"], ["gone: not found"])


@pytest.mark.parametrize(
    ("answers", "strict", "status", "said"),
    [
        ([audit.Audit(9, [], [])], False, 0, "9 packages audited, 0 known"),
        ([audit.Audit(9, ["bad 1: PYSEC-1"], [])], False, 1, "VULNERABLE requirements.lock: bad 1"),
        (["no route", audit.Audit(9, ["bad 1: PYSEC-1"], [])], False, 1, "VULNERABLE"),
        (["no route", audit.Audit(0, [], ["a: not found"])], False, 0, "WAS NOT AUDITED"),
        (["no route", "no route"], True, 1, "WAS NOT AUDITED"),
    ],
)
def test_audit_fails_on_a_vulnerability_and_warns_of_unaudited_packages(
    monkeypatch: pytest.MonkeyPatch, capsys: Any, answers: list[Any], strict: bool, status: int, said: str
) -> None:
    monkeypatch.setattr(audit, "LOCKS", ("requirements.lock",))
    monkeypatch.setattr(audit, "ask", lambda lock, service: answers[audit.SERVICES.index(service)])
    assert audit.main(strict) == status
    assert said in capsys.readouterr().out
