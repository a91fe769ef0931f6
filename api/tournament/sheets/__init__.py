"""Score sheets: by accounts of scorers and arbiters, and by the links of tables and seats."""
