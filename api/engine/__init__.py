"""The rule engine without stored data: verdicts, the value of a hand, rulebooks."""
