"""The players of a club, and merging those who are one person."""
