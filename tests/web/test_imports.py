"""Each part of the web can be imported by itself, whichever is first: none needs another to have been there before."""

import pkgutil
import subprocess
import sys

import pytest

import pitboss.web

PARTS = [f"pitboss.web.{module.name}" for module in pkgutil.iter_modules(pitboss.web.__path__)]
ONE_BY_ONE = """
import importlib, sys, traceback
import pitboss.web.app  # with it comes what others wrote, which stays
anew = sys.argv[1]
for part in sys.argv[2:]:
    for name in [name for name in sys.modules if name == anew or name.startswith(anew + ".")]:
        del sys.modules[name]
    try:
        importlib.import_module(part)
    except Exception:
        print(part, traceback.format_exc())
    else:
        assert part in sys.modules
"""
"""A process that imports each part with nothing of the web there, or nothing of ours."""


@pytest.mark.parametrize("anew", ["pitboss.web", pytest.param("pitboss", marks=pytest.mark.long)])
def test_each_part_is_imported_alone(anew: str) -> None:
    """What lies below the web stays where only the web is imported anew: it knows none of it."""
    assert len(PARTS) > 15
    done = subprocess.run([sys.executable, "-c", ONE_BY_ONE, anew, *PARTS], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr
