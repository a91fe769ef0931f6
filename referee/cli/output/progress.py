"""A progress bar on standard error, shown on a terminal only."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

LONG = 512 << 10
"""Bytes from which on work is long enough to be watched."""


class Progress:
    """A progress bar over so many bytes; nothing where standard error is no terminal."""

    def __init__(self, title: str, total: int) -> None:
        self._title = title
        self._total = total
        self._bar: Bar | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Self:
        if self._total >= LONG and sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import Progress as Bar

            # Lines for a terminal pass above the bar; lines for a pipe must not go through it.
            self._bar = Bar(console=Console(stderr=True), transient=True, redirect_stdout=sys.stdout.isatty())
            self._task = self._bar.add_task(self._title, total=self._total)
            self._bar.start()
        return self

    def advance(self, amount: int) -> None:
        """Add to the number of bytes that are done."""
        if self._bar is not None and self._task is not None:
            self._bar.advance(self._task, amount)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.stop()
