"""The audit log of a club, for its owners."""

from __future__ import annotations

import json
import re
from datetime import datetime
from typing import Any, NamedTuple

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from frontend.components.clubs.rights import forbidden_page, owned_club
from frontend.components.scopes import scope_names
from frontend.i18n.figures import minus, moment
from frontend.i18n.finding_text import finding_text
from frontend.i18n.localized import localized
from records import audit
from records.models import AuditEntry, Role, WebhookKind
from referee import registry
from referee.results.ranking.tie_breaks import TIE_BREAKS

ROWS = 50
UNSHOWN = {"club", "sha256", "source", "verdicts", "accounts", "after", "each", "ids", "judgements", "roles", "through", "nth"}
"""Details that the page leaves out: which club it is stands above, hashes say nothing to a person, and seals and baselines are of
no club."""
MOMENT = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?([+-]\d\d:\d\d|Z)")


def action_names() -> dict[str, str]:
    """The name of every recorded action, in the reader's language."""
    return {
        "upload": _("uploaded a file"),
        "batch": _("uploaded a batch"),
        "batch.cancel": _("cancelled a batch"),
        "batch.resume": _("resumed a batch"),
        "rejudge": _("had a match judged again"),
        "club.found": _("founded the club"),
        "club.rename": _("renamed the club"),
        "member.invite": _("invited"),
        "member.join": _("joined"),
        "member.role": _("gave another role to"),
        "member.remove": _("removed"),
        "member.restore": _("brought back into the club"),
        "comment.add": _("commented on a move"),
        "comment.delete": _("deleted a comment on a move"),
        "link.make": _("made a share link"),
        "link.revoke": _("revoked a share link"),
        "webhook.add": _("added a webhook"),
        "webhook.change": _("changed a webhook"),
        "webhook.rotate": _("renewed a webhook's secret"),
        "webhook.remove": _("removed a webhook"),
        "webhook.test": _("sent a test to a webhook"),
        "webhook.redeliver": _("had messages sent again"),
        "webhook.off": _("a webhook was switched off: it failed for too long"),
        "token.issue": _("made a token"),
        "player.merge": _("merged players"),
        "player.split": _("split a player"),
        "player.undo": _("undid a merge or split of players"),
        "player.rename": _("renamed a player"),
        "token.change": _("changed a token"),
        "token.revoke": _("revoked a token"),
        "event": _("made an event"),
        "event.change": _("changed an event"),
        "event.delete": _("deleted an event"),
        "event.stage": _("changed a stage"),
        "event.stage.remove": _("removed a stage"),
        "event.enter": _("entered people into an event"),
        "event.entrant": _("changed an entrant"),
        "event.withdraw": _("took someone off an event's list"),
        "event.attach": _("attached matches to an event"),
        "event.table": _("put a match at a table"),
        "event.detach": _("took a match from its table"),
        "event.put-back": _("put a match back to its table"),
        "event.table.remove": _("removed a table"),
        "event.seated": _("said who sits where"),
        "event.ruling": _("ruled on a finding"),
        "event.publishing": _("had results published"),
        "event.publish": _("published results"),
        "event.identify": _("said who an entrant is"),
        "rejudging": _("had the archive judged again"),
        "rejudging.cancel": _("cancelled judging the archive again"),
        "rejudging.done": _("the archive has been judged again"),
        "sign-in": _("signed in"),
        "sign-in.refused": _("failed to sign in"),
        "sign-out": _("signed out"),
        "sign-up": _("signed up"),
        "password.change": _("changed the password"),
        "password.reset": _("reset a forgotten password"),
        "mail.change": _("changed the mail address"),
        "mail.remove": _("removed a mail address"),
        "factor.add": _("added a second factor"),
        "factor.remove": _("removed a second factor"),
        "factor.refused": _("failed to show the second factor"),
        "recovery-codes.make": _("made recovery codes"),
        "recovery-codes.use": _("used a recovery code"),
        "session.end": _("ended a session"),
        "invitation.make": _("made a link of invitation"),
        "invitation.use": _("used a link of invitation"),
        "invitation.revoke": _("took back a link of invitation"),
        "upload.delete": _("deleted an upload"),
        "match.remove": _("deleted a match, for a while"),
        "match.restore": _("brought a deleted match back"),
        "match.replace": _("replaced a match by a corrected record"),
        "match.delete": _("erased a match with its verdicts"),
        "verdict.delete": _("deleted a verdict"),
        "verdicts.seal": _("sealed verdicts"),
        "club.add": _("made the club"),
        "club.change": _("changed the club"),
        "club.delete": _("deleted the club"),
        "member.add": _("put into the club"),
        "member.change": _("changed the membership of"),
        "member.delete": _("took out of the club"),
        "link.delete": _("deleted a share link"),
        "account.add": _("made an account"),
        "account.change": _("changed an account"),
        "account.delete": _("deleted an account"),
        "account.export": _("downloaded what is held about them"),
        "account.leave": _("had their account deleted, for a while"),
        "account.keep": _("kept their account by signing in"),
        "account.groups": _("changed the groups of an account"),
        "account.permissions": _("changed the permissions of an account"),
        "group.add": _("made a group of accounts"),
        "group.change": _("changed a group of accounts"),
        "group.delete": _("deleted a group of accounts"),
        "group.people": _("changed who is in a group of accounts"),
        "group.permissions": _("changed the permissions of a group of accounts"),
        "access.baseline": _("wrote down all roles"),
        "database.migrate": _("changed the database's tables"),
        "database.flush": _("emptied the database"),
        "database.reencrypt": _("encrypted stored secrets anew"),
        "database.grant": _("gave a role of the database what the service needs"),
        "database.search_keys": _("worked out anew by what names are found"),
        "admin.add": _("added by the administration"),
        "admin.change": _("changed by the administration"),
        "admin.delete": _("deleted by the administration"),
    }


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
        "reason": _("reason"),
        "decision": _("decision"),
        "scores": _("scores"),
        "number": _("number"),
        "expires": _("ends"),
        "scopes": _("scopes"),
        "tag": _("tag"),
        "stage": _("stage"),
        "round": _("round"),
        "table": _("table"),
        "team": _("team"),
        "spellings": _("aliases"),
        "spelling": _("alias"),
        "engine": _("engine"),
        "differing": _("differing"),
        "finding": _("finding"),
        "unresolved": _("unresolved"),
        "forced": _("published all the same, because"),
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
        "match": _("match"),
        "messages": _("messages"),
        "names": _("names"),
        "off": _("switched off"),
        "player": _("player"),
        "public": _("public"),
        "regrouping": _("merge or split"),
        "said": _("set"),
        "same": _("unchanged"),
        "seated": _("seats"),
        "since": _("since"),
        "skipped": _("left out"),
        "slug": _("short name"),
        "stopped": _("stopped"),
        "user": _("account"),
        "was": _("before"),
        # of an event and its stages, as its settings name them
        "game": _("game"),
        "starts": _("First day"),
        "ends": _("Last day"),
        "open": _("Whoever plays takes part"),
        "points": _("What counts"),
        "placement": _("Points of the places"),
        "carry": _("Carried over"),
        "tie_breaks": _("Tie-breaks, in order"),
        "cut": _("Rank only those who play in it, the others after them"),
        # of a finding
        "move": _("move"),
        "seat": _("seat"),
        "code": _("content"),
        "member": _("membership"),
        "clause": _("clause"),
    }


