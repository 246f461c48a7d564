"""Every knob in one file; each default works on a laptop, and nothing here starts a server."""

import errno
from pathlib import Path
from urllib.parse import urlsplit

import django_stubs_ext

from archivebrain import env
from archivebrain.secret_key import kept_secret
from retrieval.types import UNNAMED_AUTHOR

# Lets classes such as ModelAdmin be written with the model they are for.
django_stubs_ext.monkeypatch()

environment = env.current()
BASE_DIR = Path(__file__).resolve().parent.parent

# Where this brain lives.
ARCHIVEBRAIN_HOME = environment.path("ARCHIVEBRAIN_HOME", BASE_DIR / "var")
PORT = environment.integer("PORT", 8000, low=1, high=65535)
ARCHIVEBRAIN_AUTHOR = environment.text("ARCHIVEBRAIN_AUTHOR", UNNAMED_AUTHOR)
ARCHIVEBRAIN_SITE_URL = environment.web_address("ARCHIVEBRAIN_SITE_URL", f"http://127.0.0.1:{PORT}")
# `serve` names the process it starts, because only the web process keeps its connections.
ARCHIVEBRAIN_PROCESS = environment.choice(
    "ARCHIVEBRAIN_PROCESS", "shell", options=("shell", "web", "worker")
)

# Answers.
ANSWER_PROVIDERS = ("extractive", "anthropic", "openai")
ANSWER_PROVIDER = environment.choice("ANSWER_PROVIDER", "extractive", options=ANSWER_PROVIDERS)
ANSWER_MODEL = environment.text("ANSWER_MODEL")
ANTHROPIC_API_KEY = environment.text("ANTHROPIC_API_KEY")
ANTHROPIC_BASE_URL = environment.web_address("ANTHROPIC_BASE_URL")
OPENAI_API_KEY = environment.text("OPENAI_API_KEY")
OPENAI_BASE_URL = environment.web_address("OPENAI_BASE_URL")
# What answers may cost; see archivebrain/answering/budget.py.
MONTHLY_BUDGET_USD = environment.dollars("MONTHLY_BUDGET_USD")
DAILY_BUDGET_USD = environment.dollars("DAILY_BUDGET_USD")
MODEL_PRICES = environment.prices("MODEL_PRICES")
QUESTION_TOKENS = environment.integer("QUESTION_TOKENS", 20_000, low=2000, high=1_000_000)
# Whether unlisted and draft texts may inform a model's answers.
ANSWER_BACKGROUND = environment.switch("ANSWER_BACKGROUND", default=False)
ANSWER_CACHE_HOURS = environment.integer("ANSWER_CACHE_HOURS", 24, low=0, high=8760)

# Live facts from outside the writing; off unless a source is named.
LIVE_PROVIDER = environment.choice("LIVE_PROVIDER", "off", options=("off", "scripted", "http"))
LIVE_PROVIDER = "" if LIVE_PROVIDER == "off" else LIVE_PROVIDER
LIVE_FACTS = environment.path("LIVE_FACTS", Path("live.yaml"))
if LIVE_PROVIDER == "scripted" and not LIVE_FACTS.is_file():
    raise env.SettingError(
        "LIVE_FACTS", str(LIVE_FACTS), "name a YAML file of facts, or leave LIVE_PROVIDER off."
    )
LIVE_URL = environment.web_address("LIVE_URL")
if LIVE_PROVIDER == "http" and not LIVE_URL:
    raise env.SettingError("LIVE_URL", "", "name the address to ask, or leave LIVE_PROVIDER off.")
# Whether a question to which the writing has nothing is answered by the fact alone.
LIVE_ALONE = environment.switch("LIVE_ALONE", default=True)

# Whether experiments run beside the answers and keep how ranks would differ.
SHADOW_EXPERIMENTS = environment.switch("SHADOW_EXPERIMENTS", default=False)

# Retrieval.
EMBEDDING_MODEL = environment.text("EMBEDDING_MODEL", "all-MiniLM-L6-v2")
# What runs the model: ONNX Runtime if it is installed, unless one is named.
EMBED_BACKEND = environment.choice(
    "EMBED_BACKEND", "auto", options=("auto", "torch", "onnx", "onnx-int8")
)

# Access: units, of which a question costs ten and anything else one.
ADDRESS_UNITS_PER_MINUTE = environment.integer(
    "ADDRESS_UNITS_PER_MINUTE", 300, low=10, high=1_000_000
)
ADDRESS_UNITS_PER_DAY = environment.integer("ADDRESS_UNITS_PER_DAY", 3000, low=10, high=1_000_000)
KEY_UNITS_PER_MINUTE = environment.integer("KEY_UNITS_PER_MINUTE", 600, low=10, high=1_000_000)
KEY_UNITS_PER_DAY = environment.integer("KEY_UNITS_PER_DAY", 20_000, low=10, high=1_000_000)
TRUSTED_PROXIES = environment.integer("TRUSTED_PROXIES", 0, low=0, high=10)
if TRUSTED_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# Django.
DEBUG = False
ALLOWED_HOSTS = environment.hosts("ALLOWED_HOSTS", ["127.0.0.1", "localhost", "[::1]"])
# Other sites whose pages may call the API; * for any.
CORS_ORIGINS = environment.origins("CORS_ORIGINS")
# What signs deliveries to /api/v1/publish; without it that address takes none.
PUBLISH_SECRET = environment.webhook_secret("PUBLISH_SECRET")

