"""Reading a text file: size before reading, UTF-8, no NUL."""

from pathlib import Path

from certamen.files.problems import refuse

MOST_BYTES = 1024 * 1024


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


def decode(data: bytes, name: str) -> str:
    """Bytes as text. Raises FileErrors for another encoding than UTF-8 and for NUL."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise refuse(name, "this is UTF-16 text", 1, 1, "UTF-8 text")
    try:
        text = data.removeprefix(b"\xef\xbb\xbf").decode()
    except UnicodeDecodeError as error:
        line, column = _position(data, error.start)
        raise refuse(name, f"byte {data[error.start]:#04x} is not UTF-8 text", line, column, "UTF-8 text") from None
    if "\0" in text:
        line, column = _position(data, data.index(b"\0"))
        raise refuse(name, "a NUL character: this is not text", line, column, "UTF-8 text")
    return text


def _position(data: bytes, at: int) -> tuple[int, int]:
    before = data[:at]
    return before.count(b"\n") + 1, at - (before.rfind(b"\n") + 1) + 1
