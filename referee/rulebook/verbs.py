"""The verbs of a game: what may follow one, how records may also spell it, and how pages word it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from string import Formatter

from referee.core.verdict import Text
from referee.rulebook.toml import TomlTable

NONE, WORD, NUMBER, VALUE, FACES = "none", "word", "number", "value", "faces"
TILES, PART, ADDED, CARDS, SETS = "tiles", "part", "added", "cards", "sets"

FORMS: Mapping[str, str] = {
    NONE: "nothing",
    WORD: "a word, as sixi",
    NUMBER: "a number, as 7",
    VALUE: "the value claimed for a win, as 16",
    FACES: "the faces of dice, as 34",
    TILES: "tiles, as 123m",
    PART: "nothing, or some tiles of the hand, as 123m",
    ADDED: "the tile added to a triplet, and after = what a ghost stands for, as 7z=5p",
    CARDS: "cards, as KKX",
    SETS: "cards in sets, as KK/555/3",
}
"""What may stand behind a verb."""
ALONE = frozenset({NONE, PART})
"""Forms of which nothing need stand behind the verb."""
FIGURES = frozenset({NUMBER, VALUE, FACES})
"""Forms whose characters are figures, not pieces of the game."""
RULING = "fa"
"""The verb of an arbiter's rulings, which every game has."""
FACTS = frozenset({"seat", "other", "tiles", "text"})
"""What the sentence for a move may name: who, to whom, with which pieces, and what stands behind the verb."""


@dataclass(frozen=True, slots=True)
class Verb:
    """A kind of move, declared as ``[verbs.NAME]`` in a ``rules.toml``.

    ``form``: what may stand behind it. ``to``: whether it names another seat (``E.gong>A:2``). ``written``: other spellings that
    records may use. ``said``: the sentence for it, ``said_with`` that for one with something behind it, ``said_to_all`` that for
    such a one that names no other seat, where it may. ``call``: what the seat
    calls out, where it calls anything. ``rare``: whether it hardly ever comes, so that entry keeps it away from the other moves.
    ``hidden``: whether what stands behind it is for the eyes of its own seat alone, as tiles that are laid face down.
    """

    form: str
    to: bool
    written: tuple[str, ...]
    localized_text: Text
    said_with: Text
    call: Text | None
    rare: bool = False
    hidden: bool = False
    said_to_all: Text | None = None

    def sentence(self, text: str, other: str = "") -> Text:
        """The sentence for a move with this text after its verb, and that ``other`` seat."""
        if text and not other and self.said_to_all is not None:
            return self.said_to_all
        return self.said_with if text else self.localized_text


def verbs(table: TomlTable, core: Mapping[str, Verb]) -> dict[str, Verb]:
    """The verbs of a rulebook and its core; the rulebook's own words replace the core's."""
    within = table.table("verbs")
    found = dict(core)
    for name in within.names():
        entry = within.table(name)
        found[name] = _verb(entry)
        entry.close()
        if name in core and core[name].form != found[name].form:
            raise entry.fail(f"form: the core has {core[name].form}")
    return found


def _verb(entry: TomlTable) -> Verb:
    form = entry.text("form") if entry.has("form") else NONE
    if form not in FORMS:
        raise entry.fail(f"form: expected one of {', '.join(FORMS)}, got {form!r}")
    localized_text = _sentence(entry, "said")
    return Verb(
        form,
        entry.flag("to", False),
        entry.texts("written"),
        localized_text,
        _sentence(entry, "said_with") if entry.has("said_with") else localized_text,
        entry.localized_field("call") if entry.has("call") else None,
        entry.flag("rare", False),
        entry.flag("hidden", False),
        _sentence(entry, "said_to_all") if entry.has("said_to_all") else None,
    )


def _sentence(entry: TomlTable, name: str) -> Text:
    text = entry.localized_field(name)
    for template in text.values():
        try:
            asked = {fact for _, fact, _, _ in Formatter().parse(template) if fact is not None}
        except ValueError as error:
            raise entry.fail(f"{name}: {error}") from error
        if not asked <= FACTS:
            raise entry.fail(f"{name}: {', '.join(sorted(asked - FACTS))} is nothing that a move names")
    return text
