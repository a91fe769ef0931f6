"""Pages of a list that may be long: where it ends is not counted to."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.core.paginator import Paginator

PAGE = 30
"""Rows of a page of a list."""


class Bounded(Paginator):  # type: ignore[type-arg]
    """The first ``most`` rows in pages: nobody turns further, and counting all of them reads them all."""

    most = 3000

    @cached_property
    def count(self) -> int:
        """How many there are, up to ``most``."""
        rows: Any = self.object_list
        found: int = rows[: self.most].count()
        return found

    @property
    def more(self) -> bool:
        """Whether there may be more than are shown."""
        return self.count == self.most
