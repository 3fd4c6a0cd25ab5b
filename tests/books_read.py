"""Reads the books as it is imported, for the process that the tests' servers are copies of."""

from pitboss.law.edition import edition_names, load_edition

for _name in edition_names():
    load_edition(_name)
