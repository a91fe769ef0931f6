"""What the rules of 夠級 say of a table: what is legal, who opened, who stands where, what is owed for it."""
