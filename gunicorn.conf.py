"""What gunicorn reads by itself: its own lines of the log, and a folder in which its processes keep the durations of requests."""

import os
import shutil
import tempfile
from pathlib import Path

SHARED_MEMORY = "/dev/shm"


def metrics_parent() -> str | None:
    """Where the folder is made: METRICS_DIR, else in shared memory, else among the other temporary files.

    Its files are mapped into memory. Where their disk is full, writing to one ends the process (SIGBUS): they must not lie where
    uploads are spooled.
    """
    if named := os.environ.get("METRICS_DIR"):
        return named
    return SHARED_MEMORY if os.access(SHARED_MEMORY, os.W_OK | os.X_OK) else None


# prometheus-client looks at it once, when it is imported.
os.environ["PROMETHEUS_MULTIPROC_DIR"] = kept = tempfile.mkdtemp(prefix="referee-metrics-", dir=metrics_parent())

from gunicorn.glogging import Logger  # noqa: E402

from config.logs import lines  # noqa: E402
from config.metrics_files import add_to_ended  # noqa: E402


class OwnLines(Logger):
    """Gunicorn's own messages; each request is logged by ``config.middleware.request_log``."""

    access_log_enabled = False


# Memory that a large request made a process take is given back when it is replaced; each after another number of requests.
max_requests = 20_000
max_requests_jitter = max_requests // 10

# Nobody controls the processes by a socket.
control_socket_disable = True

logconfig_dict = lines(os.environ.get("LOG_LEVEL") or "INFO", **{"gunicorn.error": {"handlers": [], "propagate": True}})
logger_class = OwnLines


def child_exit(server, worker) -> None:
    """A process has ended; what it counted stays counted."""
    add_to_ended(Path(kept), worker.pid)


def on_exit(server) -> None:
    """The whole service has ended."""
    shutil.rmtree(kept, ignore_errors=True)
