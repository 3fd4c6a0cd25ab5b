"""The QR code of a table, read back as a scanner does: by its format, its mask and its codewords, each checked."""

import pytest

from pitboss.web.pages.qr import SIZES, draw_qr, encode_qr

MASKS = {
    0: lambda row, column: (row + column) % 2 == 0,
    1: lambda row, column: row % 2 == 0,
    2: lambda row, column: column % 3 == 0,
    3: lambda row, column: (row + column) % 3 == 0,
}
FORMATS = {0b111011111000100: ("L", 0), 0b111001011110011: ("L", 1), 0b111110110101010: ("L", 2)}
"""Some of the words that the standard's table of formats lists."""


def multiply(one: int, other: int) -> int:
    """A product in the field of 256 elements, by shifting."""
    product = 0
    while other:
        product ^= one if other & 1 else 0
        one = one << 1 ^ (0x11D if one & 0x80 else 0)
        other >>= 1
    return product


def read_back(grid: dict[tuple[int, int], bool], size: int) -> str:
    """What a code says."""
    version = (size - 17) // 4
    line = [grid[8, c] for c in (0, 1, 2, 3, 4, 5, 7, 8)] + [grid[r, 8] for r in (7, 5, 4, 3, 2, 1, 0)]
    other = [grid[r, 8] for r in range(size - 1, size - 8, -1)] + [grid[8, c] for c in range(size - 8, size)]
    assert line == other
    level, mask = FORMATS[int("".join(str(int(bit)) for bit in line), 2)]
    assert level == "L"
    assert [grid[6, c] for c in range(8, size - 8)] == [c % 2 == 0 for c in range(8, size - 8)]
    taken = {(r, c) for r in range(9) for c in range(9)}
    taken |= {(r, c) for r in range(9) for c in range(size - 8, size)} | {
        (r, c) for r in range(size - 8, size) for c in range(9)
    }
    taken |= {(6, at) for at in range(size)} | {(at, 6) for at in range(size)}
    if version > 1:
        taken |= {(r, c) for r in range(size - 9, size - 4) for c in range(size - 9, size - 4)}
    bits, upward, column = "", True, size - 1
    while column > 0:
        column -= column == 6
        for row in range(size - 1, -1, -1) if upward else range(size):
            for at in (column, column - 1):
                if (row, at) not in taken:
                    bits += str(int(grid[row, at] ^ MASKS[mask](row, at)))
        upward, column = not upward, column - 2
    data, correction = SIZES[version - 1]
    words = [int(bits[at : at + 8], 2) for at in range(0, (data + correction) * 8, 8)]
    root = 1
    for _ in range(correction):  # a word without an error is 0 at every root of the generator
        value = 0
        for word in words:
            value = multiply(value, root) ^ word
        assert value == 0
        root = multiply(root, 2)
    said = "".join(f"{word:08b}" for word in words[:data])
    assert said[:4] == "0100"
    length = int(said[4:12], 2)
    return bytes(int(said[12 + 8 * at : 20 + 8 * at], 2) for at in range(length)).decode()


@pytest.mark.parametrize("length", [1, 17, 18, 32, 53, 78, 106])
def test_a_code_reads_back_as_what_was_written(length: int) -> None:
    text = ("https://pitboss.example/tables/7?é" * 4).encode()[:length].decode(errors="ignore")
    assert read_back(*encode_qr(text)) == text


def test_a_module_that_is_turned_over_is_noticed() -> None:
    grid, size = encode_qr("http://127.0.0.1:8000/tables/1")
    grid[size - 1, size - 1] = not grid[size - 1, size - 1]
    with pytest.raises(AssertionError):
        read_back(grid, size)


def test_a_text_that_is_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match="106 bytes"):
        encode_qr("x" * 107)
    assert 'aria-label="QR code of &lt;b&gt;"' in draw_qr("<b>")
