"""Good files made bad: bytes flipped, lines dropped, doubled and swapped, values replaced, keys renamed."""

import re
from collections.abc import Callable
from functools import partial

from hypothesis import strategies as st

Change = Callable[[bytes, int, int], bytes]
Changes = list[tuple[Change, int, int]]

HOSTILE = (
    "null", "~", "true", "-1", "0", "999999999999999999999", "1e9", "-0.5", ".inf", "[]", "{}", "''", '"\\0"', "'x'",
    "[1, [2, [3]]]", "{a: {b: c}}", "&a x", "*a", "!!python/object:os.system x", "|", ">-", "? x", "- - -", "@", "`",
    "\u202e", "\ud7ff", "İ", "a" * 400, "jack", "gm", "1d6", "d0:0", "2026-01-01", "0x10", "1_000", "no", ": :", "#",
)  # fmt: skip
_VALUE = re.compile(rb"(?<=: )[^,\n{}\[\]]+|(?<=- )[^,\n{}\[\]:]+")
_KEY = re.compile(rb"[A-Za-z_-]+(?=:)")


def _flip(data: bytes, at: int, with_: int) -> bytes:
    at %= len(data)
    return data[:at] + bytes((data[at] ^ (with_ % 255 + 1),)) + data[at + 1 :]


def _drop(data: bytes, at: int, with_: int) -> bytes:
    lines = data.split(b"\n")
    del lines[at % len(lines)]
    return b"\n".join(lines)


def _double(data: bytes, at: int, with_: int) -> bytes:
    lines = data.split(b"\n")
    at %= len(lines)
    return b"\n".join([*lines[: at + 1], *lines[at:]])


def _swap(data: bytes, at: int, with_: int) -> bytes:
    lines = data.split(b"\n")
    one, other = at % len(lines), with_ % len(lines)
    lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def _cut(data: bytes, at: int, with_: int) -> bytes:
    return data[: at % len(data)]


def _replaced(pattern: re.Pattern[bytes], data: bytes, at: int, with_: int) -> bytes:
    found = list(pattern.finditer(data))
    if not found:
        return data
    one = found[at % len(found)]
    return data[: one.start()] + HOSTILE[with_ % len(HOSTILE)].encode() + data[one.end() :]


CHANGES: tuple[Change, ...] = (
    *(_flip, _drop, _double, _swap, _cut),
    *[partial(_replaced, _VALUE)] * 3,
    partial(_replaced, _KEY),
)

changes: st.SearchStrategy[Changes] = st.lists(
    st.tuples(st.sampled_from(CHANGES), st.integers(0, 1 << 20), st.integers(0, 1 << 20)), min_size=1, max_size=3
)


def changed(data: bytes, by: Changes) -> bytes:
    """The data after each change."""
    for change, at, with_ in by:
        data = change(data or b"\n", at, with_)
    return data
