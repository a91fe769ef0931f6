"""PPN text: how one match is read, written and pointed into."""
