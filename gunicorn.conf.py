"""What gunicorn reads by itself: its own lines of the log, and a folder in which its processes keep the durations of requests."""

import os
import shutil
import tempfile

# prometheus-client looks at it once, when it is imported.
os.environ["PROMETHEUS_MULTIPROC_DIR"] = kept = tempfile.mkdtemp(prefix="referee-metrics-")

from gunicorn.glogging import Logger  # noqa: E402
from prometheus_client import multiprocess  # noqa: E402

from config.logs import lines  # noqa: E402


class OwnLines(Logger):
    """Gunicorn's own messages; each request is logged by ``config.middleware.request_log``."""

    access_log_enabled = False


logconfig_dict = lines(os.environ.get("LOG_LEVEL") or "INFO", **{"gunicorn.error": {"handlers": [], "propagate": True}})
logger_class = OwnLines


def child_exit(server, worker) -> None:
    """A process has ended; what it counted stays counted."""
    multiprocess.mark_process_dead(worker.pid)


def on_exit(server) -> None:
    """The whole service has ended."""
    shutil.rmtree(kept, ignore_errors=True)
