"""Fields and functions for storing text and JSON that contain characters which a database refuses."""

from __future__ import annotations

import json
from typing import Any, TypeVar

from django.db import models

from records.core.db.search_keys import search_key

LINE = 200
"""Characters of a column that people filter by; the record has the whole text."""

Document = dict[str, Any]
"""A JSON object of several levels."""

Given = TypeVar("Given")
Read = TypeVar("Read")


def storable(text: str, limit: int | None = None) -> str:
    """The text with NUL and lone surrogates replaced by ␀ and ?, cut at ``limit``. For columns to show and filter by.

    The record's own bytes, stored beside it, lose nothing.
    """
    return text[:limit].replace("\x00", "\u2400").encode("utf-8", "replace").decode("utf-8")


class DocumentField(models.TextField[Given, Read]):
    """A JSON document stored as ASCII text: PostgreSQL's jsonb refuses U+0000 and lone surrogates, which records may contain.

    A model says of which type its documents are, as they are given and as they are read: ``DocumentField[Document, Document]``.
    """

    def from_db_value(self, value: str | None, expression: object, connection: object) -> Any:
        return None if value is None else json.loads(value)

    def to_python(self, value: Any) -> Any:
        return json.loads(value) if isinstance(value, str) else value

    def get_prep_value(self, value: Any) -> str | None:
        return None if value is None else json.dumps(value, ensure_ascii=True, separators=(",", ":"))

    def value_to_string(self, obj: models.Model) -> str:
        return self.get_prep_value(self.value_from_object(obj)) or ""


class SearchKeyField(models.CharField[str, str]):
    """The search key of another column of the row (``of``), worked out whenever the row is saved.

    An UPDATE of the other column must set it too. Rows that were stored by an earlier version have an empty one until then.
    """

    def __init__(self, of: str, **options: Any) -> None:
        self.of = of
        options |= {"max_length": LINE, "editable": False, "default": "", "db_default": ""}
        super().__init__(**options)

    def deconstruct(self) -> Any:
        name, path, _, _ = super().deconstruct()
        return name, path, [], {"of": self.of}

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        key = search_key(getattr(model_instance, self.of))
        setattr(model_instance, self.attname, key)
        return key
