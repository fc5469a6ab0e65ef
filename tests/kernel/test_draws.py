"""The dice of a step: whose they are, open or secret, counted by stream, taken from the record first."""

import pytest

from certamen.dice import Seeded, Tape
from certamen.kernel.draws import Draws, PolicyDice
from certamen.kernel.errors import JournalError
from certamen.kernel.event import Die
from tests.kernel.toy import begin
from tests.kernel.toy_state import ToyDie

PEOPLE = (("crew/a", 20), ("foes/b", 10), ("foes/snake", 5))


def test_a_die_is_recorded_with_its_stream_and_purpose() -> None:
    state = begin(*PEOPLE).state
    draws = Draws(Tape([(6, 3), (20, 17)]), {("a", "open"): 4})
    assert draws.of(state, "a").roll(6, ToyDie.DAMAGE) == 3
    assert draws.of(state, "a").roll(20) == 17
    assert draws.drawn == [Die("a", "open", 4, 6, 3, "damage"), Die("a", "open", 5, 20, 17, "")]


@pytest.mark.parametrize(("gm_dice", "kinds"), [("open", "oos"), ("secret", "oss")])
def test_who_rolls_in_secret(gm_dice: str, kinds: str) -> None:
    state = begin(*PEOPLE, hidden="snake", players="a", gm_dice=gm_dice).state
    draws = Draws(Seeded(1), {})
    for who in ("a", "b", "snake"):
        draws.of(state, who).roll(6)
    assert "".join(die.kind[0] for die in draws.drawn) == kinds


def test_dice_of_nobody_are_open_the_game_masters_secret_unless_said() -> None:
    draws = Draws(Seeded(1), {})
    state = begin(*PEOPLE).state
    for dice in (draws.table(), draws.gm(), draws.gm(secret=False), draws.of(state, "a", secret=True)):
        dice.roll(6)
    assert [(die.roller, die.kind) for die in draws.drawn] == [
        ("table", "open"),
        ("gm", "secret"),
        ("gm", "open"),
        ("a", "secret"),
    ]


def test_sums_and_kept_dice_are_single_faces_in_the_record() -> None:
    draws = Draws(Tape([(6, 1), (6, 5), (6, 3), (20, 9), (20, 2), (20, 4), (20, 8)]), {})
    dice = draws.table()
    assert (dice.sum(3, 6), dice.keep(2, 20, 1), dice.keep(2, 20, -1)) == (9, 9, 4)
    assert [die.n for die in draws.drawn] == list(range(7))


def test_each_event_takes_the_dice_since_the_last() -> None:
    draws = Draws(Tape([(6, 1), (6, 2), (6, 3)]), {})
    draws.table().roll(6)
    assert [die.face for die in draws.take()] == [1]
    draws.table().sum(2, 6)
    assert [die.face for die in draws.take()] == [2, 3]
    assert draws.take() == ()


def test_known_faces_come_first_then_the_source() -> None:
    given = [Die("table", "open", 0, 6, 4)]
    draws = Draws(Tape([(6, 1), (6, 2)]), {}, given=given)
    assert (draws.table().roll(6), draws.table().roll(6)) == (4, 2)
    assert draws.leftover() == ()
    assert Draws(Seeded(1), {}, given=given).leftover() == tuple(given)


@pytest.mark.parametrize(
    ("die", "reason"),
    [
        (Die("table", "open", 0, 8, 4), "the rules ask for a d6 of table, the record holds a d8 of table"),
        (Die("a", "open", 0, 6, 4), "the rules ask for a d6 of table, the record holds a d6 of a"),
        (Die("table", "open", 0, 6, 7), "a d6 cannot show 7"),
        (Die("table", "open", 0, 6, 0), "a d6 cannot show 0"),
    ],
)
def test_a_recorded_die_must_be_the_one_asked_for(die: Die, reason: str) -> None:
    with pytest.raises(JournalError, match=reason):
        Draws(Seeded(1), {}, given=[die]).table().roll(6)


def test_a_policys_dice_are_a_stream_of_their_own() -> None:
    source = Seeded(5)
    dice = PolicyDice(source, "a", 3)
    faces = [dice.roll(6), dice.sum(2, 6), dice.keep(2, 6, 1)]
    assert dice.n == 8
    again = PolicyDice(source, "a", 3)
    one, *four = (again.roll(6) for _ in range(5))
    assert faces == [one, four[0] + four[1], max(four[2:])]
    draws = Draws(source, {})
    state = begin(*PEOPLE).state
    alone = draws.of(state, "a").roll(6)
    PolicyDice(source, "a", 0).roll(6)
    assert Draws(source, {}).of(state, "a").roll(6) == alone
