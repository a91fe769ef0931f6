"""Where migrations find what is in ``records.players.name_key`` now."""

from records.players.name_key import key_of

__all__ = ["key_of"]
