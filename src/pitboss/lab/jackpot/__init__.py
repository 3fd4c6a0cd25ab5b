"""The mathematics of the jackpots as questions and answers: what a jackpot wager returns, the rate that gives a wanted
return, what folding costs, the meter that breaks even and the meter to expect, and several prizes in one round.

The return, the meter's course and the hands of one round are pure (`pitboss.jackpot`: `returns`, `course`, `hits` and
`several`), so that the page where a meter is opened tells the same. Here `returns` puts questions and finds rates,
`solve` answers for a person, and `sheet` writes all of it as plain data. Chances are of five-card hands; what a game's
best play folds of them is its package's to say (`folds`). All returns are for each unit of the jackpot wager.
"""
