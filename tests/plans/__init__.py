"""What the database does for every listing over a hundred thousand matches."""
