"""Event settings: creating, changing and deleting an event and its stages, with every rule about what they may be."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any, NoReturn

from django.db import IntegrityError, transaction
from django.db.models import Max, ProtectedError, Q
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from records.accounts import audit
from records.accounts.access.roles import Right
from records.accounts.clubs.models import Club
from records.archive.matches.dates import as_written
from records.core.db.fields import storable
from records.core.entered_text import one_line
from records.core.errors import Refusal
from records.core.languages import Sentence
from records.core.people import Actor, person
from records.tournament.events.lock import lock_event, require_right
from records.tournament.events.models import Event, Stage
from records.tournament.tables.match_assignment import attach_waiting
from referee.core import registry
from referee.tournament.ranking.standings import DEFAULT, PLACEMENT, SCORE, StageRules
from referee.tournament.ranking.tie_breaks import TIE_BREAKS

SLUG = 50
FLAGS = ("open", "public", "penalties_count", "warnings_lapse")
PLACES = 12
"""Places that a stage can give points for."""
STAGES = 20
APPEALS = 9
"""The most appeals that a player may be allowed to lose."""


@transaction.atomic
def create(actor: Actor, club: Club, name: str, slug: str = "", **fields: Any) -> Event:
    """Create an event with one stage, and attach the club's matches that fit it. ``tag`` is by default the name.

    ``fields``: game, tag, starts, ends, open, public. Raises Refusal (403, 409, 422).
    """
    require_right(actor, Right.ARRANGE, club)
    name = _clean_name(name)
    if slug and (slug != slugify(slug) or len(slug) > SLUG):
        raise Refusal(
            "invalid-slug", _("A short name has at most {most} lower-case letters, digits and hyphens."), 422, most=SLUG
        )
    chosen = slug or slugify(name)[:SLUG] or f"event-{secrets.token_hex(4)}"
    event = Event(club=club, name=name, slug=chosen, created_by=person(actor), **_validated({"tag": name, **fields}))
    _require_order(event)
    try:
        with transaction.atomic():
            event.save(force_insert=True)
    except IntegrityError as error:
        raise Refusal(
            "slug-taken", _("The club has an event with the short name {chosen} already."), 409, chosen=chosen
        ) from error
    Stage.objects.create(event=event, number=1, tie_breaks=list(DEFAULT))
    attached = attach_waiting(event)
    audit.record("event", f"event:{event.pk}", by=actor, club=club.pk, name=name, tag=event.tag, attached=attached)
    return event


@transaction.atomic
def change(actor: Actor, event: Event, **fields: Any) -> Event:
    """Change the settings of an event: name, game, tag, starts, ends, open, public, and how penalties and appeals are dealt with:
    penalties_count, warnings_lapse, appeals_until, appeals_allowed.

    Attached matches stay; matches that fit now are attached. Raises Refusal (403, 404, 422).
    """
    require_right(actor, Right.ARRANGE, event.club_id)
    found = lock_event(event)
    changed = _validated(fields)
    if "name" in fields:
        changed["name"] = _clean_name(fields["name"])
    for field, value in changed.items():
        setattr(found, field, value)
    _require_order(found)
    found.save(update_fields=list(changed))
    attached = attach_waiting(found)
    audit.record("event.change", f"event:{event.pk}", by=actor, club=event.club_id, changed=changed, attached=attached)
    return found


@transaction.atomic
def delete(actor: Actor, event: Event) -> None:
    """Delete an event; its matches stay. Raises Refusal: 403, 404, 409 once there is a ruling, a penalty or a publication."""
    require_right(actor, Right.ARRANGE, event.club_id)
    found = lock_event(event)
    try:
        found.delete()
    except ProtectedError as error:
        raise Refusal(
            "event-ruled",
            _("There are rulings, penalties, appeals, publications or score sheets of this event; it cannot be deleted."),
            409,
        ) from error
    audit.record("event.delete", f"event:{event.pk}", by=actor, club=event.club_id, name=event.name)


@transaction.atomic
def add_stage(actor: Actor, event: Event, **fields: Any) -> Stage:
    """Add a stage after the last one. Raises Refusal (403, 404, 409, 422)."""
    require_right(actor, Right.ARRANGE, event.club_id)
    found = lock_event(event)
    last = found.stages.aggregate(Max("number"))["number__max"] or 0
    if last >= STAGES:
        raise Refusal("too-many-stages", _("An event has at most {most} stages."), 422, most=STAGES)
    stage = Stage(event=found, number=last + 1, tie_breaks=list(DEFAULT))
    return _save_stage(actor, stage, fields)


@transaction.atomic
def change_stage(actor: Actor, stage: Stage, **fields: Any) -> Stage:
    """Change a stage: name, tag, points, placement, carry, cut, tie_breaks. Raises Refusal (403, 404, 409, 422)."""
    require_right(actor, Right.ARRANGE, stage.event.club_id)
    event = lock_event(stage.event)
    found = Stage.objects.filter(pk=stage.pk).first()
    if found is None:
        raise Refusal("not-found", _("There is no such stage."), 404)
    found.event = event
    return _save_stage(actor, found, fields)


@transaction.atomic
def remove_stage(actor: Actor, stage: Stage) -> None:
    """Delete a stage without matches and score sheets. Raises Refusal: 403, 404, 409 where it has some or is the only one."""
    require_right(actor, Right.ARRANGE, stage.event.club_id)
    event = lock_event(stage.event)
    played = Q(match__isnull=False) | Q(sheet__isnull=False)
    if event.tables.filter(played, round__stage=stage).exists() or event.stages.count() == 1:
        raise Refusal("stage-in-use", _("A stage that has matches or score sheets cannot be removed, nor can the only one."), 409)
    Stage.objects.filter(pk=stage.pk).delete()
    audit.record("event.stage.remove", f"event:{event.pk}", by=actor, club=event.club_id, stage=stage.number)


def rules_of(stage: Stage) -> StageRules:
    """The scoring rules of a stage, in the form that the standings are computed from."""
    return StageRules(
        stage.number,
        stage.points,
        tuple(Fraction(points) for points in stage.placement),
        Fraction(stage.carry),
        stage.cut,
        tuple(stage.tie_breaks),
    )


def _save_stage(actor: Actor, stage: Stage, fields: dict[str, Any]) -> Stage:
    for name in ("name", "tag"):
        if name in fields:
            setattr(stage, name, one_line(str(fields[name])))
    if "points" in fields:
        if fields["points"] not in (SCORE, PLACEMENT):
            _refuse("points", [SCORE, PLACEMENT], fields["points"])
        stage.points = fields["points"]
    if "placement" in fields:
        stage.placement = _placement(fields["placement"])
    if "carry" in fields:
        stage.carry = str(_fraction("carry", fields["carry"], 1))
    if "cut" in fields:
        stage.cut = bool(fields["cut"])
    if "tie_breaks" in fields:
        stage.tie_breaks = _tie_breaks(fields["tie_breaks"])
    if stage.points == PLACEMENT and not stage.placement:
        _refuse("placement", _("the points of the places, as 4, 2, 1, 0"), "")
    try:
        with transaction.atomic():
            stage.save()
    except IntegrityError as error:
        raise Refusal("stage-tag-taken", _("Another stage has this tag already."), 409) from error
    attached = attach_waiting(stage.event)
    audit.record(
        "event.stage",
        f"event:{stage.event_id}",
        by=actor,
        club=stage.event.club_id,
        stage=stage.number,
        said=fields,  # the stored word
        attached=attached,
    )
    return stage


def _placement(values: Sequence[Any]) -> list[str]:
    if not 0 < len(values) <= PLACES:
        _refuse("placement", Sentence(_("the points of 1 to {most} places"), most=PLACES), len(values))
    return [str(_fraction("placement", points, 10**6)) for points in values]


def _tie_breaks(names: Sequence[str]) -> list[str]:
    if len(set(names)) < len(names) or set(names) - set(TIE_BREAKS):
        _refuse("tie_breaks", Sentence(_("each once, of {known}"), known=list(TIE_BREAKS)), ", ".join(map(str, names)))
    return list(names)


def _fraction(field: str, value: Any, most: int) -> Fraction:
    """An exact fraction from a number or a text such as ``1/2``. Raises Refusal (422)."""
    text = str(value).strip()
    found = Fraction(text) if re.fullmatch(r"[0-9]{1,7}(/[1-9][0-9]{0,6})?", text) else None
    if found is not None and found <= most:
        return found
    return _refuse(field, Sentence(_("a whole number or a fraction from 0 to {most}, as 1/2"), most=most), text)


def _validated(fields: dict[str, Any]) -> dict[str, Any]:
    """The settings of an event, validated. Raises Refusal (422)."""
    found: dict[str, Any] = {name: bool(fields[name]) for name in FLAGS if name in fields}
    if "tag" in fields:
        found["tag"] = one_line(str(fields["tag"]))
    if "game" in fields:
        if fields["game"] and registry.find(fields["game"]) is None:
            _refuse("game", [game.id for game in registry.games()], fields["game"])
        found["game"] = fields["game"]
    for name in ("starts", "ends"):
        if name in fields:
            found[name] = _clean_day(name, str(fields[name]).strip())
    if "appeals_until" in fields:
        if fields["appeals_until"] not in (known := Event.AppealsUntil.values):
            _refuse("appeals_until", known, fields["appeals_until"])
        found["appeals_until"] = fields["appeals_until"]
    if "appeals_allowed" in fields:
        text = str(fields["appeals_allowed"]).strip()
        if not re.fullmatch("[0-9]", text):
            _refuse("appeals_allowed", Sentence(_("0 to {most}"), most=APPEALS), text)
        found["appeals_allowed"] = int(text)
    return found


def _clean_day(field: str, text: str) -> str:
    """A day as PPN writes it, ``YYYY.MM.DD``; hyphens are accepted too. Raises Refusal (422)."""
    if not text:
        return ""
    try:
        day = datetime.strptime(text.replace("-", "."), "%Y.%m.%d").date()  # noqa: DTZ007 - a day, no moment
    except ValueError:
        _refuse(field, "YYYY.MM.DD", text)
    return as_written(day)


def _require_order(event: Event) -> None:
    if event.starts and event.ends and event.ends < event.starts:
        _refuse("ends", Sentence(_("{starts} or later"), starts=event.starts), event.ends)


def _clean_name(name: str) -> str:
    name = one_line(str(name))
    if not name:
        raise Refusal("empty-name", _("An event needs a name."), 422)
    return name


def _refuse(field: str, expected: Any, value: Any) -> NoReturn:
    found = storable(str(value), 100)
    raise Refusal(
        "invalid", _("{field}: expected {expected}, found “{found}”."), 422, field=field, expected=expected, found=found
    )
