"""What findings say of which a page has only the key: those of a ruling, an appeal, a publication, the audit log."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from django.utils.translation import gettext as _

from records.core.languages import localized
from records.wording.game_words import word
from referee import Game
from referee.core import registry
from referee.tournament.ranking.rulings import FindingKey


@cache
def game_of(clause: str) -> Game | None:
    """A game whose rulebook has this clause; what games share is said alike by all of them."""
    return next((game for game in registry.games() if clause in game.rulebook.clauses), None)


class FindingTexts:
    """The sentences of findings, with their figures where a verdict has them.

    ``known`` holds the findings of the verdicts that are at hand, by the id of the match and their key.
    """

    def __init__(self, known: Mapping[tuple[str, FindingKey], Mapping[str, Any]]) -> None:
        self.known = known

    def say(self, match: Any, key: FindingKey, game: Game | None = None) -> str:
        """What a finding says; its title where no verdict at hand has its facts."""
        found = self.known.get((str(match), key))
        return localized(found["message"]) if found else finding_text(key.clause, key.code, key.seat, game)


NO_VERDICTS = FindingTexts({})


def finding_text(clause: str, code: str, seat: str = "", game: Game | None = None, who: str = "") -> str:
    """What findings of a kind say of a seat, or of ``who`` sat there. A sentence that wants more facts is left for the title."""
    known = game or game_of(clause)
    cited = known.rulebook.clauses.get(clause) if known else None
    templates = [template for key, template in cited.findings.items() if key.partition(":")[0] == code] if cited else []
    subject = who or word(known, "seats", seat)
    said = localized(templates[0]).replace("{seat}", subject) if templates and subject else "{"
    if "{" not in said:
        return said
    title = word(known, "findings", code)
    return _("%(seat)s: %(ruling)s") % {"seat": subject, "ruling": title} if subject else title


def with_gaps(template: str) -> str:
    """A message template with an ellipsis for each fact."""
    text, depth = "", 0
    for char in template:
        depth += char == "{"
        text += "…" if char == "{" and depth == 1 else "" if depth else char
        depth -= char == "}"
    return text.replace("….", "…")
