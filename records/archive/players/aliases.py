"""The player aliases of the names in a club's matches, looked up and created in bulk."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from records.accounts.clubs.models import Club
from records.archive.players.models import Player, PlayerAlias
from records.archive.players.name_key import key_of
from records.core.entered_text import shown_form

PAGE = 500
"""Rows a statement."""


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
