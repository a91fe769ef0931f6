"""What the oracles of the mahjong games share: tiles, shapes, the table, deals with a bias, forgers."""
