"""What a process does before it serves: nothing in it may hold up whoever waits at a table.

Looking through all that a floor has in memory takes a tenth of a second in which nobody is answered, and Python would
do it every few seconds. What no longer hangs together is nearly always young; for the rest once a day is enough.
"""

import gc
import sys

SWITCH_SECONDS = 0.0005
"""How long a thread may keep the others waiting: one that draws a page gives way to one that answers an order."""
YOUNG, OLDER, NEVER = 1_000, 10, 1_000_000
"""After how many new objects the young are looked through, after how many such looks the older, and after how many of
those everything."""


def make_ready() -> None:
    """Let threads take turns quickly, and look through the books and the tables, which stay, for the last time."""
    sys.setswitchinterval(SWITCH_SECONDS)
    look_through()
    gc.freeze()
    gc.set_threshold(YOUNG, OLDER, NEVER)


def look_through(_: object = None) -> None:
    """Look through everything once."""
    gc.collect()
