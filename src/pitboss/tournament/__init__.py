"""Tournaments as values (Star Pontoon 20, Crown Poker Minors 14): conditions, sessions, wagers, placings."""
