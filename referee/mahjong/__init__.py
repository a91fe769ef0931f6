"""The core that the mahjong games share: tiles, shapes, readiness, the table, checks, fans, the ledger.

It names no game and imports none. Its packages, each importing only those after it: ``analysis``, ``mechanisms``, ``rules``,
``table``, ``hand``.
"""
