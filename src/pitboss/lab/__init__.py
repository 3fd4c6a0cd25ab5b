"""The lab: the exact mathematics of the games, from the same books that the engines deal by.

A `Question` (question.py) is a game with its pay tables, rules and strategy; a solver answers it with a `Solution`
(both in question.py). Each game is a package named in `answer.py`, whose `__init__` is light and offers

    rules_of(rules: law.Rules) -> tuple[VariableRule, ...]    the rules that may be varied, with the edition's values
    STRATEGIES: Mapping[str, str]                             each strategy that can be priced, and what it says
    SHORT: str                                                the strategy among them that a person can keep in mind
    solve(question: Question) -> Solution                     the answer; NumPy and Numba are imported inside

and, where it serves,

    tables(question) -> tuple[DecisionTable, ...]             the strategy hand by hand
    short_tables() -> tuple[DecisionTable, ...]               the short strategy in words
    pays_of(rules) -> dict[str, dict[str, Fraction]]          where the book's own rows are not the pay tables
    QUICK = True                                              another pay table is priced in well under a second

No module of such a package is named like one of these. Its module `price` works the answer out, `simulate` has its
kernel (see `pitboss.lab.simulate`), and `advice` offers

    advise(question: Question, seen: DecisionView) -> Advice  what each choice at a decision is worth

Where the game has a jackpot, `folds` says what the best play folds of the hands that take a prize (see `jackpot`):

    fold_chances(question: Question) -> dict[str, Fraction]

Edges are the house's: positive when the house gains.

What is passed about is a `Value`. Arrays that belong together, and the numbers that a compiled function takes with
them, are named tuples: Numba takes those apart and knows no structs, and arrays are neither compared nor hashed.
"""

from pitboss.lab.store import place_kernels

place_kernels()  # before any module of the lab can import Numba
