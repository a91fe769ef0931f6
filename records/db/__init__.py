"""What is about the database itself: bulk insert, prepared queries, append-only tables, retry."""
