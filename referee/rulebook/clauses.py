"""Clauses and the findings that they raise, whose message templates are filled with facts in the players' language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import groupby
from string import Formatter
from unicodedata import bidirectional

from referee.chinese import ENGLISH, OwnText, in_language
from referee.core.texts import filled
from referee.core.verdict import JSON, NOTE, Finding, Text
from referee.rulebook.toml import LANGUAGES, RulebookError

FACTS: Mapping[str, str] = {
    "seat": "seat",
    "player": "seat",
    "tile": "tile",
    "tiles": "tile",
    "token": "",
    "expected": "",
    "actual": "",
    "reason": "",
    "count": "",
}
"""What a template may ask for, and as what it is said where the template does not choose (``{expected:tile}``)."""

KINDS_OF_WORDS: Mapping[str, str] = {
    "findings": "titles of findings, by their codes",
    "outcomes": "how a round ended",
    "reasons": "why points, or cards, are owed",
    "terms": "words that stand behind a verb",
    "marks": "what a frame says of a seat, a meld or the round beside its tiles: flags, states, declarations, kinds of meld",
    "places": "who came in first, second …, where a game is played for places",
    "suits": "a card of a suit, where the suit is written behind it; {rank} is the card",
    "reviews": "what a review says of a choice, by the kind of choice or of move; names in braces are filled in",
    "ways": "how the winning tile came",
    "melds": "melds, as a question about a hand names them",
    "kongs": "kinds of kong, as a verdict names them",
    "flags": "circumstances of a win that a question about a hand may name",
    "conditions": "what a fan of a table's own may ask of a hand; {n} is the figure behind the word",
    "contradictions": "what excludes a circumstance of a win beside other circumstances, and the sentences that say so; names in "
    "braces are filled in",
    "refusals": "why a hand does not win, by the finding's code or its reason",
    "sentences": "what the game says beside its clauses, by a code: why options cannot stand together, why a question has no "
    "answer, what a tag of its own should hold; names in braces are filled in",
    "families": "what the options are for whose values tables write (``ladder``), and what one means (``ladder-sum``); {n} is a "
    "figure in it",
    "fans": "what a win is worth its value for, by the fan's code",
    "units": "a value in its unit, {} the figure: of a win (win), of a fan (fan), of a fan that is said otherwise (its code)",
}
"""What a rulebook has words for besides seats and tiles, in ``[words.KIND]``."""

TONES = ("notice", "success", "danger")
"""How a board may set off one of the marks; the others are plain."""

FORMS = ("", "seat", "tile", "set", "figures", "value", "said")
SAID = ("flags", "ways", "contradictions")
"""The kinds of words in which a fact of the form ``said`` is called."""
UNKNOWN = "?"
BETWEEN: Text = {"zh": "、", "en": ", "}
BETWEEN_TEAMS: Text = {"zh": "；", "en": "; "}

Names = Mapping[str, str]
"""The names of players by their seats."""
NOBODY: Names = {}

_POSSESSIVE = re.compile(r"\{(seat|player)\}'s")
_TURNING = frozenset({"R", "AL", "AN", "RLE", "RLO", "RLI", "LRE", "LRO", "LRI", "FSI", "PDF", "PDI"})
_GROUP = re.compile(r"(\d+)([a-z])|(\S)")


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """A rulebook's words for seats, tiles and whatever else is its own.

    ``grouped``: several digits may share the letter after them (``123m``). ``spellings``: seats by the other letters that records
    may write for them (``東`` for ``E``). ``others``: further words by their kind, one of ``KINDS_OF_WORDS``. ``tones``: marks
    that a board sets off, each with one of ``TONES``.
    """

    seats: Mapping[str, Text] = field(default_factory=dict)
    tiles: Mapping[str, Text] = field(default_factory=dict)
    grouped: bool = False
    spellings: Mapping[str, str] = field(default_factory=dict)
    others: Mapping[str, Mapping[str, Text]] = field(default_factory=dict)
    tones: Mapping[str, str] = field(default_factory=dict)

    def over(self, core: Words) -> Words:
        """These words, completed by those of the core."""
        tiles, seats = self if self.tiles else core, self if self.seats else core
        others = {kind: {**core.of(kind), **self.of(kind)} for kind in {**core.others, **self.others}}
        return Words(seats.seats, tiles.tiles, tiles.grouped, seats.spellings, others, {**core.tones, **self.tones})

    def of(self, kind: str) -> Mapping[str, Text]:
        """All words of a kind by their keys; empty where the rulebook has none."""
        return {"seats": self.seats, "tiles": self.tiles}.get(kind) or self.others.get(kind, {})

    def name(self, key: str, language: str, *kinds: str) -> str:
        """The word for a key in the first of these kinds that has it; else the key itself."""
        return next((in_language(self.of(kind)[key], language) for kind in kinds if key in self.of(kind)), key)

    def sentence(self, code: str, **facts: object) -> Text:
        """A sentence of the game, filled with facts."""
        return filled(self.of("sentences")[code], facts)

    def say(self, value: object, form: str, language: str, names: Names = NOBODY) -> str:
        """A fact in words; ``?`` if it is not known. A fact that is a text in both languages is returned as it is.

        Players whose names are given are named beside their seats.
        """
        if value is None or value == "":
            return UNKNOWN
        if form == "value":
            return self.value(value, language)
        between = in_language(BETWEEN, language)
        if isinstance(value, Mapping) and form == "figures":
            apart = in_language(BETWEEN_TEAMS, language) if any(len(seats) > 1 for seats in value) else between
            return apart.join(self._figures(value, language, names))
        if isinstance(value, Mapping):
            return in_language(value, language)
        text = str(value)
        if form == "said":
            return self.name(text, language, *SAID)
        if form in ("seat", "whose"):
            seats = [letter for letter in text if letter != " "]
            return between.join(self._player(seat, language, names.get(seat), "'s" if form == "whose" else "") for seat in seats)
        if form == "tile":
            return between.join(self._name_of(self.tiles, piece, language) for piece in self.pieces(text))
        if form == "set":
            alike = groupby(self._name_of(self.tiles, piece, language) for piece in self.pieces(text))
            counted = ((name, len(list(same))) for name, same in alike)
            return between.join(name if count == 1 else f"{name} ×{count}" for name, count in counted)
        return text

    def value(self, value: object, language: str, fan: str = "") -> str:
        """The value of a win, or of the fan with this code, in its unit; the bare figure where the rulebook has none."""
        units = self.of("units")
        unit = units.get(fan, units.get("fan")) if fan else units.get("win")
        return in_language(unit, language).format(value) if unit else str(value)

    def _figures(self, scores: Mapping[str, int], language: str, names: Names) -> Iterator[str]:
        """The points of seats, or of teams, whose members are not named each."""
        for seats, points in scores.items():
            said = self.say(seats, "seat", language, names if len(seats) == 1 else NOBODY)
            yield f"{said} {points:+d}".replace("-", "−") if points else f"{said} 0"

    def _player(self, seat: str, language: str, name: str | None, whose: str) -> str:
        """A seat and the name of its player, where that is known: 西·王五, Wang Wu (West), Wang Wu's (West)."""
        said = self._name_of(self.seats, seat, language)
        if not name:
            return f"{said}{whose}"
        if any(bidirectional(one) in _TURNING for one in name):
            name = f"\u2068{name}\u2069"  # set apart, so that it cannot turn the text around it
        return f"{name}{whose} ({said})" if language == ENGLISH else f"{said.removesuffix('家')}·{name}"

    def pieces(self, text: str) -> Iterator[str]:
        """The single tiles or cards in a text."""
        if not self.grouped:
            yield from (piece for piece in text if not piece.isspace())
            return
        for digits, letter, other in _GROUP.findall(text):
            yield from (digit + letter for digit in digits) if digits else (other,)

    @staticmethod
    def _name_of(names: Mapping[str, Text], key: str, language: str) -> str:
        return in_language(names[key], language) if key in names else key


