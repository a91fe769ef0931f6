"""The errors of judging in a process of its own: nobody is free to judge, the text takes too much, the question is unclear."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from records.core.errors import Refusal

RETRY_AFTER = 5
"""Seconds after which somebody is told to ask again."""
LIMITS = {
    "memory": _("MiB of memory"),
    "cpu-seconds": _("seconds of computing"),
    "seconds": _("seconds by the clock"),
}


class Busy(Refusal):
    """Everybody who judges is occupied, or the one who judged this was lost."""

    def __init__(self) -> None:
        super().__init__(
            "busy", _("Too much is being judged at the moment. Please try again shortly."), 503, retry_after=RETRY_AFTER
        )


class TooCostly(Refusal):
    """Judging a text takes more than it may: the limit, how much that is, and the bytes of the text."""

    def __init__(self, limit: str, most: int, size: int) -> None:
        message = _(
            "Judging a text takes at most {most:,} {unit}; this one of {size:,} bytes needs more. "
            "Send it in parts, or sign in and upload it as a batch."
        )
        super().__init__(
            "too-costly",
            message,
            422,
            limit=limit,
            most=most,
            size=size,
            unit=LIMITS[limit],
        )


class Unclear(Exception):
    """A question that cannot be read: the field at fault, and what the engine says was expected."""

    def __init__(self, field: str | None, message: Mapping[str, str]) -> None:
        self.field, self.message = field, message
        super().__init__(message["en"])


class SandboxFault(RuntimeError):
    """The engine failed on a job."""
