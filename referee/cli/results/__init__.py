"""The commands that verify published results and the log, offline or by its address, and the keys they trust."""
