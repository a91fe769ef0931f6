"""The whole REST API asked at random by its own description."""
