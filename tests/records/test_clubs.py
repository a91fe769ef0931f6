"""Clubs: who may change whom, invitations, the last owner, what leaving costs; share links; the move from plain members."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.models import ProtectedError
from django.utils import timezone

from records import selectors, services
from records.models import Club, Match, Membership, Role, ShareLink
from tests.records.test_selectors import ONE, SAMPLES, store

pytestmark = pytest.mark.django_db

ORDER = [Role.MEMBER, Role.SCORER, Role.ORGANIZER, Role.OWNER]


def join(club: Club, name: str, role: Role, **more: Any) -> Membership:
    person = User.objects.create_user(name, **more)
    return Membership.objects.create(club=club, user=person, role=role, accepted_at=timezone.now())


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("ann")


@pytest.fixture
def club(ann: User) -> Club:
    return services.found_club(ann, "Tea House", "tea")


def refused(code: str, status: int) -> Any:
    """The block is refused for this reason, in both languages."""

    class Refused:
        def __enter__(self) -> None: ...

        def __exit__(self, kind: Any, error: Any, trace: Any) -> bool:
            assert isinstance(error, services.Refusal), f"was not refused: {error!r}"
            assert (error.code, error.status, set(error.message)) == (code, status, {"zh", "en"})
            return True

    return Refused()


class TestFounding:
    def test_the_founder_is_its_owner(self, ann: User, club: Club) -> None:
        assert selectors.role_in(ann, club) == Role.OWNER

    @pytest.mark.parametrize(("name", "slug"), [("Tea House", "tea-house"), ("  Tea  ", "tea")])
    def test_its_short_name_is_made_of_its_name(self, ann: User, name: str, slug: str) -> None:
        assert services.found_club(ann, name).slug == slug

    def test_a_name_without_latin_letters_gets_one(self, ann: User) -> None:
        first, second = services.found_club(ann, "四川麻將社"), services.found_club(ann, "四川麻將社")
        assert first.slug != second.slug
        assert first.slug.startswith("club-")

    @pytest.mark.parametrize("slug", ["Tea", "t a", "茶", "-", "a/b", "x" * 51])
    def test_short_names_that_are_refused(self, ann: User, slug: str) -> None:
        with refused("invalid-slug", 422):
            services.found_club(ann, "Tea", slug)

    def test_a_short_name_is_taken_once(self, ann: User, club: Club) -> None:
        with refused("slug-taken", 409):
            services.found_club(ann, "Tea again", "tea")
        assert Membership.objects.count() == 1

    def test_a_name_is_needed(self, ann: User, club: Club) -> None:
        with refused("empty-name", 422):
            services.found_club(ann, "  ")
        with refused("empty-name", 422):
            services.rename_club(ann, club, "")


class TestPeople:
    @pytest.mark.parametrize("actor", ORDER)
    @pytest.mark.parametrize("target", ORDER)
    @pytest.mark.parametrize("given", ORDER)
    def test_who_may_make_whom_what(self, club: Club, actor: Role, target: Role, given: Role) -> None:
        acting, held = join(club, "actor", actor).user, join(club, "target", target)
        low = {Role.MEMBER, Role.SCORER}
        allowed = actor == Role.OWNER or (actor == Role.ORGANIZER and {target, given} <= low)
        if allowed:
            services.change_role(acting, held, given)
        else:
            with refused("permission-denied", 403):
                services.change_role(acting, held, given)
        held.refresh_from_db()
        assert held.role == (given if allowed else target)

    @pytest.mark.parametrize("actor", ORDER)
    @pytest.mark.parametrize("target", ORDER)
    def test_who_may_remove_and_invite_whom(self, club: Club, actor: Role, target: Role) -> None:
        acting, held = join(club, "actor", actor).user, join(club, "target", target)
        User.objects.create_user("new")
        allowed = actor == Role.OWNER or (actor == Role.ORGANIZER and target in {Role.MEMBER, Role.SCORER})
        for change in (lambda: services.remove(acting, held), lambda: services.invite(acting, club, "new", target)):
            if allowed:
                change()
            else:
                with refused("permission-denied", 403):
                    change()
        assert {one.user.username for one in selectors.people_of(club)} == (
            {"ann", "actor", "new"} if allowed else {"ann", "actor", "target"}
        )

    def test_an_invitation_gives_nothing_until_it_is_accepted(self, ann: User, club: Club) -> None:
        bob = User.objects.create_user("bob")
        match = store(user=ann, club=club)
        invitation = services.invite(ann, club, "bob", Role.OWNER)
        assert selectors.role_in(bob, club) is None
        assert selectors.club_for(bob, "tea") is None
        assert selectors.match_for(bob, match.pk) is None
        with refused("permission-denied", 403):
            services.rename_club(bob, club, "Bob's")
        services.accept_invitation(invitation)
        assert selectors.role_in(bob, club) == Role.OWNER
        assert selectors.match_for(bob, match.pk) == match

    def test_who_cannot_be_invited(self, ann: User, club: Club) -> None:
        User.objects.create_user("gone", is_active=False)
        for name in ("nobody", "gone", "a\x00b", "x" * 500):
            with refused("unknown-person", 422):
                services.invite(ann, club, name, Role.MEMBER)
        with refused("already-there", 409):
            services.invite(ann, club, "ann", Role.MEMBER)

    def test_anyone_may_leave_but_the_last_owner(self, ann: User, club: Club) -> None:
        bob = join(club, "bob", Role.MEMBER)
        services.remove(bob.user, bob)
        mine = Membership.objects.get(user=ann)
        services.invite(ann, club, User.objects.create_user("cat").username, Role.OWNER)
        for change in (lambda: services.remove(ann, mine), lambda: services.change_role(ann, mine, Role.MEMBER)):
            with refused("last-owner", 409):
                change()
        join(club, "dan", Role.OWNER)
        services.remove(ann, mine)
        assert selectors.role_in(ann, club) is None
        with refused("not-found", 404):
            services.remove(ann, mine)

    def test_who_leaves_leaves_the_clubs_matches_behind(self, ann: User, club: Club) -> None:
        bob = join(club, "bob", Role.SCORER)
        of_the_club, own = store(user=bob.user, club=club), store(user=bob.user)
        services.share(ann, of_the_club)
        services.remove(ann, bob)
        assert set(selectors.matches_visible_to(bob.user)) == {own}
        assert selectors.may_with(bob.user, selectors.Right.SCORE, own)
        assert not selectors.may_with(bob.user, selectors.Right.SCORE, of_the_club)

    def test_who_left_uploads_no_more_and_their_key_answers_nothing_of_the_clubs(self, ann: User, club: Club) -> None:
        bob = join(club, "bob", Role.SCORER)
        store(user=bob.user, club=club, idempotency_key="k")
        services.remove(ann, bob)
        with refused("permission-denied", 403):
            store(user=bob.user, club=club, idempotency_key="k")
        with refused("idempotency-key-reused", 422):
            store(user=bob.user, idempotency_key="k")

    def test_public_uploads_into_a_club_are_the_organizers(self, club: Club) -> None:
        scorer, organizer = join(club, "bob", Role.SCORER).user, join(club, "cat", Role.ORGANIZER).user
        with refused("permission-denied", 403):
            store(user=scorer, club=club, public=True)
        assert not Match.objects.exists()
        assert store(user=organizer, club=club, public=True).public

    def test_a_club_that_has_matches_cannot_be_deleted(self, ann: User, club: Club) -> None:
        store(user=ann, club=club)
        with pytest.raises(ProtectedError):
            club.delete()

    def test_the_database_keeps_the_roles(self, ann: User, club: Club) -> None:
        with pytest.raises(IntegrityError), transaction.atomic():
            Membership.objects.create(club=club, user=ann, role=Role.MEMBER)
        with pytest.raises(IntegrityError), transaction.atomic():
            Membership.objects.create(club=club, user=User.objects.create_user("bob"), role="emperor")


@pytest.mark.django_db(transaction=True)
def test_two_owners_who_depose_each_other_at_once_leave_one() -> None:
    ann = User.objects.create_user("ann")
    club = services.found_club(ann, "Tea")
    bob = join(club, "bob", Role.OWNER)
    mine, start, ends = Membership.objects.get(user=ann), threading.Barrier(2), []

    def depose(actor: User, other: Membership) -> None:
        try:
            start.wait()
            services.change_role(actor, other, Role.MEMBER)
            ends.append("done")
        except services.Refusal as refusal:
            ends.append(refusal.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=depose, args=pair) for pair in ((ann, bob), (bob.user, mine))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(ends) == ["done", "permission-denied"]
    assert Membership.objects.filter(role=Role.OWNER).count() == 1


class TestSharing:
    def test_a_link_opens_its_match_and_no_other(self, ann: User, club: Club) -> None:
        match = store(user=ann, club=club)
        store(SAMPLES[1].read_bytes(), user=ann, club=club)
        link, secret = services.share(ann, match, "for Bob")
        assert selectors.match_shared(secret) == match
        assert selectors.match_shared(secret[:-1]) is None
        assert selectors.match_shared(link.digest) is None
        assert secret not in str(vars(ShareLink.objects.get()))

    def test_it_is_revoked_for_good(self, ann: User) -> None:
        match = store(user=ann)
        kept, revoked = services.share(ann, match), services.share(ann, match)
        services.revoke(ann, revoked[0])
        at = ShareLink.objects.get(pk=revoked[0].pk).revoked_at
        services.revoke(ann, revoked[0])
        assert ShareLink.objects.get(pk=revoked[0].pk).revoked_at == at
        assert selectors.match_shared(revoked[1]) is None
        assert selectors.match_shared(kept[1]) == match
        assert list(selectors.links_to(match)) == [kept[0]]

    @pytest.mark.parametrize("role", ORDER)
    def test_who_may_share_a_clubs_match(self, club: Club, role: Role) -> None:
        match, person = store(user=User.objects.get(username="ann"), club=club), join(club, "bob", role).user
        if role in (Role.ORGANIZER, Role.OWNER):
            services.revoke(person, services.share(person, match)[0])
        else:
            with refused("permission-denied", 403):
                services.share(person, match)
        assert ShareLink.objects.filter(revoked_at__isnull=True).count() == 0

    def test_what_is_anothers_or_the_houses_is_not_shared(self, ann: User) -> None:
        bob = User.objects.create_user("bob")
        link = services.share(ann, store(user=ann))[0]
        for change in (lambda: services.share(bob, store(public=True)), lambda: services.revoke(bob, link)):
            with refused("permission-denied", 403):
                change()


@pytest.mark.django_db(transaction=True)
def test_members_of_before_keep_what_they_could_do() -> None:
    executor = MigrationExecutor(connection)
    newest = executor.loader.graph.leaf_nodes()
    try:
        executor.migrate([("records", "0001_initial")])
        old = executor.loader.project_state([("records", "0001_initial")]).apps
        bob = old.get_model("auth", "User").objects.create(username="bob")
        club = old.get_model("records", "Club").objects.create(name="Tea", slug="tea")
        club.members.add(bob)
    finally:
        executor = MigrationExecutor(connection)
        executor.migrate(newest)
    person, kept = User.objects.get(username="bob"), Club.objects.get(slug="tea")
    assert selectors.role_in(person, kept) == Role.SCORER
    match = services.accept(ONE, media_type="text/x-ppn", user=person, club=kept).matches[0]
    assert selectors.may_with(person, selectors.Right.SCORE, match)
