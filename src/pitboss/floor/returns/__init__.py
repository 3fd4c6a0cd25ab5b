"""Returns to the regulator: each falls due at the end of its month, is sent, and is kept as it was sent."""
