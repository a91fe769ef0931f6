"""What recorded words stand for: roles, decisions, kinds, penalties, tie-breaks, in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext as _

from frontend.components.scopes import scope_names
from records.accounts.models import Role, WebhookKind
from records.core.languages import localized
from records.tournament.models import Appeal, AppealAnswer, Event, RefereeCall
from referee.core import registry
from referee.rulebook import CORE
from referee.tournament.ranking.tie_breaks import TIE_BREAKS


def value_names() -> dict[str, dict[str, str]]:
    """The recorded words that stand for something, by the details that have them, in the reader's language."""
    kinds = {kind.value: str(kind.label) for kind in WebhookKind}
    return {
        "role": {role.value: str(role.label) for role in Role},
        "decision": {"upheld": _("upheld"), "overruled": _("overruled"), "corrected": _("corrected")},
        "outcome": {one.value: str(one.label) for one in AppealAnswer.Outcome},
        "against": {one.value: str(one.label) for one in Appeal.Against},
        "appeals_until": {one.value: str(one.label) for one in Event.AppealsUntil},
        **_of_penalties(),
        "events": kinds,
        "kind": kinds,
        "scopes": dict(scope_names()),
        "points": {"score": _("the points of the table"), "placement": _("places at the table")},
        "tie_breaks": {name: localized(one.title) for name, one in TIE_BREAKS.items()},
        "game": {game.id: localized(game.rulebook.name) for game in registry.games()},
        "clock": clock_commands(),
        "called_for": {reason.value: str(reason.label) for reason in RefereeCall.Reason},
    }


def clock_commands() -> dict[str, str]:
    """What was done to a clock, in the reader's language."""
    return {
        "start": _("started"),
        "pause": _("paused"),
        "continue": _("continued"),
        "end": _("ended"),
        "reset": _("set back to its start"),
        "times": _("given another length"),
        "undo": _("last change undone"),
    }


def _of_penalties() -> dict[str, dict[str, str]]:
    """The names of grades and offences of the catalogues that games bring; an event's own have their codes."""
    catalogues = [CORE.penalties, *(game.rulebook.penalties for game in registry.games())]
    return {
        "grade": {one.code: localized(one.name) for catalogue in catalogues for one in catalogue.grades},
        "offence": {one.code: localized(one.name) for catalogue in catalogues for one in catalogue.offences},
    }
