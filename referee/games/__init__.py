"""The games, one package each. Every package here must define ``GAME``; nothing else lists the games."""
