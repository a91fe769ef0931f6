"""Settings of the service. What differs between machines comes from the environment (``config.settings.environment``)."""

import os
from pathlib import Path

import django_stubs_ext

from config.logs import lines
from config.settings import accounts, api, tasks
from config.settings.environment import (
    cache,
    contacts,
    database,
    flag,
    replica,
    secret_key,
    sign_in_cache,
    words,
)
from config.settings.secret_files import take_secrets_from_files
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
    "records.admin_config.AuditedAdminConfig",
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
    "records",
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

DATABASES = {"default": (primary := database(VAR)), **replica(primary)}
if len(DATABASES) > 1:
    DATABASE_ROUTERS = ["records.db.replica.Router"]
    MIDDLEWARE.append("config.middleware.replica.ReplicaMiddleware")
DATABASE_PREPARE = flag("DATABASE_PREPARE", True)
"""Whether PostgreSQL prepares frequent queries once for each connection; not through an old connection pooler."""
COMPRESS_RECORDS = flag("COMPRESS_RECORDS")
"""Whether records and verdicts are stored compressed. Both forms are read always; release 0.2.0 reads the plain one alone."""
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
] + [{"NAME": "records.access.passwords.ContextWordsValidator"}]
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
LANGUAGES = [("zh-hant", "繁體中文"), ("zh-hans", "简体中文"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "frontend" / "i18n" / "locale"]
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
BATCH_UNPACKED_BYTES = int(os.environ.get("BATCH_UNPACKED_BYTES", str(1024 * 1024 * 1024)))
"""The largest size of its unpacked archive."""
BATCH_RATIO = int(os.environ.get("BATCH_RATIO", "100"))
"""The largest compression ratio of a file of more than one MiB."""
BATCH_FILES = int(os.environ.get("BATCH_FILES", "10000"))
BATCH_MATCHES = int(os.environ.get("BATCH_MATCHES", "100000"))
BATCH_MATCH_BYTES = int(os.environ.get("BATCH_MATCH_BYTES", str(4 * 1024 * 1024)))
"""Characters of one match of a batch; with those of a chunk, what ingesting holds in memory."""
BATCH_SLICE = float(os.environ.get("BATCH_SLICE", "15"))
"""Seconds after which ingesting lets other work have its turn and enqueues the rest of itself."""
JUDGE_SLICE = float(os.environ.get("JUDGE_SLICE", "15"))
"""Seconds after which a task of many matches enqueues the rest and ends; far below its time limit."""
REJUDGE_SLICE = float(os.environ.get("REJUDGE_SLICE", "10"))
"""Seconds after which judging an archive again lets other work have its turn and enqueues the rest of itself."""
PUBLISH_SLICE = float(os.environ.get("PUBLISH_SLICE", "15"))
"""Seconds after which publishing results lets other work have its turn and enqueues the rest of itself."""
MISTAKES_SLICE = float(os.environ.get("MISTAKES_SLICE", "10"))
"""Seconds after which looking for a player's mistakes lets other work have its turn and enqueues the rest of itself."""

JUDGES = max(1, int(os.environ.get("JUDGES", "2")))
"""Child processes in which one web process judges what is not stored (``records.sandbox``)."""
JUDGE_QUEUE = int(os.environ.get("JUDGE_QUEUE", "8"))
"""Requests that may wait for one of them; with those that are judged fewer than the web process has threads."""
JUDGE_MEMORY = int(os.environ.get("JUDGE_MEMORY", limits.JOB_MEMORY >> 20))
"""MiB that a child may take at most above an idle one; for a short text it is less."""
JUDGE_SECONDS = int(os.environ.get("JUDGE_SECONDS", limits.JOB_SECONDS))
"""Seconds of CPU time that judging one request may take; by the clock twice as many."""

VISITOR_BYTES = int(os.environ.get("VISITOR_BYTES", str(256 * 1024 * 1024)))
"""What the matches of visitors may take together, which are stored for a day; past it the oldest go first."""
VISITOR_NETWORK_BYTES = int(os.environ.get("VISITOR_NETWORK_BYTES", str(32 * 1024 * 1024)))
"""And those from one address, an IPv6 one by its /64."""

LIVE_STREAMS = int(os.environ.get("LIVE_STREAMS", "1000"))
"""Streams of server-sent events that the live process has open at once; who comes after them asks now and then instead."""
LIVE_NETWORK_STREAMS = int(os.environ.get("LIVE_NETWORK_STREAMS", "400"))
"""And those to one address, an IPv6 one by its /64: a hall has one for everybody in it."""
LIVE_SECONDS = float(os.environ.get("LIVE_SECONDS", "240"))
"""Seconds after which a stream ends and is asked for anew, so that whoever may not follow any more does not."""
LIVE_TABLES = int(os.environ.get("LIVE_TABLES", "200"))
"""Tables that one account may have open at once to write at while they are played."""
LIVE_IDLE = float(os.environ.get("LIVE_IDLE", "24"))
"""Hours after which a table is closed at which nothing was written any more."""
LIVE_ADDRESS = os.environ.get("LIVE_ADDRESS", "").rstrip("/")
"""Where browsers reach the live process, if not at the address of the pages: ``https://live.example.org``."""

SWEEP_AFTER = float(os.environ.get("SWEEP_AFTER", "60"))
"""Seconds after which the sweeper enqueues a pending match again."""
LOST_AFTER = float(os.environ.get("LOST_AFTER", "360"))
"""Seconds after which a match or a job that a worker has claimed is taken for lost with it; past the tasks' time limit."""

UNDO_DAYS = float(os.environ.get("UNDO_DAYS", "30"))
"""Days for which what is deleted on a page can be brought back; then it is erased."""

SEAL_EVERY = float(os.environ.get("SEAL_EVERY", "300"))
"""Seconds between two seals of new verdicts in the audit log; until then a change of one by who owns the database is not seen."""
SEAL_SECONDS = 30.0
"""For how long one task seals; after an upgrade, the next ones go on with what was judged before."""

# Behind a proxy that speaks HTTPS: HTTPS=1 marks cookies secure and tells browsers to stay with it.
HTTPS = flag("HTTPS")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
# A browser takes a cookie of this prefix only over HTTPS, for this host alone: no other host of the domain can set one.
_HOST_ONLY = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME, LANGUAGE_COOKIE_NAME, DEVICE_COOKIE_NAME, VISITOR_COOKIE_NAME = (
    f"{_HOST_ONLY}{name}" for name in ("sessionid", "csrftoken", "django_language", "device", "visitor")
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

TOKEN_DAYS = int(os.environ.get("TOKEN_DAYS", "365"))
"""Default lifetime of an API token in days."""

WEBHOOK_HTTP = flag("WEBHOOK_HTTP")
"""Whether webhooks may be plain HTTP; for development."""
WEBHOOK_PRIVATE = flag("WEBHOOK_PRIVATE")
"""Whether webhooks may lead into the service's own network; for development."""
WEBHOOK_DISABLE_AFTER = float(os.environ.get("WEBHOOK_DISABLE_AFTER", "3"))
"""Days of nothing but failures after which a webhook is switched off."""
WEBHOOK_KEEP_DAYS = float(os.environ.get("WEBHOOK_KEEP_DAYS", "30"))
"""Days for which delivered and given-up messages are stored."""

CACHES = {"default": cache(os.environ.get("CACHE_URL", "")), "sign-in": sign_in_cache(os.environ.get("CACHE_URL", ""))}
PROXIES = int(os.environ.get("PROXIES", "0"))
"""How many proxies of ours stand before the service: whose X-Forwarded-For is believed."""
THROTTLE = {
    "anon": os.environ.get("THROTTLE_ANON", "120/min"),
    "user": os.environ.get("THROTTLE_USER", "1200/min"),
    "login": os.environ.get("THROTTLE_LOGIN", "20/min"),
    "login-name": os.environ.get("THROTTLE_LOGIN_NAME", "30/hour"),
    "short-name": os.environ.get("THROTTLE_SHORT_NAME", "10/day"),
    "worth": os.environ.get("THROTTLE_WORTH", "240/min"),
    "check": os.environ.get("THROTTLE_CHECK", "300/min"),
    "sheet": os.environ.get("THROTTLE_SHEET", "120/min"),
    "draft": os.environ.get("THROTTLE_DRAFT", "180/min"),
    "frames": os.environ.get("THROTTLE_FRAMES", "600/min"),
    "comment": os.environ.get("THROTTLE_COMMENT", "30/min"),
    "call": os.environ.get("THROTTLE_CALL", "30/hour"),
    "objection": os.environ.get("THROTTLE_OBJECTION", "30/hour"),
    "page-upload": os.environ.get("THROTTLE_UPLOAD", "60/min"),
}
"""The rate limit of each scope; empty: none."""
BATCHES_OPEN = int(os.environ.get("BATCHES_OPEN", "20"))
"""Batches of one club, or of one person's own, that may wait to be ingested at once."""

SECURITY_CONTACT = contacts("SECURITY_CONTACT")
"""Where holes are reported, as addresses; without them there is no /.well-known/security.txt."""

METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")
"""The bearer token of Prometheus at /metrics; without it there is no such address."""

globals().update(tasks.celery(VAR, seal_every=SEAL_EVERY))

REST_FRAMEWORK = api.REST_FRAMEWORK
SPECTACULAR_SETTINGS = api.SPECTACULAR_SETTINGS

LOGGING_CONFIG = "config.logs.configure"
LOGGING = lines(os.environ.get("LOG_LEVEL") or "INFO")
