"""Charts written to an SVG file."""

from pathlib import Path

from certamen.charts import Chart, svg
from certamen.files.problems import refuse


def write_svg(path: Path, *charts: Chart, title: str = "") -> None:
    """Write the charts to a file, in place of one that is there. Raises FileErrors where it cannot be written."""
    try:
        path.write_text(svg(*charts, title=title), encoding="utf-8")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", "") or "this is no file name"
        raise refuse(str(path), f"cannot be written: {why}", expected="the name of an SVG file") from None
