"""The pictures of the documentation: pages as these tests see them, taken anew with the other snapshots, and small."""

from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page

from house import WRITE

PICTURES = Path(__file__).parents[2] / "docs" / "screens"
COLOURS = 96
"""How many colours a picture keeps: enough for a cloth's shade, and a quarter of the bytes."""


def take(page: Page, name: str, *, full_page: bool = False) -> None:
    """Take a picture of a page, where snapshots are to be renewed."""
    if not WRITE:
        return
    with Image.open(BytesIO(page.screenshot(full_page=full_page))) as seen:
        seen.convert("RGB").quantize(COLOURS, dither=Image.Dither.FLOYDSTEINBERG).save(
            PICTURES / f"{name}.png", optimize=True
        )
