"""The parts of ``make proof``: each has a budget, and the end of a run says what each took (``-p tests.parts``).

A budget is in seconds of CPU: of the process of the test, and of what it started and saw end. What all tests share (loading,
collecting, services that run on) belongs to no part and is told by itself. A part over its budget is told and fails nothing.
"""

from __future__ import annotations

import os
from collections import Counter
from fnmatch import fnmatch
from typing import Any, NamedTuple

import pytest


class Part(NamedTuple):
    """Tests that share a budget: all whose file is named like one of these."""

    name: str
    budget: int
    files: str


PARTS = (
    Part("oracles", 90, "referee/test_oracles* referee/*/test_oracle* referee/test_forgery*"),
    Part("moves at positions", 70, "referee/test_positions* referee/test_partial* referee/test_symmetries* conformance/*"),
    Part("frames, reviews, offers", 80, "referee/test_*review* referee/test_*match* referee/test_offers* referee/test_circum*"),
    Part(
        "sheets and values",
        60,
        "referee/sheets/* referee/test_score* referee/test_coverage* referee/kawuxing/* referee/mahjong/*",
    ),
    Part("hostile inputs and memory", 110, "budget/* referee/importers/* referee/notation/*"),
    Part("searches", 45, "fuzz/*"),
    Part("permissions", 110, "permissions/*"),
    Part("API as described", 40, "schema/*"),
    Part("pages", 30, "frontend/*"),
    Part("kills", 190, "faults/*"),
    Part("all else", 120, "*"),
)
"""Together with what is shared 17 minutes; browsers and database servers, whose end no test sees, come besides."""
CPU = "seconds of CPU"
_BEGUN = pytest.StashKey[float]()


def part_of(nodeid: str) -> Part:
    """The part that a test belongs to: the first that names its file."""
    file = nodeid.partition("::")[0].removeprefix("tests/")
    return next(part for part in PARTS if any(fnmatch(file, pattern) for pattern in part.files.split()))


def cpu() -> float:
    """What this process has used so far, and its children that have ended."""
    return sum(os.times()[:4])


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    item.stash[_BEGUN] = cpu()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    """Send with the last report of a test what it has used."""
    if call.when == "teardown":
        item.user_properties.append((CPU, cpu() - item.stash[_BEGUN]))
    return (yield)


class Account:
    """What the tests of this run used, by part."""

    def __init__(self) -> None:
        self.used, self.tests = Counter[Part](), Counter[Part]()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "teardown":
            part = part_of(report.nodeid)
            self.used[part] += dict(report.user_properties)[CPU]
            self.tests[part] += 1

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """A line for each part."""
        terminalreporter.section("parts of the proof, in seconds of CPU")
        for part in (part for part in PARTS if self.tests[part]):
            over = self.used[part] > part.budget
            line = f"{part.name:26} {self.tests[part]:6,} tests {self.used[part]:6.0f} of {part.budget:4} s"
            terminalreporter.write_line(f"{line}  OVER ITS BUDGET" if over else line, red=over)
        shared = cpu() - sum(self.used.values())
        terminalreporter.write_line(f"{'shared: collecting, services':26} {shared:19.0f} s; {cpu():.0f} s in all")


def pytest_configure(config: pytest.Config) -> None:
    """Count where the reports of all processes come together."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Account())
