"""Logs as lines of JSON, one object a line whatever is said, from the web processes, the workers and the sweeper alike."""

from __future__ import annotations

import json
import logging
import logging.config
import re
from datetime import UTC, datetime
from typing import Any

from records import trace

SECRETS = re.compile(r"(shared/)[A-Za-z0-9_-]{16,}|(ref_)[A-Za-z0-9_-]{16,}")
"""The secret of a share link stands in its address, and Django names addresses in its messages; API tokens begin with ref_."""
KNOWN = frozenset([*logging.makeLogRecord({}).__dict__, "message", "asctime", "taskName", "request", "server_time"])
"""What every record has, and what Django adds that is no text; the rest was said by who logged it."""


class JsonLines(logging.Formatter):
    """Time, level, logger, message; the request's id and the task; whatever else was said; the traceback, as one string."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, in ASCII: no text that people wrote can break it or what reads it."""
        said: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if id_ := trace.request_id():
            said["request_id"] = id_
        said |= trace.task()
        said |= {name: value for name, value in record.__dict__.items() if name not in KNOWN and name not in said}
        if record.exc_info:
            said["exception"] = self.formatException(record.exc_info)
        if record.stack_info:
            said["stack"] = self.formatStack(record.stack_info)
        return SECRETS.sub(r"\1\2***", json.dumps(said, default=str))


def lines(level: str, **loggers: dict[str, Any]) -> dict[str, Any]:
    """The settings of the logs."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": "config.logs.JsonLines"}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["console"], "level": level},
        # Each request has its own line already.
        "loggers": {"django.request": {"level": "ERROR"}, "django.server": {"handlers": [], "propagate": True}, **loggers},
    }


def configure(settings: dict[str, Any]) -> None:
    """What Django calls with its LOGGING: warnings of Python are lines of the log too."""
    logging.config.dictConfig(settings)
    logging.captureWarnings(True)
