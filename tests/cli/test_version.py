"""The terminal says which version it is."""

import subprocess
import sys

from typer.testing import CliRunner

import pitboss
from pitboss.cli import app


def test_the_version_is_that_of_the_code() -> None:
    result = CliRunner().invoke(app, ["--version"])
    assert result.exit_code == 0
    assert result.output == f"pitboss {pitboss.__version__}\n"


def test_the_package_runs_as_the_command() -> None:
    ran = subprocess.run([sys.executable, "-m", "pitboss", "--version"], capture_output=True, text=True, check=True)
    assert ran.stdout == f"pitboss {pitboss.__version__}\n"
