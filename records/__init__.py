"""Stored matches and their judgements. The database is the truth; everything else can be lost."""
