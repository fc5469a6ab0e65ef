"""Striker's notation, run: every line of both blocks, with its figures and dice (STR-2, STR-4, STR-5, STR-6)."""

import pytest

from certamen.dice import Faces
from certamen.rulesets.striker.mechanics import ChkPlus, Die
from certamen.rulesets.striker.notation import (
    Act,
    ActListing,
    Call,
    Checked,
    Checks,
    Gives,
    Imposes,
    MissingFigure,
    Notes,
    Part,
    Rolls,
    Sets,
    Strikes,
    Values,
    acts,
    alternatives,
    evaluate,
    parse_block,
    parse_line,
    resolve,
    roll,
    run,
)
from certamen.rulesets.striker.notation.run import Reckoned, Resolved
from certamen.rulesets.striker.notation.tree import Rated, SetChallenge, Sum
from tests.rulesets.striker.common import BLOCKS, Labelled

ENGINEER = Values(
    modifiers={"Investigate": 3, "Finance": -1, "Persuade": 2, "Deceive": 5, "Stealth": 4, "Agility": 1},
    figures={"M": 5, "R": 2, "S": -1, "CC": 14, "CC-Q": 11, "CC-S": 16, "SC": 12, "TC": 13, "TC-A": 8},
)
D20 = {  # act of a block: the face, the total, the challenge, whether it succeeds
    "operate": (9, 14, None, True),
    "generic": (1, 6, None, True),
    "know": (20, 25, None, True),
    "make": (9, 14, 14, True),
    "modify": (11, 13, 14, False),
    "bypass": (11, 16, 16, True),
    "disable": (8, 13, 14, False),
    "repair": (12, 14, 14, True),
    "repair-rig": (1, 3, 14, False),
    "diagnose": (9, 14, 14, True),
    "salvage": (8, 13, 14, False),
    "search": (20, 25, 14, True),
    "appraise": (13, 14, 14, True),
    "haggle": (5, 12, 12, True),
    "attack": (8, 13, 13, True),
    "attack-area": (3, 8, 8, True),
    "assess": (1, 6, None, True),
}
AFTER: dict[str, Resolved] = {  # what follows the check, if it succeeds
    "bypass": Sets((Part("8", 8), Part("M(Stealth)", 4), Part("S", -1)), "PC"),
    "modify-rig": Gives((Part("½•M", 2),), "artefact", "chk|sv"),
    "attack": Strikes((Part("M", 5),)),
    "attack-area": Imposes((Part("8", 8), Part("M", 5)), "sv", Rated(("Agility",), ("B",))),
    "switch": Notes("change weapon"),
}


def act_of(text: str) -> Act:
    """The act that this line is."""
    line = parse_line(text)
    assert isinstance(line, Act)
    return line


def sum_of(text: str) -> Sum:
    """The sum written so."""
    step = act_of(f"a -> set(PC)= {text}").steps[0]
    assert isinstance(step, SetChallenge)
    return step.value


def asked(text: str, values: Values) -> Checks:
    """What the check that is called, or is the first step of this line, comes to."""
    line = parse_line(text)
    found = resolve(line if isinstance(line, Call) else line.steps[0], values)
    assert isinstance(found, Checks)
    return found


def only(text: str, values: Values, dice: Faces, challenge: int | None = None, edge: int = 0) -> Checked:
    """The one check that this line is, rolled."""
    (done,) = run(act_of(text), values, dice, challenge, edge)
    assert isinstance(done, Checked)
    return done


LISTED = [(f"{name}: {act.name}", act) for name, block in BLOCKS.items() for act in acts(parse_block(block, name))]


@pytest.mark.parametrize("listed", [act for _, act in LISTED], ids=[name for name, _ in LISTED])
def test_every_line_of_both_blocks(listed: ActListing) -> None:
    """STR-4, STR-5: each act of Machinery and Cbt-Ranged, die by die."""
    face = D20.get(listed.name)
    with Faces(*([(20, face[0])] if face else [])) as dice:
        done = run(listed.act, ENGINEER, dice)
    checks = [(step.total, step.challenge, step.success) for step in done if isinstance(step, Checked)]
    assert checks == ([face[1:]] if face else [])
    after = AFTER.get(listed.name)
    assert [step for step in done if not isinstance(step, Checked)] == ([after] if after else [])
    assert len(done) == len(listed.act.steps)


