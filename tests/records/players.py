"""Clubs with people at the tables: matches under the names that a test gives."""

from __future__ import annotations

import re
from typing import Any

from records.accounts.models import Club
from records.archive import matches
from records.archive.models import Match, Player
from tests.golden import HOME

CLEAN = (HOME / "sichuan" / "clean-01.ppn").read_text(encoding="utf-8")
FLAGGED = (HOME / "sichuan" / "three-suits.ppn").read_text(encoding="utf-8")
SEATS = "ESWN"


def between(names: str, text: str = CLEAN, event: str = "evening") -> str:
    """A match of these people, in the order of the seats: ``"Ann,Bo,Cy,Di"``."""
    head, _, tail = text.partition("\n")
    tail = re.sub(r"\[(Seat\.\w|Event) .*\]\n", "", tail)
    seats = "".join(f'[Seat.{seat} "{name}"]\n' for seat, name in zip(SEATS, names.split(","), strict=True))
    game, rest = tail.split("\n", 1)
    return f'{head}\n{game}\n[Event "{event}"]\n{seats}{rest}'


def store(club: Club, user: Any, *texts: str, judged: bool = True) -> list[Match]:
    """Take these matches into a club; judged unless told otherwise."""
    taken = matches.upload("\n".join(texts).encode(), media_type="text/x-ppn", user=user, club=club)
    if judged:
        for match in taken.matches:
            matches.judge(match.pk)
    return [Match.objects.get(pk=match.pk) for match in taken.matches]


def player(club: Club, name: str) -> Player:
    """Whose this spelling is now."""
    return club.aliases.select_related("player").get(name=name).player
