"""Bad input is refused at once: time and memory beyond the interpreter's own, each against 200 ms and 100 MB.

What is looked at by types is measured beyond a good file, for which the same types are loaded.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench import Row, at_most
from bench._process import CERTAMEN, cost

SECONDS = 0.2
BYTES = 100 * 1024 * 1024
HEAD = "certamen: 1\nruleset: starcluster\n"


def files(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """What is bad, and the command it is given to."""
    made = {
        "100 MB": None,
        "billion laughs": "a: &a [x, x]\n" + "".join(f"a{k}: &a{k} [*a, *a]\n" for k in range(1_000)),
        "depth 1,000": "[" * 1_000 + "]" * 1_000,
        "500,000 values": "[" + "1," * 500_000 + "]",
        "1 MB of brackets": "[" * 1_000_000,
        "2,400 unknown keys": HEAD + "".join(f"x{k}: 1\n" for k in range(2_400)),
        "2,400 double keys": HEAD + "a: 1\n" * 2_400,
        "likes and copies": HEAD + "participants:\n" + "".join(
            f"  - {{id: a{k}, like: a{k + 1}, copies: 100}}\n" for k in range(1_000)
        ),
        "500 empty sheets": HEAD + "participants:\n" + "".join(f"  - {{id: a{k}, side: b}}\n" for k in range(500)),
    }  # fmt: skip
    for name, text in made.items():
        file = folder / f"{name.replace(' ', '-')}.yaml"
        if text is None:
            with file.open("wb") as stream:
                stream.truncate(BYTES)
        else:
            file.write_text(text, encoding="utf-8")
        yield f"run: {name}", ["run", str(file)]
    big = str(folder / "100-MB.yaml")
    (folder / "journal").write_bytes(b'{"certamen":"journal","x":' + b"[" * 7_000_000)
    (folder / "tape").write_text("d6:3 " * 13_000 + "d6:7", encoding="utf-8")
    (folder / "skill").write_text("Category: x\nUsage: a(act) -> chk= " + "(" * 900_000, encoding="utf-8")
    yield "run: /dev/zero", ["run", "/dev/zero"]
    yield "play: 100 MB", ["play", big]
    yield "replay: 100 MB that is no journal", ["replay", big]
    yield "replay: a journal's line without end", ["replay", str(folder / "journal")]
    yield "run: a tape with an impossible face at its end", ["run", str(alley()), "--dice", str(folder / "tape")]
    yield "notation: 100 MB", ["notation", big]
    yield "notation: 900,000 brackets", ["notation", str(folder / "skill")]
    yield "roll: 1001 dice", ["roll", "1001d6"]
    yield "roll: odds beyond the limit", ["roll", "1000d10000", "--odds"]


TYPED = ("2,400 unknown keys", "500 empty sheets")


def alley() -> Path:
    """An encounter that is right."""
    from certamen.files.examples import examples

    return examples() / "starcluster" / "alley.yaml"


def rows() -> Iterator[Row]:
    """Two rows for each: its time and its memory over what it may take."""
    with tempfile.TemporaryDirectory() as folder:
        bare = cost(["-c", "pass"], 0)
        good = cost([*CERTAMEN, "check", str(alley())], 0)
        for name, arguments in files(Path(folder)):
            own, beyond = (good, " beyond a good file") if name.endswith(TYPED) else (bare, "")
            bad = cost([*CERTAMEN, *arguments], 2)
            yield at_most(f"{name}: time{beyond}", (bad.seconds - own.seconds) / SECONDS, 1)
            yield at_most(f"{name}: memory{beyond}", (bad.memory - own.memory) / BYTES, 1)
