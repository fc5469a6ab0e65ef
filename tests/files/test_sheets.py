"""Sheets written back: the next evening begins where this one ended."""

from pathlib import Path

import pytest

from certamen.dice import Seeded
from certamen.files import encounter
from certamen.files.sheets import sheets_yaml
from certamen.files.tree import parse, plain
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter
from certamen.kernel.run import run
from certamen.rulesets import find, names
from tests.conformance.examples import ENCOUNTERS
from tests.files.common import GOOD

NEXT = """\
certamen: 1
ruleset: starcluster
include: evening.include.yaml
participants:
  - {id: boss, side: gang, sheet: {constitution: 500, skills: {gun: 3}}}
"""


def evening(tmp_path: Path, contest: Contest) -> Encounter:
    (tmp_path / "evening.include.yaml").write_text(sheets_yaml(contest), encoding="utf-8")
    return encounter.read(NEXT, "next.yaml", tmp_path)


def fight(text: str = GOOD) -> Contest:
    one = encounter.loads(text)
    return Contest(find(one.ruleset), one, Seeded(1))


def test_wounds_are_taken_along(tmp_path: Path) -> None:
    contest = fight()
    contest.overrule("set", path="thug.constitution", value=300)
    again = evening(tmp_path, contest)
    assert [(entry.id, entry.sheet.wounds) for entry in again.participants] == [("jack", 0), ("thug", 60), ("boss", 0)]
    assert run(Contest(find("starcluster"), again, Seeded(1))).ended


def test_names_sides_players_and_policies_are_kept(tmp_path: Path) -> None:
    text = GOOD.replace("id: jack\n", 'id: jack\n    name: "no: 1"\n    player: Peter\n    policy: clever\n')
    jack = evening(tmp_path, fight(text)).participants[0]
    assert (jack.name, jack.side, jack.player, jack.policy) == ("no: 1", "crew", "Peter", "clever")


def test_who_cannot_take_part_stands_there_as_a_comment(tmp_path: Path) -> None:
    contest = fight()
    contest.overrule("status", who="thug", status="dead")
    text = sheets_yaml(contest)
    assert "# left out, dead:\n#   - id: thug\n" in text
    assert [entry.id for entry in evening(tmp_path, contest).participants] == ["jack", "boss"]


def test_where_nobody_is_left() -> None:
    contest = fight()
    contest.overrule("status", who="thug", status="dead")
    contest.overrule("status", who="jack", status="dead")
    assert plain(parse(sheets_yaml(contest), "f").root) == {"participants": []}


@pytest.mark.parametrize("ruleset", names())
def test_each_ruleset_reads_back_what_it_writes(ruleset: str, tmp_path: Path) -> None:
    """After two rounds of each of its examples: those who can go on are read as they were written."""
    for path in ENCOUNTERS:
        if path.parent.name != ruleset:
            continue
        one = encounter.load(path)
        contest = Contest(find(ruleset), one, Seeded(2))
        run(contest, max_rounds=2)
        text = sheets_yaml(contest)
        file = tmp_path / "evening.include.yaml"
        file.write_text(text, encoding="utf-8")
        encounter.check_included(file)
        after = text.replace("participants:", f"certamen: 1\nruleset: {ruleset}\nparticipants:")
        read = encounter.open_tree(after, "f", None)
        assert read[1] == ()
