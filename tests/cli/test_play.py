"""certamen play: what a person types and what comes of it; the journal goes on where it stopped."""

from pathlib import Path

import pytest

from certamen.cli.fill import fill
from certamen.dice import Seeded
from certamen.files.encounter import load
from certamen.files.examples import examples
from certamen.files.journals import read_journal
from certamen.kernel.action import Choice, Number, Offer, Option, Places, Words
from certamen.kernel.contest import Contest
from certamen.kernel.words import WordsError
from certamen.rulesets import find
from tests.cli.common import ALLEY, Ran, certamen, play


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "fight.journal"


def answers(done: Ran) -> list[str]:
    """What followed each prompt."""
    return done.out.split("> ")[1:]


def test_what_a_newcomer_sees(journal: Path) -> None:
    done = play(journal)
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines() == [
        f"journal: {journal}",
        "The alley",
        "StarCluster 2; dice: seed 3",
        "",
        "Round 1",
        "   2  Jack Kelly rolls a base initiative of 96.",
        "          base initiative 96 [SC2-2]",
        "   3  Heather Lee rolls a base initiative of 12.",
        "          base initiative 12 [SC2-2]",
        "   4  Bad guy rolls a base initiative of 99.",
        "          base initiative 99 [SC2-2]",
        "",
        "Order: Heather Lee  Jack Kelly  Bad guy",
        "  Jack Kelly (travellers): unhurt; constitution 400, initiative 96",
        "  Heather Lee (travellers): unhurt; constitution 380, initiative 12",
        "  Bad guy (gang): unhurt; initiative 99",
        "Jack Kelly: your initiative may be moved (default: keep)",
        "   1  sooner points:1..95 quality:0..points",
        "   2  later points:1..100 quality:0..points",
        "   3  keep",
        "> ",
        f"the journal is kept; certamen play {journal} goes on",
    ]


def test_a_number_a_word_a_default(journal: Path) -> None:
    done = play(journal, "3", "default", "attack bad with hunting", "why 6", "quit")
    assert "Heather Lee attacks Bad guy with the hunting rifle: 16 against 50, a hit of quality 74." in done.out
    assert "  die: d100 showed 16 for chance, rolled by Heather Lee" in done.out


def test_a_numbered_offer_asks_what_it_needs(journal: Path) -> None:
    """Until it will do; nothing typed leaves the offer; nothing is done meanwhile."""
    done = play(journal, "1", "many", "0", "96", "10", "11", "4", "quit")
    assert "points is a whole number from 1 to 95, not many" in done.out
    assert "points is a whole number from 1 to 95, not 96" in done.out
    assert "quality is a whole number from 0 to 95, and not above points, not 11" in done.out
    assert "Heather Lee: your initiative may be moved" in done.out
    left = play(journal.with_name("b"), "1", "", "quit")
    assert "nothing was done" in left.out
    assert "Heather Lee: your initiative" not in left.out


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("kep", "there is no kep now; did you mean keep?"),
        ("sooner 200", "200"),
        ("s", "sooner needs points: a whole number from 1 to 95"),
        ("wh", "did you mean why?"),
        ("und", "did you mean undo?"),
        ("17", "there are offers 1 to 3"),
        ("0", "there are offers 1 to 3"),
        ("9" * 50, "there are offers 1 to 3"),
        ("undo", "there is nothing of yours to undo"),
        ("redo", "there is nothing to do again"),
        ("why 99", "there is no event 99"),
        ("why me", "why takes the number of an event"),
        ("set jack", "as in: set thug.constitution 200"),
        ("set jack.luck 7", "there is no luck"),
        ("set jim.constitution 7", "there is no participant jim: jack, heather, bad-guy"),
        ("set jack.constitution much", "constitution"),
        ("gm dance", "there is no dance now"),
        ("gm remove jim", "there is no who jim"),
        ("say", "say what?"),
        ("attack bad-guy", "there is no attack now"),
        ("keep: for now", "Heather Lee: your initiative may be moved"),
        ("help", "attack thug with revolver; unique beginnings suffice"),
        ("log 0", ""),
        ("log 2", "   3  Heather Lee rolls"),
        ("offers", "Jack Kelly: your initiative may be moved (default: keep)"),
        ("state", "Order: Heather Lee  Jack Kelly  Bad guy"),
        ("", ""),
        ("\x07\u202e\U0001f600", "there is no"),
        ("'", ""),
    ],
)
def test_what_one_may_type(journal: Path, line: str, answer: str) -> None:
    """Nothing typed wrongly does anything: no die falls, no act is recorded."""
    done = play(journal, line, "quit")
    assert done.status == 0
    assert answer in answers(done)[0]
    records = read_journal(journal).records
    assert len(records) == (2 if "initiative may be moved" in answer and ":" in line else 1)


