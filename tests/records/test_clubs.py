"""Clubs: who may change whom, invitations, the last owner, what leaving costs; share links; the move from plain members."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from records.accounts import access, audit, clubs
from records.accounts.models import Club, Membership, Role, ShareLink
from records.archive import matches
from tests.each import refusals
from tests.links import holder
from tests.records.at_once import at_once
from tests.records.clubs import join
from tests.records.errors import refused
from tests.records.samples import SAMPLES, store

pytestmark = pytest.mark.django_db

ORDER = [Role.MEMBER, Role.SCORER, Role.ORGANIZER, Role.OWNER]


@pytest.fixture
def club(ann: User) -> Club:
    return clubs.create(ann, "Tea House", "tea")


class TestFounding:
    def test_club_without_a_name_or_with_the_short_name_of_another_is_refused(self, ann: User, club: Club) -> None:
        for act in (lambda: clubs.create(ann, "  "), lambda: clubs.rename(ann, club, "")):
            with refused("empty-name", 422):
                act()
        with refused("slug-taken", 409):
            clubs.create(ann, "Tea again", "tea")
        assert (Membership.objects.count(), access.role_in(ann, club)) == (1, Role.OWNER)

    @pytest.mark.parametrize(
        ("name", "slug"), [("Tea House", "tea-house"), ("  Tea  ", "tea"), ("獅城 牌社", "獅城-牌社"), ("Café Ｎ１", "café-n1")]
    )
    def test_short_name_of_a_club_is_made_from_its_name(self, ann: User, name: str, slug: str) -> None:
        assert clubs.create(ann, name).slug == slug

    def test_second_club_of_a_name_and_one_without_letters_get_short_names_of_their_own(self, ann: User) -> None:
        slugs = [clubs.create(ann, name).slug for name in ("四川麻將社", "四川麻將社", "!?")]
        assert slugs[0] == "四川麻將社"
        assert slugs[1].startswith("四川麻將社-")
        assert slugs[2].startswith("club-")

    @refusals("slug", ["Tea", "t a", "茶 館", "-", "a/b", "茶/館", "ｔea", "\u202e茶", "x" * 51])
    def test_unusable_short_name_of_a_club_is_refused(self, ann: User, slug: str) -> None:
        with refused("invalid-slug", 422):
            clubs.create(ann, "Tea", slug)


class TestPeople:
    @pytest.mark.parametrize("actor", ORDER)
    def test_people_are_changed_removed_and_invited_by_owners_and_low_ones_by_organizers(self, club: Club, actor: Role) -> None:
        acting, low = join(club, "actor", actor).user, {Role.MEMBER, Role.SCORER}

        def tried(act: Any, *roles: Role) -> bool:
            if allowed := actor == Role.OWNER or (actor == Role.ORGANIZER and set(roles) <= low):
                act()
            else:
                with refused("permission-denied", 403):
                    act()
            return allowed

        for target in ORDER:
            held = join(club, f"held as {target}", target)
            for given in ORDER:
                Membership.objects.filter(pk=held.pk).update(role=target)
                held.refresh_from_db()
                changed = tried(lambda held=held, given=given: clubs.change_role(acting, held, given), target, given)
                held.refresh_from_db()
                assert held.role == (given if changed else target)
            Membership.objects.filter(pk=held.pk).update(role=target)
            held.refresh_from_db()
            removed = tried(lambda held=held: clubs.remove_member(acting, held), target)
            assert (clubs.member_of(club, held.username) is None) is removed
            tried(lambda target=target: clubs.invite(acting, club, f"new {target}", target), target)

    def test_invited_person_sees_nothing_until_accepting(self, ann: User, club: Club) -> None:
        bob = User.objects.create_user("bob")
        match = store(user=ann, club=club)
        invitation = clubs.invite(ann, club, "bob", Role.OWNER)
        assert access.role_in(bob, club) is None
        assert clubs.find(bob, "tea") is None
        assert matches.find(bob, match.pk) is None
        for name, code, status in (("", "empty-name", 422), ("bob", "already-there", 409), ("ann", "already-there", 409)):
            with refused(code, status):
                clubs.invite(ann, club, name, Role.MEMBER)
        clubs.accept_invitation(invitation)
        assert access.role_in(bob, club) == Role.OWNER
        assert matches.find(bob, match.pk) == match

    def test_name_without_an_account_is_invited_like_one_with_an_account(self, ann: User, club: Club) -> None:
        User.objects.create_user("there")
        User.objects.create_user("gone", is_active=False)
        for name in ("there", "nobody", "gone", "x" * 500):
            invited = clubs.invite(ann, club, name, Role.MEMBER)
            shown = clubs.member_of(club, invited.username)
            assert shown == invited
            with refused("already-there", 409):
                clubs.invite(ann, club, name, Role.MEMBER)
            assert clubs.change_role(ann, invited, Role.SCORER).role == Role.SCORER
            clubs.remove_member(ann, invited)
            assert clubs.member_of(club, invited.username) is None
        told = [(entry.action, entry.target.partition(":")[0]) for entry in audit.entries_of(club).order_by("number")[1:]]
        assert told == [("member.invite", "member"), ("member.role", "member"), ("member.remove", "member")] * 4

    def test_who_takes_an_invited_name_later_is_not_invited_by_it(self, ann: User, club: Club) -> None:
        clubs.invite(ann, club, "zoe", Role.ORGANIZER)
        zoe = User.objects.create_user("zoe")
        assert not access.invitations_of(zoe).exists()
        assert access.role_in(zoe, club) is None
        clubs.remove_member(ann, clubs.member_of(club, "zoe"))
        clubs.invite(ann, club, "zoe", Role.MEMBER)
        assert access.invitations_of(zoe).get().role == Role.MEMBER

    def test_short_names_of_hidden_clubs_are_not_listed_by_trying(self, ann: User, club: Club, settings: Any) -> None:
        settings.THROTTLE = {**settings.THROTTLE, "short-name": "3/day"}
        curious = User.objects.create_user(f"curious-{club.pk}")
        for _ in range(3):
            with refused("slug-taken", 409):
                clubs.create(curious, "Mine", club.slug)
        for slug in (club.slug, "free"):
            with refused("too-many", 429):
                clubs.create(curious, "Mine", slug)
        assert clubs.create(curious, club.slug).slug.startswith(f"{club.slug}-"), "one that is made is never refused"

    def test_last_owner_may_not_leave_a_club(self, ann: User, club: Club) -> None:
        bob = join(club, "bob", Role.MEMBER)
        clubs.remove_member(bob.user, bob)
        mine = Membership.objects.get(user=ann)
        clubs.invite(ann, club, User.objects.create_user("cat").username, Role.OWNER)
        for change in (lambda: clubs.remove_member(ann, mine), lambda: clubs.change_role(ann, mine, Role.MEMBER)):
            with refused("last-owner", 409):
                change()
        join(club, "dan", Role.OWNER)
        clubs.remove_member(ann, mine)
        assert access.role_in(ann, club) is None
        with refused("not-found", 404):
            clubs.remove_member(ann, mine)

    def test_matches_stay_with_the_club_when_their_uploader_leaves(self, ann: User, club: Club) -> None:
        bob = join(club, "bob", Role.SCORER)
        of_the_club, own = store(user=bob.user, club=club), store(user=bob.user)
        access.share(ann, of_the_club)
        clubs.remove_member(ann, bob)
        assert set(matches.visible_to(bob.user)) == {own}
        assert access.may_with(bob.user, access.Right.SCORE, own)
        assert not access.may_with(bob.user, access.Right.SCORE, of_the_club)


@pytest.mark.django_db(transaction=True)
def test_two_owners_demoting_each_other_concurrently_leave_one_owner() -> None:
    ann = User.objects.create_user("ann")
    club = clubs.create(ann, "Tea")
    bob = join(club, "bob", Role.OWNER)
    mine = Membership.objects.get(user=ann)
    works = [lambda a=actor, o=other: clubs.change_role(a, o, Role.MEMBER) for actor, other in ((ann, bob), (bob.user, mine))]
    assert at_once(works) == ["", "permission-denied"]
    assert Membership.objects.filter(role=Role.OWNER).count() == 1


class TestSharing:
    def test_share_link_opens_its_match_and_no_other(self, ann: User, club: Club) -> None:
        match = store(user=ann, club=club)
        other = store(SAMPLES[1].read_bytes(), user=ann, club=club)
        link, secret = access.share(ann, match, "for Bob")
        assert matches.find(holder(secret), match.pk) == match
        assert matches.find(holder(secret), other.pk) is None
        for forged in (secret[:-1], link.pk.hex, f"{link.pk.hex}.", secret.upper()):
            assert matches.find(holder(forged), match.pk) is None
        assert secret not in str(vars(ShareLink.objects.get()))

    def test_links_held_together_open_what_each_opens_beside_one_s_own_rights(self, ann: User) -> None:
        first, second = (store(data, user=ann) for data in (SAMPLES[0].read_bytes(), SAMPLES[1].read_bytes()))
        grants = [access.grant_of(access.share(ann, match)[1]) for match in (first, second)]
        bob = User.objects.create_user("bob")
        own = store(SAMPLES[2].read_bytes(), user=bob)
        access.hold(bob, filter(None, grants))
        assert [getattr(matches.find(bob, match.pk), "by_link", None) for match in (first, second, own)] == [True, True, False]
        access.hold(ann, filter(None, grants))
        assert matches.find(ann, first.pk).by_link is False, "who sees it anyway loses nothing by a link"  # type: ignore[union-attr]

    def test_revoked_share_link_stays_revoked(self, ann: User) -> None:
        match = store(user=ann)
        kept, revoked = access.share(ann, match), access.share(ann, match)
        access.revoke_link(ann, revoked[0])
        at = ShareLink.objects.get(pk=revoked[0].pk).revoked_at
        access.revoke_link(ann, revoked[0])
        assert ShareLink.objects.get(pk=revoked[0].pk).revoked_at == at
        assert matches.find(holder(revoked[1]), match.pk) is None
        assert matches.find(holder(kept[1]), match.pk) == match
        assert list(access.links_to(match)) == [kept[0]]
