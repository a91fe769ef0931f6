"""One's own data: all that the service holds about an account, to take away, and erasing it with the account."""

from records.own_data.erasing import erase_expired
from records.own_data.export import archive_of

__all__ = ["archive_of", "erase_expired"]