def test_the_figures_that_lines_come_to() -> None:
    """STR-4, STR-5: the set PC is 11, the rig's gift 2, the weapon gets 5 more, the area's save is against 13."""
    assert [step.amount for step in AFTER.values() if isinstance(step, Reckoned)] == [11, 2, 5, 13]


def test_a_failed_check_stops_the_line() -> None:
    """STR-5: after a failed check nothing of the line is done, and what follows needs no figure then."""
    line = act_of("break(main-act) -> chk(CC)= +M -> chk(Stealth,9) -> eff= open -> set(PC)= CC-Q")
    values = Values({"Stealth": 2}, {"M": 1, "CC": 10})
    for faces, successes in ((((20, 8),), [False]), (((20, 9), (20, 6)), [True, False])):
        with Faces(*faces) as dice:
            done = run(line, values, dice)
        assert [step.success for step in done if isinstance(step, Checked)] == successes
        assert len(done) == len(successes)
    with pytest.raises(MissingFigure, match="CC-Q is needed and was not given"):
        run(line, values, Faces((20, 9), (20, 7)))
    whole = Values(values.modifiers, {**values.figures, "CC-Q": 3})
    assert run(line, whole, Faces((20, 9), (20, 7)))[2:] == (Notes("open"), Sets((Part("CC-Q", 3),), "PC"))


def test_a_challenge_nobody_named() -> None:
    """STR-4: where the line names no number, somebody else must; a total that needs none counts as it is."""
    values = Values({"Resolve": 3})
    for challenge, success in ((None, True), (10, True), (11, False)):
        done = only("initiative -> chk= +M(Resolve)", values, Faces((20, 7)), challenge)
        assert (done.total, done.challenge, done.success) == (10, challenge, success)
    done = only("a -> chk(TC)= +M", Values(figures={"M": 0, "TC": 8}), Faces((20, 7)), 1)
    assert (done.challenge, done.success) == (8, False)


def test_naturals_mean_nothing_more() -> None:
    """STR-4: a natural 20 may fail, a natural 1 succeed."""
    for face, m, success in ((20, -5, False), (1, 15, True)):
        assert only("a -> chk(TC)= +M", Values(figures={"M": m, "TC": 16}), Faces((20, face))).success is success


def test_an_edge_takes_two_dice() -> None:
    """STR-35: with advantage the higher d20 counts, with disadvantage the lower."""
    for edge, total in ((1, 14), (-1, 5)):
        with Faces((20, 4), (20, 13)) as dice:
            assert only("a -> chk= +M", Values(figures={"M": 1}), dice, None, edge).total == total


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("8", 8),
        ("+M", 5),
        ("½•M", 2),
        ("½•M(Finance)", -1),
        ("½•(M + R)", 3),
        ("½•½•M(Deceive)", 1),
        ("+M + (CC-Q - CC)", 2),
        ("+M - (CC-Q - CC)", 8),
        ("+M - (CC - (R - S))", -6),
        ("+M - ½•M", 3),
        ("8 +M(Stealth+S)", 11),
        ("8 +M(Stealth+B+S)", 11),
        ("+M(Persuade|Deceive) +R", 7),
        ("+M(Persuade|Deceive+S)", 4),
    ],
)
def test_arithmetic(text: str, amount: int) -> None:
    """STR-4: brackets, halves rounded down, the better of two, B, S and R 0 unless given."""
    assert evaluate(sum_of(text), ENGINEER) == amount


def test_the_reckoning_row_by_row() -> None:
    """STR-4: each row of a sum says where it comes from, as the line writes it."""
    found = asked("a -> chk(CC)= +M(Persuade|Deceive+S) + (CC-Q - CC) - 2 - ½•M", ENGINEER)
    rows = [("M(Deceive)", 5), ("S", -1), ("CC-Q", 11), ("CC", -14), ("2", -2), ("½•M", -2)]
    assert [tuple(part) for part in found.parts] == rows
    assert (found.amount, found.against, found.challenge) == (-3, "CC", 14)


