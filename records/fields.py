"""Where migrations find what is in ``records.db.fields`` now."""

from records.db.fields import DocumentField, SearchKeyField

__all__ = ["DocumentField", "SearchKeyField"]
