"""Reads one match of PPN text into a record.

The text is taken in blocks of tags and the move text after them, by one regular expression; the tags of a block that opens
one round are taken together, and moves that are all canonical as they are. Only what is uncommon (comments, move numbers,
Chinese verbs) is read token by token; where something stands is worked out only for an error. A text that is canonical
throughout is left to ``canonical``. Nothing is repaired: what cannot be read raises NotationError with its place.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from referee.core.record import Move, Position, Record, Round
from referee.notation import limits
from referee.notation.errors import SYNTAX, TEXTS, NotationError, Text, too_large
from referee.notation.ppn import canonical, tags
from referee.notation.ppn.grammar import grammar_of
from referee.notation.ppn.moves import NUMBERING, Grammar
from referee.notation.ppn.position import BARE_TAG, TAG, place, tag_at
from referee.notation.ppn.write import write

_BLOCK: Final = re.compile(rf"[\s\ufeff]*((?:{BARE_TAG}\s*)*)([^\[{{;]*)")
_EACH: Final = re.compile(TAG)
_WORD = re.compile(r"\S+")
_LINE = re.compile(r"[^\n]+")
_LONG_TEXT: Final = 64 * 1024
"""Characters of moves past which they are read one by one, so that a text of too many is not split first."""
_JOINED: Final = 1_000
"""Comments of one place that are joined at once."""
_SURROGATE = re.compile(r"[\ud800-\udfff]")


class _Said:
    """The comments of one place. Many are joined while they are read: a short text takes sixty bytes by itself."""

    __slots__ = ("lines", "pieces")

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.lines: list[str] = []

    def add(self, said: str) -> None:
        """Add another comment."""
        self.lines.append(said)
        if len(self.lines) >= _JOINED:
            self.pieces.append("\n".join(self.lines))
            self.lines.clear()

    def __str__(self) -> str:
        return "\n".join([*self.pieces, *self.lines])


def _stripped(said: str) -> str:
    """A comment without blank lines, and without the space around the others."""
    if "\n" not in said:
        return said.strip()
    found = _Said()
    for line in _LINE.finditer(said):
        if stripped := line[0].strip():
            found.add(stripped)
    return str(found)


@dataclass(slots=True)
class _Scope:
    """The tags and moves of a round, or of the match's header, as they are being read."""

    start: int = 0
    tags: dict[str, str] = field(default_factory=dict)
    moves: list[Move] = field(default_factory=list)
    comments: dict[int, _Said] = field(default_factory=dict)


def parse(text: str, first_line: int = 1) -> Record:
    """Read one match. ``first_line`` is the number of its first line in its file. Raises NotationError."""
    return canonical.read(text, first_line) or read(text, first_line)


def read(text: str, first_line: int = 1) -> Record:
    """Read one match, in canonical or any other form."""
    return _Reader(text, first_line).record()


