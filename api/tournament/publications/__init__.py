"""Published results: publishing them, reading them, the keys that sign them."""
