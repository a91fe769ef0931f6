"""A file to download: what the API and the pages answer with, for the same file the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class File(NamedTuple):
    """A file to download. ``content`` is read once, piece by piece."""

    name: str
    media_type: str
    content: Iterable[bytes] | Iterable[str]
    size: int | None = None
    """In bytes, where that is known before it is read."""

    @property
    def headers(self) -> dict[str, str]:
        """The headers of the answer that it is the body of."""
        sized = {} if self.size is None else {"Content-Length": str(self.size)}
        return {"Content-Type": self.media_type, "Content-Disposition": f'attachment; filename="{self.name}"', **sized}
