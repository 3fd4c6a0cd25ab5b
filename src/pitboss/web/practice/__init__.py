"""Practice with advice: what each choice at a decision is worth, and what a decision cost. Never at a money table."""
