"""Settings of the service. What differs between machines comes from the environment (``config.settings.environment``)."""

import os
from pathlib import Path

import django_stubs_ext
from django.utils.translation import get_language_info

from config.logs import lines
from config.settings import accounts, api, tasks
from config.settings.environment import (
    cache,
    contacts,
    database,
    flag,
    secret_key,
    sign_in_cache,
    take_secrets_from_files,
    words,
)
from referee.notation import limits

# Django's classes take type parameters where they are declared and nowhere else; without this, naming them fails at run time.
django_stubs_ext.monkeypatch()
take_secrets_from_files()

BASE_DIR = Path(__file__).resolve().parent.parent.parent
VAR = Path(os.environ.get("REFEREE_VAR", BASE_DIR / "var")).resolve()
VAR.mkdir(parents=True, exist_ok=True)

SECRET_KEY = secret_key(VAR)
SECRET_KEY_FALLBACKS = words("SECRET_KEY_FALLBACKS")
"""Former keys, by which sessions and stored secrets are still read until ``manage.py reencrypt_secrets`` has run."""
RESULTS_KEY = os.environ.get("RESULTS_KEY", "").strip()
"""The Ed25519 key that results are signed with, as PEM or as the name of a file; without it one is made in VAR."""
RESULTS_KEYS_WITHDRAWN = words("RESULTS_KEYS_WITHDRAWN")
"""Fingerprints of keys that must not be trusted any more; they stay listed, and are marked."""
DEBUG = flag("DEBUG")
ALLOWED_HOSTS = words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = words("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "records.accounts.admin_config.AuditedAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "records.core",
    "records.accounts",
    "records.archive",
    "records.tournament",
    "api",
    "frontend",
]

MIDDLEWARE = [
    "config.middleware.headers.HeadersMiddleware",
    "config.middleware.request_log.RequestLogMiddleware",
    "config.middleware.edge.EdgeMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "config.middleware.limits.LimitsMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "config.middleware.authentication.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "frontend", BASE_DIR / "frontend" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DATABASES = {"default": database(VAR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
] + [{"NAME": "records.accounts.access.passwords.ContextWordsValidator"}]
LOGIN_URL = "/accounts/login/"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

SIGN_UP = accounts.sign_up()
"""Who may make an account: ``closed``, ``invited`` or ``open``."""
MAIL = accounts.sends_mail()
"""Whether mail is sent; where not, nothing that needs it is offered."""
SESSION_COOKIE_AGE = accounts.seconds("SESSION_DAYS", 30)
"""Seconds from signing in until a browser is signed out."""
SESSION_IDLE_SECONDS = accounts.seconds("SESSION_IDLE_DAYS", 7)
"""Seconds without a request after which it is too."""
globals().update(accounts.mail(), **accounts.allauth(https=flag("HTTPS")), **accounts.by_mail(MAIL))

LANGUAGE_CODE = "zh-hant"
LANGUAGES = [(code, get_language_info(code)["name_local"]) for code in ("zh-hant", "zh-hans", "en")]
LOCALE_PATHS = [BASE_DIR / "records" / "wording" / "locale"]
USE_I18N = True
TIME_ZONE = os.environ.get("TZ") or "UTC"
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = Path(os.environ.get("STATIC_ROOT") or BASE_DIR / "static")
WHITENOISE_MIMETYPES = {".svg": "image/svg+xml; charset=utf-8", ".mjs": "text/javascript; charset=utf-8"}
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "frontend.pages.offline.bundle.BundleFinder",
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "frontend.assets.StaticFiles"},
}

# Sixteen MiB are a whole file by the notation's limits; the rest is what a multipart form adds.
UPLOAD_BYTES = 16 * 1024 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = UPLOAD_BYTES + 1024 * 1024

BATCH_BYTES = int(os.environ.get("BATCH_BYTES", str(256 * 1024 * 1024)))
"""The largest upload of a batch."""
BATCHES_OPEN = 20
"""Batches of one club, or of one person's own, that may wait to be ingested at once."""
SLICE = 15.0
"""Seconds after which a task that works in steps lets other work have its turn and enqueues the rest of itself; far below the
tasks' time limit."""

