"""certamen play: seats, journals' names, dice by hand and from a tape."""

from pathlib import Path

import pytest

from certamen.files.encounter import load
from tests.advice.fights import fight, haunted, otherwise
from tests.cli.common import ALLEY, DEPOT, certamen, play


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "fight.journal"


def test_one_side_only(journal: Path) -> None:
    """Nothing that a player prints holds those he may not know of."""
    lines = ("gm", "gm hide", "set sniper.constitution 1", "set x.y 1", "state", *["default"] * 12, "log 200", "quit")
    done = play(journal, *lines, file=DEPOT, options=("--seed", "3", "--as", "crew"))
    hidden = [one for one in load(DEPOT).participants if one.hidden or one.arrives]
    assert hidden
    before = done.out.partition("Round 2")[0]
    for one in hidden:
        assert one.name not in before or one.arrives, one.name
        assert f"|{one.id}" not in before
    whole = play(journal.with_name("b"), "state", "quit", file=DEPOT, options=("--seed", "3", "--as", "gm"))
    assert all(one.name in whole.out for one in hidden if not one.arrives), "the game master sees them"


def test_seats(journal: Path) -> None:
    done = play(journal, "quit", options=("--seed", "3", "--as", "bad-guy"))
    assert "Bad guy: your initiative may be moved" in done.out
    assert "Jack Kelly (travellers): unhurt; initiative" in done.out, "his figures are not shown"
    nobody = play(journal.with_name("b"), options=("--as", "cops"))
    assert (nobody.status, nobody.err) == (2, "there is no side or participant cops: travellers, gang, or gm\n")


def test_the_game_master_decides_for_all_without_a_player(journal: Path) -> None:
    done = play(journal, "quit", options=("--seed", "3", "--as", "gm"))
    assert "Bad guy: your initiative may be moved" in done.out


def test_options_that_will_not_do(journal: Path) -> None:
    play(journal, "quit")
    assert "there is a file of this name already" in play(journal).err
    assert certamen("play", journal, "--seed", "1").err.endswith("no --seed, --dice or --journal with it\n")
    assert certamen("play", ALLEY, "--seed", "1", "--dice", "hand").status == 2
    assert certamen("play", ALLEY, "--policy", "gang=brave", "--journal", journal.with_name("b")).status == 2
    assert certamen("play", journal.with_name("none")).status == 2


def test_a_journal_gets_a_name_that_is_free(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("alley.journal", "alley-2.journal", "alley-3.journal"):
        assert f"journal: {name}\n" in certamen("play", ALLEY, "--seed", "1", typed="quit\n").out
        assert (tmp_path / name).exists()


def test_dice_by_hand(journal: Path) -> None:
    """Exactly the dice that are needed are asked for; undo works in the middle."""
    hand = ("--dice", "hand")
    lines = ["41", "101", "x", "undo", "41", "75", "40", "k", "k", "att jack", "77", "undo", "20", "undo", "k", "quit"]
    done = play(journal, *lines, options=hand)
    assert done.out.count("Jack Kelly: roll a d100 for initiative: ") == 2
    assert "face cannot be 101: a whole number from 1 to 100" in done.out
    assert "type what the die shows, 1 to 100; undo takes the act back" in done.out
    assert "the dice typed for this are forgotten: type them anew" in done.out
    assert "Bad guy: roll a d100 for chance: " in done.out
    again = certamen("play", journal, typed="quit\n")
    assert again.status == 0


def test_dice_by_hand_go_on_in_the_middle(journal: Path) -> None:
    play(journal, "41", "75", options=("--dice", "hand"))
    again = certamen("play", journal, typed="40\nquit\n")
    assert "Bad guy: roll a d100 for initiative: " in again.out
    assert "Jack Kelly rolls a base initiative of 41." in again.out
    play(journal.with_name("b"), options=("--dice", "hand"))
    assert (
        "Jack Kelly: roll a d100" in certamen("play", journal.with_name("b"), typed="gm\nwhy\nstate\nundo\nquit\n").out
    )


def test_a_tape_that_ends(journal: Path) -> None:
    """What the dice cannot do is told; the contest stands."""
    done = play(journal, "k", "k", "att bad", options=("--dice", "41 75 90", "--as", "travellers"))
    assert done.status == 0
    assert "and the tape holds only 3" in done.out


def test_a_start_that_fails_leaves_no_journal(journal: Path) -> None:
    done = play(journal, options=("--dice", "41"))
    assert done.status == 2
    assert not journal.exists()


def test_taken_up_again_it_shows_the_last_events(journal: Path) -> None:
    play(journal, *["default"] * 12, "quit", options=("--seed", "3", "--as", "gm", "--as", "travellers"))
    again = certamen("play", journal, typed="log 500\nquit\n").out
    assert "events before; log " in again
    first = again.partition("> ")[0]
    assert "   2  Jack Kelly rolls" not in first
    assert "   2  Jack Kelly rolls" in again, "the log shows all"


def test_an_act_of_ones_own_that_waits_for_a_die(journal: Path) -> None:
    lines = ("41", "75", "40", "k", "k", "7", "8", "9", "att bad", "undo", "offers", "quit")
    done = play(journal, *lines, options=("--dice", "hand"))
    assert done.status == 0
    hand = play(
        journal.with_name("b"), "41", "75", "40", "k", "k", "k", "att jack", "undo", "quit",
        options=("--dice", "hand", "--as", "gm", "--as", "travellers"),
    )  # fmt: skip
    assert "Bad guy: roll a d100 for chance: " in hand.out
    assert "undone: Bad guy: attack jack revolver" in hand.out


def test_nothing_is_asked_of_one_who_is_out(journal: Path) -> None:
    lines = ("gm status heather out", "gm status jack out", "offers", "default", "gm reopen", "undo", "quit")
    done = play(journal, *lines)
    assert "gang won" in done.out
    assert "there is no default for this" in done.out


def test_odds_for_a_player_tell_nothing_hidden(tmp_path: Path) -> None:
    """What `odds` says to jack's player is the same whatever the thug hides, and if somebody unknown is there."""
    told = []
    for n, text in enumerate((fight("dualaction"), otherwise("dualaction"), haunted("dualaction"))):
        file = tmp_path / f"{n}.yaml"
        file.write_text(text, encoding="utf-8")
        lines = (*["default"] * 2, "odds attack thug axe", "odds move 4,6", "quit")
        done = play(tmp_path / f"{n}.journal", *lines, file=file, options=("--seed", "11", "--as", "crew"))
        assert done.status == 0
        told.append([part for part in done.out.split("> ") if part.startswith("supposing")])
    assert len(told[0]) == 2
    assert told[0] == told[1] == told[2]
