"""Names in the database: the key by which they are searched, and the index that finds a part in their middle."""
