"""What findings say whose facts are not at hand: those of a ruling, of a publication, of a comparison, of the audit log."""

from __future__ import annotations

from functools import cache

from frontend.i18n.game_words import word
from frontend.i18n.localized import localized
from referee import Game, registry


@cache
def game_of(clause: str) -> Game | None:
    """A game whose rulebook has this clause; what games share is said alike by all of them."""
    return next((game for game in registry.games() if clause in game.rulebook.clauses), None)


def finding_text(clause: str, code: str, seat: str = "", game: Game | None = None, who: str = "") -> str:
    """What a finding says: an ellipsis for each fact but the seat, or ``who`` sat there; its code where no rulebook has it."""
    known = game or game_of(clause)
    cited = known.rulebook.clauses.get(clause) if known else None
    templates = [template for key, template in cited.findings.items() if key.partition(":")[0] == code] if cited else []
    subject = who or word(known, "seats", seat) or "…"
    return subject.join(map(with_gaps, localized(templates[0]).split("{seat}"))) if templates else code


def with_gaps(template: str) -> str:
    """A message template with an ellipsis for each fact."""
    text, depth = "", 0
    for char in template:
        depth += char == "{"
        text += "…" if char == "{" and depth == 1 else "" if depth else char
        depth -= char == "}"
    return text.replace("….", "…")
