"""Compressing what is stored: zlib with a dictionary of what records and verdicts have in common, kept here for good.

A record of one round has a kilobyte, too little to be compressed by itself: nearly all of it stands in other records too. Values
that were stored as they are stay readable beside compressed ones.
"""

from records.db.compression.dictionaries import RECORD, SUMMARY, VERDICT
from records.db.compression.packing import UnreadableValue, is_packed, pack, pack_text, unpack, unpack_text

__all__ = ["RECORD", "SUMMARY", "VERDICT", "UnreadableValue", "is_packed", "pack", "pack_text", "unpack", "unpack_text"]
