"""Critical hits and failures as they are played: the threat range, effects, jams (SLG-14, SLG-19, SLG-20)."""

import pytest

from certamen.rulesets.starslinger.scene import EffectRow, Scene
from certamen.rulesets.starslinger.sheet import Weapon
from tests.rulesets.starslinger.scenes import (
    PISTOL,
    SWORD,
    TOGETHER,
    figure,
    last,
    next_post,
    one,
    play,
    refused,
    rows,
)

PRONE = Scene(melees=(("ann", "bo"),), critical_effects=(EffectRow(upto=100, effect="prone"),))


def test_slg_19_and_20_natural_20() -> None:
    """SLG-19: a natural 20 hits against 40. SLG-20: dice at their highest (6 + 2), and d100 for a critical effect."""
    contest = play(one("ann", weapons=(PISTOL,)), one("bo", saves={"dex": 40}), dice="20:20 100:16")
    contest.answer("attack", who="ann", weapon="pistol", target="bo")
    assert last(contest, "check").values["degree"] == "critical success"
    assert figure(contest, "bo").hp == 12
    assert last(contest, "critical_effect").values["effect"] == "flat-footed"
    assert contest.state.acting == "ann", "the critical effect is the helpful one: no boon is asked for"


def test_slg_14_a_critical_success_by_10() -> None:
    """SLG-14: 10 over the DC is critical too: 16 + 4 against 10. `attack_bonus: both` adds a boon."""
    for ruling, asked in (("effect", "ann"), ("both", "gm")):
        contest = play(
            one("ann", weapons=(SWORD,)), one("bo"), dice="20:16 100:50", scene=PRONE, rulings={"attack_bonus": ruling}
        )
        contest.answer("attack", who="ann", weapon="sword", target="bo")
        assert figure(contest, "bo").hp == 10
        assert contest.requests[0].who == asked


def test_slg_19_the_threat_range() -> None:
    """SLG-19: an 18 with a threat of 18 is a critical hit where it hits, and a miss where it misses."""
    knife = Weapon(name="knife", skill="melee", damage="1d4", threat=18)
    contest = play(one("ann", weapons=(knife,)), one("bo", saves={"dex": 20}), dice="20:18 100:7", scene=PRONE)
    contest.answer("attack", who="ann", weapon="knife", target="bo")
    assert last(contest, "check").values["degree"] == "success"
    assert (figure(contest, "bo").hp, last(contest, "critical_effect").values["effect"]) == (14, "prone")
    missed = play(one("ann", weapons=(knife,)), one("bo", saves={"dex": 23}), dice="20:18", scene=PRONE)
    missed.answer("attack", who="ann", weapon="knife", target="bo")
    assert last(missed, "check").values["degree"] == "failure"


def test_slg_20_rows_that_are_rolled_again() -> None:
    """SLG-20: an item row needs an item in hand, a petrifying one a power that could: 60 and 99 are rolled again."""
    contest = play(one("ann", weapons=(PISTOL,)), one("bo"), dice="20:20 100:60 100:99 100:40")
    contest.answer("attack", who="ann", weapon="pistol", target="bo")
    event = last(contest, "critical_effect")
    assert [(part.value, part.counted) for part in event.parts] == [(60, False), (99, False), (40, True)]
    assert [effect.name for effect in contest.state.effects] == ["prone"]
    cold = Weapon(name="cold", skill="shoot", range=50, hands=0, nature="toxic", petrifies=True)
    stone = play(one("ann", weapons=(cold,)), one("bo"), dice="20:20 100:99")
    stone.answer("attack", who="ann", weapon="cold", target="bo")
    assert figure(stone, "bo").status == "out"


@pytest.mark.parametrize(
    ("face", "effect", "carried"),
    [
        (15, "persistent", True), (16, "flat-footed", True), (32, "flat-footed", True), (33, "prone", True),
        (48, "stunned", True), (58, "", False), (68, "no-reaction", True), (75, "blinded", True), (82, "shaken", True),
        (90, "", True),
    ],
)  # fmt: skip
def test_slg_20_our_table(face: int, effect: str, carried: bool) -> None:
    """SLG-20: the table shipped is ours: its rows and what they bring."""
    contest = play(one("ann", weapons=(PISTOL,)), one("bo", weapons=(SWORD,)), dice=f"20:20 100:{face}")
    contest.answer("attack", who="ann", weapon="pistol", target="bo")
    assert [one.name for one in contest.state.effects] == ([effect] if effect else [])
    assert bool(figure(contest, "bo").carried) is carried
    assert bool(carried and figure(contest, "bo").carried[0].jammed) is (face == 90)


