"""The patrons: who may play, on which card, within which limits, and what becomes of a wager that should not be."""
