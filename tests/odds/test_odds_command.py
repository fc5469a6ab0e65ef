"""certamen odds: dice, questions, acts; text, JSON, SVG; and one clear message for what cannot be."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from certamen.rulesets import names
from tests.cli.common import ALLEY, certamen, process

ACT = "jack attack bad-guy with revolver"
DUEL = ALLEY.parent.parent / "starslinger" / "duel.yaml"


def test_dice() -> None:
    done = certamen("odds", "dice", "2d6", "+", "1")
    assert done.status == 0
    assert done.out.splitlines()[0] == "2d6+1: 3 to 13, mean 8"
    assert done.out == certamen("roll", "2d6+1", "--odds").out


def test_dice_as_json() -> None:
    data = json.loads(certamen("odds", "dice", "4d6kh3", "--json").out)
    assert data["denominator"] == 1296


def test_what_can_be_asked_is_listed() -> None:
    out = certamen("odds", "samsara").out
    assert "samsara contest  a contest roll" in out
    assert "rating=  effect rating: a whole number from 1 to 5; 1 if left out" in out


def test_a_question() -> None:
    """SAM: net +3 with rating 1: 9 of 12 go to the other side."""
    out = certamen("odds", "samsara", "contest", "net=+3").out
    assert "given: net 3\nassumed: rating 1, " in out
    lines = out.splitlines()
    assert lines[lines.index("success") + 2].split()[:2] == ["yes", "75%"]
    assert certamen("odds", "samsara", "net=+3").out == out


def test_a_question_as_json() -> None:
    data = json.loads(certamen("odds", "samsara", "contest", "net=3", "--json").out)
    assert data["answers"]["success"] == [{"value": "no", "chance": [1, 4]}, {"value": "yes", "chance": [3, 4]}]
    assert data["values"]["rating"] == 1
    assert "rating" in data["assumed"]
    assert "net" not in data["assumed"]


def test_an_act() -> None:
    out = certamen("odds", ALLEY, "--action", ACT).out
    assert out.splitlines()[0] == "Jack Kelly: attack bad-guy with revolver"
    assert "\n hit  64%" in out
    assert "Bad guy: constitution" in out
    assert out.splitlines()[-1] == "exact: 3 different ways for the dice to fall"


def test_what_goes_on_without_end_is_told_in_plain_words() -> None:
    """SLG-20: rows that do not fit are rolled again; titles name whom it befell, without the marks of a program."""
    out = certamen("odds", DUEL, "--action", "marisol attack dutch with revolver").out
    assert "left out are < 0.01% of all rolls, where dice go on being rolled again" in " ".join(out.split())
    assert "critical effect on Dutch Okafor: effect" in out
    assert "_" not in out


def test_an_act_as_json() -> None:
    data = json.loads(certamen("odds", ALLEY, "--action", ACT, "--json").out)
    [answer] = data["answers"]
    assert answer["results"]["attack on bad-guy: result"][0] == {"value": "hit", "chance": [16, 25]}
    assert answer["cut"] == [0, 1]


def test_an_estimate_of_an_act() -> None:
    done = certamen("odds", ALLEY, "--action", ACT, "--estimate", "200", "--seed", "3")
    assert done.out.splitlines()[-1] == "an estimate from 200 trials, 95% intervals; seed 3"
    assert "% to " in done.out
    data = json.loads(certamen("odds", ALLEY, "--action", ACT, "--estimate", "200", "--json").out)
    hit = data["answers"][0]["results"]["attack on bad-guy: result"][0]
    assert hit["share"][1] < hit["share"][0] == hit["count"] / 200 < hit["share"][2]


@pytest.mark.parametrize(
    "arguments",
    [
        ("dice", "4d6kh3"),
        ("samsara", "contest", "net=3"),
        (ALLEY, "--action", ACT),
        (ALLEY, "--action", ACT, "--estimate", "50"),
    ],
)
def test_svg(arguments: tuple[str | Path, ...], tmp_path: Path) -> None:
    file = tmp_path / "odds.svg"
    assert certamen("odds", *arguments, "--svg", file).status == 0
    root = ElementTree.fromstring(file.read_text(encoding="utf-8"))
    assert root.get("role") == "img"
    assert root.findtext("{http://www.w3.org/2000/svg}desc")


@pytest.mark.parametrize(
    "arguments", [("odds", "dice", "4d6kh3"), ("odds", "samsara"), ("odds", ALLEY, "--action", ACT), ("duel", DUEL)]
)
def test_a_picture_that_cannot_be_written_is_told_before_the_work(arguments: tuple[str | Path, ...]) -> None:
    done = certamen(*arguments, "--svg", "/no/such/folder/x.svg")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("/no/such/folder/x.svg: cannot be written: there is no folder /no/such/folder")


def test_a_journal_is_taken_as_it_stands(tmp_path: Path) -> None:
    journal = tmp_path / "a.journal"
    assert certamen("run", ALLEY, "--seed", "3", "--max-rounds", "1", "--journal", journal).status == 0
    out = certamen("odds", journal, "--action", "jack pass")
    assert (out.status, out.err) in ((0, ""), (2, out.err))
    assert out.out or "jack is not asked for anything now" in out.err or "there is no pass" in out.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "Missing argument"),
        (("dice",), "say which dice"),
        (("dice", "1d6+"), "column"),
        (("dice", "1000d10000"), "would have more than"),
        (("chess",), "there is no ruleset 'chess'"),
        (("samzara",), "did you mean samsara?"),
        (("samsara", "fight"), "samsara has no question 'fight': contest, attempt, simple"),
        (("samsara", "nett=3"), "contest has no key 'nett'; did you mean net?"),
        (("samsara", "net=9999999"), "net cannot be 9999999: a whole number from -1000 to 1000"),
        (("samsara", "net=" + "9" * 5000), "net cannot be '999"),
        (("samsara", "net=x"), "net cannot be 'x'"),
        (("samsara", "net=1", "net=2"), "net is given twice"),
        (("samsara", "contest", "3"), "'3' is not key=value; the keys are net"),
        (("fight.yaml",), 'of a file the odds of an act can be had: certamen odds fight.yaml --action "..."'),
        (("nothing.yaml", "--action", "jack pass"), "nothing.yaml: cannot be read"),
        ((ALLEY, "more", "--action", "jack pass"), "an act stands in --action"),
        ((ALLEY, "--action", ""), "say who acts first"),
        ((ALLEY, "--action", "bob pass"), "there is no participant 'bob': jack, heather, bad-guy"),
        ((ALLEY, "--action", "jack"), "say what to do: attack"),
        ((ALLEY, "--action", "jack fly"), "there is no fly now"),
        ((ALLEY, "--action", "jack attack bad-guy with sword"), "there is no weapon sword"),
        ((ALLEY, "--action", ACT, "--reactions", "smart"), "--reactions is none, each, or a policy: plain, clever"),
        ((ALLEY, "--action", ACT, "--reactions", "each", "--estimate", "5"), "each reaction is looked at exactly"),
        ((ALLEY, "--action", ACT, "--estimate", "0"), "0 is not in the range"),
        (("samsara", "--reactions", "each"), "--reactions, --estimate and --seed go with --action"),
        (("dice", "2d6", "--seed", "4"), "--reactions, --estimate and --seed go with --action"),
        (("samsara", "--action", "jack pass"), "--action is an act in an encounter file; samsara is no file"),
        (("samsara", "net=1", "--svg", "/no/such/folder/x.svg"), "/no/such/folder/x.svg: cannot be written"),
    ],
)
def test_what_is_refused(arguments: tuple[str | Path, ...], message: str) -> None:
    done = certamen("odds", *arguments)
    assert (done.status, done.out) == (2, "")
    assert message in done.err
    assert len(done.err) < 700


@pytest.mark.parametrize("ruleset", names())
def test_every_ruleset_answers(ruleset: str) -> None:
    done = certamen("odds", ruleset)
    assert done.status == 0
    assert done.out.startswith(f"{ruleset} ")


def test_it_starts_without_what_it_does_not_need() -> None:
    """Plain odds import neither numpy nor a file reader nor a schema library."""
    import subprocess
    import sys

    code = (
        "import sys; sys.argv = ['certamen', 'odds', 'dice', '2d6']\n"
        "from certamen.cli import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print(sorted({'numpy', 'numba', 'pydantic', 'yaml', 'certamen.kernel'} & set(sys.modules)))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "[]"


def test_as_a_process() -> None:
    assert process("odds", "dice", "1d6").stdout.startswith("1d6: 1 to 6, mean 3.5\n")
