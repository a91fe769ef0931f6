"""The pages of clubs and of sharing, without a browser: what each role is offered, and what forms do."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from records.accounts import access, clubs
from records.accounts.models import Club, Role
from records.archive import matches
from records.archive.models import Match
from records.core.queue import jobs
from records.core.queue.models import Job
from tests.frontend.clients import english_client, join, page, stored_match
from tests.links import opened
from tests.people import CLEAN, FLAGGED, person
from tests.records.players import between, store

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(owner: Any) -> Club:
    return clubs.create(owner, "Tea <House>", "tea")


def test_club_is_created_and_renamed_and_a_chinese_name_is_its_address(reader: Client) -> None:
    made = reader.post("/clubs/", {"action": "found", "name": "獅城 牌社"})["Location"]
    assert unquote(made) == "/clubs/獅城-牌社/"
    assert "獅城 牌社" in page(reader.get(made))
    again = unquote(reader.post("/clubs/", {"action": "found", "name": "獅城 牌社"})["Location"])
    assert re.fullmatch(r"/clubs/獅城-牌社-[0-9a-f]{8}/", again)
    assert reader.get("/clubs/河畔/").status_code == 404
    assert reader.post("/clubs/", {"action": "found", "name": "Tea", "slug": "tea"})["Location"] == "/clubs/tea/"
    assert "Another club has the short name tea." in page(
        reader.post("/clubs/", {"action": "found", "name": "Another", "slug": "tea"}), 409
    )
    reader.post("/clubs/tea/people/", {"action": "rename", "name": "茶樓"})
    assert "茶樓" in page(reader.get("/clubs/"))


def test_markup_in_a_name_is_escaped(reader: Client, club: Club) -> None:
    for path in ("/clubs/", "/clubs/tea/", "/clubs/tea/people/"):
        assert "Tea &lt;House&gt;" in page(reader.get(path))


@pytest.mark.parametrize(
    ("role", "drops", "invites", "renames", "roles", "begins"),
    [
        (Role.MEMBER, False, False, False, set(), "Scorers of the club upload them."),
        (Role.SCORER, True, False, False, set(), "This club has no matches yet."),
        (Role.ORGANIZER, True, True, False, {"scorer", "member"}, "Create an event"),
        (Role.OWNER, True, True, True, {"owner", "organizer", "scorer", "member"}, "Create an event"),
    ],
)
def test_role_is_offered_only_what_it_may_do_and_how_to_begin(
    club: Club, role: Role, drops: bool, invites: bool, renames: bool, roles: set[str], begins: str
) -> None:
    client = join(club, "bob", role)
    empty = page(client.get("/clubs/tea/"))
    assert (begins in empty, 'action="/clubs/tea/?action=upload"' in empty, "To begin:" in empty) == (True, drops, drops)
    text = page(client.get("/clubs/tea/people/"))
    assert ('value="invite"' in text) is invites
    assert ('value="rename"' in text) is renames
    assert set(re.findall(r'<option value="(\w+)"', text)) == roles
    may_go = {name: "Leave the club" in text if name == "bob" else "Remove" in text for name in ("bob", "owner")}
    assert may_go == {"bob": True, "owner": role == Role.OWNER}, "anyone may leave"


def test_invitation_is_accepted_or_declined(reader: Client, club: Club) -> None:
    bob = person("bob")
    client = english_client(bob)
    for answer, role in (("decline", None), ("join", Role.SCORER)):
        reader.post("/clubs/tea/people/", {"action": "invite", "username": "bob", "role": "scorer"})
        assert "owner invites you to Tea &lt;House&gt; as" in page(client.get("/clubs/"))
        client.post("/clubs/", {"action": answer, "club": "tea"})
        assert access.role_in(bob, club) == role
    assert client.post("/clubs/tea/people/", {"action": "remove", "username": "bob"})["Location"] == "/clubs/"
    assert access.role_in(bob, club) is None


def test_removing_somebody_offers_to_undo_it_once(reader: Client, club: Club) -> None:
    join(club, "<bob>", Role.SCORER)
    removed = reader.post("/clubs/tea/people/", {"action": "remove", "username": "<bob>"})
    text = page(reader.get(removed["Location"]))
    assert "<bdi>&lt;bob&gt;</bdi>was removed from the club." in text
    [member] = set(re.findall(r'name="member" value="(\d+)"', text))
    assert "was removed from the club" not in page(reader.get("/clubs/tea/people/")), "later it stands in the list alone"
    undo = {"action": "restore", "member": member}
    organizer, scorer = join(club, "cat", Role.ORGANIZER), join(club, "dan", Role.SCORER)
    assert ['name="member"' in page(one.get("/clubs/tea/people/")) for one in (organizer, scorer)] == [True, False]
    assert organizer.post("/clubs/tea/people/", undo | {"role": "owner"})["Location"] == "/clubs/tea/people/"
    assert clubs.member_of(club, "<bob>").role == Role.SCORER, "a form gives no role"  # type: ignore[union-attr]
    assert "This removal can no longer be undone." in page(reader.post("/clubs/tea/people/", undo), 404)


def test_export_is_asked_for_on_the_page_of_the_club_watched_and_downloaded(reader: Client, owner: Any, club: Club) -> None:
    store(club, owner, between("Ann,Bo,Cy,Di"))
    button = r'action="([^"]+/export/)">.*?<button name="(\w+)" value="(\w+)">'
    [(address, *said)] = re.findall(button, page(reader.get("/clubs/tea/")), re.DOTALL)
    waiting = page(reader.post(address, dict([said]), follow=True))
    assert (f'hx-get="/jobs/{Job.objects.get().pk}/"' in waiting, "Download" in waiting) == (True, False)
    jobs.run(Job.objects.get().pk)
    [zipped] = re.findall(r'href="([^"]+)" download', page(reader.get(address)))
    assert reader.get(zipped)["Content-Type"] == "application/zip"


def test_refused_change_of_a_club_is_explained_on_the_page(reader: Client, club: Club) -> None:
    for action, data, status, words in (
        ("invite", {"username": " ", "role": "member"}, 422, "Say which account to invite."),
        ("remove", {"username": "owner"}, 409, "A club keeps an owner"),
        ("role", {"username": "owner", "role": "member"}, 409, "A club keeps an owner"),
        ("rename", {"name": " "}, 422, "A club needs a name."),
    ):
        assert words in page(reader.post("/clubs/tea/people/", {"action": action, **data}), status)
    emperor = {"action": "role", "username": "owner", "role": "emperor"}
    assert reader.post("/clubs/tea/people/", emperor).status_code == 404


def test_file_dropped_on_a_club_page_belongs_to_the_club_whose_archive_is_searched(
    reader: Client, owner: Any, club: Club
) -> None:
    client = join(club, "bob", Role.SCORER)
    page(client.post("/clubs/tea/?action=upload", {"file": SimpleUploadedFile("a.ppn", CLEAN)}))
    match = Match.objects.get()
    assert (match.club, match.user.username) == (club, "bob")
    stored_match(owner, FLAGGED, club=club)
    stored_match(owner, CLEAN)
    for query, found in (("", 2), ("?status=flagged", 1), ("?q=nobody", 0)):
        assert page(reader.get("/clubs/tea/" + query)).count('class="what"') == found
    assert "Nothing here fits." in page(reader.get("/clubs/tea/?q=nobody"))


def test_share_link_is_shown_once_and_revoked(visitor: Client, reader: Client, owner: Any) -> None:
    match = stored_match(owner, FLAGGED)
    made = reader.post(f"/matches/{match.pk}/", {"action": "share", "name": "for <Bob>"})
    assert "no-store" in made["Cache-Control"]
    link = re.search(r'value="http://testserver(/s/[^"]+)"', page(made)).group(1)  # type: ignore[union-attr]
    again = page(reader.get(f"/matches/{match.pk}/"))
    assert (link in again, "for &lt;Bob&gt;" in again) == (False, True)
    text = page(visitor.get(link, follow=True))
    assert ("SCM-2.2" in text, "for &lt;Bob&gt;" in text) == (True, False)
    revoke = {"action": "revoke", "link": re.search(r'name="link" value="([^"]+)"', again).group(1)}  # type: ignore[union-attr]
    piece = reader.post(f"/matches/{match.pk}/", revoke, HTTP_HX_REQUEST="true")
    assert page(piece).lstrip().startswith('<section class="shares"')
    at = f"/matches/{match.pk}/"
    frames = f"/api/v1{at}rounds/7/frames"
    assert {visitor.get(path).status_code for path in (link, at, f"{at}?part=state", f"{at}replay/7/", frames)} == {404}


def test_shared_pending_match_reloads_itself(visitor: Client, owner: Any) -> None:
    match = matches.upload(CLEAN, media_type="text/x-ppn", user=owner).matches[0]
    opened(access.share(owner, match)[1], visitor)
    assert f'hx-get="/matches/{match.pk}/?part=state"' in page(visitor.get(f"/matches/{match.pk}/"))
    matches.judge(match.pk)
    assert 'class="verdict clean"' in page(visitor.get(f"/matches/{match.pk}/?part=state"))


def test_staff_manages_clubs_and_links_in_the_administration(visitor: Client, owner: Any, club: Club) -> None:
    staff = english_client(person("boss", is_staff=True, is_superuser=True))
    match = stored_match(owner, CLEAN, club=club)
    secret = access.share(owner, match)[1]
    assert 'name="memberships-0-role"' in page(staff.get(f"/admin/accounts/club/{club.pk}/change/"))
    assert "Tea &lt;House&gt;" in page(staff.get("/admin/accounts/club/"))
    assert secret not in page(staff.get("/admin/accounts/sharelink/"))
    data = {"action": "close", "_selected_action": [str(match.links.get().pk)]}
    assert staff.post("/admin/accounts/sharelink/", data).status_code == 302
    assert visitor.get(f"/s/{secret}/").status_code == 404
    assert "protected" in page(staff.get(f"/admin/accounts/club/{club.pk}/delete/"))
