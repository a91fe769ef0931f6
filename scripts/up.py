"""``make up``: migrates, loads the sample matches, starts web, live, worker and sweeper, prints the address; Ctrl-C ends them.

Every process is a real one; the broker is whatever BROKER_URL names, without it one that needs no server. The processes end with
this one, however it ends: on Linux the kernel sees to it.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PR_SET_PDEATHSIG = 1
"""The option of Linux's ``prctl`` that names the signal which a process gets when its parent ends."""
BIN = Path(sys.executable).parent
READY_WITHIN = 60.0


def manage(*arguments: str) -> str:
    """Run a management command; returns its output. Ends the program where the command fails."""
    ran = subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, text=True, stdout=subprocess.PIPE)
    if ran.returncode:
        sys.exit(f"manage.py {' '.join(arguments)} failed")
    return ran.stdout.strip()


def processes(port: int, live_port: int, workers: int) -> dict[str, list[str]]:
    """The commands of the service's processes."""
    celery = [str(BIN / "celery"), "--quiet", "-A", "config"]
    web = [str(BIN / "gunicorn"), "config.wsgi", "--workers", "2", "--threads", "12"]
    quiet = ["--without-mingle", "--without-gossip"]
    return {
        "web": [*web, "--bind", f"127.0.0.1:{port}"],
        "live": [sys.executable, "-m", "config.live", "--port", str(live_port)],
        "worker": [*celery, "worker", "--concurrency", str(workers), *quiet],
        "sweeper": [*celery, "beat"],
    }


def wait_until_ready(address: str, running: dict[str, subprocess.Popen[bytes]]) -> None:
    """Return when the web process answers. Ends the program where it does not."""
    deadline = time.monotonic() + READY_WITHIN
    while time.monotonic() < deadline:
        for name, process in running.items():
            if process.poll() is not None:
                sys.exit(f"the {name} process ended with {process.returncode}")
        try:
            urllib.request.urlopen(address, timeout=2).close()
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.2)
        else:
            return
    sys.exit(f"{address} did not answer within {READY_WITHIN:.0f} s")


def start(command: list[str]) -> subprocess.Popen[bytes]:
    """Start a process. On Linux the kernel terminates it when this one ends, even by ``kill -9``; elsewhere ``stop`` does."""
    starter = os.getpid()
    libc = ctypes.CDLL(None) if sys.platform == "linux" else None

    def end_with_the_starter() -> None:
        if libc is not None:
            libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
            if os.getppid() != starter:  # it ended before the kernel was told
                os._exit(1)

    return subprocess.Popen(command, start_new_session=True, preexec_fn=end_with_the_starter)


def stop(running: dict[str, subprocess.Popen[bytes]]) -> None:
    """Stop every process, first by a signal that lets it finish. A second Ctrl-C does not interrupt this."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    for process in running.values():
        if process.poll() is None:
            process.terminate()
    for process in running.values():
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def free(port: int) -> bool:
    """Whether nothing listens on the port."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


def a_free_port() -> int:
    """A port on which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def main() -> None:
    """Start everything and run until a process ends or a signal arrives."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    if not free(options.port):
        sys.exit(f"port {options.port} is taken; choose another: make up PORT=8001")
    os.chdir(ROOT)
    os.environ.setdefault("LOG_LEVEL", "WARNING")  # this terminal is for people
    # What needs no database is done beside what does. The samples wait in the queue for the worker.
    collecting = start([sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0"])
    manage("migrate", "--no-input", "--verbosity", "0")
    samples, account = manage("load_samples"), manage("demo_account")
    if collecting.wait():
        sys.exit("manage.py collectstatic failed")
    # No proxy makes one address of both: pages are told where the streams are, and the live process whose pages may read them.
    live_port = a_free_port()
    os.environ.setdefault("LIVE_ADDRESS", f"http://127.0.0.1:{live_port}")
    os.environ.setdefault("CSRF_TRUSTED_ORIGINS", f"http://127.0.0.1:{options.port}")
    address = f"http://127.0.0.1:{options.port}/"
    running: dict[str, subprocess.Popen[bytes]] = {}
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        for name, command in processes(options.port, live_port, options.workers).items():
            running[name] = start(command)
        wait_until_ready(f"{address}api/v1/games", running)
        print(f"{samples}\n{account}")
        print(f"The referee is at {address}  (Ctrl-C ends it)", flush=True)
        while all(process.poll() is None for process in running.values()):
            time.sleep(0.5)
        sys.exit("a process of the service has ended")
    except KeyboardInterrupt:
        pass
    finally:
        stop(running)


if __name__ == "__main__":
    main()
