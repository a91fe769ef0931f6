"""Logging as JSON lines, the same in web processes, workers and the sweeper."""

from __future__ import annotations

import json
import logging
import logging.config
import re
from datetime import UTC, datetime
from typing import Any

from records.core.ops import request_context

SECRETS = re.compile(
    r"(?=[bcrsvw/?&l])(?:"
    r"(/)[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}"
    r"|((?:ref|whsec)_)[\w-]{16,}|(Bearer\s+)[\w.~+/=-]{6,}|(Link\s+)[\w.-]{16,}"
    r"|(/s/)[\w.-]{16,}|([?&]key=)[\w.-]{16,}"
    r"|((?:sessionid|csrftoken|csrfmiddlewaretoken)\W{1,6})[\w:.-]{16,}|(v1=)[0-9a-f]{64})",
    re.ASCII | re.IGNORECASE,
)
"""Secrets, which are never logged: links (in addresses and headers), ids of what visitors dropped (``records.core.unlisted``),
API tokens (``ref_``), webhook secrets (``whsec_``), sessions, Authorization headers and signatures. The look-ahead, which has the
first letter of each, makes a line of a request cost 9 µs instead of 35."""
KNOWN = frozenset([*logging.makeLogRecord({}).__dict__, "message", "asctime", "taskName", "request", "server_time"])
"""Attributes that every log record has and that Django adds; all others come from ``extra`` and are logged."""


class JsonLines(logging.Formatter):
    """Formats a log record as JSON: time, level, logger, message, request id, task, ``extra`` values, traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """One line of ASCII, whatever text of users the record contains."""
        entry: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if id_ := request_context.request_id():
            entry["request_id"] = id_
        entry |= request_context.task()
        entry |= {name: value for name, value in record.__dict__.items() if name not in KNOWN and name not in entry}
        if record.exc_info:
            entry["exception"] = self.formatException(record.exc_info)
        if record.stack_info:
            entry["stack"] = self.formatStack(record.stack_info)
        return SECRETS.sub(_hidden, json.dumps(entry, default=str))


def _hidden(secret: re.Match[str]) -> str:
    """The prefix that names the kind of secret, then three asterisks."""
    return next(prefix for prefix in secret.groups() if prefix) + "***"


def lines(level: str, **loggers: dict[str, Any]) -> dict[str, Any]:
    """The LOGGING setting, with these loggers in addition to the service's own."""
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
    """Called by Django with the LOGGING setting. Python's warnings are logged too."""
    logging.config.dictConfig(settings)
    logging.captureWarnings(True)
