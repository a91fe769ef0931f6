"""Where the pages of a match are: at its own address, or below the share link that it was opened by."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from records.models import Match


@dataclass(frozen=True, slots=True)
class Links:
    """The addresses of a match's pages and documents for one reader."""

    match: Match
    secret: str = ""

    @property
    def page(self) -> str:
        """The verdict."""
        return self._at("pages", "match")

    @property
    def state(self) -> str:
        """The piece of a page that says how far the work has come."""
        return self._at("pages", "state")

    @property
    def source(self) -> str:
        """The record's text."""
        return self._at("api", "source")

    @property
    def verdict(self) -> str:
        """The verdict as JSON."""
        return self._at("api", "verdict")

    def board(self, number: int) -> str:
        """The replay of a round."""
        return self._at("pages", "replay", number)

    def frames(self, number: int) -> str:
        """What the board draws."""
        return self._at("pages", "frames", number)

    def _at(self, room: str, name: str, *more: int) -> str:
        if self.secret:
            return reverse(f"{room}:shared_{name}", args=[self.secret, *more])
        return reverse(f"{room}:{name}", args=[self.match.pk, *more])
