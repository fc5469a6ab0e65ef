"""Reading a text file: size before reading, UTF-8, no NUL."""

import re
from io import BytesIO
from pathlib import Path

from certamen.files.problems import refuse

MOST_BYTES = 1024 * 1024
JOURNAL = b'{"certamen":"journal"'
"""How every journal begins."""
LONGEST_HEADER = 8 * 1024 * 1024


def read_text(path: Path, most: int = MOST_BYTES) -> str:
    """The file's text. Raises FileErrors when it is missing, no file, too large, or not UTF-8 text."""
    name = str(path)
    try:
        if path.is_dir():
            raise refuse(name, "this is a folder, not a file")
        if path.exists() and not path.is_file():
            raise refuse(name, "this is no ordinary file")
        size = path.stat().st_size
        if size > most:
            raise refuse(name, f"{size:,} bytes is more than such a file may have", expected=f"at most {most:,} bytes")
        with path.open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise refuse(name, f"cannot be read: {error.strerror}") from None
    except ValueError:
        raise refuse(repr(name), "this is no file name") from None
    return decode(data, name)


def is_journal(path: Path) -> bool:
    """Whether a file begins like a journal."""
    try:
        with path.open("rb") if path.is_file() else BytesIO() as file:
            return file.read(len(JOURNAL)) == JOURNAL
    except (OSError, ValueError):
        return False


def check_journal(path: Path) -> None:
    """Raises FileErrors for what is no journal at all, from its first line, before more of it is read or loaded."""
    try:
        with path.open("rb") if path.is_file() else BytesIO(JOURNAL) as file:  # the reading says what else it may be
            first = file.readline(LONGEST_HEADER + 1)
    except (OSError, ValueError):
        return
    name = str(path)
    if not first.startswith(JOURNAL):
        raise refuse(name, "this is no journal", 1, 1, "a file that certamen play or run --journal wrote")
    if len(first) > LONGEST_HEADER:
        raise refuse(name, "the first line is longer than that of a journal may be", 1, 1)


def decode(data: bytes, name: str) -> str:
    """Bytes as text. Raises FileErrors for another encoding than UTF-8, and for NUL and its like."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise refuse(name, "this is UTF-16 text", 1, 1, "UTF-8 text")
    try:
        text = data.removeprefix(b"\xef\xbb\xbf").decode()
    except UnicodeDecodeError as error:
        line, column = _position(data[: error.start].decode(errors="replace"))
        raise refuse(name, f"byte {data[error.start]:#04x} is not UTF-8 text", line, column, "UTF-8 text") from None
    if found := _NO_TEXT.search(text):
        line, column = _position(text[: found.start()])
        what = "a NUL character: this is not text" if found[0] == "\0" else f"the character U+{ord(found[0]):04X}"
        raise refuse(name, what, line, column, "UTF-8 text")
    return text


_NO_TEXT = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]")


def _position(before: str) -> tuple[int, int]:
    """Line and column, from 1, of what stands behind this text."""
    return before.count("\n") + 1, len(before) - before.rfind("\n")
