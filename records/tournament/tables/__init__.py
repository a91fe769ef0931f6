"""The tables of an event: who is to sit there and when, which match is there, and the links that their players have."""
