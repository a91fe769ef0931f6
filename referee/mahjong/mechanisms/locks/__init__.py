"""What binds a hand: a passed win, a declaration that it is ready, a win of who stays in."""
