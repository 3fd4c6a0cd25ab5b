"""Tournaments on the floor: each is a stream of its own, and its tables play in chips of its unit."""
