"""Watching a table while it is played, and writing what is entered by hand for an event at one."""
