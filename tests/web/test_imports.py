"""Each part of the web can be imported by itself, whichever is first: none needs another to have been there before."""

import pkgutil
import subprocess
import sys

import pitboss.web

PARTS = [f"pitboss.web.{module.name}" for module in pkgutil.iter_modules(pitboss.web.__path__)]
ONE_BY_ONE = """
import importlib, sys, traceback
import pitboss.web.app  # with it comes what others wrote, which stays
for part in sys.argv[1:]:
    for name in [name for name in sys.modules if name.partition(".")[0] == "pitboss"]:
        del sys.modules[name]
    try:
        importlib.import_module(part)
    except Exception:
        print(part, traceback.format_exc())
    else:
        assert part in sys.modules
"""
"""A process that imports each part with nothing of ours there."""


def test_each_part_is_imported_alone() -> None:
    assert len(PARTS) > 15
    done = subprocess.run([sys.executable, "-c", ONE_BY_ONE, *PARTS], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr
