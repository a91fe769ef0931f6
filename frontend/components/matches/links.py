"""The addresses of a match's pages and files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import urlencode

from django.urls import reverse

from frontend.i18n.localized import language

if TYPE_CHECKING:
    from records.archive.models import Match


KEY: Final = "key"
"""The parameter that holds the secret of a share link, in the addresses that are fetched without a session."""


@dataclass(frozen=True, slots=True)
class Links:
    """The addresses of a match's pages and documents."""

    match: Match

    @property
    def page(self) -> str:
        """The page with the verdict."""
        return self._at("match")

    @property
    def source(self) -> str:
        """The record's text."""
        return reverse("api:source", args=[self.match.pk])

    @property
    def verdict(self) -> str:
        """The verdict as JSON."""
        return reverse("api:verdict", args=[self.match.pk])

    def board(self, number: int) -> str:
        """The replay of a round."""
        return self._at("replay", number)

    def frames(self, number: int) -> str:
        """The frames that the board draws, with their texts."""
        return reverse("api:frames", args=[self.match.pk, number]) + "?words=1"

    def review(self, number: int) -> str:
        """The review of the players' choices."""
        return reverse("api:review", args=[self.match.pk, number])

    def embedded(self, number: int, key: str = "") -> str:
        """The board of a round for other sites to frame; ``key``: the secret of the share link that opens it there."""
        return self._at("embed", number) + (f"?{urlencode({KEY: key})}" if key else "")

    def card(self, number: int = 0, move: int = 0) -> str:
        """The share card, an image of the match or of the finding at a move, in the reader's language."""
        name, place = ("card_at", [number, move]) if number else ("card", [])
        return f"{reverse(f'pages:{name}', args=[self.match.pk, *place])}?hl={language()}"

    def _at(self, name: str, *more: int) -> str:
        return reverse(f"pages:{name}", args=[self.match.pk, *more])
