"""Logs as lines of JSON, one object a line whatever is said, from the web processes, the workers and the sweeper alike."""

from __future__ import annotations

import json
import logging
import logging.config
import re
from datetime import UTC, datetime
from typing import Any

from records.ops import request_context

SECRETS = re.compile(
    r"(shared/)[\w-]{16,}|((?:ref|whsec)_)[\w-]{16,}|(Bearer\s+)[\w.~+/=-]{6,}"
    r"|((?:sessionid|csrftoken|csrfmiddlewaretoken)\W{1,6})[\w:.-]{16,}|(v1=)[0-9a-f]{64}",
    re.ASCII | re.IGNORECASE,
)
"""The secret of a share link stands in its address, and Django names addresses in its messages; API tokens begin with ref_, the
secrets of webhooks with whsec_. Whatever is logged by whom, these, sessions and what an Authorization says do not pass."""
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
        if id_ := request_context.request_id():
            said["request_id"] = id_
        said |= request_context.task()
        said |= {name: value for name, value in record.__dict__.items() if name not in KNOWN and name not in said}
        if record.exc_info:
            said["exception"] = self.formatException(record.exc_info)
        if record.stack_info:
            said["stack"] = self.formatStack(record.stack_info)
        return SECRETS.sub(_hidden, json.dumps(said, default=str))


def _hidden(secret: re.Match[str]) -> str:
    """What says which kind of secret it was."""
    return next(said for said in secret.groups() if said) + "***"


def lines(level: str, **loggers: dict[str, Any]) -> dict[str, Any]:
    """The settings of the logs."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": "config.logs.JsonLines"}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["console"], "level": level},
        # Each request and each message to a webhook has its own line already; the latter does not name the address, which may
        # hold a key of whoever's it is.
        "loggers": {
            "django.request": {"level": "ERROR"},
            "django.server": {"handlers": [], "propagate": True},
            "httpx": {"level": "WARNING"},
            "httpcore": {"level": "WARNING"},
            **loggers,
        },
    }


def configure(settings: dict[str, Any]) -> None:
    """What Django calls with its LOGGING: warnings of Python are lines of the log too."""
    logging.config.dictConfig(settings)
    logging.captureWarnings(True)
