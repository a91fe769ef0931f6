"""The key by which names of people are compared, and the aliases of the names in a club's matches, created in bulk."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from records.accounts.clubs.models import Club
from records.archive.players.models import Player, PlayerAlias
from records.core.db.search_keys import folded
from records.core.entered_text import shown_form

PAGE = 500
"""Rows a statement."""
MAX_LENGTH = 200


def aliases_of(club: Club, names: Iterable[str]) -> dict[str, int]:
    """The ids of the aliases of these names, by name key. A new name gets an alias and a player of its own."""
    wanted: dict[str, str] = {}
    for name in names:
        if key := key_of(name):
            wanted.setdefault(key, name)  # a player is called as the first record has it
    known = _known(club, list(wanted))
    if new := sorted(wanted.keys() - known.keys()):
        known |= _new(club, [(key, wanted[key]) for key in new])
    return known


def _known(club: Club, keys: Sequence[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for start in range(0, len(keys), PAGE):
        some = PlayerAlias.objects.filter(club=club, key__in=keys[start : start + PAGE])
        found.update(some.values_list("key", "pk"))
    return found


def _new(club: Club, entries: Sequence[tuple[str, str]]) -> dict[str, int]:
    """Create aliases and players. Of two uploads with the same new name one creates them, and both read them back."""
    players = [Player(club=club, name=shown_form(name) or key) for key, name in entries]
    Player.objects.bulk_create(players, batch_size=PAGE)
    rows = [
        PlayerAlias(club=club, key=key, name=player.name, player=player, original_player=player)
        for (key, _), player in zip(entries, players, strict=True)
    ]
    PlayerAlias.objects.bulk_create(rows, batch_size=PAGE, ignore_conflicts=True)
    late = Player.objects.filter(pk__in=[player.pk for player in players], aliases__isnull=True, joined__isnull=True)
    late.delete()
    return _known(club, [key for key, _ in entries])


def key_of(name: str) -> str:
    """The name key: the name without differences of width, case, composition, invisible characters and extra spaces.

    Empty for a placeholder such as ``?`` or ``-``. Simplified and traditional characters stay different:
    whether two such names are one person is for people to say.
    """
    key = folded(name)
    if set(key) <= set("?-–—.·_ "):
        return ""
    # A character may become many; what is longer than a column is told apart by its hash.
    return key if len(key) <= MAX_LENGTH else key[:100] + hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()
