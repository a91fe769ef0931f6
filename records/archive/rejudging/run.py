"""Re-judging: judging an archive again in the background, and comparing with the former verdicts.

Every match keeps its old judgement; the new one is stored beside it, and becomes the current one where that was requested.
Uploads come first: while any match waits for its first verdict, one step is done and the rest goes to the end of the queue.
"""

from __future__ import annotations

import uuid
from collections.abc import Generator, Iterator, Mapping, Sequence

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

import referee
from records.accounts import audit, webhooks
from records.accounts.access.roles import Right, may, require, sees_all, signed_in
from records.accounts.clubs.models import Club
from records.accounts.clubs.visibility import member_club_ids
from records.accounts.webhooks.models import WebhookKind
from records.archive.matches.dates import days_of
from records.archive.matches.models import STORED, Match
from records.archive.matches.searching import FILTERS, search
from records.archive.rejudging.models import Rejudging
from records.archive.rejudging.store import OUT_OF_TIME, Outcome, judge_again, merged_summary, store_results
from records.core.entered_text import one_line
from records.core.errors import Refusal
from records.core.people import Actor, person
from records.core.queue import jobs
from records.core.queue.kinds import Addresses, Kind, register
from records.core.rules_line import game_of

KIND = "rejudging"
COUNTS = ("same", "differing", "failed", "skipped")
CHUNK = 100
CHUNK_BYTES = 2 * 1024 * 1024
"""Of records, after which a chunk is stored, however few its matches are: it bounds what a worker holds in memory."""
WHOLE = (Match.State.JUDGED, Match.State.FAILED)
"""What is judged again. Whatever waits for its verdict gets the present engine's anyway."""


def start(
    actor: Actor | None,
    club: Club | None = None,
    *,
    filters: Mapping[str, str] | None = None,
    rules: str = "",
    apply: bool | None = None,
) -> Rejudging:
    """Start to judge again those of a club's matches that fit the filters; without a club, those of the whole service.

    ``rules`` are put in the place of the records' own: a preset with options replaces them whole, options alone those that they
    name. ``apply``: the new verdicts become the current ones; left out, they do where no rules are given.
    Raises Refusal: 403; 422 where a filter or the rules mean nothing.
    """
    require(actor is None or _may(actor, club))  # without an actor an operator does it
    given = _filters(filters or {})
    rules = " ".join(rules.split())
    if rules:
        _check(given.get("game", ""), rules)
    rejudging = Rejudging(
        kind=KIND,
        club=club,
        filters=given,
        rules=rules,
        apply=not rules if apply is None else apply,
        engine_version=referee.ENGINE_VERSION,
        user=person(actor) if actor else None,
    )
    _store_request(rejudging)
    return rejudging


def _filters(filters: Mapping[str, str]) -> dict[str, str]:
    """The filters that are not empty. Raises Refusal (422) for one that matches cannot be searched by, or a date that is none."""
    given = {name: one_line(text) for name, text in filters.items() if text}
    if unknown := sorted(set(given) - set(FILTERS)):
        names = ", ".join(unknown)
        raise Refusal("unknown-filter", _("There is no such filter: {names}."), 422, names=names)
    for name, label in {"date_from": _("From"), "date_to": _("To")}.items():
        if (text := given.get(name)) and days_of(text) is None:
            raise Refusal(
                "invalid-date", _("“{label}”: “{text}” cannot be read as a date."), 422, field=name, label=label, text=text
            )
    return given


@transaction.atomic
def _store_request(rejudging: Rejudging) -> None:
    """Store a new re-judging, enqueue its task and write it to the audit log."""
    jobs.start(rejudging)
    audit.record(
        "rejudging",
        f"rejudging:{rejudging.pk}",
        by=rejudging.user,
        club=rejudging.club_id,
        filters=rejudging.filters,
        rules=rejudging.rules,
        apply=rejudging.apply,
        engine=rejudging.engine_version,
    )


def _may(actor: Actor, club: Club | None) -> bool:
    """Whether somebody may judge this archive again; without a club, the whole service's."""
    return may(actor, Right.REJUDGE, club) if club else sees_all(actor)


def _check(game: str, rules: str) -> None:
    if not game:
        raise Refusal("game-needed", _("To put other rules in place, name the game they are of."), 422)
    game_of(game, rules)


def visible_to(user: Actor) -> QuerySet[Rejudging]:
    """The re-judgings that a person may see, the newest first: those of their clubs; for the staff all."""
    every = Rejudging.objects.select_related("club", "user").order_by("-created_at", "-id")
    if not signed_in(user):
        return every.none()
    return every if sees_all(user) else every.filter(club__in=member_club_ids(user))


def find(user: Actor, rejudging_id: uuid.UUID) -> Rejudging | None:
    """A re-judging by its id, None where there is none that this person may see."""
    return visible_to(user).filter(pk=rejudging_id).first()


def _cancel(actor: Actor, rejudging: Rejudging) -> bool:
    if rejudging.finished:
        return False
    audit.record("rejudging.cancel", f"rejudging:{rejudging.pk}", by=actor)
    return True


