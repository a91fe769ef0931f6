"""The addresses of a match's pages and files, and how the place of a move is written in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urlencode

from django.urls import register_converter, reverse

from records.core.languages import reader_language

if TYPE_CHECKING:
    from records.archive.models import Match


KEY: Final = "key"
"""The parameter that holds the secret of a share link, in the addresses that are fetched without a session."""


class Place(NamedTuple):
    """A round of a match, and a move of it; 0: the deal."""

    round: int
    move: int = 0


class PlaceConverter:
    """A place in an address: ``7`` or ``7/4``."""

    regex = "[0-9]{1,9}(?:/[0-9]{1,9})?"

    def to_python(self, value: str) -> Place:
        """The place that is meant."""
        return Place(*map(int, value.split("/")))

    def to_url(self, place: Place) -> str:
        """The place as it is written; a round alone by its number."""
        return "/".join(map(str, place if place.move else place[:1]))


register_converter(PlaceConverter, "place")


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

    def board(self, number: int, move: int = 0) -> str:
        """The replay of a round, standing at a move."""
        return self._at("replay", Place(number, move))

    def frames(self, number: int) -> str:
        """The frames that the board draws, with their texts."""
        return reverse("api:frames", args=[self.match.pk, number]) + "?words=1"

    def gif(self, number: int) -> str:
        """The round as a GIF."""
        return reverse("api:round_gif", args=[self.match.pk, number])

    def review(self, number: int) -> str:
        """The review of the players' choices."""
        return reverse("api:review", args=[self.match.pk, number])

    def embedded(self, number: int, key: str = "") -> str:
        """The board of a round for other sites to frame; ``key``: the secret of the share link that opens it there."""
        return self._at("embed", Place(number)) + (f"?{urlencode({KEY: key})}" if key else "")

    def card(self, number: int = 0, move: int = 0) -> str:
        """The share card, an image of the match or of the finding at a move, in the reader's language."""
        place = {"round": number, "move": move} if number else {}
        return f"{self._at('card')}?{urlencode({'hl': reader_language(), **place})}"

    def _at(self, name: str, *more: Place) -> str:
        return reverse(f"pages:{name}", args=[self.match.pk, *more])
