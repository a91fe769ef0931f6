"""Whatever the administration and the commands of a shell change is in the audit log, once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.models import Group, Permission, User
from django.core.management import call_command, get_commands
from django.db import transaction
from django.db.models import Model
from django.forms import BaseForm
from django.test import Client, RequestFactory

from records.accounts import access, clubs, webhooks
from records.accounts.models import ApiToken, AuditEntry, Club, ShareLink, Webhook, WebhookDelivery, WebhookKind
from records.archive import matches
from records.archive.models import Judgement, Match, Upload
from records.core.ops import encryption
from tests.people import CLEAN, PPN, person

pytestmark = pytest.mark.django_db


def last() -> int:
    entry = AuditEntry.objects.order_by("-number").first()
    return entry.number if entry else 0


def written(after: int) -> list[AuditEntry]:
    return list(AuditEntry.objects.filter(number__gt=after).order_by("number"))


def actions(after: int) -> list[str]:
    return [entry.action for entry in written(after)]


def details(entry: AuditEntry) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(entry.details)
    return found


@pytest.fixture
def club(owner: User) -> Club:
    return clubs.create(owner, "Tea", "tea")


@pytest.fixture
def match(owner: User, club: Club) -> Match:
    [stored] = matches.upload(CLEAN, media_type=PPN, user=owner, club=club).matches
    matches.judge(stored.pk)
    return Match.objects.get(pk=stored.pk)


@pytest.fixture
def rows(owner: User, other: User, club: Club, match: Match) -> dict[type[Model], Model]:
    """A row of every model that the administration shows."""
    webhook, _ = webhooks.add(owner, club, "https://example.org/", [WebhookKind.BATCH_DONE])
    webhooks.notify(club, WebhookKind.BATCH_DONE, 1, {})
    assert match.current_judgement is not None
    return {
        User: other,
        Group: Group.objects.create(name="scribes"),
        Match: match,
        Judgement: match.current_judgement,
        Upload: match.upload,
        Club: Club.objects.create(name="Empty", slug="empty"),
        ShareLink: access.share(owner, match)[0],
        ApiToken: access.issue_token(owner, "laptop")[0],
        AuditEntry: AuditEntry.objects.latest("number"),
        Webhook: webhook,
        WebhookDelivery: WebhookDelivery.objects.get(),
    }


@pytest.fixture
def root(client: Client) -> Client:
    """A browser of the staff."""
    client.force_login(person("root", is_staff=True, is_superuser=True))
    return client


DELETED = {
    User: ["account.delete"],
    Group: ["group.delete"],
    Match: ["match.delete"],
    Judgement: ["verdict.delete"],
    Upload: ["match.delete", "upload.delete"],
    Club: ["club.delete"],
    ShareLink: ["link.delete"],
    ApiToken: ["token.revoke"],
    Webhook: ["webhook.remove"],
    WebhookDelivery: ["admin.delete"],
}
"""What deleting a row of each model leaves."""
ADDED = {
    User: ({"username": "new", "password1": "correct-horse-9", "password2": "correct-horse-9"}, ["account.add"]),
    Group: ({"name": "new"}, ["group.add"]),
    Club: ({"name": "New", "slug": "new"}, ["club.add"]),
}
"""What is put into the form of a new row, and what that leaves."""
CHANGED = {
    User: ({"is_superuser": "on"}, ["account.change"]),
    Group: ({"name": "clerks"}, ["group.change"]),
    Club: ({"name": "Renamed"}, ["club.change"]),
    ApiToken: ({"name": "desk"}, ["token.change"]),
}
DONE = {(Match, "judge_again"): ["rejudge"], (ShareLink, "close"): ["link.revoke"]}
"""What the other actions of the lists leave."""


def fields(form: BaseForm) -> dict[str, Any]:
    """What a form would send as it is."""
    sent = {}
    for bound in form:
        value = bound.value()
        if hasattr(bound.field.widget, "widgets"):
            parts = bound.field.widget.decompress(value)
            sent |= {f"{bound.html_name}_{place}": str(part or "") for place, part in enumerate(parts)}
        elif value is not None and value is not False:
            sent[bound.html_name] = value if isinstance(value, list) else str(value)
    return sent


def post(client: Client, address: str, put: dict[str, Any]) -> None:
    """Fill in a page of the administration and send it."""
    context = client.get(address).context
    sent = fields(context["adminform"].form)
    for inline in context["inline_admin_formsets"]:
        sent |= fields(inline.formset.management_form)
        for form in inline.formset.forms:
            sent |= fields(form)
    answer = client.post(address, {**sent, **put})
    assert answer.status_code == 302, answer.context["errors"]


def address(model: type[Model]) -> str:
    return f"/admin/{model._meta.app_label}/{model._meta.model_name}/"


def request_of(client: Client) -> Any:
    request = RequestFactory().get("/")
    request.user = User.objects.get(pk=client.session["_auth_user_id"])
    return request


def registered() -> Iterator[tuple[type[Model], admin.ModelAdmin[Any]]]:
    yield from admin.site._registry.items()


class TestTheAdministration:
    def test_adding_a_row_of_any_model_is_logged_once(self, rows: dict[type[Model], Model], root: Client) -> None:
        addable = {model for model, how in registered() if how.has_add_permission(request_of(root))}
        assert addable == set(ADDED)
        for model, (put, expected) in ADDED.items():
            before = last()
            post(root, f"{address(model)}add/", put)
            assert actions(before) == expected, model

    def test_changing_a_row_of_any_model_is_logged_once(self, rows: dict[type[Model], Model], root: Client) -> None:
        changeable = {model for model, how in registered() if how.has_change_permission(request_of(root))}
        assert changeable == set(CHANGED)
        for model, (put, expected) in CHANGED.items():
            before = last()
            post(root, f"{address(model)}{rows[model].pk}/change/", put)
            assert actions(before) == expected, model
            assert {entry.actor_name for entry in written(before)} == {"root"}

    @pytest.mark.parametrize("listed", [False, True])
    def test_deleting_a_row_of_any_model_is_logged_once(self, rows: dict[type[Model], Model], root: Client, listed: bool) -> None:
        deletable = {model for model, how in registered() if how.has_delete_permission(request_of(root))}
        assert deletable == set(DELETED)
        for model, expected in DELETED.items():
            with transaction.atomic():
                before, pk = last(), rows[model].pk
                if listed:
                    chosen = {"action": "delete_selected", "_selected_action": [pk], "post": "yes"}
                    answer = root.post(address(model), chosen)
                else:
                    answer = root.post(f"{address(model)}{pk}/delete/", {"post": "yes"})
                assert answer.status_code == 302, model
                assert not model._default_manager.filter(pk=pk).exists()
                assert sorted(actions(before)) == expected, model
                assert {entry.actor_name for entry in written(before)} == {"root"}
                transaction.set_rollback(True)

    def test_every_other_action_is_logged_once(self, rows: dict[type[Model], Model], root: Client) -> None:
        offered = {(model, name) for model, how in registered() for name in how.get_actions(request_of(root))}
        assert {one for one in offered if one[1] != "delete_selected"} == set(DONE)
        for (model, name), expected in DONE.items():
            before = last()
            assert root.post(address(model), {"action": name, "_selected_action": [rows[model].pk]}).status_code == 302
            assert actions(before) == expected


class TestAccounts:
    def test_groups_and_permissions_given_and_taken_are_logged_once(self, owner: User) -> None:
        group, permission = Group.objects.create(name="scribes"), Permission.objects.all()[0]
        before = last()
        owner.groups.add(group)
        owner.groups.add(group)
        group.user_set.remove(owner)
        owner.user_permissions.set([permission])
        owner.user_permissions.clear()
        owner.user_permissions.clear()
        group.permissions.add(permission)
        entries = written(before)
        assert [(entry.action, entry.target) for entry in entries] == [
            ("account.groups", f"user:{owner.pk}"),
            ("group.people", f"group:{group.pk}"),
            ("account.permissions", f"user:{owner.pk}"),
            ("account.permissions", f"user:{owner.pk}"),
            ("group.permissions", f"group:{group.pk}"),
        ]
        assert [("added" in details(entry), "removed" in details(entry)) for entry in entries] == [
            (True, False),
            (False, True),
            (True, False),
            (False, True),
            (True, False),
        ]


ROUTINE = {
    "sweep": "what the service does by itself every half minute",
    "results_key": "prints a key, or makes a file with one; the database stays as it is",
    "grant_service": "of PostgreSQL alone: tests/service/test_privileges.py",
    "verify_audit": "reads; with --seal it writes entries and nothing else (tests/records/test_seals.py)",
    "migrate": "is logged after every run that changed something, see below",
    "flush": "is logged, see below",
    "loaddata": "stores rows as anything else does, and signals tell of them",
    "remove_stale_contenttypes": "deletes names of models that there are no longer",
    "clearsessions": "deletes what has expired, as the service does by itself",
    "createcachetable": "the service keeps its cache elsewhere",
    "account_unsetmultipleprimaryemails": "mends rows of django-allauth's earlier versions, of which there are none",
    "shell": "what is done there is logged by what it does",
    "dbshell": "is the database's own; verify_audit finds what is done there",
}
READING = set(
    "check collectstatic compilemessages diffsettings dumpdata findstatic generateschema inspectdb makemessages makemigrations "
    "ogrinspect optimizemigration runserver sendtestemail showmigrations spectacular sqlflush sqlmigrate sqlsequencereset "
    "squashmigrations startapp startproject test testserver".split()
)
"""Commands that change nothing that is stored."""
COMMANDS: dict[str, tuple[tuple[str, ...], dict[str, Any], list[str]]] = {
    "demo_account": ((), {}, ["account.add", "account.change"]),
    "issue_token": (("owner", "desk"), {}, ["token.issue"]),
    "invite": (("boss",), {}, ["invitation.make"]),
    "end_second_factors": (("owner",), {}, ["factor.remove"]),
    "revoke_token": (("owner", "laptop"), {}, ["token.revoke"]),
    "load_samples": ((), {}, ["upload"]),
    "rejudge": (("--here",), {}, ["rejudging", "rejudging.done"]),
    "search_keys": ((), {}, ["database.search_keys"]),
    "reencrypt_secrets": ((), {}, ["database.reencrypt"]),
    "createsuperuser": ((), {"interactive": False, "username": "root2", "email": ""}, ["account.add"]),
    "changepassword": (("owner",), {}, ["account.change"]),
}
"""How each command is called that changes something, and the entries that it leaves, each kind once."""


class TestCommands:
    def test_every_command_is_known_to_change_something_or_nothing(self) -> None:
        assert set(get_commands()) - READING - set(ROUTINE) == set(COMMANDS)

    @pytest.mark.parametrize("name", COMMANDS)
    def test_command_leaves_its_entries(
        self, name: str, owner: User, match: Match, monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Any, capsys: Any
    ) -> None:
        from django.contrib.auth.management.commands import changepassword

        monkeypatch.setattr(changepassword.getpass, "getpass", lambda prompt="": "correct-horse-9")
        settings.VAR = tmp_path
        access.issue_token(owner, "laptop")
        Authenticator.objects.create(user=owner, type=Authenticator.Type.TOTP, data={"secret": encryption.encrypt("-")})
        person("boss", is_staff=True)
        arguments, options, expected = COMMANDS[name]
        before = last()
        call_command(name, *arguments, **options)
        assert list(dict.fromkeys(actions(before))) == expected
        assert "correct-horse" not in str([entry.details for entry in written(before)])

    def test_migrations_and_flush_are_logged(self) -> None:
        from django.apps import apps
        from django.db.models.signals import post_migrate

        migration = type("Migration", (), {"app_label": "archive", "name": "0099_more"})()
        before, app = last(), apps.get_app_config("accounts")
        for plan in ([(migration, False)], [(migration, True)], []):
            post_migrate.send(app, plan=plan, app_config=app, verbosity=0, interactive=False, using="default")
        post_migrate.send(app, app_config=app, verbosity=0, interactive=False, using="default")
        entries = written(before)
        assert [entry.action for entry in entries] == ["database.migrate", "database.migrate", "database.flush"]
        assert details(entries[0])["applied"] == details(entries[1])["undone"] == ["archive.0099_more"]
