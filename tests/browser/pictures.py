"""The pictures of the documentation: pages as these tests see them, and small. They are taken anew with the other
snapshots, and alone by `make pictures`, which has the tests marked `pictured` look for nothing else."""

import os
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page

from support import WRITE

PICTURES = Path(__file__).parents[2] / "docs" / "screens"
COLOURS = 240
"""How many colours a picture keeps: enough for a cloth and all its chips, in half the bytes."""


ALONE = os.environ.get("PITBOSS_PICTURES") == "take"
"""Whether pictures are all that is wanted."""
TAKEN = ALONE or WRITE


def take(page: Page, name: str, *, full_page: bool = False) -> None:
    """Take a picture of a page, where they are to be renewed."""
    if not TAKEN:
        return
    with Image.open(BytesIO(page.screenshot(full_page=full_page))) as shot:
        seen = shot.convert("RGB")
    palette = seen.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE, kmeans=2)
    seen.quantize(palette=palette, dither=Image.Dither.FLOYDSTEINBERG).save(PICTURES / f"{name}.png", optimize=True)
