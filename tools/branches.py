"""Say which share of the branches of dice, kernel and each ruleset the tests took; below 95% the status is 1."""

import json
import sys
from collections import Counter
from pathlib import Path

LEAST = 95
MEASURED = ("dice", "kernel", "rulesets")
COMPILED = "loop"  # files so named run compiled, where no tracer sees them; parity with the contest holds them


def part(path: str) -> str | None:
    """Name the part of the house that a file belongs to: `dice`, `rulesets/striker` ...; None for one not measured."""
    _, _, inside = path.partition("src/certamen/")
    *folders, file = inside.split("/")
    if not folders or folders[0] not in MEASURED or (folders[0] == "rulesets" and file.startswith(COMPILED)):
        return None
    return "/".join(folders[:2]) if folders[0] == "rulesets" else folders[0]


def main(report: str) -> int:
    """Print a row for each part and the branches that no test takes; give the exit status."""
    branches: Counter[str] = Counter()
    taken: Counter[str] = Counter()
    missed: dict[str, list[str]] = {}
    for path, measured in json.loads(Path(report).read_text(encoding="utf-8"))["files"].items():
        name = part(path)
        if name is None:
            continue
        branches[name] += measured["summary"]["num_branches"]
        taken[name] += measured["summary"]["covered_branches"]
        missed.setdefault(name, []).extend(f"{path}:{line}->{to}" for line, to in measured["missing_branches"])
    status = 0
    for name in sorted(branches):
        share = 100 * taken[name] / branches[name] if branches[name] else 100.0
        print(f"branches {name:24} {taken[name]:5} of {branches[name]:5}  {share:5.1f}%")
        if share < LEAST:
            status = 1
            print(f"  fewer than {LEAST}%; not taken: " + " ".join(missed[name][:40]))
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