def test_one_of_two_skills_is_picked() -> None:
    """STR-4: ruling `either`: the better counts, of equals the first, unless one was picked."""
    text = "haggle(min, R, Tech) -> chk(SC)= +M(Persuade|Deceive) +R"
    assert alternatives(act_of(text)) == (("Persuade", "Deceive"),)
    for persuade, deceive, chosen, source in (
        (2, 5, (), "M(Deceive)"),
        (6, 5, (), "M(Persuade)"),
        (5, 5, (), "M(Persuade)"),
        (2, 5, ("Persuade",), "M(Persuade)"),
        (6, 5, ("Deceive",), "M(Deceive)"),
    ):
        values = Values({"Persuade": persuade, "Deceive": deceive}, {"SC": 9}, frozenset(chosen))
        assert asked(text, values).parts[0].source == source


def test_m_is_the_modifier_of_what_is_rolled() -> None:
    """STR-4: where the brackets name what is rolled, M after them is its modifier; without a sum it is just that."""
    for text in ("chk(Stealth+S,10)", "chk(Stealth+S,10)= +M"):
        assert asked(text, ENGINEER) == Checks((Part("M(Stealth)", 4), Part("S", -1)), "chk", "", 10)


def test_figures_must_be_given() -> None:
    """STR-4: R, B and S are 0 unless given; M, another skill's M and a challenge's figure are asked for."""
    assert asked("chk(Agility+B+S)", Values({"Agility": 3})).amount == 3
    assert evaluate(sum_of("+R"), Values()) == 0
    for text, name in (("a -> chk= +M", "M"), ("a -> chk(TC)= +R", "TC"), ("a -> chk= +M(Stealth)", "M(Stealth)")):
        with pytest.raises(MissingFigure) as caught:
            asked(text, Values())
        assert caught.value.name == name


def test_saves_passive_values_and_alert_checks() -> None:
    """STR-6: sv is d20 and M; psv needs no die: 8 or 10 and M; chk+ by its ruling."""
    values = Values({"Perception": 1, "Agility": 2})
    save = asked("sv(Agility)", values)
    assert roll(save, Faces((20, 11)), 13).success
    assert not roll(save, Faces((20, 11)), 14).success
    look = asked("psv(Perception)", values)
    with Faces() as none:
        assert roll(look, none, 9).success
        assert not roll(look, none, 10).success
        assert roll(look, none, base=10).total == 11
    alert = asked("chk+(Perception)", values)
    assert roll(alert, Faces((20, 3))).total == 9
    assert roll(alert, Faces((20, 9))).total == 10
    assert roll(alert, Faces((20, 3)), base=10).total == 11
    assert roll(alert, Faces((20, 3)), chk_plus=ChkPlus.PLAIN).total == 4
    assert roll(alert, Faces((20, 3), (20, 6)), chk_plus=ChkPlus.ADVANTAGE).total == 7


def test_what_dice_are_for() -> None:
    """STR-4, STR-6: a check is labelled a check, a save a save, a look a look; `chk|sv` is rolled as a check."""
    values = Values({"Agility": 2}, {"M": 1})
    dice = Labelled(*[(20, 5)] * 4)
    for text in ("chk(Agility)", "sv(Agility)", "chk+(Agility)", "a -> chk|sv= +M"):
        roll(asked(text, values), dice)
    assert dice.purposes == [Die.CHECK, Die.SAVE, Die.PERCEPTION, Die.CHECK]


def test_dice_called_by_name() -> None:
    """STR-1, STR-26: dice off a pool, of a kind, alone or as an effect."""
    call = parse_line("2d6(hp,frc)")
    assert isinstance(call, Call)
    assert resolve(call, Values()) == Rolls(2, 6, "hp", "frc")
    assert resolve(act_of("a -> eff= 2d6(hp,frc)").steps[0], Values()) == Rolls(2, 6, "hp", "frc")


def test_what_is_no_step_is_refused() -> None:
    """A node that is no step is a fault of the program."""
    with pytest.raises(TypeError, match="is no step"):
        resolve(Rated(("Stealth",)), Values())  # type: ignore[arg-type]  # on purpose