def test_undo_and_redo(journal: Path) -> None:
    """They take back the person's act with what policies did after it, and give the same dice again."""
    done = play(journal, "k", "k", "att bad hunt", "undo", "redo", "undo", "undo", "undo", "undo", "quit")
    assert done.out.count("Heather Lee attacks Bad guy with the hunting rifle: 16 against 50") == 2
    assert "undone: Heather Lee: attack bad-guy hunting rifle" in done.out
    assert "done again: Heather Lee: attack bad-guy hunting rifle" in done.out
    assert done.out.count("undone: ") == 4
    assert "there is nothing of yours to undo" in done.out
    again = certamen("play", journal, typed="quit\n")
    assert "Jack Kelly: your initiative may be moved" in again.out


def test_overrules_are_acts_like_any_other(journal: Path) -> None:
    done = play(journal, "set bad-guy.constitution 1", "gm status heather out", "gm", "undo", "undo", "quit")
    assert "undone: the game master: status heather out" in done.out
    assert "undone: the game master: set bad-guy.constitution 1" in done.out
    assert "  gm remove who:jack|heather|bad-guy" in done.out
    assert "   -  skip: closed: nobody's turn is going on" in done.out


def test_free_text(journal: Path) -> None:
    done = play(journal, "say Drop it: now!", "note I think he bluffs", "keep: I wait and see", "log 9", "quit")
    assert "Drop it: now!" in done.out
    assert "I think he bluffs" in done.out
    texts = [event.text for record in read_journal(journal).records if record.entry for event in record.entry.events]
    assert [text for text in texts if text][:2] == ["Drop it: now!", "I think he bluffs"]


def test_it_goes_on_where_it_stopped(journal: Path) -> None:
    play(journal, "k", "k", "att bad hunt", "quit")
    again = certamen("play", journal, typed="why\nquit\n")
    assert again.out.startswith(f"going on from {journal}\nThe alley\n")
    assert "Jack Kelly: a chance of success" in again.out
    whole = play(journal.with_name("b"), "k", "k", "att bad hunt", "att bad", "quit")
    rest = certamen("play", journal, typed="att bad\nquit\n")
    assert rest.out.split("> ")[1].partition("\n\n")[0] == whole.out.split("> ")[4].partition("\n\n")[0]
    assert certamen("replay", journal, "--verify").status == 0


def test_a_torn_last_line_is_told(journal: Path) -> None:
    play(journal, "k", "k", "quit")
    journal.write_bytes(journal.read_bytes()[:-20])
    again = certamen("play", journal, typed="quit\n")
    assert "the last line is cut off; it was left out" in again.err
    assert "Heather Lee: a chance of success" in again.out
    assert read_journal(journal).torn == ""


def test_a_journal_that_holds_its_first_line_alone(journal: Path) -> None:
    play(journal, "quit")
    journal.write_bytes(journal.read_bytes().split(b"\n")[0] + b"\n")
    assert "Jack Kelly: your initiative may be moved" in certamen("play", journal, typed="quit\n").out


