"""Tapes: dice that fall as written, and every way in which they can fail to."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certamen.dice import Ask, Seeded, Tape, TapeDie, TapeError, parse_tape
from certamen.dice.tape import LONGEST_TAPE


def ask(index: int, sides: int, roller: str = "jack", purpose: str = "") -> Ask:
    return Ask(roller, "open", 0, sides, purpose, index)


def test_reads_every_form() -> None:
    tape = parse_tape("# the alley\nd100:41 d100:75,40\n\n  jack:d6:3 thug-1:5 # last", "alley.tape")
    assert tape.dice == ((100, 41, ""), (100, 75, ""), (0, 40, ""), (6, 3, "jack"), (0, 5, "thug-1"))
    assert tape.text == "d100:41 d100:75 40 jack:d6:3 thug-1:5"
    assert tape.name == "alley.tape"


def test_gives_the_die_asked_for() -> None:
    tape = parse_tape("d100:41 40 jack:d6:3")
    assert [tape.face(ask(0, 100)), tape.face(ask(1, 100)), tape.face(ask(1, 40)), tape.face(ask(2, 6))] == [
        41,
        40,
        40,
        3,
    ]
    assert tape.left(1) == (TapeDie(0, 40), TapeDie(6, 3, "jack"))
    assert tape.left(3) == ()


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        (ask(0, 6), "tape: die 1: a d6 of jack is wanted, and the tape has d100:41"),
        (ask(1, 20), "tape: die 2: a d20 of jack is wanted, and the tape has 40"),
        (ask(2, 6, "thug"), "tape: die 3: a d6 of thug is wanted, and the tape has jack:d6:3"),
        (ask(3, 6, "thug", "damage"), "tape: die 4: a d6 of thug (damage) is wanted, and the tape holds only 3"),
    ],
)
def test_another_die_than_the_tape_holds(wanted: Ask, message: str) -> None:
    with pytest.raises(TapeError) as caught:
        parse_tape("d100:41 40 jack:d6:3").face(wanted)
    assert str(caught.value) == message


def test_policies_do_not_use_the_tape() -> None:
    policy = Ask("jack", "policy", 4, 20, "", 0)
    assert Tape([(6, 1)]).face(policy) == Seeded(0).face(policy)
    assert Tape([(6, 1)], policy_dice=Seeded(9)).face(policy) == Seeded(9).face(policy)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("d6:1\n  foo", "t:2:3: 'foo' is not a die; expected one such as d100:41, 41 or jack:d100:41"),
        ("d6:1, d6:7", "t:1:7: 'd6:7': no d6 shows 7"),
        ("d6:0", "t:1:1: 'd6:0': no d6 shows 0"),
        ("0", "t:1:1: '0': no die shows 0"),
        ("10001", "t:1:1: '10001': no die shows 10001"),
        ("d0:1", "t:1:1: 'd0:1': a die has 1 to 10,000 sides"),
        ("d10001:1", "t:1:1: 'd10001:1': a die has 1 to 10,000 sides"),
        ("-3", "t:1:1: '-3' is not a die; expected one such as d100:41, 41 or jack:d100:41"),
        ("d6:\0", "t:1:1: 'd6:\\x00' is not a die; expected one such as d100:41, 41 or jack:d100:41"),
        ("٣", "t:1:1: '٣' is not a die; expected one such as d100:41, 41 or jack:d100:41"),
        (
            "9" * 100,
            f"t:1:1: '{'9' * 40}...' is not a die; expected one such as d100:41, 41 or jack:d100:41",
        ),
        ("1 " * LONGEST_TAPE, "t: a tape is at most 1,000,000 characters long; this one has 2,000,000"),
    ],
)
def test_bad_tapes_are_refused(text: str, message: str) -> None:
    with pytest.raises(TapeError) as caught:
        parse_tape(text, "t")
    assert str(caught.value) == message


@pytest.mark.parametrize("die", [(6, 7), (6, 0), (0, 0)])
def test_impossible_dice_are_refused(die: tuple[int, int]) -> None:
    with pytest.raises(TapeError, match=r"tape: die 2 .* is impossible"):
        Tape([(6, 1), die])


rollers = st.sampled_from(["", "jack", "thug-1", "table", "d6"])
dice = st.integers(0, 10_000).flatmap(
    lambda sides: st.builds(TapeDie, st.just(sides), st.integers(1, sides or 10_000), rollers)
)


@given(st.lists(dice.filter(lambda die: die.sides > 0 or die.roller != "d6")))
def test_a_tape_reads_back(taped: list[TapeDie]) -> None:
    tape = Tape(taped)
    assert parse_tape(tape.text).dice == tape.dice


@given(st.text(st.sampled_from("dD0169:, #\njack-\0é"), max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(TapeError):
        tape = parse_tape(text)
        assert parse_tape(tape.text).dice == tape.dice
