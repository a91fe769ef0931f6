"""A match: its archive, its verdict, its rulings, its share links."""
