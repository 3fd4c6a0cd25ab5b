"""The API: everything that a table, a dealer, the pit, a patron or an inspector does, as resources and commands."""
