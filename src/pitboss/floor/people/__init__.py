"""The people of the floor: ranks, what each may do, and how they sign in."""
