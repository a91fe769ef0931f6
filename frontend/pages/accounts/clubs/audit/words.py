"""The words of the audit log in the reader's language: of details and their values, and of what something was done to."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _

from records.accounts import access
from records.accounts.models import Role, WebhookKind
from records.core.languages import localized
from records.tournament.models import Appeal, AppealAnswer, Event, RefereeCall
from referee.core import registry
from referee.rulebook import CORE
from referee.tournament.ranking.tie_breaks import TIE_BREAKS


def detail_labels() -> dict[str, str]:
    """The label of every recorded detail, in the reader's language."""
    return {
        "name": _("name"),
        "role": _("role"),
        "rules": _("rules"),
        "filters": _("filter"),
        "url": _("address"),
        "address": _("network address"),
        "browser": _("browser"),
        "kind": _("kind"),
        "events": _("news"),
        "matches": _("matches"),
        "created": _("new"),
        "filename": _("file"),
        "batch": _("batch"),
        "reason": _("reason"),
        "decision": _("decision"),
        "scores": _("scores"),
        "number": _("number"),
        "expires": _("ends"),
        "scopes": _("scopes"),
        "tag": _("tag"),
        "stage": _("stage"),
        "round": _("round"),
        "rounds": _("rounds"),
        "table": _("table"),
        "planned": _("planned start"),
        "until": _("to round"),
        "method": _("method"),
        "seed": _("seed"),
        "seats": _("seats"),
        "substitute": _("substitute"),
        "house": _("for the house"),
        "tables": _("tables"),
        "team": _("team"),
        "aliases": _("aliases"),
        "alias": _("alias"),
        "engine": _("engine"),
        "differing": _("differing"),
        "finding": _("finding"),
        "unresolved": _("unresolved"),
        "forced": _("published anyway, because"),
        "attached": _("attached"),
        "apply": _("takes effect"),
        "accepted": _("accepted"),
        "active": _("may sign in"),
        "added": _("given"),
        "removed": _("taken away"),
        "staff": _("staff"),
        "superuser": _("superuser"),
        "people": _("people"),
        "applied": _("applied"),
        "undone": _("taken back"),
        "rows": _("rows"),
        "before": _("before"),
        "changed": _("changed"),
        "changes": _("changes"),
        "entrant": _("entrant"),
        "failed": _("failed"),
        "fingerprint": _("fingerprint of the key"),
        "hash": _("hash"),
        "into": _("into"),
        "invited": _("only invited"),
        "judgement": _("judgement"),
        "comment": _("comment"),
        "link": _("share link"),
        "live": _("live table's id"),
        "delay": _("delay"),
        "match": _("match"),
        "messages": _("messages"),
        "names": _("names"),
        "off": _("switched off"),
        "player": _("player"),
        "public": _("public"),
        "merge": _("merge or split"),
        "said": _("set"),
        "same": _("unchanged"),
        "seated": _("seats"),
        "since": _("since"),
        "skipped": _("left out"),
        "slug": _("short name"),
        "stopped": _("stopped"),
        "user": _("account"),
        "was": _("before"),
        # of an event's hall
        "clock": _("clock"),
        "length": _("minutes of a round"),
        "warning": _("minutes left at the warning"),
        "minutes": _("minutes"),
        "called_for": _("called because of"),
        # of an event and its stages, as its settings name them
        "game": _("game"),
        "starts": _("First day"),
        "ends": _("Last day"),
        "open": _("Whoever plays takes part"),
        "points": _("What counts"),
        "placement": _("Points of the places"),
        "carry": _("Carried over"),
        "tie_breaks": _("Tie-breaks, in order"),
        "cut": _("Rank only its players; all others rank below them"),
        # of penalties and appeals
        "grade": _("grade"),
        "amount": _("amount"),
        "offence": _("offence"),
        "cancels": _("cancels"),
        "grades": _("grades"),
        "offences": _("offences"),
        "penalties_count": _("they count in the standings"),
        "warnings_lapse": _("warnings lapse when the match ends"),
        "appeals_until": _("time for appeals"),
        "appeals_allowed": _("appeals of each player"),
        "against": _("against"),
        "of": _("number of it"),
        "outcome": _("outcome"),
        "ruling": _("ruling"),
        # of a finding
        "move": _("move"),
        "seat": _("seat"),
        "code": _("content"),
        "member": _("membership"),
        "clause": _("clause"),
    }


def target_names() -> dict[str, str]:
    """The name of every kind of thing that an entry may be about, in the reader's language."""
    return {
        "upload": _("upload"),
        "batch": _("batch"),
        "match": _("match"),
        "club": _("club"),
        "member": _("membership"),
        "event": _("event"),
        "player": _("player"),
        "rejudging": _("judging again"),
        "rules": _("rules"),
        "webhook": _("webhook"),
        "token": _("API token"),
        "user": _("account"),
        "invitation": _("invitation"),
    }


class Words(NamedTuple):
    """The words of the log in the reader's language."""

    details: dict[str, str]
    values: dict[str, dict[str, str]]
    targets: dict[str, str]


def words() -> Words:
    """All words of the log, in the reader's language."""
    return Words(detail_labels(), value_names(), target_names())


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
        "scopes": {scope: str(words) for scope, words in access.SCOPES.items()},
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
