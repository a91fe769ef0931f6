"""Where migrations find what is in ``records.db.append_only`` now."""

from records.db.append_only import append_only, append_only_once

__all__ = ["append_only", "append_only_once"]
