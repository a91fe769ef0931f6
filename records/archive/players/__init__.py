"""Players of a club: one person under one or several names; a player's statistics, and figures of players and their club."""

from records.archive.players.figures import figures_of_club, figures_of_player, totals_of_club
from records.archive.players.merging import merge, rename, split, undo
from records.archive.players.statistics import (
    SORTS,
    aliases_of,
    by_game,
    current_player,
    find,
    match_counts,
    merge_for,
    merges_of,
    of_club,
    opponents,
    played_by,
    points_in,
    points_over_time,
    rules_broken,
    search,
    sorted_by,
)

__all__ = [
    "SORTS",
    "aliases_of",
    "by_game",
    "current_player",
    "figures_of_club",
    "figures_of_player",
    "find",
    "match_counts",
    "merge",
    "merge_for",
    "merges_of",
    "of_club",
    "opponents",
    "played_by",
    "points_in",
    "points_over_time",
    "rename",
    "rules_broken",
    "search",
    "sorted_by",
    "totals_of_club",
    "split",
    "undo",
]
