"""Cents are whole numbers; dollars are only how people read and write them."""

from contextlib import suppress
from decimal import Decimal, InvalidOperation


def dollars(cents: int) -> str:
    """Write cents as a person reads them: `$25`, `$22.50`, `-$1,000`."""
    whole, part = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}${whole:,}" + (f".{part:02}" if part else "")


def parse_dollars(written: object) -> int:
    """Read an amount of dollars, as a number or as text like `$22.50`, to the cent."""
    text = written.replace("$", "").replace(",", "").strip() if isinstance(written, str) else written
    if isinstance(text, int | Decimal | str) and not isinstance(text, bool):
        with suppress(InvalidOperation):
            cents = Decimal(text) * 100
            if cents.is_finite() and cents == cents.to_integral_value():
                return int(cents)
    raise ValueError(f"{written!r} is not an amount in dollars and whole cents")
