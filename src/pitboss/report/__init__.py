"""Text about rounds: records, decisions, the rulebook and its coverage."""
