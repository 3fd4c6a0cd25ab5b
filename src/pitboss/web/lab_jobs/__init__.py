"""Lab jobs: what the lab is asked through the floor, worked out in a process of low priority beside it.

The server never imports NumPy or Numba: it looks answers up in the lab's store and hands everything else to a worker
(worker.py), so that no table waits for the mathematics.
"""
