"""The pages: a folder for each subject, its views beside its templates."""
