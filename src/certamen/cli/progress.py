"""How far long work has come, on the terminal's error output and only there."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

Progress = Callable[[str, float], None]


@contextmanager
def shown() -> Iterator[Progress]:
    """Show what is done at present and the share of it done (0 to 1), on one line that is wiped at the end."""
    last = ""

    def show(what: str, share: float) -> None:
        nonlocal last
        line = f"{what} {share:4.0%}"
        if line != last and sys.stderr.isatty():
            click.echo(f"\r{line}\x1b[K", nl=False, err=True)
            last = line

    try:
        yield show
    finally:
        if last:
            click.echo("\r\x1b[K", nl=False, err=True)
