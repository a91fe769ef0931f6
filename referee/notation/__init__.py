"""Converts PPN text and its JSON form to records and back. It knows no rules and does not check whether moves are legal."""

from referee.notation.converters import NO_HINTS, Hints
from referee.notation.errors import NotationError
from referee.notation.json_form import write_json
from referee.notation.ppn.grammar import found_by, grammar_of, moves
from referee.notation.ppn.position import Located, locate, locate_all, locate_tag
from referee.notation.ppn.write import write
from referee.notation.split import Source, parse, parse_file, read, read_file, require_rounds, split
from referee.notation.stream import split_stream

__all__ = [
    "NO_HINTS",
    "Located",
    "NotationError",
    "Source",
    "Hints",
    "found_by",
    "grammar_of",
    "locate",
    "locate_all",
    "locate_tag",
    "moves",
    "parse",
    "parse_file",
    "read",
    "read_file",
    "require_rounds",
    "split",
    "split_stream",
    "write",
    "write_json",
]
