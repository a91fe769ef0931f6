"""Links by which somebody may make an account: made by the staff, or by a club's organizers for one who joins it."""

from __future__ import annotations

import secrets
import uuid
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.accounts import audit, clubs
from records.accounts.access.models import Role
from records.accounts.access.roles import Right, may, require
from records.accounts.clubs.models import Club
from records.accounts.sign_in.models import Invitation
from records.core.entered_text import one_line
from records.core.errors import Refusal
from records.core.ops.digests import digest_of
from records.core.people import Actor, person

SESSION = "invitation"
DAYS = 7
MOST = 50
"""Links of one club that work at the same time."""
OFFERED = (Role.MEMBER, Role.SCORER)
"""Roles that a link may give: who may govern a club is invited by name."""


def working() -> QuerySet[Invitation]:
    """Links that are neither used nor expired."""
    return Invitation.objects.filter(used_at__isnull=True, expires_at__gt=timezone.now())


def of_club(club: Club) -> QuerySet[Invitation]:
    """The links of a club that still work, the newest first."""
    return working().filter(club=club).select_related("created_by")


@transaction.atomic
def make(actor: Actor, club: Club | None = None, role: Role = Role.MEMBER, name: str = "", days: int = DAYS) -> Any:
    """Make a link: the invitation and its secret, which is returned this once. Raises Refusal (403, 409, 422)."""
    if settings.SIGN_UP == "closed":
        raise Refusal("sign-up-closed", _("Only the staff makes accounts here."), 403)
    require(actor.is_staff or (club is not None and may(actor, Right.INVITE, club)))
    if role not in OFFERED:
        raise Refusal("invalid-role", _("A link invites members and scorers alone."), 422)
    if club is not None:
        Club.objects.select_for_update().get(pk=club.pk)
        if of_club(club).count() >= MOST:
            raise Refusal("too-many", _("A club has at most {most} invitation links."), 409, most=MOST)
    plain = secrets.token_urlsafe(32)
    made = Invitation.objects.create(
        digest=digest_of(plain),
        club=club,
        role=role,
        name=one_line(name),
        created_by=person(actor),
        expires_at=timezone.now() + timedelta(days=days),
    )
    audit.record("invitation.make", f"invitation:{made.pk}", by=actor, **_details(made))
    return made, plain


@transaction.atomic
def revoke(actor: Actor, club: Club, invitation_id: uuid.UUID) -> bool:
    """Take a club's link back; whether there was such a one. Raises Refusal (403)."""
    require(may(actor, Right.INVITE, club))
    found = of_club(club).filter(pk=invitation_id).first()
    if found is None:
        return False
    audit.record("invitation.revoke", f"invitation:{found.pk}", by=actor, **_details(found))
    found.delete()
    return True


def open_link(request: HttpRequest, secret: str) -> Invitation | None:
    """Remember in the session by which link somebody came; None where it does not work."""
    found = working().filter(digest=digest_of(secret)).select_related("club").first()
    if found is not None:
        request.session[SESSION] = str(found.pk)
    return found


def of_session(request: HttpRequest) -> Invitation | None:
    """The working link by which somebody came."""
    id_ = request.session.get(SESSION)
    return working().filter(pk=id_).select_related("club").first() if id_ else None


@transaction.atomic
def use(request: HttpRequest, user: User) -> Invitation | None:
    """Use up the link by which somebody came: they join its club, if who invited them still may invite. None where it has ceased
    to work, such as by another who came by it at the same moment."""
    id_ = request.session.pop(SESSION, None)
    found = working().filter(pk=id_).select_for_update(of=("self",)).first() if id_ else None
    if found is None:
        return None
    Invitation.objects.filter(pk=found.pk).update(used_at=timezone.now(), used_by=user)
    audit.record("invitation.use", f"invitation:{found.pk}", by=user, **_details(found))
    if found.club is not None and found.created_by is not None and found.created_by.is_active:
        clubs.join(user, found.club, Role(found.role), found.created_by)
    return found


def _details(invitation: Invitation) -> dict[str, Any]:
    club = {"club": invitation.club_id} if invitation.club_id else {}
    return {"role": invitation.role, "name": invitation.name, "expires": invitation.expires_at, **club}
