"""Live pages: a process of its own that tells browsers, by server-sent events, when an event has something new to show."""
