"""Each part of the web can be imported by itself, whichever is first: none needs another to have been there before."""

import pkgutil
import subprocess
import sys

import pytest

import pitboss.web

PARTS = [f"pitboss.web.{module.name}" for module in pkgutil.iter_modules(pitboss.web.__path__)]


@pytest.mark.parametrize("part", PARTS)
def test_a_part_is_imported_alone(part: str) -> None:
    done = subprocess.run([sys.executable, "-c", f"import {part}"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
