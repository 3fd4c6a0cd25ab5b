"""A gaming table on the floor: what happens to it as events, what it is as their fold, what commands may change."""
