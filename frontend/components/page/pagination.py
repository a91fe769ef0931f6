"""Pages of lists that may be long, without counting all rows."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.core.paginator import Paginator

PAGE = 30
"""How many rows a page of a list has."""


class Bounded(Paginator):  # type: ignore[type-arg]
    """Pages of the first ``most`` rows, because counting all rows would read all of them."""

    most = 3000

    @cached_property
    def count(self) -> int:
        """The number of rows, at most ``most``."""
        rows: Any = self.object_list
        found: int = rows[: self.most].count()
        return found

    @property
    def more(self) -> bool:
        """Whether there may be more rows than are shown."""
        return self.count == self.most
