"""Reads the books and makes an application as it is imported, for the process that the tests' servers are copies of:
both are most of a start, and what they read and compile is kept."""

import gc
from tempfile import TemporaryDirectory

from pitboss.floor.composition import open_floor
from pitboss.floor.people.signin import SignIn
from pitboss.floor.service.clock import system_clock
from pitboss.floor.store import open_store
from pitboss.law.edition import edition_names, load_edition
from pitboss.web.app import make_api

for _name in edition_names():
    load_edition(_name)
with TemporaryDirectory() as _folder:
    _store = open_store(f"{_folder}/floor.db")
    _store.create()
    make_api(open_floor(_store), SignIn(_store, system_clock))
    _store.close()
gc.freeze()  # a copy does not go through all of this again
