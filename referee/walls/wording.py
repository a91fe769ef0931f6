"""What a verdict's statement on a wall says, in plain words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from referee.chinese import ENGLISH, in_language
from referee.rulebook.toml import Table
from referee.verdict import JSON, Text
from referee.walls.registry import find


@cache
def words() -> Mapping[str, Text]:
    """The sentences that all schemes share."""
    return Table.read(Path(__file__).with_name("words.toml")).localized_table("words")


def sentence(key: str, language: str, **filled: str) -> str:
    """One of the shared sentences."""
    return in_language(words()[key], language).format(**filled)


def sentences(statement: Mapping[str, JSON], language: str) -> list[str]:
    """The statement (``checked.wall_origin`` of a round) sentence by sentence: the scheme, what fits, who could have chosen."""
    scheme = find(str(statement["scheme"]))
    if scheme is None:
        return [sentence("unknown-scheme", language, scheme=str(statement["scheme"]))]
    holds, chosen_by = statement.get("holds"), statement.get("chosen_by")
    found = [sentence("by", language, scheme=in_language(scheme.words["scheme"], language))]
    fits = "open" if holds is None else "holds" if holds else "differs"
    found.append(sentence(fits, language, count=str(statement.get("compared"))))
    if chosen_by:
        found.append(sentence(str(chosen_by), language))
    if statement.get("published"):
        found.append(sentence("published", language, place=str(statement["published"])))
    for key in ("provided", "weak"):
        codes = statement.get(key)
        if isinstance(codes, list) and codes:
            found.append(sentence(key, language, conditions=_joined((str(code) for code in codes), scheme.words, language)))
    return found


def _joined(codes: Iterable[str], meanings: Mapping[str, Text], language: str) -> str:
    return ("; " if language == ENGLISH else "；").join(
        in_language(meanings[code], language) if code in meanings else code for code in codes
    )
