"""A coverage-guided fuzzer: texts that reach new code are kept and changed on, and whatever breaks a promise is saved."""
