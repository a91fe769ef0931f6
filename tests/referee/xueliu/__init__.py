"""血流成河 beside its worked cases: what one round cannot show, and its second reading."""
