"""Who may see and change what: rights and roles, API tokens, share links."""

from records.access.roles import Right, invitations_of, may, may_with, memberships_of, role_in
from records.access.share_links import link_for, links_to, share
from records.access.share_links import revoke as revoke_link
from records.access.tokens import SCOPES, change_token, issue_own_token, issue_token, revoke_token, token_of, tokens_of
from records.access.tokens import expiry as token_expiry
from records.access.tokens import used as mark_token_used

__all__ = [
    "Right",
    "SCOPES",
    "change_token",
    "",
    "invitations_of",
    "issue_own_token",
    "issue_token",
    "link_for",
    "links_to",
    "mark_token_used",
    "may",
    "may_with",
    "memberships_of",
    "revoke_link",
    "revoke_token",
    "role_in",
    "share",
    "token_expiry",
    "token_of",
    "tokens_of",
]
