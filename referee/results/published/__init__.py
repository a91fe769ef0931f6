"""The results file: its document, its canonical bytes, its signature, and the tables it is exported as."""
