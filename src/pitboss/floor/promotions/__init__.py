"""Prize promotions on the floor: terms, entries and draws, winners and claims, what is compromised or disputed."""
