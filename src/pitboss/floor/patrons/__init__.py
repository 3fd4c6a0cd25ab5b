"""The patrons: who may play, on which card, within which limits, and the handling of invalid wagers."""
