"""The duties of the floor: every module of these folders is loaded, so that its commands and events are known."""

from importlib import import_module
from pkgutil import iter_modules

from pitboss.floor import cashier, jackpots, patrons, people, tables

for _folder in (tables, cashier, patrons, people, jackpots):
    for _module in iter_modules(_folder.__path__, f"{_folder.__name__}."):
        import_module(_module.name)