def scope_of(rejudging: Rejudging) -> QuerySet[Match]:
    """The matches of a re-judging, those still to be judged included."""
    matches = Match.objects.filter(STORED, created_at__lte=rejudging.created_at, state__in=WHOLE)
    if rejudging.club_id is not None:
        matches = matches.filter(club=rejudging.club_id)
    return search(matches, **rejudging.filters)


def steps(rejudging: Rejudging) -> Generator[bool, None, None]:
    """Judge the matches again, a chunk a step; one match a step where workers were lost over a chunk."""
    if "total" not in rejudging.counts:
        rejudging.counts = {**rejudging.counts, "total": scope_of(rejudging).count()}
    if rejudging.attempts > 1:
        rejudging.cursor = {**rejudging.cursor, "careful": CHUNK}
    while not rejudging.finished:
        most = 1 if rejudging.cursor.get("careful") else CHUNK
        ids = _next_ids(rejudging, most + 1)
        outcomes = _outcomes(rejudging, ids[:most])
        _store(rejudging, outcomes, len(outcomes) == len(ids))
        yield Match.objects.filter(state=Match.State.PENDING).exists()


def skip_match(rejudging: Rejudging) -> bool:
    """Give up the next match: it counts as failed."""
    rejudging.cursor = {**rejudging.cursor, "careful": CHUNK}
    for match in _read_matches(_next_ids(rejudging, 1)):
        _store(rejudging, [Outcome(match, None, None, f"given up after {jobs.ATTEMPTS} attempts")], last=False)
    return True


def _next_ids(rejudging: Rejudging, most: int) -> list[uuid.UUID]:
    coming = scope_of(rejudging).order_by("pk")
    if after := rejudging.cursor.get("after"):
        coming = coming.filter(pk__gt=after)
    return list(coming.values_list("pk", flat=True)[:most])


def _outcomes(rejudging: Rejudging, ids: Sequence[uuid.UUID]) -> list[Outcome]:
    """The outcomes of these matches, or of the first of them. Nothing is stored yet."""
    outcomes: list[Outcome] = []
    size = 0
    for match in _read_matches(ids):
        outcomes.append(judge_again(rejudging, match))
        size += len(match.source) if outcomes[-1].judged else 0
        if size >= CHUNK_BYTES or outcomes[-1].error == OUT_OF_TIME:
            break
    return outcomes


def _read_matches(ids: Sequence[uuid.UUID]) -> Iterator[Match]:
    """The matches with these ids, a few in memory at a time."""
    for start in range(0, len(ids), 10):
        few = Match.objects.filter(pk__in=ids[start : start + 10]).select_related("current_judgement", "club")
        yield from few.prefetch_related("seats").order_by("pk")


@transaction.atomic
def _store(rejudging: Rejudging, chunk: Sequence[Outcome], last: bool) -> None:
    """Store a chunk. Raises Lost where another worker has stored it, or the re-judging was cancelled meanwhile."""
    jobs.lock(rejudging)
    counts, summary = store_results(rejudging, chunk)
    cursor = {**rejudging.cursor, "careful": max(0, rejudging.cursor.get("careful", 0) - len(chunk))}
    if chunk:
        cursor["after"] = str(chunk[-1].match.pk)
    jobs.advance(rejudging, cursor, counts={**counts, "done": len(chunk)}, end=last)
    rejudging.summary = merged_summary(rejudging.summary, summary)
    Rejudging.objects.filter(pk=rejudging.pk).update(summary=rejudging.summary)
    if last:
        _report_end(rejudging)


def _report_end(rejudging: Rejudging) -> None:
    """Notify webhooks and write the audit entry when a re-judging has ended, in the same transaction."""
    counts = {"matches": rejudging.counts["done"]} | {name: rejudging.counts[name] for name in COUNTS}
    payload = {
        "rejudging": str(rejudging.pk),
        "state": rejudging.state,
        "apply": rejudging.apply,
        "rules": rejudging.rules,
        **counts,
        "kinds": rejudging.summary.get("kinds", {}),
        "engine": rejudging.engine_version,
        "url": reverse("api:rejudging", args=[rejudging.pk]),
        "page": reverse("pages:rejudging", args=[rejudging.pk]),
    }
    webhooks.notify(rejudging.club_id, WebhookKind.REJUDGING_DONE, rejudging.pk, payload)
    audit.record("rejudging.done", f"rejudging:{rejudging.pk}", by=rejudging.user, club=rejudging.club_id, **counts)


register(
    Kind(
        name=KIND,
        label=_("Judging again"),
        model=Rejudging,
        steps=steps,
        skip=skip_match,
        labels={
            "done": _("Matches"),
            "same": _("the same"),
            "differing": _("differing"),
            "failed": _("failed"),
            "skipped": _("left alone"),
        },
        sees=lambda actor, rejudging: find(actor, rejudging.pk) is not None,
        may_change=lambda actor, rejudging: _may(actor, rejudging.club),
        cancel=_cancel,
        addresses=lambda rejudging: Addresses(
            reverse("pages:rejudging", args=[rejudging.pk]), reverse("api:rejudging", args=[rejudging.pk])
        ),
    )
)
