"""Names every model of accounts for Django; each is defined in the package that works on it."""

from records.accounts.access.models import ApiToken, Membership, Role, ShareLink
from records.accounts.audit.models import AuditEntry
from records.accounts.clubs.models import Club, ClubRules
from records.accounts.sign_in.models import AccountDeletion, Invitation
from records.accounts.webhooks.models import Webhook, WebhookDelivery, WebhookKind

__all__ = [
    "AccountDeletion",
    "ApiToken",
    "AuditEntry",
    "Club",
    "ClubRules",
    "Invitation",
    "Membership",
    "Role",
    "ShareLink",
    "Webhook",
    "WebhookDelivery",
    "WebhookKind",
]
