"""``python -m config.live``: the process that streams the versions of events. In the open it stands behind a proxy."""

from __future__ import annotations

import argparse
from types import FrameType

import uvicorn
from django.conf import settings

from config.asgi import application

SPARE = 64
"""Connections beyond the streams: for probes, and to refuse those that are too many."""
GRACE = 5
"""Seconds in which streams end by themselves when the process is asked to."""


class Server(uvicorn.Server):
    """Ends the streams as soon as the process is asked to end, rather than waiting for them."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        application.close()
        super().handle_exit(sig, frame)


def main() -> None:
    """Serve until a signal ends the process."""
    parser = argparse.ArgumentParser(prog="python -m config.live", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8001)
    options = parser.parse_args()
    server = Server(
        uvicorn.Config(
            application,
            host=options.host,
            port=options.port,
            http="h11",
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            limit_concurrency=settings.LIVE_STREAMS + SPARE,
            timeout_graceful_shutdown=GRACE,
        )
    )
    server.run()


if __name__ == "__main__":
    main()
