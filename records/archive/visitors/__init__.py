"""Visitors' matches: what somebody drops who is not signed in, judged at once and kept for a day in tables of its own."""

from records.archive.visitors.reading import as_match, belongs_to, delete, delete_expired, find, find_file, matches_of
from records.archive.visitors.receiving import LASTS, SIGN_IN, JudgedFile, judge, store

__all__ = [
    "LASTS",
    "SIGN_IN",
    "JudgedFile",
    "as_match",
    "belongs_to",
    "delete",
    "delete_expired",
    "find",
    "find_file",
    "judge",
    "matches_of",
    "store",
]
