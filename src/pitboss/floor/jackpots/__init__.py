"""Meters on the floor: their streams, the reaction that feeds them, awards and their approval."""
