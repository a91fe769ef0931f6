"""Settings of the REST API and of its description."""

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "api.http.authentication.BearerAuthentication",
        "api.http.authentication.LinkAuthentication",
        "api.http.authentication.SessionAuthentication",
    ],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "api.http.rendering.Negotiation",
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["api.http.rendering.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": ["api.http.throttling.Throttle"],
    "EXCEPTION_HANDLER": "api.http.problems.handler",
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Referee",
    "DESCRIPTION": "Records of play go in, verdicts that cite their rules come out.\n\n"
    "Sentences for people are in the language of `Accept-Language`, in English without it. "
    "Texts are given in `zh` (Traditional Chinese) and `en`; where `Accept-Language` prefers Simplified Chinese "
    "(`zh-CN`, `zh-SG`, `zh-Hans`), in `zh-Hans` too.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "ENUM_NAME_OVERRIDES": {
        "MatchStateEnum": "records.archive.models.Match.State",
        "JobStateEnum": "records.core.models.Job.State",
        "DeliveryStateEnum": "records.accounts.models.WebhookDelivery.State",
        "LiveTableStateEnum": "records.tournament.models.LiveTable.State",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "api.http.problems.describe_problems",
        "api.http.idempotency.describe_keys",
        "api.http.components.describe_documents",
    ],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}
