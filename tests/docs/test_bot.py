"""The bot of the documents plays at a real server."""

import re
import subprocess
import sys
from pathlib import Path

from servers import Server

BOT = Path(__file__).parent.parent.parent / "docs" / "bot.py"


def test_the_bot_plays_a_round(tmp_path: Path) -> None:
    log = tmp_path / "log"
    server = Server(tmp_path / "floor.db", log, "--demo")
    try:
        server.wait()
        (password,) = re.findall(r'"password": "([^"]+)"', log.read_text())
        command = [sys.executable, str(BOT), server.address, password, "1"]
        ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    finally:
        server.stop()
    assert ran.returncode == 0, ran.stderr
    assert re.match(r"Round 1: ante (won|lost|stood off), pays \d+ cents \([\d., ]+", ran.stdout)
