"""The rules by which tables of a club play, kept under names: read by its members, changed by its organizers."""

from __future__ import annotations

import uuid

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from records.accounts import audit
from records.accounts.access.roles import Right, may, require
from records.accounts.clubs.models import Club, ClubRules
from records.core.entered_text import one_line
from records.core.errors import Refusal
from records.core.people import Actor
from records.core.rules_line import game_of

MAX_RULES = 50
"""Rules of one club."""


def rules_of(club: Club) -> QuerySet[ClubRules]:
    """The rules of a club by name; the caller checks that a member asks."""
    return club.rules.select_related("club")


def find_rules(club: Club, rules_id: uuid.UUID) -> ClubRules | None:
    """Rules of the club by their id."""
    return rules_of(club).filter(pk=rules_id).first()


@transaction.atomic
def add_rules(actor: Actor, club: Club, name: str, game: str, line: str) -> ClubRules:
    """Keep a line of rules under a name. Raises Refusal: 403, 409 for a name that is taken or too many, 422."""
    require(may(actor, Right.ARRANGE, club))
    Club.objects.select_for_update().get(pk=club.pk)
    if club.rules.count() >= MAX_RULES:
        raise Refusal("too-many", _("A club keeps at most {most} sets of rules."), 409, most=MAX_RULES)
    return _stored(actor, "rules.add", ClubRules(club=club, name=_name(name), game=game, rules=_line(game, line)))


@transaction.atomic
def change_rules(actor: Actor, kept: ClubRules, name: str | None = None, line: str | None = None) -> ClubRules:
    """Change the name or the line. What was played by the former line keeps it. Raises Refusal (403, 409, 422)."""
    require(may(actor, Right.ARRANGE, kept.club))
    locked = ClubRules.objects.select_for_update().select_related("club").get(pk=kept.pk)
    locked.name = locked.name if name is None else _name(name)
    locked.rules = locked.rules if line is None else _line(locked.game, line)
    return _stored(actor, "rules.change", locked)


@transaction.atomic
def remove_rules(actor: Actor, kept: ClubRules) -> None:
    """Take a name and its rules off a club. Records keep the line. Raises Refusal (403)."""
    require(may(actor, Right.ARRANGE, kept.club))
    _record("rules.remove", kept, actor)
    kept.delete()


def _stored(actor: Actor, action: str, kept: ClubRules) -> ClubRules:
    try:
        with transaction.atomic():
            kept.save()
    except IntegrityError:
        raise Refusal("name-taken", _("There are rules of the name “{name}” already."), 409, name=kept.name) from None
    _record(action, kept, actor)
    return kept


def _record(action: str, kept: ClubRules, actor: Actor) -> None:
    details = {"name": kept.name, "game": kept.game, "rules": kept.rules}
    audit.record(action, f"rules:{kept.pk}", by=actor, club=kept.club_id, **details)


def _name(text: str) -> str:
    if not (name := one_line(text)):
        raise Refusal("name-missing", _("Give the rules a name."), 422)
    return name


def _line(game: str, text: str) -> str:
    """The line in one form, as all rules of the game read it. Raises Refusal (422) where it says none."""
    line = " ".join(text.split())
    game_of(game, line)
    return line
