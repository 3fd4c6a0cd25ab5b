"""Casino table games, run as their regulator approved them; every decision cites its clause."""

__version__ = "0.2.0"
