"""Pages of lists that may be long, without counting all rows."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.core.paginator import Page, Paginator

PAGE = 30
"""How many rows a page of a list has."""
AHEAD = 4
"""So many pages beyond the one that is asked for are counted."""


class Bounded(Paginator):  # type: ignore[type-arg]
    """Pages of the first ``most`` rows, counted some pages ahead: counting all rows would read all of them."""

    most = 3000

    def get_page(self, number: Any) -> Page[Any]:
        """The page of this number; the first where it is no number, the last where there are not so many."""
        text = str(number)
        at = int(text) if text.isdecimal() and len(text) < 10 else 1
        self.counted = min(self.most, (at + AHEAD) * self.per_page)
        return super().get_page(number)

    @cached_property
    def count(self) -> int:
        """The number of rows, at most as many as are counted."""
        rows: Any = self.object_list
        found: int = rows.order_by()[: self.counted].count()  # in any order: those that are found first
        return found

    @property
    def more(self) -> bool:
        """Whether there may be more rows than were counted."""
        return self.count == self.counted
