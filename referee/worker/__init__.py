"""The engine as a process that judges for another one: jobs come in and answers go out over a socket, within limits."""
