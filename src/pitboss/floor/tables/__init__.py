"""A gaming table on the floor: what happens to it as events, its state as their fold, and the commands."""