class _Fact:
    """A fact that formats itself as a template's format specification asks."""

    __slots__ = ("form", "language", "names", "value", "words")

    def __init__(self, value: object, form: str, words: Words, language: str, names: Names) -> None:
        self.value, self.form, self.words, self.language, self.names = value, form, words, language, names

    def __format__(self, form: str) -> str:
        return self.words.say(self.value, form or self.form, self.language, self.names)


@dataclass(frozen=True, slots=True, eq=False)
class FindingTemplate:
    """A finding that a clause can raise: its code, its severity, the clause's id, the message template.

    ``templates`` are keyed by the reason that tells apart the cases of one code; the empty reason is for all others.
    """

    clause: str
    code: str
    severity: str
    templates: Mapping[str, Text]
    words: Words

    def in_words(self, words: Words) -> FindingTemplate:
        """The same finding, said in the words of another rulebook: a core's clause in those of the game."""
        return self if words is self.words else replace(self, words=words)

    def as_note(self) -> FindingTemplate:
        """The same finding where nobody is at fault."""
        return replace(self, severity=NOTE)

    def finding(
        self,
        facts: Mapping[str, JSON],
        move: int = 0,
        seat: str | None = None,
        token: str | None = None,
        penalty: str | None = None,
    ) -> Finding:
        """The finding at this move with these facts beside seat and token; 0 is before the first move."""
        known: dict[str, JSON] = {**facts, "seat": seat, "token": token}
        return Finding(
            self.code,
            self.severity,
            self.clause,
            0,
            move,
            self.message(**known),
            seat,
            token,
            expected=facts.get("expected"),
            actual=facts.get("actual"),
            penalty=penalty,
            data=self._data(known),
        )

    def message(self, **facts: object) -> Text:
        """The message in every language. Facts that the template needs and that are missing read ``?``."""
        return {language: self.said(facts, language) for language in LANGUAGES}

    def said(self, facts: Mapping[str, object], language: str, names: Names = NOBODY) -> str:
        """The message in one language, which names the players whose names are given."""
        template = in_language(self._template(facts.get("reason")), language)
        if names and language == ENGLISH:
            template = _POSSESSIVE.sub(r"{\1:whose}", template)
        return template.format_map(
            {name: _Fact(facts.get(name), form, self.words, language, names) for name, form in FACTS.items()}
        )

    def fits(self, data: Mapping[str, object]) -> bool:
        """Whether this data has every fact that the message says."""
        return self._asked(data.get("reason")) <= data.keys()

    def _data(self, facts: Mapping[str, JSON]) -> dict[str, JSON]:
        """The facts that the message says, and the reason by which its template is found."""
        reason = facts.get("reason")
        asked = self._asked(reason)
        return {name: facts.get(name) for name in FACTS if name in asked or name == "reason" and reason in self.templates}

    def _asked(self, reason: object) -> frozenset[str]:
        return frozenset().union(*(fields_of(template) for template in self._template(reason).values()))

    def _template(self, reason: object) -> Text:
        return self.templates.get(str(reason)) or self.templates[""]


