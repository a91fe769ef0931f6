"""The operation of a migration that creates many tables at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import router
from django.db.migrations import CreateModel
from django.db.migrations.operations.base import Operation


class CreateTables(Operation):
    """Create the tables of these models.

    Django draws all related models anew after each ``CreateModel``. Here the models are drawn once, after the last one.
    """

    def __init__(self, models: Sequence[CreateModel]) -> None:
        self.models = models

    def state_forwards(self, app_label: str, state: Any) -> None:
        """Add the models to the project's state."""
        if "apps" in vars(state):
            del state.apps
        for model in self.models:
            model.state_forwards(app_label, state)

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        """Create the tables."""
        if router.allow_migrate(schema_editor.connection.alias, app_label):
            for model in self.models:
                schema_editor.create_model(to_state.apps.get_model(app_label, model.name))

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        """Drop the tables."""
        if router.allow_migrate(schema_editor.connection.alias, app_label):
            for model in reversed(self.models):
                schema_editor.delete_model(from_state.apps.get_model(app_label, model.name))

    def describe(self) -> str:
        """What ``migrate --plan`` says of it."""
        return f"Create {len(self.models)} tables"
