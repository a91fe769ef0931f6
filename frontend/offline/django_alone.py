"""Django's templates, addresses and languages set up for a process that has no database, no sessions and no static files.

It is set up when this is imported, which comes before all else of Django.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType

import django
from django.conf import settings
from django.utils.translation import get_language_info

HOME = Path(__file__).resolve().parents[1]
LIBRARIES = {
    "assets": "frontend.offline.static_names",
    "frontend": "frontend.templatetags.frontend",
    "i18n": "django.templatetags.i18n",
    "static": "frontend.offline.static_names",
}


def _set_up() -> None:
    """Set Django up. What of it asks for the database has a name only, so that none of that is imported."""
    _stand_in("django.core.serializers.json", DjangoJSONEncoder=json.JSONEncoder)
    _stand_in("django.views.generic.base", View=type("View", (), {}))
    settings.configure(
        ALLOWED_HOSTS=[],
        INSTALLED_APPS=[],
        JUDGE_MEMORY=512,
        JUDGE_SECONDS=60,
        JUDGES=0,
        LANGUAGE_CODE="zh-hant",
        LANGUAGES=[(code, get_language_info(code)["name_local"]) for code in ("zh-hant", "zh-hans", "en")],
        LOCALE_PATHS=[HOME.parent / "wording" / "locale"],
        LOGGING_CONFIG=None,
        SECRET_KEY="of no use: nothing is signed",
        STORAGES={},
        TEMPLATES=[_templates()],
        USE_TZ=True,
    )
    django.setup()


def _stand_in(name: str, **known: object) -> None:
    module = ModuleType(name)
    vars(module).update(known)
    sys.modules[name] = module


def _templates() -> dict[str, object]:
    return {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [HOME],
        "OPTIONS": {"context_processors": ["frontend.offline.context.in_browser"], "libraries": LIBRARIES},
    }


if not settings.configured:
    _set_up()
