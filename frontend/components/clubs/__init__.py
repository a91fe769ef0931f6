"""What pages of clubs and their events share: a person's rights, the tabs, the names of roles."""
