"""The mathematics of the jackpots: what a jackpot wager returns, the rate that gives a wanted return, what folding
costs, the meter that breaks even and the meter to expect, and several prizes in one round.

`returns` asks and answers (`ask_jackpot`, `price_jackpot`); it needs neither NumPy nor a solve, so that a server may
call it while a person fills in a form. `meter` follows the meter from royal flush to royal flush, `hits` counts hands
of one round, and `sheet` writes all of it as plain data. Chances are of five-card hands; what a game's best play folds
of them is its package's to say (`folds`). All returns are for each unit of the jackpot wager.
"""
