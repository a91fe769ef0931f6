"""What the commands print: verdicts as text and for GitHub, tables, progress, and their words."""
