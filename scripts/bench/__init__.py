"""Speed of the referee beside comparable programs, measured in one run on one machine (``make bench``)."""
