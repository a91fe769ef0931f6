"""What the pages of an event's tables and of its hall share: clocks, calls for a referee, penalties, appeals."""
