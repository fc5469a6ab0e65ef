"""Print the table of the benches (`python -m bench [NAME ...]`: of those named). Status 1: a ratio missed its mark."""

import importlib
import pkgutil
import sys
from collections.abc import Iterator

import bench

YARDSTICKS = ("naive",)  # what others are measured against


def rows(names: list[str]) -> Iterator[bench.Row]:
    """Run the benches of these names, one after the other."""
    for name in names:
        yield from importlib.import_module(f"bench.{name}").rows()


def main(wanted: list[str]) -> int:
    """Print each row as it comes; give the exit status."""
    modules = [module.name for module in pkgutil.iter_modules(bench.__path__)]
    known = [name for name in modules if not name.startswith("_") and name not in YARDSTICKS]
    if unknown := [name for name in wanted if name not in known]:
        print(f"no bench named {', '.join(unknown)}; there are: {', '.join(known)}", file=sys.stderr)
        return 2
    print(f"{'what':64} {'ratio':>9}  {'target':>9}")
    missed = 0
    for row in rows(wanted or known):
        print(f"{row.name:64} {row.ratio:9.2f}  {row.target:>9}  {'ok' if row.ok else 'MISSED'}", flush=True)
        missed += not row.ok
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
