"""include, like and copies: written out, every value at its place, and never more than a file may hold."""

from pathlib import Path

import pytest

from certamen.files import encounter, merge
from certamen.files.problems import FileErrors
from tests.files.common import GOOD, said, with_line

CREW = """\
participants:
  - {id: mara, side: crew, sheet: {constitution: 340}}
  - {id: tomas, side: crew, sheet: {constitution: 420}}
"""


def people(text: str, folder: Path | None = None) -> dict[str, object]:
    found = encounter.read(text, "fight.yaml", folder)
    return {entry.id: (entry.name, entry.sheet.constitution) for entry in found.participants}


def test_copies() -> None:
    text = GOOD.replace("  - id: thug\n", "  - id: thug\n    copies: 3\n")
    assert people(text) == {
        "jack": ("Jack", 400),
        "thug-1": ("Thug 1", 360),
        "thug-2": ("Thug 2", 360),
        "thug-3": ("Thug 3", 360),
    }


def test_like_takes_what_is_not_said() -> None:
    """Mappings are merged, everything else is replaced; name and copies are not handed down; likes may be chained."""
    text = GOOD + (
        "  - {id: boss, like: thug, name: The boss, sheet: {skills: {lore: 3}}}\n"
        "  - {id: twin, like: boss, sheet: {constitution: 500}, copies: 2}\n"
    )
    found = encounter.loads(text)
    assert people(text)["boss"] == ("The boss", 360)
    assert people(text)["twin-2"] == ("Twin 2", 500)
    assert found.participants[3].sheet.skills == {"gun": 2, "lore": 3}
    assert found.participants[4].side == "gang"


def test_include(tmp_path: Path) -> None:
    (tmp_path / "crew.include.yaml").write_text(CREW)
    text = with_line("include: crew.include.yaml")
    assert list(people(text, tmp_path)) == ["mara", "tomas", "jack", "thug"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("missing.yaml", "include: missing.yaml cannot be included"),
        ("../crew.yaml", "'../crew.yaml' is not a file of the same folder (expected: a plain file name)"),
        (".hidden", "'.hidden' is not a file of the same folder"),
        ("/etc/passwd", "'/etc/passwd' is not a file of the same folder"),
        ("list.yaml", "an included file without a list of participants (expected: participants: [...])"),
        ("more.yaml", "more.yaml:2:1: title: an included file holds participants only, not title"),
        ("broken.yaml", "broken.yaml:1:4: a value cannot begin with @"),
    ],
)
def test_what_cannot_be_included(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "list.yaml").write_text("- a\n")
    (tmp_path / "more.yaml").write_text("participants: []\ntitle: x\n")
    (tmp_path / "broken.yaml").write_text("a: @\n")
    with pytest.raises(FileErrors) as caught:
        encounter.read(with_line(f"include: {name}"), "fight.yaml", tmp_path)
    assert message in str(caught.value)


def test_a_text_has_no_folder_to_include_from() -> None:
    assert said(with_line("include: crew.yaml")) == [
        "fight.yaml:3:10: include: a text without a folder cannot include a file"
    ]


def test_faults_of_what_is_included_are_told_at_their_own_place(tmp_path: Path) -> None:
    (tmp_path / "crew.yaml").write_text(CREW.replace("340", "much"))
    with pytest.raises(FileErrors) as caught:
        encounter.read(with_line("include: crew.yaml"), "fight.yaml", tmp_path)
    (one,) = caught.value.problems
    assert (Path(one.file).name, one.line, one.column) == ("crew.yaml", 2, 50)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("  - {id: a, like: nobody}", "participants[2].like: like nobody: there is no participant nobody"),
        ("  - {id: a, like: a}", "participants[2].like: is like itself"),
        ("  - {id: a, like: b}\n  - {id: b, like: a}", "participants[2].like: is like itself"),
    ],
)
def test_like_nobody(line: str, message: str) -> None:
    assert message in said(GOOD + line)[0]


def test_a_long_chain_of_likes() -> None:
    chain = "".join(f"  - {{id: a{k}, like: a{k + 1}}}\n" for k in range(30)) + "  - {id: a30, like: jack}\n"
    assert f"more than {merge.LONGEST_CHAIN} times" in said(GOOD + chain)[0]


SKILLS = ", ".join(f"a{k}: 1" for k in range(300))
LARGE = f"  - {{id: a0, side: crew, sheet: {{skills: {{{SKILLS}}}}}}}\n"


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("".join(f"  - {{id: a{k}, like: jack, copies: 100}}\n" for k in range(6)), "602 participants"),
        ("".join(f"  - {{id: a{k}, side: crew}}\n" for k in range(600)), "602 participants"),
        (LARGE.replace("a0,", "a0, copies: 100,"), "with like and copies written out these hold"),
        (LARGE + "".join(f"  - {{id: a{k}, like: a0}}\n" for k in range(1, 400)), "written out these hold"),
    ],
    ids=["copies", "many", "large copies", "large likes"],
)
def test_too_much_is_refused_before_it_is_written_out(monkeypatch: pytest.MonkeyPatch, more: str, message: str) -> None:
    monkeypatch.setattr(merge, "_copies", lambda one: pytest.fail("it was copied"))
    monkeypatch.setattr(merge, "_merged", lambda base, top: pytest.fail("it was merged"))
    (one,) = said(GOOD + more)
    assert message in one


def test_copies_that_are_no_number_are_told() -> None:
    assert said(GOOD.replace("  - id: thug", "  - id: thug\n    copies: many")) == [
        'fight.yaml:9:13: participants[1].copies: "many" will not do (expected: a whole number)'
    ]
    assert "at most 100" in said(GOOD.replace("  - id: thug", "  - id: thug\n    copies: 101"))[0]