class _Reader:
    def __init__(self, text: str, first_line: int) -> None:
        self.text = text
        self.first_line = first_line
        self.head = _Scope()
        self.scopes: list[_Scope] = []
        self.scope = self.head
        self.moves = 0
        self._grammar: Grammar | None = None

    @property
    def grammar(self) -> Grammar:
        """The grammar of the match's game, which is known before its first round."""
        if self._grammar is None:
            self._grammar = grammar_of(self.head.tags.get("Game", ""))
        return self._grammar

    def record(self) -> Record:
        text, at = self.text, 0
        while True:
            block = _BLOCK.match(text, at)
            assert block is not None
            if block[1]:
                self._tags(block.start(1), block[1])
            moves = block[2]
            if moves:
                self._moves(block.start(2), moves)
            last, at = at, block.end()
            if at == len(text):
                break
            if text[at] in "{;":
                at = self._comment(at)
            elif at == last:
                raise self._broken_tag(at)
        self._count_moves(self.scope.start)
        return self._built()

    # -- reading -----------------------------------------------------------------------------------------------

    def _tags(self, start: int, block: str) -> None:
        short = "\\" not in block and len(block) * 4 <= limits.TAG_BYTES and block.count("[") <= limits.TAGS
        found = dict(_EACH.findall(block)) if short else {}
        plain = short and "PPN" not in found
        opens = next(iter(found), "") == "Round"
        if not (plain and opens and len(found) == block.count("[") and len(self.scopes) < limits.ROUNDS):
            self._each_tag(start, block)
            return
        self._open(_Scope(start, found))

    def _open(self, scope: _Scope) -> None:
        """Begin a round."""
        self._count_moves(scope.start)
        self.scope = scope
        self.scopes.append(scope)

    def _count_moves(self, at: int) -> None:
        """Count the moves of the round that ends here."""
        self.moves += len(self.scope.moves)
        if self.moves > limits.MATCH_MOVES:
            raise self._too_large(at, TEXTS("moves-of-match"), limits.MATCH_MOVES, self.moves)

    def _each_tag(self, start: int, block: str) -> None:
        """Read tags one by one, where they belong to several rounds or may be wrong."""
        at = start
        for found in _EACH.finditer(self.text, start, start + len(block)):
            name, value, at = found[1], tags.unescaped(found[2]), found.start()
            if not self.head.tags and name != "PPN":
                raise self._error(at, f"[{name}", TEXTS("first-tag"))
            if name == "PPN" and self.head.tags:
                raise self._error(at, "[PPN", TEXTS("one-match"))
            if name == "Round":
                self._open(_Scope(at))
                if len(self.scopes) > limits.ROUNDS:
                    raise self._too_large(at, TEXTS("rounds"), limits.ROUNDS, len(self.scopes))
            if name in self.scope.tags:
                raise self._error(at, f"[{name}", TEXTS("tag-once"))
            if len(value) * 4 > limits.TAG_BYTES and len(value.encode("utf-8", "replace")) > limits.TAG_BYTES:
                size = len(value.encode("utf-8", "replace"))
                raise self._too_large(at, TEXTS("bytes-of-value"), limits.TAG_BYTES, size)
            self.scope.tags[name] = value
            if len(self.scope.tags) > limits.TAGS:
                raise self._too_large(at, TEXTS("tags"), limits.TAGS, len(self.scope.tags))

    def _moves(self, start: int, text: str) -> None:
        scope = self.scope
        if scope is self.head:
            if first := _WORD.search(text):
                raise self._error(start + first.start(), first[0], TEXTS("round-tag") if self.head.tags else TEXTS("first-tag"))
            return
        if len(text) > _LONG_TEXT:
            self._read_moves(start, text)
            return
        words = text.split()
        if len(scope.moves) + len(words) > limits.MOVES:
            self._read_moves(start, text)
            return
        try:
            scope.moves += list(map(self.grammar.known.__getitem__, words))
        except KeyError:
            self._read_moves(start, text)

    def _read_moves(self, start: int, text: str) -> None:
        """Read moves word by word, where a line has an uncommon word or may be too long."""
        moves = self.scope.moves
        for found in _WORD.finditer(text):
            word = found[0]
            move = self.grammar.move(word)
            if move is not None:
                moves.append(move)
                if len(moves) > limits.MOVES:
                    raise self._too_large(start + found.start(), TEXTS("moves-of-round"), limits.MOVES, len(moves))
            elif len(word) > limits.WORD and self.grammar.begins(word):
                raise self._too_large(start + found.start(), TEXTS("characters-of-move"), limits.WORD, len(word))
            elif not NUMBERING.fullmatch(word):
                lacking = self.grammar.unsigned(word)
                raise self._error(start + found.start(), word, tags.signed_move(*lacking) if lacking else TEXTS("move"))

    def _comment(self, at: int) -> int:
        """Keep the comment that starts here; returns the index at which the text goes on after it."""
        if self.text[at] == "{":
            end = self.text.find("}", at)
            if end < 0:
                raise self._error(at, "{", TEXTS("closed"))
            said, after = self.text[at + 1 : end], end + 1
        else:
            end = self.text.find("\n", at)
            end = len(self.text) if end < 0 else end
            said, after = self.text[at + 1 : end], end
        if comment := _stripped(said):
            self.scope.comments.setdefault(len(self.scope.moves), _Said()).add(comment)
        return after

    def _broken_tag(self, at: int) -> NotationError:
        word = _WORD.match(self.text, at)
        return self._error(at, word[0] if word else self.text[at], TEXTS("tag"))

    def _error(self, at: int, token: str, expected: Text) -> NotationError:
        line, column = place(self.text, at, self.first_line)
        return NotationError(SYNTAX, line, column, token[:80], expected)

    def _too_large(self, at: int, what: Text, most: int, actual: int) -> NotationError:
        line, column = place(self.text, at, self.first_line)
        return too_large(line, column, what, most, actual)

    # -- building ----------------------------------------------------------------------------------------------

    def _built(self) -> Record:
        head = self.head.tags
        if not head:
            raise self._error(0, self.text[:20].strip(), TEXTS("first-tag"))
        if head["PPN"] != "1":
            raise self._wrong(self.head, "PPN", TEXTS("first-tag"))
        if not head.get("Game"):
            raise self._error(tag_at(self.text, 0, "PPN"), '[PPN "1"]', TEXTS("game"))
        base = self._checked(self.head, "Base", tags.whole, "int")
        record = Record(
            game=head["Game"],
            rules=tags.rules_text(head.get("Rules", "")),
            base=None if base is None else int(base),
            tags=tags.ordered({name: value for name, value in head.items() if not tags.is_match_tag(name)}),
            seats={seat: head[name] for seat, name in self._seated(self.head, "Seat.")},
            totals=self._scores(self.head, "Totals"),
            rounds=self._rounds(),
            comment=str(self.head.comments.get(0, "")),
        )
        try:
            written = write(record).encode()
        except UnicodeEncodeError:
            found = _SURROGATE.search(self.text)
            raise self._error(found.start() if found else 0, ascii(found[0]) if found else "", TEXTS("utf-8")) from None
        return record._replace(sha256=sha256(written).hexdigest())

    def _rounds(self) -> tuple[Round, ...]:
        ends = [scope.start for scope in self.scopes[1:]] + [len(self.text)] * bool(self.scopes)
        rounds: list[Round] = []
        for scope, end in zip(self.scopes, ends, strict=True):
            rounds.append(self._round(scope, end, rounds[-1].number if rounds else 0))
        return tuple(rounds)

    def _round(self, scope: _Scope, end: int, last: int) -> Round:
        found = scope.tags
        number = tags.round_number(found["Round"])
        if number <= last:
            raise self._wrong(scope, "Round", TEXTS("round-number"))
        return Round(
            number=number,
            moves=tuple(scope.moves),
            dealer=self._checked(scope, "Dealer", self.grammar.seats.seat, "seat"),
            leader=self._checked(scope, "Leader", self.grammar.seats.seat, "seat"),
            dice=self._checked(scope, "Dice", tags.dice, "dice"),
            break_=found.get("Break"),
            draw=found.get("Draw"),
            wall=self._checked(scope, "Wall", tags.wall_text, "tiles"),
            hands={seat: self._checked(scope, name, tags.hand, "hand") or "" for seat, name in self._seated(scope, "Hand.")},
            sits={seat: found[name] for seat, name in self._seated(scope, "Sit.")},
            scores=self._scores(scope, "Scores"),
            places=self._checked(scope, "Places", self.grammar.seats.places, "places"),
            start=found.get("Start"),
            end=found.get("End"),
            comments={at: str(said) for at, said in sorted(scope.comments.items())},
            tags=tags.ordered({name: found[name] for name in found if not tags.is_round_tag(name)}, tags.ROUND_TAGS),
            position=Position(self.text, scope.start, end, self.first_line),
        )

    def _checked(self, scope: _Scope, name: str, read: tags.Reader, expected: str) -> str | None:
        written = scope.tags.get(name)
        if written is None:
            return None
        value = read(written)
        if value is None:
            raise self._wrong(scope, name, TEXTS(expected))
        return value

    def _seated(self, scope: _Scope, prefix: str) -> list[tuple[str, str]]:
        """The seats that tags with this prefix name, in their order, each with its tag."""
        known, found = self.grammar.seats.tags[prefix], scope.tags
        for name in found:
            if name.startswith(prefix) and name not in known:
                raise self._error(tag_at(self.text, scope.start, name), name, TEXTS("seat"))
        return [(seat, name) for name, seat in known.items() if name in found]

    def _scores(self, scope: _Scope, name: str) -> dict[str, int] | None:
        written = scope.tags.get(name)
        if written is None:
            return None
        scores = self.grammar.seats.scores(written)
        if scores is None:
            side, points = self.grammar.seats.unsigned(written) or ("", "")
            expected = TEXTS("signed-scores", side=side, points=points) if points else TEXTS("scores")
            raise self._wrong(scope, name, expected)
        return scores

    def _wrong(self, scope: _Scope, name: str, expected: Text) -> NotationError:
        """The error for a tag whose value is not allowed."""
        return self._error(tag_at(self.text, scope.start, name), scope.tags[name], expected)
