"""Webhooks: addresses of a club's programs, the messages to them and their delivery."""

from records.accounts.webhooks.delivery import deliver_due, sweep
from records.accounts.webhooks.notifications import has_webhook, notify, notify_all
from records.accounts.webhooks.subscriptions import (
    add,
    change,
    deliveries_of,
    delivery_for,
    find,
    of_club,
    redeliver,
    reencrypt_secrets,
    remove,
    rotate_secret,
    send_test,
)

__all__ = [
    "add",
    "change",
    "deliver_due",
    "deliveries_of",
    "delivery_for",
    "find",
    "has_webhook",
    "notify",
    "notify_all",
    "of_club",
    "redeliver",
    "reencrypt_secrets",
    "remove",
    "rotate_secret",
    "send_test",
    "sweep",
]
