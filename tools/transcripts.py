"""Write the golden transcript of every example: how it plays with seed 1, policies deciding."""

import sys
from pathlib import Path

from certamen.dice import Seeded
from certamen.files.encounter import load
from certamen.files.examples import examples
from certamen.kernel.contest import Contest
from certamen.kernel.report import markdown
from certamen.kernel.run import run
from certamen.rulesets import find


def transcript_path(path: Path) -> Path:
    """Where the transcript of an example stands."""
    return path.with_name(path.name.removesuffix(".yaml") + ".transcript.md")


def transcript(path: Path) -> str:
    """How an example plays with seed 1, as Markdown."""
    encounter = load(path)
    contest = Contest(find(encounter.ruleset), encounter, Seeded(1))
    outcome = run(contest)
    return markdown(contest, outcome)


def main(folders: list[str]) -> None:
    """Write the transcripts of all examples, or of those of some rulesets."""
    for path in sorted(examples().glob("*/*.yaml")):
        if not path.name.endswith((".scenario.yaml", ".include.yaml")) and (not folders or path.parent.name in folders):
            transcript_path(path).write_text(transcript(path), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
