"""Draw the picture in the README: the end of the demo as a terminal shows it, as SVG."""

import io
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

FIRST, LINES = "Round 1", 34


def terminal_output() -> str:
    """What `certamen demo` writes to a terminal 96 columns wide."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", "from certamen.cli import main; main()", "demo", "--pause", "0"]
    environment = {**os.environ, "COLUMNS": "96", "TERM": "xterm-256color"}
    pieces = []
    with subprocess.Popen(command, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:
                break
            if not piece:
                break
            pieces.append(piece)
        process.wait()
    return b"".join(pieces).decode().replace("\r\n", "\n")


def main(path: Path) -> None:
    """Write the picture."""
    text = terminal_output()
    lines = text.splitlines()
    start = next(k for k, line in enumerate(lines) if FIRST in line)
    console = Console(record=True, width=100, file=io.StringIO(), force_terminal=True)
    console.print(Text.from_ansi("\n".join(["$ make play", *lines[:2], "", *lines[start : start + LINES]])))
    svg = console.export_svg(title="certamen")
    svg = re.sub(r"@font-face \{.*?\}|<!--.*?-->", "", svg, flags=re.DOTALL)
    path.write_text("\n".join(line.rstrip() for line in svg.splitlines() if line.strip()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
