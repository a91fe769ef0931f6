"""The task queues that the service declares at its broker."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import Any

import kombu

log = logging.getLogger(__name__)


class Queue(kombu.Queue):
    """A queue that is deleted and declared anew when its broker no longer serves it.

    A quorum queue whose machine died as it was being made has no leader once the machine is back, and never gets one: who wants
    to consume waits in vain (rabbitmq/rabbitmq-server#10070). The tasks in it are lost; the sweeper enqueues them again.
    """

    def consume(self, *args: Any, **kwargs: Any) -> Any:
        """Start consuming. Raises TimeoutError where the broker does not answer; whoever connects again then finds a new queue.

        The answer is waited for, to know which of several queues is the broken one.
        """
        try:
            return super().consume(*args, **{**kwargs, "nowait": False})
        except TimeoutError:
            log.warning("the broker does not answer for the queue %s; it is deleted, to be made anew", self.name)
            channel: Any = self.channel  # what it is differs by transport; kombu's types know what all have in common
            with suppress(Exception), channel.connection.client.clone() as broker:
                broker.default_channel.queue_delete(self.name)
            raise


def queues(url: str, *names: str) -> dict[str, Queue]:
    """Queues of these names, each with an exchange of its own; on RabbitMQ they are kept on several machines (quorum)."""
    kind = {"x-queue-type": "quorum"} if url.startswith("amqp") else None
    return {name: Queue(name, kombu.Exchange(name), name, queue_arguments=kind) for name in names}
