"""How answers are written: as JSON in the reader's texts, in which media type."""

from api.http.rendering.json_renderer import JSONRenderer
from api.http.rendering.negotiation import Negotiation

__all__ = ["JSONRenderer", "Negotiation"]