def value_names() -> dict[str, dict[str, str]]:
    """The recorded words that stand for something, by the details that have them, in the reader's language."""
    kinds = {kind.value: str(kind.label) for kind in WebhookKind}
    return {
        "role": {role.value: str(role.label) for role in Role},
        "decision": {"upheld": _("upheld"), "overruled": _("overruled"), "corrected": _("corrected")},
        "events": kinds,
        "kind": kinds,
        "scopes": dict(scope_names()),
        "points": {"score": _("the points of the table"), "placement": _("places at the table")},
        "tie_breaks": {name: localized(one.title) for name, one in TIE_BREAKS.items()},
        "game": {game.id: localized(game.rulebook.name) for game in registry.games()},
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
        "webhook": _("webhook"),
        "token": _("API token"),
        "user": _("account"),
        "invitation": _("invitation"),
    }


class Words(NamedTuple):
    """The words of the log in the reader's language."""

    actions: dict[str, str]
    details: dict[str, str]
    values: dict[str, dict[str, str]]
    targets: dict[str, str]


def words() -> Words:
    """All words of the log, in the reader's language."""
    return Words(action_names(), detail_labels(), value_names(), target_names())


def row(entry: AuditEntry, known: Words) -> dict[str, Any]:
    """An entry of the log, prepared for the page."""
    details = json.loads(entry.details)
    shown = {name: value for name, value in details.items() if name not in UNSHOWN and value not in ("", None, False)}
    kind, _colon, id_ = entry.target.partition(":")
    return {
        "entry": entry,
        "at": datetime.fromisoformat(entry.at),
        "action": known.actions.get(entry.action, entry.action),
        "details": [(known.details.get(name, name), plain(name, value, known)) for name, value in shown.items()],
        "target": f"{known.targets[kind]} {id_}" if kind in known.targets else entry.target,
    }


def plain(name: str, value: Any, known: Words) -> str:
    """The value of a detail in words, with the labels of what it is made of."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, dict):
        parts = {key: inner for key, inner in _said(value).items() if inner not in ("", None) and key not in UNSHOWN}
        return _(", ").join(f"{known.details.get(key, key)} {plain(key, inner, known)}" for key, inner in parts.items())
    if isinstance(value, list):
        return _(", ").join(plain(name, inner, known) for inner in value)
    text = str(value)
    if MOMENT.fullmatch(text):
        return moment(text)
    if isinstance(value, int):
        return minus(value)
    names = known.values.get(name, {})
    said = [names[part] for part in text.split() if part in names]
    return " · ".join(said) if said and len(said) == len(text.split()) else text


def _said(value: dict[str, Any]) -> dict[str, Any]:
    """A finding with what it says in place of its code, which has its seat in words."""
    if not {"clause", "code", "seat"} <= value.keys():
        return value
    said = finding_text(value["clause"], value["code"], value["seat"])
    return {name: said if name == "code" else inner for name, inner in value.items() if name != "seat"}


@login_required
@require_GET
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """The page of the log: the newest entries, or those before the number in the address."""
    club = owned_club(request, slug)
    if club is None:
        return forbidden_page(request, 403)
    entries = audit.entries_of(club)
    before = request.GET.get("before", "")
    if before.isascii() and before.isdigit() and len(before) < 18:
        entries = entries.filter(number__lt=int(before))
    page = list(entries[: ROWS + 1])
    known = words()
    context = {
        "club": club,
        "rights": {"govern": True},
        "rows": [row(entry, known) for entry in page[:ROWS]],
        "newest": not before,
        "next": page[ROWS - 1].number if len(page) > ROWS else None,
    }
    return render(request, "pages/clubs/audit.html", context)
