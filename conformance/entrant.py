"""The program that takes the test: it is started, asked line by line, held to limits of time and memory, and started anew.

Nothing that it does ends the run: a program that hangs, dies, answers nothing that can be read or takes too much memory is ended
with what it has started, and that is the answer to the question.
"""

from __future__ import annotations

import json
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, NamedTuple

from conformance.greeting import Greeting, NoGreeting, hello, read_greeting

LONGEST_LINE = 16 * 1024 * 1024
"""The bytes of an answer that are read at most."""
LOOK = 0.25
"""How often, in seconds, the memory of a program is looked at that has not answered yet."""
SAID = 2000
"""The bytes of what a program last wrote to its standard error that a failure quotes."""


class Limits(NamedTuple):
    """What a program may take: seconds to start and to answer one question, and bytes of memory with all that it has started."""

    start_seconds: float = 60
    seconds: float = 10
    memory: int = 2 * 1024**3


class Failure(Exception):
    """Raised where a program gives no answer: ``kind`` is ``hung``, ``died``, ``rubbish`` or ``memory``."""

    def __init__(self, kind: str, told: str) -> None:
        super().__init__(f"{kind}: {told}")
        self.kind, self.told = kind, told


class Entrant:
    """A program, asked one question after another; it runs from the first question on."""

    def __init__(self, command: str, limits: Limits) -> None:
        self.command, self.limits = command, limits
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._ended = threading.Event()
        self._errors: IO[bytes] | None = None

    def greet(self) -> Greeting:
        """Start the program and hear what it says of itself. Raises Failure."""
        try:
            self._start()
            return read_greeting(self._answer(hello(), self.limits.start_seconds))
        except NoGreeting as error:
            self.end()
            raise Failure("rubbish", str(error)) from error
        except Failure:
            self.end()
            raise

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """The answer to a question: a line of JSON with the question's ``id``. A program that has ended is started anew. Raises
        Failure."""
        if self._process is None:
            self.greet()
        try:
            return self._answer(question, self.limits.seconds)
        except Failure:
            self.end()
            raise

    def _answer(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        self._write(json.dumps(question, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass") + b"\n")
        answer = _read(self._line(seconds))
        if answer.get("id") != question["id"]:
            raise Failure("rubbish", f"expected an answer with the id {question['id']}, got {str(answer.get('id'))[:100]}")
        return answer

    def _start(self) -> None:
        self.end()
        self._errors = TemporaryFile()  # noqa: SIM115 - end() closes it
        try:
            self._process = subprocess.Popen(
                shlex.split(self.command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise Failure("died", f"it cannot be started: {error}") from error
        self._lines, self._ended = queue.Queue(1), threading.Event()
        assert self._process.stdout
        threading.Thread(target=_read_lines, args=(self._process.stdout, self._lines, self._ended), daemon=True).start()

    def _write(self, line: bytes) -> None:
        """Write beside the reading: a program that reads nothing is not waited for."""
        assert self._process
        assert self._process.stdin
        threading.Thread(target=_write_line, args=(self._process.stdin, line), daemon=True).start()

    def _line(self, seconds: float) -> bytes:
        """The next line of the program. Raises Failure."""
        assert self._process
        until = time.monotonic() + seconds
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, min(LOOK, until - time.monotonic())))
            except queue.Empty:
                if (held := _memory(self._process.pid)) > self.limits.memory:
                    raise Failure("memory", f"it took {held // 1024**2} MiB") from None
                if time.monotonic() >= until:
                    raise Failure("hung", f"no answer within {seconds:g} seconds") from None
                continue
            if line:
                return line
            raise Failure("died", f"it ended{_status(self._process)}{self._last_said()}")

    def _last_said(self) -> str:
        """What the program last wrote to its standard error."""
        assert self._errors
        size = self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, size - SAID))
        said = self._errors.read(SAID).decode("utf-8", "replace").strip()
        return f"; it said: {said}" if said else ""

    def end(self) -> None:
        """End the program and what it has started."""
        process, self._process = self._process, None
        self._ended.set()
        if process is not None:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except (OSError, AttributeError):  # it is gone, or the system knows no groups of processes
                process.kill()
            process.wait()
        if self._errors:
            self._errors.close()
            self._errors = None


def _read(line: bytes) -> dict[str, Any]:
    """A line as an answer. Raises Failure."""
    if len(line) > LONGEST_LINE or not line.endswith(b"\n"):
        raise Failure("rubbish", f"an answer of more than {LONGEST_LINE} bytes, or without an end of line")
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise Failure("rubbish", f"no JSON: {line[:100]!r}") from error
    if not isinstance(answer, dict):
        raise Failure("rubbish", f"expected an object, got {line[:100]!r}")
    return answer


def _read_lines(stream: IO[bytes], lines: queue.Queue[bytes], ended: threading.Event) -> None:
    """Pass on line by line, at the end of the stream an empty one, until nobody wants any."""
    with stream:
        line = b"-"
        while line and not ended.is_set():
            line = stream.readline(LONGEST_LINE + 1)
            while not ended.is_set():
                try:
                    lines.put(line, timeout=LOOK)
                    break
                except queue.Full:
                    continue


def _write_line(stream: IO[bytes], line: bytes) -> None:
    try:
        stream.write(line)
        stream.flush()
    except (OSError, ValueError):
        pass  # the program is gone: its end is what is read


def _status(process: subprocess.Popen[bytes]) -> str:
    try:
        status = process.wait(timeout=1)
    except subprocess.TimeoutExpired:
        return ""
    return f" with status {status}" if status >= 0 else f" by signal {-status}"


def _memory(session: int) -> int:
    """The bytes that a program and what it has started hold; 0 where the system does not tell (it has no ``/proc``)."""
    pages = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        pages += int(fields[21]) if int(fields[3]) == session else 0
    return pages * os.sysconf("SC_PAGE_SIZE") if pages else 0
