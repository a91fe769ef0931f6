"""The errors of judging in a process of its own: nobody is free to judge, the text takes too much, the question is unclear."""

from __future__ import annotations

from collections.abc import Mapping

from records.core.errors import Refusal

RETRY_AFTER = 5
"""Seconds after which somebody is told to ask again."""
LIMITS = {
    "memory": ("MiB 記憶體", "MiB of memory"),
    "cpu-seconds": ("秒運算時間", "seconds of computing"),
    "seconds": ("秒", "seconds by the clock"),
}


class Busy(Refusal):
    """Everybody who judges is occupied, or the one who judged this was lost."""

    def __init__(self) -> None:
        zh, en = "現在要裁判的太多，請稍候再試。", "Too much is being judged at the moment. Please try again shortly."
        super().__init__("busy", zh, en, 503, retry_after=RETRY_AFTER)


class TooCostly(Refusal):
    """Judging a text takes more than it may: the limit, how much that is, and the bytes of the text."""

    def __init__(self, limit: str, most: int, size: int) -> None:
        zh, en = LIMITS[limit]
        super().__init__(
            "too-costly",
            f"裁判一份內容最多用 {most:,} {zh}；這份內容（{size:,} 位元組）需要更多。請分成幾份，或登入後整批上傳。",
            f"Judging a text takes at most {most:,} {en}; this one of {size:,} bytes needs more. "
            "Send it in parts, or sign in and upload it as a batch.",
            422,
            limit=limit,
            most=most,
            size=size,
        )


class Unclear(Exception):
    """A question that cannot be read: the field at fault, and what was expected, in zh and en."""

    def __init__(self, field: str | None, message: Mapping[str, str]) -> None:
        self.field, self.message = field, message
        super().__init__(message["en"])


class SandboxFault(RuntimeError):
    """The engine failed on a job."""
