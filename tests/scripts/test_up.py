"""``make up``: its processes end with it."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

STARTER = """
import signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # also where the run itself is of a kind that ignores it
from scripts.up import start
print(start([sys.executable, "-c", "import time; time.sleep(600)"]).pid, flush=True)
time.sleep(600)
"""
PATIENCE = 120


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no signal of a parent's end")
@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_process_ends_when_its_starter_is_killed(by: signal.Signals) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", STARTER], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as starter:
        assert starter.stdout is not None
        child = int(starter.stdout.readline())
        assert is_running(child)
        starter.send_signal(by)
    for _ in range(PATIENCE * 100):
        if not is_running(child):
            return
        time.sleep(0.01)
    pytest.fail(f"process {child} goes on without its starter")


def is_running(process: int) -> bool:
    """Whether a process runs; one that has ended and that nobody has waited for does not."""
    try:
        return ") Z " not in Path(f"/proc/{process}/stat").read_text()
    except FileNotFoundError:
        return False
