"""``python -m tests.faults [worker|web|broker|database|all|connections|memory|disk|clock|machines …]``: has matches judged while
that is killed, taken away or wrong for a while, and counts.

Starts a PostgreSQL and a RabbitMQ (or, with ``--redis``, a Redis) of its own and ends them; for ``machines`` a network of them.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.faults import machines, network
from tests.faults.kills import KINDS, WANTS
from tests.faults.proof import Plan, Report, prove
from tests.faults.servers import Missing, Postgres, Rabbit, Redis, Server

HEAD = [
    "killed",
    "kills",
    "matches accepted",
    "in batches",
    "client retries",
    "s uploading",
    "s to the last verdict",
    "lost",
    "twice",
    "wrong",
    "stuck or odd",
]


OUTAGE = ["fault", "s without a list", "s without an upload accepted", "s without a verdict"]
MACHINES = "machines"


@contextmanager
def home_folder() -> Iterator[Path]:
    """A folder, for as long as it is needed."""
    home = Path(tempfile.mkdtemp(prefix="referee-faults-"))
    home.chmod(0o755)  # PostgreSQL runs under another account than root
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # whoever ends this early leaves no server behind
    try:
        yield home
    finally:
        shutil.rmtree(home, ignore_errors=True)


@contextmanager
def started_servers(redis: bool = False) -> Iterator[tuple[Path, Server, Server]]:
    """A folder, a database and a broker, for as long as they are needed."""
    with home_folder() as home, ExitStack() as open_:
        database, broker = Postgres(home), Redis(home) if redis else Rabbit(home)
        for server in (database, broker):
            open_.callback(server.stop)
            server.start()
        yield home, database, broker


def printed(report: Report) -> None:
    """A row of the table, and everything that is wrong below it."""
    print("| " + " | ".join(report.row()) + " |", flush=True)
    for kind in ("lost", "twice", "wrong", "stuck", "odd"):
        for line in getattr(report, kind)[:20]:
            print(f"    {kind}: {line}", flush=True)


def on_machines(options: argparse.Namespace) -> int:
    """The proof on several machines, in a network of its own; the exit status."""
    if not os.environ.get(network.WITHIN):
        try:
            network.check_allowed()
        except Missing as reason:
            print(f"{MACHINES} needs {reason}")
            return 1
        with home_folder() as home:
            return network.run_within("-m", "tests.faults", *sys.argv[1:], "--home", str(home))
    print(f"load average before: {os.getloadavg()[0]:.1f}")
    print("| " + " | ".join(OUTAGE) + " |\n|" + "---|" * len(OUTAGE), flush=True)
    report = machines.prove_on_machines(
        options.matches,
        Path(options.home),
        lambda outage: print("| " + " | ".join(outage.row()) + " |", flush=True),
        seed=options.seed,
        rounds=options.rounds,
        pace=options.pace,
    )
    print("\n| " + " | ".join(HEAD) + " |\n|" + "---|" * len(HEAD))
    printed(report)
    return int(not report.holds)


def main() -> None:
    """Run the proofs one after another; ends with 1 where one does not hold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", choices=[*KINDS, *WANTS, "all", MACHINES, []], metavar="KIND")
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pause", type=float, default=2.0, help="seconds between two kills, about")
    parser.add_argument("--pace", type=float, default=machines.PACE, help="of machines: seconds between two uploads of a client")
    parser.add_argument("--rounds", type=int, default=1, help="how often each fault of several machines comes")
    parser.add_argument("--home", help=argparse.SUPPRESS)
    parser.add_argument("--redis", action="store_true", help="with Redis as the broker")
    options = parser.parse_args()
    if options.kinds == [MACHINES]:
        sys.exit(on_machines(options))
    print(f"load average before: {os.getloadavg()[0]:.1f}")
    print("| " + " | ".join(HEAD) + " |\n|" + "---|" * len(HEAD), flush=True)
    held = True
    with started_servers(options.redis) as (home, database, broker):
        for kind in options.kinds or KINDS:
            try:
                report = prove(kind, options.matches, home / kind, database, broker, Plan(options.seed, options.pause))
            except Missing as reason:
                print(f"{kind} needs {reason}", flush=True)
                held = False
                continue
            printed(report)
            held &= report.holds
    sys.exit(not held)


if __name__ == "__main__":
    main()
