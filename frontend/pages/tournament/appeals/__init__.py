"""The pages of appeals: all of an event, and answering one."""
