"""The error of a refused request: a code, a message in zh and en, an HTTP status. Nothing of the request was stored."""

from __future__ import annotations

from typing import Any


class Refusal(Exception):
    """A request that is refused as a whole. ``more`` is what programs are told besides; ``retry_after`` are the seconds after
    which the same request may be answered."""

    def __init__(self, code: str, zh: str, en: str, status: int, *, retry_after: int | None = None, **more: Any) -> None:
        self.code, self.status = code, status
        self.message = {"zh": zh, "en": en}
        self.retry_after, self.more = retry_after, more
        super().__init__(en)
