"""Running the service: health, metrics, request context, limits, encryption, outbound HTTP."""

from records.core.ops.digests import digest_of

__all__ = ["digest_of"]
