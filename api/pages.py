"""Pages of a listing, by cursor: stable while matches come in."""

from rest_framework.pagination import CursorPagination


class NewestFirst(CursorPagination):
    """Newest first; ``limit`` rows a page."""

    ordering = ("-created_at", "-id")
    page_size = 50
    page_size_query_param = "limit"
    max_page_size = 200
