"""The pages, a room for each subject: its views beside its templates."""
