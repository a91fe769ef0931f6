"""The pages of clubs and of sharing, without a browser: what each role is offered, and what forms do."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from records import access, clubs, matches, ops
from records.models import Club, Match, Role
from tests.frontend.clients import english_client, join, page, stored_match
from tests.people import CLEAN, FLAGGED, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(owner: Any) -> Club:
    return clubs.create(owner, "Tea <House>", "tea")


def test_club_is_created_and_renamed(owner: Any) -> None:
    client = english_client(owner)
    assert client.post("/clubs/", {"name": "茶館", "slug": "tea"})["Location"] == "/clubs/tea/"
    refused = client.post("/clubs/", {"name": "Another", "slug": "tea"})
    assert refused.status_code == 409
    assert "Another club has the short name tea." in refused.content.decode()
    client.post("/clubs/tea/rename/", {"name": "茶樓"})
    assert "茶樓" in page(client.get("/clubs/"))


def test_markup_in_a_name_is_escaped(owner: Any, club: Club) -> None:
    for path in ("/clubs/", "/clubs/tea/", "/clubs/tea/people/"):
        assert "Tea &lt;House&gt;" in page(english_client(owner).get(path))


@pytest.mark.parametrize(
    ("role", "drops", "invites", "renames", "roles"),
    [
        (Role.MEMBER, False, False, False, set()),
        (Role.SCORER, True, False, False, set()),
        (Role.ORGANIZER, True, True, False, {"scorer", "member"}),
        (Role.OWNER, True, True, True, {"owner", "organizer", "scorer", "member"}),
    ],
)
def test_role_is_offered_only_what_it_may_do(
    club: Club, role: Role, drops: bool, invites: bool, renames: bool, roles: set[str]
) -> None:
    client = join(club, "bob", role)
    assert ('action="/clubs/tea/upload/"' in page(client.get("/clubs/tea/"))) is drops
    text = page(client.get("/clubs/tea/people/"))
    assert ('action="/clubs/tea/people/invite/"' in text) is invites
    assert ('action="/clubs/tea/rename/"' in text) is renames
    assert set(re.findall(r'<option value="(\w+)"', text)) == roles
    assert 'action="/clubs/tea/people/bob/remove/"' in text, "anyone may leave"
    assert ('action="/clubs/tea/people/owner/remove/"' in text) is (role == Role.OWNER)


def test_invitation_is_accepted_or_declined(owner: Any, club: Club) -> None:
    bob = person("bob")
    client = english_client(bob)
    for answer, role in (("no", None), ("yes", Role.SCORER)):
        english_client(owner).post("/clubs/tea/people/invite/", {"username": "bob", "role": "scorer"})
        assert "owner invites you to Tea &lt;House&gt; as" in page(client.get("/clubs/"))
        client.post("/clubs/tea/invitation/", {"answer": answer})
        assert access.role_in(bob, club) == role
    assert client.post("/clubs/tea/people/bob/remove/")["Location"] == "/clubs/"
    assert access.role_in(bob, club) is None


def test_removing_somebody_offers_to_undo_it(owner: Any, club: Club) -> None:
    join(club, "<bob>", Role.SCORER)
    client = english_client(owner)
    assert "Removed lately" not in page(client.get("/clubs/tea/people/"))
    removed = client.post("/clubs/tea/people/<bob>/remove/")
    text = page(client.get(removed["Location"]))
    assert "<bdi>&lt;bob&gt;</bdi>was removed from the club." in text
    assert "Removed lately" in text
    actions = re.findall(r'action="(/clubs/tea/people/removed/\d+/)"', text)
    assert len(actions) == 2
    assert len(set(actions)) == 1
    assert "was removed from the club" not in page(client.get("/clubs/tea/people/")), "later it stands in the list alone"
    organizer, scorer = join(club, "cat", Role.ORGANIZER), join(club, "dan", Role.SCORER)
    assert actions[0] in page(organizer.get("/clubs/tea/people/"))
    assert actions[0] not in page(scorer.get(removed["Location"]))
    assert scorer.post(actions[0]).status_code == 403
    assert organizer.post(actions[0], {"role": "owner"})["Location"] == "/clubs/tea/people/"
    assert clubs.member_of(club, "<bob>").role == Role.SCORER, "a form gives no role"  # type: ignore[union-attr]
    again = client.post(actions[0])
    assert (again.status_code, "This removal can no longer be undone." in again.content.decode()) == (404, True)


def test_refused_change_of_a_club_is_explained_on_the_page(owner: Any, club: Club) -> None:
    client = english_client(owner)
    for path, data, status, words in (
        ("people/invite/", {"username": " ", "role": "member"}, 422, "Say which account to invite."),
        ("people/owner/remove/", {}, 409, "A club keeps an owner"),
        ("people/owner/role/", {"role": "member"}, 409, "A club keeps an owner"),
        ("rename/", {"name": " "}, 422, "A club needs a name."),
    ):
        answer = client.post("/clubs/tea/" + path, data)
        assert (answer.status_code, words in answer.content.decode()) == (status, True), path
    assert client.post("/clubs/tea/people/owner/role/", {"role": "emperor"}).status_code == 404


def test_file_dropped_on_a_club_page_belongs_to_the_club(owner: Any, club: Club) -> None:
    client = join(club, "bob", Role.SCORER)
    page(client.post("/clubs/tea/upload/", {"file": SimpleUploadedFile("a.ppn", CLEAN)}))
    match = Match.objects.get()
    assert (match.club, match.user.username) == (club, "bob")
    assert str(match.pk) in page(english_client(owner).get("/clubs/tea/"))
    assert str(match.pk) not in page(english_client(person("cat")).get("/matches/"))


def test_archive_of_a_club_is_searched(owner: Any, club: Club) -> None:
    stored_match(owner, CLEAN, club=club)
    stored_match(owner, FLAGGED, club=club)
    stored_match(owner, CLEAN)
    for query, found in (("", 2), ("?status=flagged", 1), ("?q=nobody", 0)):
        assert page(english_client(owner).get("/clubs/tea/" + query)).count('class="what"') == found


def test_share_link_is_shown_once_and_revoked(client: Client, owner: Any) -> None:
    match, mine = stored_match(owner, FLAGGED), english_client(owner)
    made = mine.post(f"/matches/{match.pk}/share/", {"name": "for <Bob>"})
    assert "no-store" in made["Cache-Control"]
    link = re.search(r'value="http://testserver(/shared/[^"]+)"', page(made)).group(1)  # type: ignore[union-attr]
    again = page(mine.get(f"/matches/{match.pk}/"))
    assert link not in again
    assert "for &lt;Bob&gt;" in again
    shared = client.get(link)
    assert (shared["X-Robots-Tag"], shared["Cache-Control"]) == ("noindex", "private, no-store")
    text = page(shared)
    assert "SCM-2.2" in text
    assert "for &lt;Bob&gt;" not in text
    assert f"/matches/{match.pk}/" not in text, "every address on it is below the link"
    board = page(client.get(link + "replay/7/4/"))
    assert f'data-frames="{link}frames/7/"' in board
    assert f'data-home="{link}replay/7/"' in board
    assert client.get(link + "frames/7/").json()["frames"][-1]["findings"]
    revoke = re.search(r'action="(/matches/[^"]+/revoke/)"', again).group(1)  # type: ignore[union-attr]
    piece = mine.post(revoke, HTTP_HX_REQUEST="true")
    assert page(piece).lstrip().startswith('<section class="shares"')
    assert all(client.get(link + rest).status_code == 404 for rest in ("", "state/", "replay/7/", "frames/7/"))


def test_shared_pending_match_reloads_below_its_link(client: Client, owner: Any) -> None:
    match = matches.upload(CLEAN, media_type="text/x-ppn", user=owner).matches[0]
    secret = access.share(owner, match)[1]
    assert f'hx-get="/shared/{secret}/state/"' in page(client.get(f"/shared/{secret}/"))
    matches.judge(match.pk)
    assert 'class="verdict clean"' in page(client.get(f"/shared/{secret}/state/"))


def test_staff_manages_clubs_and_links_in_the_administration(client: Client, owner: Any, club: Club) -> None:
    boss = person("boss", is_staff=True, is_superuser=True)
    staff, match = english_client(boss), stored_match(owner, CLEAN, club=club)
    secret = access.share(owner, match)[1]
    assert 'name="memberships-0-role"' in page(staff.get(f"/admin/records/club/{club.pk}/change/"))
    assert "Tea &lt;House&gt;" in page(staff.get("/admin/records/club/"))
    assert ops.digest_of(secret) not in page(staff.get("/admin/records/sharelink/"))
    data = {"action": "close", "_selected_action": [str(match.links.get().pk)]}
    assert staff.post("/admin/records/sharelink/", data).status_code == 302
    assert client.get(f"/shared/{secret}/").status_code == 404
    assert "protected" in page(staff.get(f"/admin/records/club/{club.pk}/delete/"))
    assert 'action="/clubs/tea/rename/"' in page(staff.get("/clubs/tea/people/"))


@pytest.mark.parametrize(
    ("role", "said", "unsaid"),
    [(Role.MEMBER, "Scorers of the club upload them.", "To begin:"), (Role.ORGANIZER, "Create an event", "Invite people")],
)
def test_empty_club_says_how_to_begin(club: Club, role: Role, said: str, unsaid: str) -> None:
    """W17"""
    client = join(club, "mei", role)
    empty = page(client.get("/clubs/tea/"))
    assert "This club has no matches yet." in empty
    assert said in empty
    assert unsaid not in empty
    assert "Nothing here fits." in page(client.get("/clubs/tea/?q=cup")), "a search that found nothing is another thing"


def test_club_with_a_chinese_name_has_it_in_its_address(owner: Any) -> None:
    """W17"""
    client = english_client(owner)
    made = client.post("/clubs/", {"name": "獅城 牌社"})["Location"]
    assert unquote(made) == "/clubs/獅城-牌社/"
    assert "獅城 牌社" in page(client.get(made))
    again = unquote(client.post("/clubs/", {"name": "獅城 牌社"})["Location"])
    assert re.fullmatch(r"/clubs/獅城-牌社-[0-9a-f]{8}/", again)
    assert client.get("/clubs/河畔/").status_code == 404
    assert client.get("/api/v1/clubs/獅城-牌社", headers={"Authorization": ""}).json()["slug"] == "獅城-牌社"
