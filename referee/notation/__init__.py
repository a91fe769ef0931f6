"""PPN text and its JSON form ⇄ records. Knows no rules: whether a move is legal is not asked here."""

from referee.notation.errors import NotationError
from referee.notation.json_form import write_json
from referee.notation.ppn.grammar import found_by, grammar_of, moves
from referee.notation.ppn.position import Located, locate, locate_all, locate_tag
from referee.notation.ppn.write import write
from referee.notation.split import Source, parse, parse_file, read, split
from referee.notation.stream import split_stream

__all__ = [
    "Located",
    "NotationError",
    "Source",
    "found_by",
    "grammar_of",
    "locate",
    "locate_all",
    "locate_tag",
    "moves",
    "parse",
    "parse_file",
    "read",
    "split",
    "split_stream",
    "write",
    "write_json",
]
