"""Where the example encounters are: beside the package when it is installed, in the checkout otherwise."""

from pathlib import Path


def examples() -> Path:
    """The folder of the examples, one folder a ruleset in it."""
    inside = Path(__file__).resolve().parent.parent / "examples"
    return inside if inside.is_dir() else Path(__file__).resolve().parents[3] / "examples"
