"""Who was removed from a club can be brought back for a while, in the role that the audit log says they had."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from records.accounts import access, audit, clubs
from records.accounts.audit.checks import verify_all
from records.accounts.models import Club, Membership, Role
from tests.records.clubs import join
from tests.records.errors import refused

pytestmark = pytest.mark.django_db

LOW = {Role.MEMBER, Role.SCORER}


@pytest.fixture
def bob(ann: User, club: Club) -> User:
    """Somebody who was a scorer of the club and was removed."""
    membership = join(club, "bob", Role.SCORER)
    clubs.remove_member(ann, membership)
    return membership.user


def names(actor: Any, club: Club) -> list[str]:
    return [removal.user.username for removal in clubs.removed_lately(actor, club)]


def test_removed_member_is_brought_back_in_their_role_with_an_audit_entry(ann: User, club: Club, bob: User) -> None:
    access.write_baseline()
    [removal] = clubs.removed_lately(ann, club)
    with refused("not-found", 404):
        clubs.restore_member(ann, clubs.create(ann, "Another"), removal.member)
    assert (removal.user, removal.role, removal.by) == (bob, Role.SCORER, "ann")
    assert removal.ends_at - removal.at == timedelta(days=30)
    restored = clubs.restore_member(ann, club, removal.member)
    assert access.role_in(bob, club) == Role.SCORER
    assert restored.invited_by == ann
    entry = audit.entries_of(club)[0]
    assert (entry.action, entry.target, entry.actor) == ("member.restore", f"member:{restored.pk}", f"user:{ann.pk}")
    assert entry.read_details() == {"club": club.pk, "name": "bob", "role": "scorer", "accepted": True, "user": bob.pk}
    assert names(ann, club) == []
    with refused("not-found", 404):
        clubs.restore_member(ann, club, removal.member)
    assert Membership.objects.filter(user=bob).count() == 1
    [check] = verify_all(only=["roles"]).checks
    assert check.faults() == []


@pytest.mark.parametrize("actor", list(Role))
def test_removed_people_are_brought_back_by_who_may_remove_them(ann: User, club: Club, actor: Role) -> None:
    acting = join(club, "actor", actor).user
    for role in Role:
        removed = join(club, f"removed {role}", role)
        clubs.remove_member(ann, removed)
        allowed = actor == Role.OWNER or (actor == Role.ORGANIZER and role in LOW)
        assert (removed.user.username in names(acting, club)) is allowed
        if allowed:
            clubs.restore_member(acting, club, removed.pk)
        else:
            with refused(*("not-found", 404) if actor == Role.ORGANIZER else ("permission-denied", 403)):
                clubs.restore_member(acting, club, removed.pk)
        assert access.role_in(removed.user, club) == (role if allowed else None)


def test_who_left_or_declined_is_not_brought_back_without_an_invitation(ann: User, club: Club, bob: User) -> None:
    cat = join(club, "cat", Role.MEMBER)
    clubs.remove_member(cat.user, cat)
    assert names(ann, club) == ["bob"]
    clubs.remove_member(ann, clubs.invite(ann, club, "bob", Role.MEMBER))
    assert names(ann, club) == ["bob"], "an invitation that was taken back says nothing of what bob wants"
    clubs.remove_member(bob, clubs.invite(ann, club, "bob", Role.MEMBER))
    assert names(ann, club) == []


def test_only_the_last_removal_of_an_account_counts(ann: User, club: Club, bob: User) -> None:
    [first] = clubs.removed_lately(ann, club)
    clubs.restore_member(ann, club, first.member)
    again = clubs.change_role(ann, Membership.objects.get(user=bob), Role.MEMBER)
    clubs.remove_member(ann, again)
    assert [(one.member, one.role) for one in clubs.removed_lately(ann, club)] == [(again.pk, Role.MEMBER)]
    with refused("not-found", 404):
        clubs.restore_member(ann, club, first.member)
    Membership.objects.create(club=club, user=bob, role=Role.OWNER, accepted_at=timezone.now()).delete()
    assert names(ann, club) == [], "the staff took bob out of the club after that"


@pytest.mark.parametrize("change", ["invited", "gone", "switched off", "late"])
def test_removal_is_not_undone_of_who_is_invited_or_gone_or_after_the_time(
    ann: User, club: Club, bob: User, settings: Any, change: str
) -> None:
    [removal] = clubs.removed_lately(ann, club)
    if change == "invited":
        clubs.invite(ann, club, "bob", Role.MEMBER)
    elif change == "gone":
        bob.delete()
    elif change == "switched off":
        User.objects.filter(pk=bob.pk).update(is_active=False)
    else:
        settings.UNDO_DAYS = 0
    assert names(ann, club) == []
    with refused("not-found", 404):
        clubs.restore_member(ann, club, removal.member)
    assert not Membership.objects.filter(club=club, user=bob.pk, accepted_at__isnull=False).exists()
