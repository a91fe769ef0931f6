"""The error of a refused request: a code, a message in zh and en, an HTTP status. Nothing of the request was stored."""

from __future__ import annotations


class Refusal(Exception):
    """A request that is refused as a whole."""

    def __init__(self, code: str, zh: str, en: str, status: int) -> None:
        self.code, self.status = code, status
        self.message = {"zh": zh, "en": en}
        super().__init__(en)
