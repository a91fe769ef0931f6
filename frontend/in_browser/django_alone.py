"""Django's templates, addresses and languages set up for a process that has no database, no sessions and no static files.

It is set up when this is imported, which comes before all else of Django.
"""

from __future__ import annotations

from pathlib import Path

import django
from django.conf import settings
from django.utils.translation import get_language_info

HOME = Path(__file__).resolve().parents[1]
LIBRARIES = {
    "assets": "frontend.in_browser.static_names",
    "frontend": "frontend.templatetags.frontend",
    "i18n": "django.templatetags.i18n",
    "static": "frontend.in_browser.static_names",
}


def _set_up() -> None:
    settings.configure(
        ALLOWED_HOSTS=[],
        INSTALLED_APPS=[],
        JUDGE_MEMORY=512,
        JUDGE_SECONDS=60,
        JUDGES=0,
        LANGUAGE_CODE="zh-hant",
        LANGUAGES=[(code, get_language_info(code)["name_local"]) for code in ("zh-hant", "zh-hans", "en")],
        LOCALE_PATHS=[HOME.parent / "records" / "wording" / "locale"],
        LOGGING_CONFIG=None,
        SECRET_KEY="of no use: nothing is signed",
        STORAGES={},
        TEMPLATES=[_templates()],
        USE_TZ=True,
    )
    django.setup()


def _templates() -> dict[str, object]:
    return {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [HOME],
        "OPTIONS": {"context_processors": ["frontend.in_browser.context.in_browser"], "libraries": LIBRARIES},
    }


if not settings.configured:
    _set_up()
