"""Opening a link: a share link, or that of a table or seat."""