# Whether imports may reach private addresses, plain http and any port.
FETCH_ALLOW_PRIVATE = environment.switch("FETCH_ALLOW_PRIVATE", default=False)
# Feeds that are imported every hour.
FEED_URLS = environment.web_addresses("FEED_URLS")


def _kept_secret(given: str, file_name: str) -> str:
    """The given secret, or the one that this home keeps, so that it outlives a restart."""
    try:
        return given or kept_secret(ARCHIVEBRAIN_HOME, file_name)
    except OSError as fault:
        is_full = fault.errno in {errno.ENOSPC, errno.EDQUOT}
        mend = "free some space there." if is_full else "name a folder you own."
        raise env.SettingError(
            "ARCHIVEBRAIN_HOME", str(ARCHIVEBRAIN_HOME), f"{fault.strerror}; {mend}"
        ) from fault


SECRET_KEY = _kept_secret(environment.text("SECRET_KEY"), "secret_key")
# Apart from SECRET_KEY, so that a new one of those leaves every key good.
KEY_PEPPER = _kept_secret(environment.text("KEY_PEPPER"), "key_pepper")
ROOT_URLCONF = "archivebrain.urls"
ASGI_APPLICATION = "archivebrain.asgi.application"
WSGI_APPLICATION = "archivebrain.wsgi.application"
INSTALLED_APPS = [
    "archivebrain",
    "gaps",
    "ledger",
    "retrieval",
    "archivebrain.desk_app.DeskConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]
MIDDLEWARE = [
    "archivebrain.request_ids.request_ids",
    "archivebrain.middleware.in_utf_8",
    "archivebrain.middleware.keys_stay_out_of_addresses",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "archivebrain.middleware.content_security_policy",
    "archivebrain.api.cors.cross_origin",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "archivebrain.web.context.archive",
            ],
        },
    },
]
LANGUAGE_CODE = "en-gb"
FORMAT_MODULE_PATH = "archivebrain.formats"
TIME_ZONE = "UTC"
USE_TZ = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
STATIC_URL = "static/"
# Static files are served from the apps' own folders: a fresh clone needs no collectstatic.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = False

# The API: no cookie opens anything, and every failure is one kind of document.
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_PARSER_CLASSES": ["archivebrain.api.parsing.StrictJSON"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "archivebrain.api.parsing.AlwaysJSON",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "archivebrain.api.problems.handle",
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "archivebrain",
    "DESCRIPTION": "Cited answers, only from what the author wrote.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVERS": [{"url": ARCHIVEBRAIN_SITE_URL}],
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
}

# Warnings and faults go to standard error, with the id of the request that met them.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"request": {"()": "archivebrain.request_ids.WithRequestId"}},
    "formatters": {"line": {"format": "{message}{request}", "style": "{"}},
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "filters": ["request"],
            "formatter": "line",
        }
    },
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        # A wrong address is no news to an operator; a fault of ours is, with its trace.
        "django.request": {"level": "ERROR"},
    },
}

# Mail.
_email = environment.email("EMAIL_URL")
EMAIL_BACKEND = _email["EMAIL_BACKEND"]
EMAIL_FILE_PATH = _email["EMAIL_FILE_PATH"]
EMAIL_HOST = _email["EMAIL_HOST"]
EMAIL_PORT = _email["EMAIL_PORT"]
EMAIL_HOST_USER = _email["EMAIL_HOST_USER"]
EMAIL_HOST_PASSWORD = _email["EMAIL_HOST_PASSWORD"]
EMAIL_USE_TLS = _email["EMAIL_USE_TLS"]
EMAIL_USE_SSL = _email["EMAIL_USE_SSL"]
EMAIL_TIMEOUT = _email["EMAIL_TIMEOUT"]
DEFAULT_FROM_EMAIL = _email.get(
    "DEFAULT_FROM_EMAIL", f"archive@{urlsplit(ARCHIVEBRAIN_SITE_URL).hostname}"
)

# PostgreSQL: the embedded cluster of this home, unless DATABASE_URL names another.
EMBEDDED_FAST = environment.switch("EMBEDDED_FAST", default=False)
_external = environment.database("DATABASE_URL")
# Our own server is asked directly; whoever stands before another may not keep statements.
_database = _external or {"NAME": "archivebrain", "OPTIONS": {"prepare_threshold": 1}}
if ARCHIVEBRAIN_PROCESS == "web":
    # Its threads are few and stay (see archivebrain/lending.py); what a connection has gathered
    # in ten minutes is let go.
    _database["CONN_MAX_AGE"] = 600
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.postgresql" if _external else "archivebrain.embedded.backend",
        "CONN_HEALTH_CHECKS": True,
        **_database,
    }
}

# Redis: the embedded Valkey of this home, unless REDIS_URL names another.
REDIS_URL = environment.redis("REDIS_URL")

# Celery: the address is asked for at the first connection (see archivebrain/celery.py).
# A task may run for as long as it takes: an import or an index of neighbours needs an hour, and
# the worker's threads would heed no limit. One whose worker was killed comes back after a quarter
# of an hour; so does one that is still at it, and finds its own lock held.
_VISIBILITY_SECONDS = 900
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
# A page waits for a queue that is down as little as it can: the sweeper catches up.
CELERY_TASK_PUBLISH_RETRY_POLICY = {
    "max_retries": 1,
    "interval_start": 0.1,
    "interval_max": 0.2,
}
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": _VISIBILITY_SECONDS,
    # Without these two a lost task came back ten times later than the timeout says.
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_timeout": 5,
    "socket_connect_timeout": 5,
    "retry_on_timeout": True,
    "health_check_interval": 30,
}
CELERY_TIMEZONE = TIME_ZONE