def test_slg_20_one_of_several_items_by_lot() -> None:
    """SLG-20: of two items in hand a die picks the one that is dropped."""
    contest = play(one("ann", weapons=(PISTOL,)), one("bo", weapons=(SWORD, PISTOL)), dice="20:20 100:60 2:2")
    contest.answer("attack", who="ann", weapon="pistol", target="bo")
    assert [item.weapon.name for item in figure(contest, "bo").carried] == ["sword"]


def test_slg_14_jam_and_clear() -> None:
    """SLG-14: a critical failure jams the pistol and ends the turn; clearing: DC 10 + tier, +5 each further try."""
    gun = Weapon(name="gun", skill="shoot", damage="1d6", range=50, tier=8)
    contest = play(one("ann", weapons=(gun,)), one("bo", saves={"dex": 15}), dice="20:1 20:6 20:8 20:13 20:2")
    contest.answer("attack", who="ann", weapon="gun", target="bo")
    assert figure(contest, "ann").carried[0].jammed
    assert contest.state.acting == ""
    next_post(contest)
    assert "SLG-14" in refused(contest, "attack", "ann", weapon="gun", target="bo")
    totals = []
    for _ in range(3):
        contest.answer("clear", who="ann", item="gun", skill="shoot")
        event = last(contest, "check")
        totals.append((event.values["total"], rows(event)["DC"], rows(event).get("earlier attempts")))
    assert totals == [(10, 18, None), (12, 18, 5), (17, 18, 10)]
    assert figure(contest, "ann").carried[0].attempts == 3


def test_slg_14_cleared() -> None:
    """SLG-14: cleared, attempts count anew."""
    contest = play(one("ann", weapons=(Weapon(name="gun", skill="shoot", jammed=True),)), one("bo"), dice="20:6")
    contest.answer("clear", who="ann", item="gun", skill="shoot")
    item = figure(contest, "ann").carried[0]
    assert (item.jammed, item.attempts) == (False, 0)


@pytest.mark.parametrize(("jam", "asked"), [("instead", "bo"), ("as_well", "gm")])
def test_slg_14_jam_instead_or_as_well(jam: str, asked: str) -> None:
    """SLG-14, ruling `jam`: in place of SLG-6's harm, or with it."""
    contest = play(one("ann", weapons=(PISTOL,)), one("bo"), dice="20:1", rulings={"jam": jam})
    contest.answer("attack", who="ann", weapon="pistol", target="bo")
    assert contest.requests[0].who == asked
    assert figure(contest, "ann").carried[0].jammed


def test_slg_14_bare_hands_only_come_to_harm() -> None:
    """SLG-14, SLG-6: an unarmed critical failure has nothing to jam."""
    contest = play(one("ann"), one("bo"), dice="20:1", scene=TOGETHER)
    contest.answer("attack", who="ann", weapon="trip", target="bo", skill="melee")
    assert contest.requests[0].verbs == ("harm",)


def test_slg_20_the_petrified_are_healed_of_wounds_alone() -> None:
    """SLG-20, SLG-29: hit points do not bring a petrified one back into action; the GM does."""
    from certamen.rulesets.starslinger.sheet import Healing

    kit = Healing(name="kit", skill="shoot", range=50)
    cold = Weapon(name="cold", skill="shoot", range=50, hands=0, petrifies=True)
    people = (one("ann", "a", healing=(kit,)), one("al", "a", hurt=9), one("cy", "a"), one("bo", weapons=(cold,)))
    contest = play(*people, dice="20:20 100:99 20:12 6:3")
    contest.answer("attack", who="bo", weapon="cold", target="al")
    assert (figure(contest, "al").status, last(contest, "afflicted").rules) == ("out", ("SLG-20",))
    contest.answer("end", who="bo")
    contest.answer("heal", who="ann", power="kit", target="al")
    assert (figure(contest, "al").hp, figure(contest, "al").status) == (14, "out")
    contest.overrule("end-effect", who="al", name="petrified")
    contest.overrule("status", who="al", status="in")
    assert figure(contest, "al").status == "in"
