"""The pages as they are built: small, in files of their own, nothing inline, nothing from elsewhere."""

import gzip
import re
from pathlib import Path

PAGES = Path("src/certamen/web/pages")
MOST = 120_000  # bytes, compressed


def test_the_pages_are_small() -> None:
    """All of them together, compressed, are no more than is promised."""
    files = [file for file in PAGES.rglob("*") if file.suffix in (".html", ".js", ".css", ".svg")]
    assert len(files) > 3
    assert sum(len(gzip.compress(file.read_bytes(), 6)) for file in files) <= MOST


def test_nothing_is_inline_or_from_elsewhere() -> None:
    """The one page holds no script and no style, and names no other host; so `default-src 'self'` holds."""
    page = (PAGES / "index.html").read_text(encoding="utf-8")
    assert re.findall(r"<script(?![^>]* src=)|<style|style=|\son\w+=|https?://|javascript:", page) == []
    for file in PAGES.rglob("*.css"):
        assert re.findall(r"url\(\s*['\"]?(?:https?:)?//|@import", file.read_text(encoding="utf-8")) == []
