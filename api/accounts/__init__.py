"""Resources of people, clubs, rights and links."""
