"""An event's results: what rulings make of verdicts, who stands where, and what is published of it. Asks no database."""
