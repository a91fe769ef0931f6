"""The pages on which an event's rounds are drawn and its seats are changed and printed."""
