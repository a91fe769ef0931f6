"""PPN text and its JSON form ⇄ records. Knows no rules: whether a move is legal is not asked here."""

from referee.notation.errors import NotationError
from referee.notation.json_form import write_json
from referee.notation.position import Located, locate, locate_all, locate_tag
from referee.notation.split import Source, parse, parse_file, read, split
from referee.notation.stream import split_stream
from referee.notation.tokens import VERBS
from referee.notation.write import write

__all__ = [
    "VERBS",
    "Located",
    "NotationError",
    "Source",
    "locate",
    "locate_all",
    "locate_tag",
    "parse",
    "parse_file",
    "read",
    "split",
    "split_stream",
    "write",
    "write_json",
]
