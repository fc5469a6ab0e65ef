"""Text on a terminal: how wide it is, and lines broken to fit, wide characters counted as two."""

import shutil

from certamen.charts.as_text import cells as cells
from certamen.charts.as_text import letter_cells

NARROWEST = 20
WIDEST = 110


def width() -> int:
    """How wide text is set, in columns."""
    return max(NARROWEST, min(shutil.get_terminal_size().columns, WIDEST))


def wrap(text: str, columns: int, first: str = "", rest: str = "") -> list[str]:
    """The text in lines of at most so many columns, the first begun by `first`, the others by `rest`.

    It is broken at spaces, and within a word only where the word is wider than a line.

    >>> wrap("Jack attacks the thug", 14, rest="  ")
    ['Jack attacks', '  the thug']
    """
    room = max(8, columns - max(cells(first), cells(rest)))
    lines: list[str] = []
    line, begun = first, False
    for word in text.split():
        for piece in _pieces(word, room):
            if begun and cells(line) + 1 + cells(piece) > max(columns, room):
                lines.append(line)
                line, begun = rest, False
            line += f" {piece}" if begun else piece
            begun = True
    return [*lines, line] if begun else lines


def _pieces(word: str, room: int) -> list[str]:
    if cells(word) <= room:
        return [word]
    pieces, used = [""], 0
    for letter in word:
        size = letter_cells(letter)
        if used + size > room:
            pieces.append("")
            used = 0
        pieces[-1] += letter
        used += size
    return pieces
