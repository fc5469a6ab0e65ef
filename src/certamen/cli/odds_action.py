"""The odds of an act in a contest, at the command line."""

from pathlib import Path

from certamen.kernel.errors import CertamenError


def show_action(
    file: Path, words: str, reactions: str, estimate: int | None, seed: int, *, as_json: bool, svg: Path | None
) -> None:
    """Raises CertamenError."""
    del file, words, reactions, estimate, seed, as_json, svg
    raise CertamenError("the odds of an act cannot be had yet")