def test_after_the_end(journal: Path) -> None:
    """It says so once, and lets one look, take back, or leave."""
    done = play(journal, "gm end gang", "att bad", "why", "undo", "gm end gang", "log 1", "gm reopen", "quit")
    assert "gang won: the game master ended it" in done.out
    assert done.out.count("it is over: why, log, state, undo, gm reopen, or quit") == 3
    assert "Heather Lee: a chance of success" in done.out
    over = certamen("play", journal, typed="quit\n")
    assert over.status == 0


def test_others_may_go_on_for_long(journal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody can win and the person is out of it, he still has a word."""
    monkeypatch.setattr("certamen.cli.table.MOST_ACTS_BETWEEN", 50)
    fight = tmp_path / "f.yaml"
    fight.write_text(
        "certamen: 1\nruleset: starcluster\nparticipants:\n"
        + "".join(f"  - {{id: {one}, side: {one}, sheet: {{constitution: 400}}}}\n" for one in "abc")
    )
    done = play(journal, "gm status a out", "gm end", "quit", file=fight, options=("--seed", "1", "--as", "a"))
    assert "the others have gone on for long and you were not asked" in done.out
    assert "nobody won: the game master ended it" in done.out


def test_wide_characters_and_narrow_terminals(tmp_path: Path) -> None:
    fight = tmp_path / "f.yaml"
    fight.write_text(ALLEY.read_text().replace("title: The alley", "title: 路地裏の戦い"), encoding="utf-8")
    for other in ALLEY.parent.glob("*.include.yaml"):
        text = other.read_text().replace("Jack Kelly", "侍ジャック")
        (tmp_path / other.name).write_text(text, encoding="utf-8")
    done = certamen("run", fight, "--seed", "3", columns=40)
    from certamen.cli.text import cells

    assert "侍ジャック" in done.out
    assert max(map(cells, done.out.splitlines())) <= 40


def test_the_library_and_the_terminal_agree(journal: Path) -> None:
    play(journal, "quit")
    first = read_journal(journal).records[0].entry
    assert first is not None
    one = load(ALLEY)
    assert Contest(find(one.ruleset), one, Seeded(3)).events == first.events


SAMSARA = examples() / "samsara" / "rope-bridge.yaml"


def test_what_may_be_done_at_any_time(journal: Path) -> None:
    """Who is not asked may give up; who it is must be said where several could."""
    one = load(SAMSARA)
    tam = one.participants[1]
    verb = find("samsara").unasked[0].verb
    done = play(journal, f"{tam.id} {verb}", "undo", f"{tam.id} dance", "quit", file=SAMSARA)
    assert f"undone: {tam.name}: {verb}" in done.out
    assert "there is no dance now" in done.out


def test_fields_of_every_kind(journal: Path) -> None:
    """Several of a list, free text, what has but one choice: asked for as they are needed."""
    done = play(journal, "k", "k", "3", "sniper", "bad-guy, bad-guy", "quit")
    assert done.status == 0
    offer = Offer(
        "try",
        (
            Choice("who", (Option("a"), Option("b"), Option("bc")), most=2),
            Choice("only", (Option("x"),)),
            Choice("all", (Option("y"),), most=3),
            Number("one", 4, 4),
            Number("few", 1, 9, upto="one"),
            Places("at", (Option("3,4"),), free=True),
            Words("said", optional=True),
            Words("told"),
        ),
    )
    answers = iter(["c", "a b bc", "a, b", "5", "+3", "9,9", "", "hello"])
    values = fill(offer, lambda prompt: next(answers))
    assert values == {
        "who": ("a", "b"), "only": "x", "all": ("y",), "one": 4, "few": 3, "at": "9,9", "told": "hello",
    }  # fmt: skip
    with pytest.raises(WordsError, match="nothing was done"):
        fill(offer, lambda prompt: None)
