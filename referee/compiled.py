"""Whether the hot modules of this engine are compiled or plain Python. Verdicts are the same either way."""

from __future__ import annotations

from referee.core import record

COMPILED = not str(record.__file__).endswith(".py")
"""Whether mypyc's modules are what was imported (``make compiled``)."""
