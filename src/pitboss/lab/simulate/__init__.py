"""Games played by the million: compiled kernels for rate, the real engine for truth, chunks for many workers.

`plan.py` says what is to be played, `run.py` hands it to workers, `tally.py` says what came of it.
"""
