"""SBR beside its worked cases: what one round cannot show."""
