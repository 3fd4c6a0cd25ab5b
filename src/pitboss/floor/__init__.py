"""The floor: tables, people, money and the log of it all. The only place with a clock and a disk."""
