"""Players of a club: one person under one or several names."""

from records.archive.players.listing import find, merge_for, merges_of, of_club, search
from records.archive.players.merging import merge, rename, split, undo

__all__ = ["find", "merge", "merge_for", "merges_of", "of_club", "rename", "search", "split", "undo"]
