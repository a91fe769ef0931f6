"""Functions that turn a row of a prepared query into a model instance, faster than Django's own iteration does.

They do what ``ModelIterable`` and ``RelatedPopulator`` of Django do with a row, but work out once what is the same for every row.
The columns are put straight into the instance's ``__dict__``, which is all that ``Model.__init__`` does for them; a model with an
``__init__`` or ``from_db`` of its own is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.db.models import Model
from django.db.models.base import ModelState

BuildRow = Callable[[Sequence[Any]], Any]


def instance_builder(compiler: Any, using: str) -> BuildRow:
    """Builds instances of the compiled queryset's model, with their annotations and related instances."""
    annotations = list((compiler.annotation_col_map or {}).items())
    build_instance = _model_builder(compiler.klass_info, compiler.select, using)
    if not annotations:
        return build_instance

    def build(row: Sequence[Any]) -> Any:
        instance = build_instance(row)
        for name, position in annotations:
            setattr(instance, name, row[position])
        return instance

    return build


def _model_builder(class_info: dict[str, Any], select: Sequence[Any], using: str) -> BuildRow:
    """Builds instances of one model and of those selected with it. Raises TypeError for a model that makes its own instances."""
    model, first, last = class_info["model"], class_info["select_fields"][0], class_info["select_fields"][-1] + 1
    if model.__init__ is not Model.__init__ or model.from_db.__func__ is not vars(Model)["from_db"].__func__:
        raise TypeError(f"{model.__name__} has its own way to be made")
    names = [column[0].target.attname for column in select[first:last]]
    key = first + names.index(model._meta.pk.attname)
    related = [
        (_model_builder(other, select, using), other["local_setter"], other["remote_setter"])
        for other in class_info.get("related_klass_infos", ())
    ]

    def build(row: Sequence[Any]) -> Any:
        if row[key] is None:  # an outer join found no row
            return None
        instance = model.__new__(model)
        instance._state = state = ModelState()
        state.db, state.adding = using, False
        instance.__dict__.update(zip(names, row[first:last], strict=True))
        for build_related, set_local, set_remote in related:
            other = build_related(row)
            set_local(instance, other)
            if other is not None:
                set_remote(other, instance)
        return instance

    return build
