"""The pictures of the documentation: pages as these tests see them, taken anew with the other snapshots, and small."""

from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page

from support import WRITE

PICTURES = Path(__file__).parents[2] / "docs" / "screens"
COLOURS = 240
"""How many colours a picture keeps: enough for a cloth and all its chips, in half the bytes."""


def take(page: Page, name: str, *, full_page: bool = False) -> None:
    """Take a picture of a page, where snapshots are to be renewed."""
    if not WRITE:
        return
    with Image.open(BytesIO(page.screenshot(full_page=full_page))) as shot:
        seen = shot.convert("RGB")
    palette = seen.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE, kmeans=2)
    seen.quantize(palette=palette, dither=Image.Dither.FLOYDSTEINBERG).save(PICTURES / f"{name}.png", optimize=True)
