"""Players of a club: one person under one or several names."""

from records.players.merging import find_players as search
from records.players.merging import merge, regrouping_for, regroupings_of, split, undo
from records.players.merging import player_for as find
from records.players.merging import players_of as of_club
from records.players.merging import rename_player as rename

__all__ = ["find", "merge", "of_club", "regrouping_for", "regroupings_of", "rename", "search", "split", "undo"]