@dataclass(frozen=True, slots=True, eq=False)
class Clause:
    """A clause: its text, whether the source says it (``T``) or we infer it (``I``), and the findings that it can raise.

    ``reason`` says why, wherever the mark has an ``I``. ``checked`` is False where the clause only describes.
    ``findings`` maps ``code`` or ``code:reason`` to the message template.
    """

    id: str
    mark: str
    zh: str
    en: str
    checked: bool
    findings: Mapping[str, Text]
    reason: Text | None
    words: Words
    severities: Mapping[str, str]

    @property
    def text(self) -> Text:
        """What it says, in ``zh`` and ``en``."""
        return OwnText(zh=self.zh, en=self.en)

    @property
    def section(self) -> str:
        """The part of the rulebook: ``MJ-2`` of ``MJ-2.3``."""
        return self.id.partition(".")[0]

    def raises(self, code: str, words: Words | None = None) -> FindingTemplate:
        """The finding with this code. Raises RulebookError where the clause does not list it."""
        templates = {key.partition(":")[2]: said for key, said in self.findings.items() if key.partition(":")[0] == code}
        if not templates:
            raise RulebookError(f"{self.id} does not raise {code}")
        return FindingTemplate(self.id, code, self.severities[code], templates, words or self.words)


def flaw(template: str) -> str | None:
    """The fault of a message template; None if there is none."""
    try:
        for _, name, form, conversion in Formatter().parse(template):
            if name is not None and (name not in FACTS or form not in FORMS or conversion):
                return f"{{{name}}} is no fact that a message can give"
    except ValueError as error:
        return str(error)
    return None


@cache
def fields_of(template: str) -> frozenset[str]:
    """The facts that a message template asks for."""
    return frozenset(name for _, name, _, _ in Formatter().parse(template) if name)
