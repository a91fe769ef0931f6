"""Serves the folder that this file lies in to this machine alone, and opens it in the browser. Ctrl-C ends it."""

from __future__ import annotations

import contextlib
import socket
import sys
import webbrowser
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

HOST, PORT = "127.0.0.1", 8765
"""The same address every time: a browser keeps drafts for an address."""


class Handler(SimpleHTTPRequestHandler):
    """Names the media types that a system may not know."""

    extensions_map = {
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".json": "application/json",
        ".svg": "image/svg+xml",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def end_headers(self) -> None:
        """A newer folder on the stick is seen at once."""
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: the window says where the pages are."""


def main() -> None:
    """Serve until Ctrl-C. A number after the program's name is another port; ``--no-browser`` opens none."""
    port = next((int(word) for word in sys.argv[1:] if word.isdigit()), PORT)
    address = f"http://{HOST}:{port}/"
    with socket.socket() as probe:
        if not probe.connect_ex((HOST, port)):
            sys.exit(f"{address} is taken: another one runs already, or give another port: start.py {port + 1}")
    with ThreadingHTTPServer((HOST, port), partial(Handler, directory=str(Path(__file__).parent))) as server:
        print(f"{address}  (Ctrl-C ends it)", flush=True)
        if "--no-browser" not in sys.argv:
            webbrowser.open(address)
        with contextlib.suppress(KeyboardInterrupt):
            server.serve_forever()


if __name__ == "__main__":
    main()
