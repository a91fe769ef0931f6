"""The addresses of a match's pages and files: its own, below the share link that it was opened by, or a visitor's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse

from frontend.i18n.localized import language

if TYPE_CHECKING:
    from records.models import Match, VisitorMatch


@dataclass(frozen=True, slots=True)
class Links:
    """The addresses of a match's pages and documents for one reader."""

    match: Match
    secret: str = ""
    inside: bool = False
    """Whether the share link opens an event that the match belongs to."""
    visitor: VisitorMatch | None = None
    """What is stored of a visitor's match."""

    @property
    def read_only(self) -> bool:
        """Whether whoever has the address may read the match, and nobody may do anything else with it there."""
        return bool(self.secret or self.visitor)

    @property
    def page(self) -> str:
        """The page with the verdict."""
        return self._at("match")

    @property
    def state(self) -> str:
        """The part of the page that shows whether the match is judged yet."""
        return self._at("state")

    @property
    def source(self) -> str:
        """The record's text."""
        return self._at("record") if self.read_only else reverse("api:source", args=[self.match.pk])

    @property
    def verdict(self) -> str:
        """The verdict as JSON."""
        return self._at("verdict") if self.read_only else reverse("api:verdict", args=[self.match.pk])

    @property
    def other_rules(self) -> str:
        """Where the match is judged by other rules."""
        return self._at("other_rules")

    def board(self, number: int) -> str:
        """The replay of a round."""
        return self._at("replay", number)

    def frames(self, number: int) -> str:
        """The frames that the board draws, as JSON."""
        return self._at("frames", number)

    def review(self, number: int) -> str:
        """The review of the players' choices, as JSON."""
        return self._at("review", number)

    def embedded(self, number: int) -> str:
        """The board of a round for other sites to frame."""
        return self._at("embed", number)

    def embedded_frames(self, number: int) -> str:
        """The frames of the embedded board, as JSON."""
        return self._at("embed_frames", number)

    def card(self, number: int = 0, move: int = 0) -> str:
        """The share card, an image of the match or of the finding at a move, in the reader's language."""
        name, place = ("card_at", [number, move]) if number else ("card", [])
        return f"{reverse(f'pages:{name}', args=[self.match.pk, *place])}?hl={language()}"

    def _at(self, name: str, *more: int) -> str:
        if self.visitor:
            return reverse(f"pages:visitor_{name}", args=[self.visitor.pk, *more])
        if self.secret and self.inside:
            return reverse(f"pages:shared_event_{name}", args=[self.secret, self.match.pk, *more])
        if self.secret:
            return reverse(f"pages:shared_{name}", args=[self.secret, *more])
        return reverse(f"pages:{name}", args=[self.match.pk, *more])
