"""Pictures as far as a table must know them: PNG, JPEG or WebP, and how many pixels, from their first bytes alone."""

from typing import Literal, NamedTuple

from certamen.kernel.errors import CertamenError

PictureKind = Literal["png", "jpeg", "webp"]
MOST_BYTES = 30 * 1024 * 1024
MOST_ACROSS = 20_000
MOST_PIXELS = 150_000_000
WANTED = "a PNG, JPEG or WebP picture"


class NoPicture(CertamenError):
    """Bytes that will not do as a picture; the text says why."""


class Picture(NamedTuple):
    """What kind of picture it is, and its size in pixels."""

    kind: PictureKind
    width: int
    height: int


def picture_of(data: bytes) -> Picture:
    r"""The kind and size of a picture; it is not decoded. Raises NoPicture for what is none, or is too large.

    >>> picture_of(b"\x89PNG\r\n\x1a\n" + bytes([0, 0, 0, 13]) + b"IHDR" + bytes([0, 0, 1, 0, 0, 0, 0, 64]))
    Picture(kind='png', width=256, height=64)
    """
    if len(data) > MOST_BYTES:
        raise NoPicture(f"a picture of {len(data):,} bytes; at most {MOST_BYTES:,} are taken")
    found = _png(data) or _jpeg(data) or _webp(data)
    if found is None:
        raise NoPicture(f"this is not {WANTED}")
    if not (0 < found.width <= MOST_ACROSS and 0 < found.height <= MOST_ACROSS):
        raise NoPicture(f"a picture of {found.width} by {found.height} pixels; at most {MOST_ACROSS:,} either way")
    if found.width * found.height > MOST_PIXELS:
        raise NoPicture(f"a picture of {found.width} by {found.height} pixels; at most {MOST_PIXELS:,} in all")
    return found


def _big(data: bytes, at: int, count: int) -> int:
    return int.from_bytes(data[at : at + count], "big")


def _little(data: bytes, at: int, count: int) -> int:
    return int.from_bytes(data[at : at + count], "little")


def _png(data: bytes) -> Picture | None:
    if not data.startswith(b"\x89PNG\r\n\x1a\n") or data[12:16] != b"IHDR" or len(data) < 24:
        return None
    return Picture("png", _big(data, 16, 4), _big(data, 20, 4))


def _jpeg(data: bytes) -> Picture | None:
    """The first frame header (SOF) holds the size; what comes before it is passed over by its length."""
    if not data.startswith(b"\xff\xd8\xff"):
        return None
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return Picture("jpeg", _big(data, at + 7, 2), _big(data, at + 5, 2))
        if marker == 0xFF:  # padding
            at += 1
            continue
        if marker == 0x01 or 0xD0 <= marker <= 0xD9:  # nothing follows these
            at += 2
            continue
        at += 2 + max(2, _big(data, at + 2, 2))
    return None


def _webp(data: bytes) -> Picture | None:
    if data[:4] != b"RIFF" or data[8:12] != b"WEBP" or len(data) < 30:
        return None
    if data[12:16] == b"VP8X":
        return Picture("webp", 1 + _little(data, 24, 3), 1 + _little(data, 27, 3))
    if data[12:16] == b"VP8L" and data[20] == 0x2F:
        bits = _little(data, 21, 4)
        return Picture("webp", 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF))
    if data[12:16] == b"VP8 " and data[23:26] == b"\x9d\x01\x2a":
        return Picture("webp", _little(data, 26, 2) & 0x3FFF, _little(data, 28, 2) & 0x3FFF)
    return None
