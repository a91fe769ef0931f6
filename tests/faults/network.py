"""A network of machines inside this one: each is a network namespace with an address of its own, and a bridge joins them.

It lies in namespaces of networks, mounts and processes that end with whoever opened them, even killed: nothing is left behind,
and two on one machine do not see each other.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress

from tests.faults.servers import Machine, Missing

WITHIN = "FAULTS_NETWORK"
"""Set in the environment of a process that has a network of its own."""
NEIGHBOURS = "10.77.0.0/24"
NAMESPACES = "/run/netns"
# The shell is the first process of the new world, which collects those whose parents have died.
ALONE = (
    "setpriv",
    "--pdeathsig",
    "KILL",
    "unshare",
    "--net",
    "--mount",
    "--pid",
    "--fork",
    "--kill-child",
    "--mount-proc",
    "sh",
    "-c",
)
PREPARE = f"mkdir -p {NAMESPACES} && mount -t tmpfs tmpfs {NAMESPACES} && ip link set lo up"
TRY = "ip netns add one && ip link add joining type bridge && ip link add port type veth peer name eth0 netns one"


def check_allowed() -> None:
    """Raises Missing where this process may not make a network, or has no programs for it."""
    if not all(shutil.which(program) for program in ("ip", "unshare", "nsenter", "setpriv")):
        raise Missing("the programs ip, unshare, nsenter and setpriv")
    tried = subprocess.run([*ALONE, f"{PREPARE} && {TRY}"], capture_output=True, text=True, timeout=600)
    if tried.returncode:
        raise Missing(f"the right to make a network of its own: {tried.stderr.strip()}")


def run_within(*command: str) -> int:
    """Run a command of this Python in a network of its own; its exit status."""
    whole = [*ALONE, f'{PREPARE} && "$@"; exit $?', "sh", sys.executable, *command]
    return subprocess.run(whole, env={**os.environ, WITHIN: "1"}).returncode


def _ip(*arguments: str) -> str:
    ran = subprocess.run(["ip", *arguments], capture_output=True, text=True, timeout=600)
    assert ran.returncode == 0, f"ip {' '.join(arguments)}: {ran.stderr}"
    return ran.stdout


class Network:
    """Machines by name, which all reach each other and this process."""

    def __init__(self, names: Sequence[str]) -> None:
        assert os.environ.get(WITHIN), "run_within makes the network that this belongs into"
        for bridge in ("joined", "apart"):
            _ip("link", "add", bridge, "type", "bridge")
            _ip("link", "set", bridge, "up")
        _ip("address", "add", "10.77.0.1/24", "dev", "joined")
        self.machines = {name: self._make(name, f"10.77.0.{number}") for number, name in enumerate(names, 11)}

    def _make(self, name: str, address: str) -> Machine:
        _ip("netns", "add", name)
        _ip("link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", name)
        _ip("link", "set", name, "master", "joined", "up")
        _ip("-n", name, "address", "add", f"{address}/24", "dev", "eth0")
        for link in ("lo", "eth0"):
            _ip("-n", name, "link", "set", link, "up")
        return Machine(address, ("nsenter", f"--net={NAMESPACES}/{name}"))

    def lose(self, name: str) -> None:
        """Its power is cut: it says nothing more, and all of its processes are gone."""
        _ip("link", "set", name, "down")
        for pid in _ip("netns", "pids", name).split():
            with suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGKILL)

    def join(self, name: str) -> None:
        """It is there again, with nothing running."""
        _ip("link", "set", name, "up")

    def cut(self, names: Iterable[str]) -> None:
        """These reach each other and nobody else, and nobody is told."""
        for name in names:
            _ip("link", "set", name, "master", "apart")

    def heal(self, names: Iterable[str]) -> None:
        """These reach everybody again."""
        for name in names:
            _ip("link", "set", name, "master", "joined")
