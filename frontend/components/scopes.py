"""What the scopes of a token allow, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from records.accounts import access


def scope_names() -> list[tuple[str, str]]:
    """The scopes, in the reader's language."""
    meanings = {"read": _("read"), "upload": _("upload, have judged again"), "manage": _("manage clubs, events, links, webhooks")}
    return [(scope, meanings[scope]) for scope in access.SCOPES]
