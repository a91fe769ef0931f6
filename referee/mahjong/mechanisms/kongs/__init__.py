"""Kongs: their fees, what late ones and kongs upon kongs earn, and robbing one."""
