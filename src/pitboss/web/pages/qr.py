"""A QR code of an address as SVG (ISO/IEC 18004): bytes, error correction L, versions 1 to 5, which have one block."""

from collections.abc import Iterator
from functools import lru_cache

from markupsafe import Markup

SIZES = ((19, 7), (34, 10), (55, 15), (80, 20), (108, 26))
"""The codewords of each version: data, then correction."""
LONGEST = SIZES[-1][0] - 2
"""How many bytes a code holds."""
QUIET = 4
"""How many light modules stand round a code."""
Grid = dict[tuple[int, int], bool]
"""Modules by row and column, dark or light."""


@lru_cache(256)
def draw_qr(text: str) -> Markup:
    """The code of a short text."""
    grid, size = encode_qr(text)
    wide = size + 2 * QUIET
    dark = "".join(
        f"M{column + QUIET} {row + QUIET}h1v1h-1z" for (row, column), is_dark in sorted(grid.items()) if is_dark
    )
    return Markup(
        '<svg class="qr" viewBox="0 0 {0} {0}" role="img" aria-label="QR code of {1}" shape-rendering="crispEdges">'
        '<rect width="{0}" height="{0}" fill="#fff"/><path d="{2}" fill="#000"/></svg>'
    ).format(wide, text, dark)


def encode_qr(text: str) -> tuple[Grid, int]:
    """The modules of a code and how many there are in a row. A text that no version holds is refused."""
    said = text.encode()
    version = next((n for n, (data, _) in enumerate(SIZES, start=1) if len(said) <= data - 2), 0)
    if not version:
        raise ValueError(f"A QR code of this kind holds {LONGEST} bytes, not {len(said)}.")
    size, (count, corrections) = 17 + 4 * version, SIZES[version - 1]
    bits = f"0100{len(said):08b}" + "".join(f"{byte:08b}" for byte in said) + "0000"
    data = [int(bits[at : at + 8], 2) for at in range(0, len(bits), 8)]
    data += [(0xEC, 0x11)[place % 2] for place in range(count - len(data))]
    whole = "".join(f"{word:08b}" for word in data + _correction(data, corrections))
    grid = _patterns(version, size)
    stream = iter(whole)
    for row, column in _places(size):
        if (row, column) not in grid:
            grid[row, column] = (next(stream, "0") == "1") ^ ((row + column) % 2 == 0)  # mask 0
    return grid, size


def _correction(data: list[int], count: int) -> list[int]:
    """The correction codewords: the rest of a division by the generator, in the field of 256 elements."""
    generator = [1]
    for power in range(count):
        root = _EXP[power]
        generator = [a ^ _times(b, root) for a, b in zip([*generator, 0], [0, *generator], strict=True)]
    rest = data + [0] * count
    for place in range(len(data)):
        factor = rest[place]
        for at, each in enumerate(generator):
            rest[place + at] ^= _times(each, factor)
    return rest[len(data) :]


def _powers() -> Iterator[int]:
    value = 1
    for _ in range(255):
        yield value
        value <<= 1
        value ^= 0x11D if value & 0x100 else 0


_EXP = tuple(_powers())
_LOG = {value: power for power, value in enumerate(_EXP)}


def _times(one: int, other: int) -> int:
    return _EXP[(_LOG[one] + _LOG[other]) % 255] if one and other else 0


def _patterns(version: int, size: int) -> Grid:
    """What every code of a version has: finders, timing, alignment and the format."""
    grid: Grid = {}
    for top, left in ((0, 0), (0, size - 7), (size - 7, 0)):
        for row in range(-1, 8):
            for column in range(-1, 8):
                ring = max(abs(row - 3), abs(column - 3))
                if 0 <= top + row < size and 0 <= left + column < size:
                    grid[top + row, left + column] = ring not in (2, 4)
    for at in range(8, size - 8):
        grid[6, at] = grid[at, 6] = at % 2 == 0
    if version > 1:
        middle = size - 7
        for row in range(-2, 3):
            for column in range(-2, 3):
                grid[middle + row, middle + column] = max(abs(row), abs(column)) != 1
    grid[size - 8, 8] = True
    for place, is_dark in enumerate(_format_bits()):
        first = (8, place if place < 6 else place + 1) if place < 8 else (7 if place == 8 else 14 - place, 8)
        second = (size - 1 - place, 8) if place < 7 else (8, size - 15 + place)
        grid[first] = grid[second] = is_dark
    return grid


def _format_bits() -> Iterator[bool]:
    """Error correction L and mask 0, with their own correction, the highest bit first."""
    value = 0b01000 << 10
    rest = value
    for bit in range(14, 9, -1):
        if rest >> bit & 1:
            rest ^= 0b10100110111 << (bit - 10)
    word = (value | rest) ^ 0b101010000010010
    for bit in range(14, -1, -1):
        yield bool(word >> bit & 1)


def _places(size: int) -> Iterator[tuple[int, int]]:
    """Where bits go: in pairs of columns from the right, up and down in turn, the column of the timing left out."""
    up = True
    for right in (column for column in range(size - 1, 0, -2)):
        column = right - 1 if right <= 6 else right
        for row in range(size - 1, -1, -1) if up else range(size):
            yield row, column
            yield row, column - 1
        up = not up
