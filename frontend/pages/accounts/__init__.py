"""Pages of people, clubs, rights and links."""
