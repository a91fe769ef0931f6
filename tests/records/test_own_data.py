"""One's own data: taken away as a zip, and deleted with the account, which signing in again undoes for a while."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from records import own_data
from records.accounts import access, clubs
from records.accounts.models import AccountDeletion, ApiToken, AuditEntry, Club, Membership, Role
from records.accounts.sign_in import deletion
from records.archive import matches
from records.archive.models import Batch, Match, Upload
from records.core.models import Tombstone
from records.own_data import export
from tests.people import CLEAN, FLAGGED, PPN, client_of, person
from tests.records.clubs import join
from tests.records.errors import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> Any:
    return person("ann", email="ann@example.org")


def browser(name: str) -> Client:
    client = Client(HTTP_ACCEPT_LANGUAGE="en", HTTP_USER_AGENT="a browser")
    sign_in(client, name)
    return client


def sign_in(client: Client, name: str) -> Any:
    answer = client.post("/accounts/login/", {"username": name, "password": f"pass-of-{name}"})
    assert answer.status_code == 302
    return answer


def stored(user: User, data: bytes = CLEAN, club: Club | None = None, filename: str = "evening.ppn") -> Match:
    match = matches.upload(data, media_type=PPN, user=user, club=club, filename=filename).matches[0]
    matches.judge(match.pk)
    return Match.objects.get(pk=match.pk)


def archive(user: User) -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(b"".join(own_data.archive_of(user))))


def read(user: User, name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(archive(user).read(f"{name}.json"))
    return rows


def over() -> None:
    """The time to undo it is over, and the sweeper comes until nothing is left to do."""
    AccountDeletion.objects.update(ends_at=timezone.now() - timedelta(seconds=1))
    for _ in range(5):
        own_data.erase_expired()


def actions() -> list[str]:
    return list(AuditEntry.objects.order_by("number").values_list("action", flat=True))


class TestExport:
    def test_zip_holds_uploads_records_and_verdicts(self, ann: User, club: Club) -> None:
        own, ours = stored(ann, filename="../etc/my evening.ppn"), stored(ann, FLAGGED, club)
        found = archive(ann)
        assert found.testzip() is None
        assert found.read(f"uploads/{own.upload_id}-_etc_my evening.ppn") == CLEAN
        assert found.read(f"matches/{ours.pk}.ppn") == bytes(ours.source)
        assert ours.current_judgement is not None
        assert json.loads(found.read(f"matches/{ours.pk}.verdict.json")) == ours.current_judgement.verdict
        assert {row["club"] for row in read(ann, "matches")} == {None, "lions"}

    def test_list_of_matches_is_read_by_one_query_for_all_their_clubs(
        self, ann: User, club: Club, django_assert_num_queries: Any
    ) -> None:
        for data in (CLEAN, FLAGGED):
            stored(ann, data, club)
        with django_assert_num_queries(3):  # the clubs and the events that are served are asked first
            assert [row["club"] for row in export.played(ann)] == ["lions", "lions"]

    def test_zip_holds_the_account_and_what_is_stored_about_it(self, ann: User, club: Club) -> None:
        access.issue_token(ann, "laptop")
        _, secret = access.share(ann, stored(ann, CLEAN, club), "a friend")
        assert read(ann, "account")[0]["email"] == "ann@example.org"
        assert [row["role"] for row in read(ann, "memberships")] == ["owner"]
        assert [row["name"] for row in read(ann, "tokens")] == ["laptop"]
        assert [row["name"] for row in read(ann, "share-links")] == ["a friend"]
        assert {"club.found", "upload", "link.make"} <= {row["action"] for row in read(ann, "log")}
        found = archive(ann)
        whole = b"".join(found.read(name) for name in found.namelist())
        assert secret.encode() not in whole
        assert ann.password.encode() not in whole

    def test_zip_holds_nothing_of_others(self, ann: User, club: Club) -> None:
        bob = join(club, "bob", Role.SCORER).user
        assert bob is not None
        theirs = stored(ann, CLEAN, club)
        assert not any(str(theirs.pk) in name for name in archive(bob).namelist())
        assert read(bob, "uploads") == []
        assert read(bob, "log") == []

    def test_zip_of_who_has_left_a_club_holds_the_files_but_not_the_clubs_verdicts(self, ann: User, club: Club) -> None:
        membership = join(club, "bob", Role.SCORER)
        bob = membership.user
        assert bob is not None
        match = stored(bob, CLEAN, club)
        Membership.objects.filter(pk=membership.pk).delete()
        names = archive(bob).namelist()
        assert f"uploads/{match.upload_id}-evening.ppn" in names
        assert not any(name.startswith("matches/") for name in names)

    def test_download_asks_who_one_is_and_is_written_down(self, ann: User) -> None:
        client = Client(HTTP_ACCEPT_LANGUAGE="en")
        assert client.get("/account/data/").status_code == 302
        client.force_login(ann)  # long ago, as it were: nothing shows how
        assert client.get("/account/data/")["Location"].startswith("/accounts/reauthenticate/")
        assert client.post("/account/?edit=delete", {"action": "delete"})["Location"].startswith("/accounts/reauthenticate/")
        answer = browser("ann").get("/account/data/")
        assert answer["Content-Type"] == "application/zip"
        assert zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content))).testzip() is None  # type: ignore[attr-defined]
        assert actions()[-1] == "account.export"


class TestDeletion:
    def test_account_is_signed_out_everywhere_and_kept_by_signing_in(self, ann: User) -> None:
        client, other = browser("ann"), browser("ann")
        assert other.get("/account/").status_code == 200
        program = client_of(ann)
        assert client.post("/account/?edit=delete", {"action": "delete"}).status_code == 200
        assert [one.get("/account/").status_code for one in (client, other)] == [302, 302]
        assert own_data.erase_expired() == 0, "before its day"
        assert program.get("/api/v1/tokens").status_code == 401
        assert AccountDeletion.objects.filter(user=ann).exists()
        assert sign_in(client, "ann")["Location"] == "/account/"
        assert "so it stays" in client.get("/account/").content.decode()
        assert not AccountDeletion.objects.exists()
        assert [one for one in actions() if one in ("account.leave", "account.keep")] == ["account.leave", "account.keep"]

    def test_expired_account_is_erased_with_what_was_its_own(self, ann: User, club: Club) -> None:
        own, ours = stored(ann), stored(ann, FLAGGED, club)
        lately = matches.delete(ann, stored(ann, CLEAN.replace(b"[Event ", b"[Was ", 1)))
        Batch.objects.create(user=ann, media_type=PPN, form="ppn", sha256="", size=0, unpacked=0)
        deletion.request_deletion(ann)
        over()
        assert not User.objects.filter(pk=ann.pk).exists()
        assert not Match.objects.filter(pk__in=[own.pk, lately.pk]).exists()
        ours.refresh_from_db()
        assert (ours.user, ours.club, Upload.objects.get(pk=ours.upload_id).user) == (None, club, None)
        assert not any(model.objects.exists() for model in (Batch, Membership, ApiToken))
        assert {str(own.pk), str(lately.pk)} <= set(Tombstone.objects.values_list("key", flat=True))
        assert AuditEntry.objects.filter(actor=f"user:{ann.pk}", action="upload").exists()

    def test_account_with_more_uploads_than_there_is_time_for_is_erased_in_several_sweeps(self, ann: User) -> None:
        for event in ("one", "two", "three"):
            stored(ann, CLEAN.replace(b"[Event ", b"[Event%s " % event.encode(), 1))
        deletion.request_deletion(ann)
        AccountDeletion.objects.update(ends_at=timezone.now() - timedelta(seconds=1))
        left = []
        for _ in range(4):
            own_data.erase_expired(seconds=0)
            left.append((Upload.objects.count(), User.objects.filter(pk=ann.pk).exists()))
        assert left == [(2, True), (1, True), (0, True), (0, False)]

    def test_only_owner_of_a_club_with_members_hands_it_over_first(self, ann: User, club: Club) -> None:
        bob = join(club, "bob", Role.MEMBER)
        assert deletion.clubs_owned_alone(ann) == [club]
        access.issue_token(ann, "laptop")
        client = browser("ann")
        assert client.post("/account/?edit=delete", {"action": "delete"}).status_code == 409
        assert (client.get("/account/").status_code, ApiToken.objects.filter(user=ann).count()) == (200, 1)
        clubs.change_role(ann, bob, Role.OWNER)
        deletion.request_deletion(ann)
        assert bob.user is not None
        bob.refresh_from_db()
        with refused("last-owner", 409):
            clubs.remove_member(bob.user, bob)  # who is about to go is no other owner
