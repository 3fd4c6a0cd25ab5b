"""The lab in a browser: a pay table to edit with its exact edge, strategies, PAR sheets, houses compared, simulations.

A question stands in the address of its page, so that it can be kept and sent on. What is not known yet is put into the
queue, and the page comes back until it is there, with or without scripts.
"""

from pitboss.web.pages.lab import compare, edge, jobs, sheet, simulation, strategy
from pitboss.web.pages.shell import Shell


def install(shell: Shell) -> None:
    """The routes of the lab's pages."""
    for part in (jobs, edge, strategy, sheet, simulation, compare):
        part.install(shell)
