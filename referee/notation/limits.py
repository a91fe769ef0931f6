"""How large a text may be."""

FILE_BYTES = 16 * 1024 * 1024
MATCHES = 10_000
ROUNDS = 500
MOVES = 2_000
TAG_BYTES = 4 * 1024
