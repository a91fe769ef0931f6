"""``python -m scripts.audit_dependencies``: looks for known vulnerabilities in the packages of the lock files.

A vulnerability that is found fails. Where the services that know of them cannot be reached, or know nothing of what is pinned,
nobody has looked: that is said loudly, and fails only with ``--strict``.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ("requirements.lock", "requirements-test.lock")
SERVICES = ("pypi", "osv")
PATIENCE = 120


class Audit(NamedTuple):
    """The result for one lock file: how many packages were looked up, the vulnerabilities, and why others were not looked up."""

    audited: int
    found: list[str]
    skipped: list[str]


def read(report: dict[str, Any]) -> Audit:
    """Parse the JSON report of pip-audit."""
    dependencies = report.get("dependencies", [])
    found = [
        f"{one['name']} {one['version']}: {hole['id']} {' '.join(hole.get('aliases', []))}, "
        f"fixed in {', '.join(hole.get('fix_versions', [])) or 'nothing yet'}"
        for one in dependencies
        for hole in one.get("vulns", [])
    ]
    skipped = [f"{one['name']}: {one['skip_reason']}" for one in dependencies if "skip_reason" in one]
    return Audit(len(dependencies) - len(skipped), found, skipped)


def ask(lock: Path, service: str) -> Audit | str:
    """Audit one lock file by one service; or say why that was not possible."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        command = [sys.executable, "-m", "pip_audit", "-r", str(lock), "--disable-pip", "--require-hashes", "-s", service]
        command += ["-f", "json", "-o", file.name, "--progress-spinner", "off", "--timeout", "10"]
        try:
            ran = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            return f"no answer within {PATIENCE} s"
        text = Path(file.name).read_text(encoding="utf-8")
    try:
        return read(json.loads(text))
    except ValueError:
        return (ran.stderr.strip().splitlines() or [f"pip-audit ended with {ran.returncode}"])[-1][:300]


def audit(lock: Path) -> Audit | str:
    """Audit one lock file by the first service that answers, with the answers of those before it."""
    answers = []
    for service in SERVICES:
        answer = ask(lock, service)
        if isinstance(answer, Audit) and (answer.audited or answer.found):
            return answer
        answers.append(f"{service}: {answer if isinstance(answer, str) else answer.skipped[0] if answer.skipped else 'empty'}")
    return "\n".join(answers)


def main(strict: bool) -> int:
    """Print the results. Exit status 1 for a vulnerability, with ``strict`` also where nothing could be looked up."""
    status = 0
    for name in LOCKS:
        answer = audit(ROOT / name)
        if isinstance(answer, str):
            said = f"{name} WAS NOT AUDITED: no service that knows of vulnerabilities answered here."
            print("\n".join(["!" * 78, said, answer, "!" * 78]))
            status = status or int(strict)
            continue
        for line in answer.found:
            print(f"VULNERABLE {name}: {line}")
        if answer.skipped:
            print(f"{name}: {len(answer.skipped)} packages were NOT audited: {'; '.join(answer.skipped)}")
        print(f"{name}: {answer.audited} packages audited, {len(answer.found)} known vulnerabilities")
        status = 1 if answer.found else status
    return status


if __name__ == "__main__":
    sys.exit(main("--strict" in sys.argv[1:]))
