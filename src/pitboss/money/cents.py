"""Cents are whole numbers; dollars are only how people read and write them."""

import re
from decimal import Decimal

_AMOUNT = re.compile(r"([-+]?)\$?(\d{1,3}(?:,\d{3}){1,4}|\d{1,15})(?:\.(\d{1,2})0*)?", re.ASCII)
"""Commas part thousands: `22,50` is a slip of the pen, not $2,250."""


def dollars(cents: int) -> str:
    """Write cents as a person reads them: `$25`, `$22.50`, `-$1,000`."""
    whole, part = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}${whole:,}" + (f".{part:02}" if part else "")


def plain_dollars(cents: int) -> str:
    """Write cents as a person types them into a field: `25`, `22.50`, `1000`."""
    return dollars(cents).replace("$", "").replace(",", "")


def parse_dollars(written: object) -> int:
    """Read an amount of dollars, as a number or as text like `$22.50`, to the cent."""
    if isinstance(written, int | Decimal | str) and not isinstance(written, bool):
        text = f"{written:f}" if isinstance(written, Decimal) else str(written).strip()
        if amount := _AMOUNT.fullmatch(text):
            sign, whole, part = amount.groups(default="")
            cents = int(whole.replace(",", "")) * 100 + int(part.ljust(2, "0"))
            return -cents if sign == "-" else cents
    raise ValueError(f"{written!r} is not an amount in dollars and whole cents")
