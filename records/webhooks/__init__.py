"""Webhooks: where a club's programs are told of what happens, and what became of each message."""

from records.webhooks.delivery import deliver_due
from records.webhooks.delivery import sweep_webhooks as sweep
from records.webhooks.subscriptions import add_webhook as add
from records.webhooks.subscriptions import change_webhook as change
from records.webhooks.subscriptions import deliveries_of, delivery_for, notify, notify_all, redeliver, rotate_secret
from records.webhooks.subscriptions import remove_webhook as remove
from records.webhooks.subscriptions import try_webhook as send_test
from records.webhooks.subscriptions import webhook_for as find
from records.webhooks.subscriptions import webhooks_of as of_club

__all__ = [
    "add",
    "change",
    "deliver_due",
    "deliveries_of",
    "delivery_for",
    "find",
    "notify",
    "notify_all",
    "of_club",
    "redeliver",
    "remove",
    "rotate_secret",
    "send_test",
    "sweep",
]
