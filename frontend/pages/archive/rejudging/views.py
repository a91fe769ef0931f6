"""The pages of re-judging an archive: starting it, its progress, the verdicts that changed."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

import referee
from frontend.components.clubs.rights import club_or_404, rights_in
from frontend.components.page.actions import Page, typed
from frontend.components.page.pagination import PAGE
from frontend.components.page.sent_once import sent_once
from records.accounts.models import Club
from records.archive import matches, rejudging
from records.archive.models import Difference, Rejudging
from records.core.languages import localized
from records.wording.figures import points
from records.wording.finding_text import NO_VERDICTS, FindingTexts
from records.wording.game_words import word
from records.wording.rules_words import clause_of, rules_words
from referee.core import registry
from referee.tournament.ranking.rulings import FindingKey

NARROW = ("game", "event", "date_from", "date_to")
"""The filters that the form offers; the API offers all."""


def _everything(request: HttpRequest) -> None:
    """Judging again everything that the service has is for its staff. Raises Http404 for everybody else."""
    if not request.user.is_staff:
        raise Http404


def _show(request: HttpRequest, club: Club | None, *, error: str = "") -> HttpResponse:
    """The re-judgings of a club, or of the whole service, and the form to start one."""
    past = rejudging.visible_to(request.user)
    page = Paginator(past.filter(club=club) if club else past, PAGE).get_page(request.GET.get("page"))
    context = {
        "club": club,
        "rights": rights_in(request, club) if club else {"rejudge": True},
        "page": page,
        "rows": [(one, _narrowed(one), _rules(one)) for one in page.object_list],
        "given": typed(request, "start"),
        "games": referee.games(),
        "error": error,
        "engine": referee.ENGINE_VERSION,
    }
    return render(request, "pages/archive/rejudging/rejudgings.html", context)


def _start(request: HttpRequest, club: Club | None) -> HttpResponse:
    """Start judging again, for a club's organizers."""
    given = {name: request.POST.get(name, "").replace("\x00", "").strip() for name in (*NARROW, "rules")}
    rules, apply = given.pop("rules"), request.POST.get("apply") == "yes"
    one = rejudging.start(request.user, club, filters=given, rules=rules, apply=apply)
    return redirect("pages:rejudging", one.pk)


of_club = login_required(Page(club_or_404, _show, start=sent_once(_start)))
of_all = login_required(Page(_everything, _show, start=sent_once(_start)))


@login_required
@require_GET
def rejudging_page(request: HttpRequest, rejudging_id: uuid.UUID) -> HttpResponse:
    """The page of one re-judging, with the verdicts that changed."""
    one = rejudging.find(request.user, rejudging_id)
    if one is None:
        raise Http404
    kind = request.GET.get("kind", "").replace("\x00", "")
    page = Paginator(rejudging.differences_of(one, kind), PAGE).get_page(request.GET.get("page"))
    before, after = _texts_of(row.old_id for row in page.object_list), _texts_of(row.new_id for row in page.object_list)
    rows = [(row, [kind_text(kind) for kind in row.kinds.split()], lines_of(row, before, after)) for row in page.object_list]
    kinds = [{"kind": word, "text": kind_text(word), "count": count} for word, count in one.summary.get("kinds", {}).items()]
    game = registry.find(one.filters.get("game", ""))
    clauses = [
        {**clause_of(_game_of(id_, game), id_), "counts": counts} for id_, counts in one.summary.get("clauses", {}).items()
    ]
    context = {
        "one": one,
        "page": page,
        "rows": rows,
        "kind": kind,
        "kinds": kinds,
        "clauses": clauses,
        "narrowed": _narrowed(one),
        "rules": _rules(one),
    }
    return render(request, "pages/archive/rejudging/rejudging.html", context)


def _narrowed(one: Rejudging) -> list[str]:
    """What a re-judging was narrowed to, in words."""
    game = registry.find(one.filters.get("game", ""))
    return [localized(game.rulebook.name) if game and name == "game" else value for name, value in one.filters.items()]


def _rules(one: Rejudging) -> str:
    """The rules that were put in the place of the records' own, in words."""
    return rules_words(one.rules, registry.find(one.filters.get("game", ""))) if one.rules else ""


def _game_of(clause: str, game: Any) -> Any:
    """A clause by its id: of the game named, else of any game that has it."""
    return game or next((one for one in referee.games() if clause in one.rulebook.clauses), None)


def kind_text(word: str) -> str:
    """A kind of difference between two verdicts, in words."""
    return {
        "status": _("verdict"),
        "finding-appeared": _("finding appeared"),
        "finding-disappeared": _("finding gone"),
        "finding-changed": _("finding changed"),
        "outcome": _("outcome of a round"),
        "win": _("win"),
        "score": _("score of a round"),
        "total": _("total"),
        "other": _("something else"),
        "wording": _("wording"),
        "failed": _("failed"),
        "irreproducible": _("the same engine contradicts its own verdict"),
    }.get(word, word)


def _texts_of(judgements: Iterable[int | None]) -> FindingTexts:
    return FindingTexts(matches.findings_at((), {one for one in judgements if one is not None}))


def lines_of(row: Difference, before: FindingTexts = NO_VERDICTS, after: FindingTexts = NO_VERDICTS) -> list[str]:
    """The differences in one match, one short line each. ``before`` and ``after``: what the verdicts' findings say."""
    document, game = row.document, registry.find(row.match.game)
    lines = [
        f"{sign} {' · '.join(_place(one))} · {texts.say(row.match_id, _key(one), game)} {one['clause']}"
        for sign, name, texts in (("+", "appeared", after), ("−", "disappeared", before), ("±", "changed", after))
        for one in document.get(name, ())
    ]
    totals = [
        f"{word(game, 'seats', seat)} {points(old)} → {points(new)}" for seat, (old, new) in document.get("totals", {}).items()
    ]
    return [*([", ".join(totals)] if totals else []), *lines, *([row.error] if row.error else [])]


def _key(one: dict[str, Any]) -> FindingKey:
    """The finding that is meant: the first of those that are alike."""
    return FindingKey(one["round"], one["move"], one["seat"] or "", one["code"], one["clause"])


def _place(finding: dict[str, Any]) -> list[str]:
    """The round and the move of a finding, as far as it has them."""
    if not finding["round"]:
        return [_("The whole match")]
    found = [_("Round %(n)s") % {"n": finding["round"]}]
    return [*found, *([_("move %(n)s") % {"n": finding["move"]}] if finding["move"] else [])]
