"""The rule engine asked directly, with nothing stored: verdicts, the value of a hand, rulebooks."""
