"""Where migrations find what is in ``records.players.name_key`` and ``records.db.search_key_update`` now."""

from records.db.search_key_update import update_search_keys
from records.players.name_key import key_of

__all__ = ["key_of", "update_search_keys"]