JUDGES = max(1, int(os.environ.get("JUDGES", "2")))
"""Child processes in which one web process judges what is not stored (``records.core.sandbox``)."""
JUDGE_QUEUE = 8
"""Requests that may wait for one of them; with those that are judged fewer than the web process has threads."""
JUDGE_MEMORY = limits.JOB_MEMORY >> 20
"""MiB that a child may take at most above an idle one; for a short text it is less."""
JUDGE_SECONDS = limits.JOB_SECONDS
"""Seconds of CPU time that judging one request may take; by the clock twice as many."""

VISITOR_BYTES = int(os.environ.get("VISITOR_BYTES", str(256 * 1024 * 1024)))
"""What the matches of visitors may take together, which are stored for a day; past it the oldest go first."""

LIVE_STREAMS = int(os.environ.get("LIVE_STREAMS", "1000"))
"""Streams of server-sent events that the live process has open at once; who comes after them asks now and then instead."""
LIVE_NETWORK_STREAMS = LIVE_STREAMS * 2 // 5
"""And those to one address, an IPv6 one by its /64: a hall has one for everybody in it."""
LIVE_SECONDS = 240.0
"""Seconds after which a stream ends and is asked for anew, so that whoever may not follow any more does not."""
LIVE_ADDRESS = os.environ.get("LIVE_ADDRESS", "").rstrip("/")
"""Where browsers reach the live process, if not at the address of the pages: ``https://live.example.org``."""

SWEEP_AFTER = 60.0
"""Seconds after which the sweeper enqueues a pending match again."""
LOST_AFTER = 360.0
"""Seconds after which a match or a job that a worker has claimed is taken for lost with it; past the tasks' time limit."""

UNDO_DAYS = float(os.environ.get("UNDO_DAYS", "30"))
"""Days for which what is deleted on a page can be brought back; then it is erased."""

SEAL_SECONDS = 30.0
"""For how long one task seals; after an upgrade, the next ones go on with what was judged before."""

# Behind a proxy that speaks HTTPS: HTTPS=1 marks cookies secure and tells browsers to stay with it.
HTTPS = flag("HTTPS")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
# A browser takes a cookie of this prefix only over HTTPS, for this host alone: no other host of the domain can set one.
_HOST_ONLY = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME, LANGUAGE_COOKIE_NAME, DEVICE_COOKIE_NAME = (
    f"{_HOST_ONLY}{name}" for name in ("sessionid", "csrftoken", "django_language", "device")
)
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = flag("HSTS_SUBDOMAINS", default=HTTPS)
CSRF_FAILURE_VIEW = "config.error_handlers.csrf_failure"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
# No script reads a cookie: the pages hold the token that their forms and requests send.
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
X_FRAME_OPTIONS = "DENY"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

WEBHOOK_HTTP = WEBHOOK_PRIVATE = flag("WEBHOOK_PRIVATE")
"""Whether webhooks may be plain HTTP and lead into the service's own network; for development."""

CACHES = {"default": cache(os.environ.get("CACHE_URL", "")), "sign-in": sign_in_cache(os.environ.get("CACHE_URL", ""))}
PROXIES = int(os.environ.get("PROXIES", "0"))
"""How many proxies of ours stand before the service: whose X-Forwarded-For is believed."""
THROTTLE = {
    "anon": os.environ.get("THROTTLE_ANON", "120/min"),
    "user": os.environ.get("THROTTLE_USER", "1200/min"),
    "login": os.environ.get("THROTTLE_LOGIN", "20/min"),
    "login-name": "30/hour",
    "short-name": "10/day",
    "worth": "240/min",
    "check": "300/min",
    "sheet": "120/min",
    "draft": "180/min",
    "followed": "1200/min",
    "comment": "30/min",
    "call": "30/hour",
    "gif": "60/hour",
    "appeal": "30/hour",
    "objection": "30/hour",
    "page-upload": "60/min",
}
"""The rate limit of each scope; empty: none."""

SECURITY_CONTACT = contacts("SECURITY_CONTACT")
"""Where holes are reported, as addresses; without them there is no /.well-known/security.txt."""

METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")
"""The bearer token of Prometheus at /metrics; without it there is no such address."""

globals().update(tasks.celery(VAR))

REST_FRAMEWORK = api.REST_FRAMEWORK
SPECTACULAR_SETTINGS = api.SPECTACULAR_SETTINGS

LOGGING_CONFIG = "config.logs.configure"
LOGGING = lines(os.environ.get("LOG_LEVEL") or "INFO")
