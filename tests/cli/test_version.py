"""The terminal says which version it is."""

from typer.testing import CliRunner

import pitboss
from pitboss.cli import app


def test_the_version_is_that_of_the_code() -> None:
    result = CliRunner().invoke(app, ["--version"])
    assert result.exit_code == 0
    assert result.output == f"pitboss {pitboss.__version__}\n"
