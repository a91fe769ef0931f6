"""Fields and functions for storing text and JSON that contain characters which a database refuses."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any, TypeVar

from django.conf import settings
from django.db import models

from records.db.compression import UnreadableValue, is_packed, pack, pack_text, unpack, unpack_text
from records.db.compression.packing import SHORT, WHOLE
from records.db.names.key import search_key

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


class CompressedBinaryField(models.BinaryField[Any, Any]):
    """Bytes, stored compressed where ``COMPRESS_RECORDS`` is set, and read in either form. ``kind``: by which dictionary."""

    as_stored: models.Field[Any, Any] = models.BinaryField()
    """The field of an expression that gives the column as it is stored."""

    def __init__(self, *names: Any, kind: str, **options: Any) -> None:
        self.kind = kind
        super().__init__(*names, **options)

    def deconstruct(self) -> Any:
        name, path, names, options = super().deconstruct()
        return name, path, names, {**options, "kind": self.kind}

    def from_db_value(self, value: Any, expression: object, connection: object) -> bytes | None:
        return None if value is None else self.restored(value)

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        return super().get_db_prep_value(None if value is None else self.stored(bytes(value)), connection, prepared)

    def stored(self, data: bytes) -> bytes:
        """The bytes as they are stored. What looks like a compressed value is always compressed: no file is taken for one."""
        return pack(data, self.kind) if settings.COMPRESS_RECORDS or is_packed(data) else data

    def restored(self, stored: Any) -> bytes:
        """What a stored value was made of. Raises UnreadableValue."""
        return unpack(bytes(stored))

    def digest_of(self, stored: Any) -> str:
        """The SHA-256 of what a stored value was made of; where that cannot be read, that of what is stored."""
        try:
            return sha256(self.restored(stored)).hexdigest()
        except UnreadableValue:
            return sha256(stored).hexdigest()

    @staticmethod
    def digest_sql(column: str) -> str:
        """The SHA-256 of what was given, as PostgreSQL works it out."""
        packed = f"substring({column} FROM 1 FOR 1) = '\\xff' AND substring({column} FROM 1 FOR 2) <> '\\xfffe'"
        return f"CASE WHEN {packed} THEN substring({column} FROM 8 FOR 32) ELSE sha256({column}) END"


class CompressedDocumentField(DocumentField[Given, Read]):
    """A JSON document, stored compressed where ``COMPRESS_RECORDS`` is set, and read in either form.

    ``kind``: by which dictionary; ``digest``: whether its whole SHA-256 is stored with it.
    """

    as_stored: models.Field[Any, Any] = models.TextField()
    """The field of an expression that gives the column as it is stored."""

    def __init__(self, *names: Any, kind: str, digest: bool = False, **options: Any) -> None:
        self.kind, self.digest = kind, digest
        super().__init__(*names, **options)

    def deconstruct(self) -> Any:
        name, path, names, options = super().deconstruct()
        return name, path, names, {**options, "kind": self.kind, "digest": self.digest}

    def from_db_value(self, value: str | None, expression: object, connection: object) -> Any:
        return None if value is None else super().from_db_value(self.restored(value), expression, connection)

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        text = super().get_db_prep_value(value, connection, prepared)
        return text if text is None else self.stored(text)

    def stored(self, text: str) -> str:
        """The document's text as it is stored."""
        return pack_text(text, self.kind, WHOLE if self.digest else SHORT) if settings.COMPRESS_RECORDS else text

    def restored(self, stored: str) -> str:
        """The text that a stored value was made of. Raises UnreadableValue."""
        return unpack_text(stored)

    def digest_of(self, stored: str) -> str:
        """The SHA-256 of the text that a stored value was made of; where that cannot be read, that of what is stored."""
        try:
            return sha256(self.restored(stored).encode()).hexdigest()
        except UnreadableValue:
            return sha256(stored.encode()).hexdigest()

    @staticmethod
    def digest_sql(column: str) -> str:
        """The SHA-256 of the document's text, as PostgreSQL works it out."""
        packed = f"substring(decode(substr({column}, 2), 'base64') FROM 7 FOR 32)"
        return f"CASE WHEN left({column}, 1) = '~' THEN {packed} ELSE sha256(convert_to({column}, 'UTF8')) END"


CompressedField = CompressedBinaryField | CompressedDocumentField[Any, Any]


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
