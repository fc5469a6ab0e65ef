"""Bytes become text, or are refused before much of them is read."""

import os
from pathlib import Path

import pytest

from certamen.files import text
from certamen.files.problems import FileErrors
from certamen.files.text import MOST_BYTES, decode, read_text


def refusal(data: bytes) -> str:
    with pytest.raises(FileErrors) as caught:
        decode(data, "f")
    return str(caught.value)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("größe: 1".encode("utf-16"), "f:1:1: this is UTF-16 text (expected: UTF-8 text)"),
        ("a: 1".encode("utf-16-be"), "f:1:1: a NUL character: this is not text (expected: UTF-8 text)"),
        ("ä\na: grüße".encode("latin-1"), "f:1:1: byte 0xe4 is not UTF-8 text (expected: UTF-8 text)"),
        ("ä\nö: ".encode() + b"\xe4", "f:2:4: byte 0xe4 is not UTF-8 text (expected: UTF-8 text)"),
        (b"a: 1\nb: \0", "f:2:4: a NUL character: this is not text (expected: UTF-8 text)"),
        (b"a: \x07", "f:1:4: the character U+0007 (expected: UTF-8 text)"),
        ("a: \x9b1m".encode(), "f:1:4: the character U+009B (expected: UTF-8 text)"),
    ],
)
def test_what_is_no_text(data: bytes, message: str) -> None:
    assert refusal(data) == message


def test_a_mark_at_the_start_is_left_out() -> None:
    assert decode(b"\xef\xbb\xbfa: 1\n", "f") == "a: 1\n"


def test_only_what_may_be_read_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of 100 MB is refused by its size; not a byte of it is read."""
    big = tmp_path / "big.yaml"
    with big.open("wb") as file:
        file.truncate(100 * 1024 * 1024)
    monkeypatch.setattr(text, "decode", lambda data, name: pytest.fail(f"{len(data)} bytes were read"))
    monkeypatch.setattr(Path, "open", lambda *_: pytest.fail("it was opened"))
    with pytest.raises(FileErrors, match=rf"104,857,600 bytes .* at most {MOST_BYTES:,}"):
        read_text(big)


def test_what_grows_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No more than the limit is read, whatever the size was said to be."""
    file = tmp_path / "grows"
    file.write_bytes(b"a" * 50)
    sizes: list[int] = []

    def decoded(data: bytes, name: str) -> str:
        sizes.append(len(data))
        return name

    monkeypatch.setattr(text, "decode", decoded)
    read_text(file, most=50)
    assert sizes == [50]


@pytest.mark.parametrize("kind", ["folder", "fifo", "device", "missing", "long"])
def test_what_is_no_file(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "x"
    if kind == "folder":
        path.mkdir()
    elif kind == "fifo":
        os.mkfifo(path)
    elif kind == "device":
        path = Path("/dev/zero")
    elif kind == "long":
        path = tmp_path / ("x" * 300)
    with pytest.raises(FileErrors) as caught:
        read_text(path)
    wanted = {
        "folder": "this is a folder, not a file",
        "fifo": "this is no ordinary file",
        "device": "this is no ordinary file",
        "missing": "cannot be read: No such file or directory",
        "long": "cannot be read: File name too long",
    }
    assert str(caught.value) == f"{path}: {wanted[kind]}"


def test_a_name_that_is_none() -> None:
    with pytest.raises(FileErrors, match="this is no file name"):
        read_text(Path("a\0b"))
