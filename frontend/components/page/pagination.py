"""Pages of a list that may be long, without counting all of its rows."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.core.paginator import Paginator

PAGE = 30
"""How many rows a page of a list has."""


class Bounded(Paginator):  # type: ignore[type-arg]
    """The first ``most`` rows in pages: nobody turns further, and counting all rows would read all of them."""

    most = 3000

    @cached_property
    def count(self) -> int:
        """How many rows there are, up to ``most``."""
        rows: Any = self.object_list
        found: int = rows[: self.most].count()
        return found

    @property
    def more(self) -> bool:
        """Whether there may be more than are shown."""
        return self.count == self.most
