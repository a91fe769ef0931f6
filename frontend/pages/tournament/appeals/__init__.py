"""The pages of appeals: objecting by the link of a table, and answering."""
