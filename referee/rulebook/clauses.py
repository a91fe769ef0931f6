"""Clauses and the findings that they raise, whose message templates are filled with facts in the players' language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from string import Formatter

from referee.rulebook.toml import LANGUAGES, RulebookError
from referee.verdict import JSON, Finding, Text

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
    "refusals": "why a hand does not win, by the finding's code or its reason",
}
"""What a rulebook has words for besides seats and tiles, in ``[words.KIND]``."""

TONES = ("notice", "success", "danger")
"""How a board may set off one of the marks; the others are plain."""

FORMS = ("", "seat", "tile", "figures")
UNKNOWN = "?"
BETWEEN: Text = {"zh": "、", "en": ", "}

_FIGURE = re.compile(r"([A-Z]+)([+-]?\d+)")
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
        return next((self.of(kind)[key][language] for kind in kinds if key in self.of(kind)), key)

    def say(self, value: object, form: str, language: str) -> str:
        """A fact in words; ``?`` if it is not known. A fact that is a text in both languages is returned as it is."""
        if value is None or value == "":
            return UNKNOWN
        if isinstance(value, Mapping):
            return str(value[language])
        text = str(value)
        if form == "seat":
            return BETWEEN[language].join(self._name_of(self.seats, letter, language) for letter in text if letter != " ")
        if form == "tile":
            return BETWEEN[language].join(self._name_of(self.tiles, piece, language) for piece in self.pieces(text))
        if form == "figures":
            return BETWEEN[language].join(self._figures(text, language)) or text
        return text

    def _figures(self, text: str, language: str) -> Iterator[str]:
        for letters, number in _FIGURE.findall(text):
            yield f"{self.say(letters, 'seat', language)} {number.replace('-', '−')}"

    def pieces(self, text: str) -> Iterator[str]:
        """The single tiles or cards in a text."""
        if not self.grouped:
            yield from (piece for piece in text if not piece.isspace())
            return
        for digits, letter, other in _GROUP.findall(text):
            yield from (digit + letter for digit in digits) if digits else (other,)

    @staticmethod
    def _name_of(names: Mapping[str, Text], key: str, language: str) -> str:
        return names[key][language] if key in names else key


class _Fact:
    """A fact that formats itself as a template's format specification asks."""

    __slots__ = ("form", "language", "value", "words")

    def __init__(self, value: object, form: str, words: Words, language: str) -> None:
        self.value, self.form, self.words, self.language = value, form, words, language

    def __format__(self, form: str) -> str:
        return self.words.say(self.value, form or self.form, self.language)


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

    def finding(
        self,
        message: Text,
        move: int = 0,
        seat: str | None = None,
        token: str | None = None,
        expected: JSON = None,
        actual: JSON = None,
        penalty: str | None = None,
    ) -> Finding:
        """The finding at this move; 0 is before the first move."""
        return Finding(
            self.code,
            self.severity,
            self.clause,
            0,
            move,
            message,
            seat,
            token,
            expected=expected,
            actual=actual,
            penalty=penalty,
        )

    def message(self, **facts: object) -> Text:
        """The message in every language. Facts that the template needs and that are missing read ``?``."""
        reason = facts.get("reason")
        template = self.templates.get(str(reason)) or self.templates[""]
        return {
            language: template[language].format_map(
                {name: _Fact(facts.get(name), form, self.words, language) for name, form in FACTS.items()}
            )
            for language in LANGUAGES
        }


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
