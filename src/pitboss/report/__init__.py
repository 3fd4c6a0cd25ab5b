"""What is written about rounds: records, decisions, the rulebook and its coverage."""
