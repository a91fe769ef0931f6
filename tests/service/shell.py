"""A shell of a service that stays open: what a test does inside the service need not wait for Django to be loaded each time."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import weakref
from collections.abc import Mapping
from pathlib import Path
from typing import IO

ROOT = Path(__file__).parents[2]
PATIENCE = 900.0
"""Seconds until some code must have ended."""
LOOP = """
import contextlib, io, json, os, sys, traceback
from django.db import connections
answers = os.fdopen({answers}, "w")
for line in sys.stdin:
    told, failed = io.StringIO(), ""
    try:
        with contextlib.redirect_stdout(told):
            exec(json.loads(line), {{}})
    except BaseException:
        failed = traceback.format_exc()
    finally:
        connections.close_all()
    print(json.dumps([told.getvalue(), failed]), file=answers, flush=True)
"""


class Shell:
    """A process that runs code inside a service, one piece after another; it ends with whoever started it."""

    def __init__(self, environment: Mapping[str, str], log: Path) -> None:
        self.environment = dict(environment)
        reading, answers = os.pipe()
        command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", LOOP.format(answers=answers)]
        with log.open("ab") as output:
            self._process = subprocess.Popen(
                command,
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=output,
                pass_fds=[answers],
                text=True,
            )
        os.close(answers)
        self._reader = os.fdopen(reading)
        # Whoever forgets it leaves no process behind.
        self.close = weakref.finalize(self, _end, self._process, self._reader)

    def run(self, code: str) -> str:
        """What some code prints. Raises AssertionError with its traceback where it fails."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(code) + "\n")
        self._process.stdin.flush()
        assert select.select([self._reader], [], [], PATIENCE)[0], "the shell does not answer"
        line = self._reader.readline()
        assert line, "the shell has ended"
        told, failed = json.loads(line)
        assert not failed, told + failed
        return str(told).strip()


def _end(process: subprocess.Popen[str], reader: IO[str]) -> None:
    process.kill()
    process.wait(60)
    if process.stdin:
        process.stdin.close()
    reader.close()
