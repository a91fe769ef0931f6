"""What comes before play or with the first draw: an exchange of tiles, a declared suit, wins on the dealt hand."""
