"""Going through the text of an expression, and saying where and why it cannot be read."""

from __future__ import annotations

import re
from string import ascii_lowercase, ascii_uppercase
from typing import Final, NoReturn

from certamen.dice.errors import ExpressionError
from certamen.dice.tree import DEEPEST, LARGEST, LONGEST_LABEL

_LABEL: Final = re.compile(r"\[([^\[\]]*)\]\s*", re.ASCII)
_SMALL_LETTERS: Final = str.maketrans(ascii_uppercase, ascii_lowercase)


class Scanner:
    """A text, as `written` and in small letters, and the place reached in it, which is never a space."""

    def __init__(self, text: str) -> None:
        self.written = text
        self.text = text.translate(_SMALL_LETTERS)
        self.at = 0
        self.depth = 0

    @property
    def character(self) -> str:
        """The character at this place, or "" at the end."""
        return self.text[self.at : self.at + 1]

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Go past what the pattern matches here, if it does."""
        found = pattern.match(self.text, self.at)
        if found:
            self.at = found.end()
        return found

    def number(self, digits: str, place: int) -> int:
        """A whole number within the limit."""
        number = int(digits)
        if number > LARGEST:
            self.fail(f"a number is at most {LARGEST:,}", place)
        return number

    def label(self) -> str:
        """label: "[" words "]"."""
        place = self.at
        found = self.take(_LABEL)
        words = self.written[found.start(1) : found.end(1)].strip() if found else ""
        if not words or len(words) > LONGEST_LABEL or not words.isprintable():
            self.fail(f"a label is 1 to {LONGEST_LABEL} characters between [ and ]", place)
        return words

    def deeper(self) -> None:
        """Go one parenthesis or sign deeper, or refuse."""
        self.depth += 1
        if self.depth > DEEPEST:
            self.fail(f"parentheses and signs nest at most {DEEPEST} deep", self.at)

    def fail(self, why: str, place: int) -> NoReturn:
        """Refuse the expression because of what stands at this place."""
        raise ExpressionError(why, self.written, place + 1)

    def expected(self, what: str) -> NoReturn:
        """Refuse what stands here."""
        there = self.written[self.at : self.at + 10].split()
        self.fail(f"expected {what}, " + (f"found {there[0]!r}" if there else "and the text ends"), self.at)
