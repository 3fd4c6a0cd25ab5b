"""Casino table games, run as their regulator approved them; every decision cites its clause."""
