"""The error of a refused request: a code, a sentence, an HTTP status, and the facts. Nothing of the request was stored."""

from __future__ import annotations

from typing import Any

from records.core.languages import Message, Sentence


class Refusal(Exception):
    """A request that is refused as a whole. Its text is the sentence in the active language.

    ``message`` is the sentence as ``Sentence`` takes it. ``facts`` fill its placeholders, and the API tells programs all of
    them. ``retry_after`` are the seconds after which the same request may be answered.
    """

    def __init__(self, code: str, message: Message, status: int, *, retry_after: int | None = None, **facts: Any) -> None:
        self.code, self.status, self.facts, self.retry_after = code, status, facts, retry_after
        self.message = Sentence(message, **facts)
        super().__init__(code, status)

    def __str__(self) -> str:
        return str(self.message)
