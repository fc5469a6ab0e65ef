"""Striker's rules in figures: movement and place, attacks and areas (STR-20 to STR-30, STR-32, STR-39)."""

from itertools import product

import pytest

from certamen.dice import Faces
from certamen.rulesets.striker import mechanics
from certamen.rulesets.striker.mechanics import (
    AREA_SPOT,
    METRE,
    AooTrigger,
    AreaSave,
    Die,
    SwitchCounts,
    Terrain,
)
from tests.rulesets.striker.common import Labelled

WALK, FLY = 1000, 2000
STEEP = 500  # walked in difficult ground


def left(speed: int, moved: int = 0, extra: int = 0, dashes: int = 0, stood: int = 0, halved: bool = False) -> int:
    """What is left in a mode, most things being nothing."""
    return mechanics.mode_left(speed, dashes, moved, extra, stood, halved)


def test_move_attack_move_attack() -> None:
    """STR-15, STR-20: speed 10: 2 metres, an attack, 8 metres, and the move is used up."""
    assert [left(WALK, moved) for moved in (0, 200, 1000)] == [1000, 800, 0]


def test_switching_modes() -> None:
    """STR-20: of 20 to fly 18 are left after 2 walked; at 12 moved nothing of 10 is left to walk."""
    assert left(FLY, 200) == 1800
    assert (left(WALK, 1200), left(FLY, 1200)) == (0, 800)
    assert left(WALK, 999) == 1


def test_difficult_ground_and_switching() -> None:
    """STR-20 `switch_counts`: 5 m walked in it close walking and leave 15 to fly, or by ruling 10."""
    extra = mechanics.step_cost(STEEP, True, Terrain.PER_METRE) - STEEP
    walked, flown = {}, {}
    for ruling in SwitchCounts:
        walked[ruling] = left(WALK, STEEP, mechanics.surcharge(extra, extra, ruling))
        flown[ruling] = left(FLY, STEEP, mechanics.surcharge(0, extra, ruling))
    assert walked == {SwitchCounts.DISTANCE: 0, SwitchCounts.COST: 0}
    assert flown == {SwitchCounts.DISTANCE: 1500, SwitchCounts.COST: 1000}


def test_difficult_ground() -> None:
    """STR-21 `terrain`: each metre costs two, once however many kinds; by ruling the whole move's speed is halved."""
    assert [mechanics.step_cost(100, difficult, Terrain.PER_METRE) for difficult in (False, True)] == [100, 200]
    assert [mechanics.step_cost(100, difficult, Terrain.WHOLE_MOVE) for difficult in (False, True)] == [100, 100]
    found = [mechanics.difficult_here(*case) for case in product((False, True), repeat=2)]
    assert found == [False, True, True, True]
    assert (left(500, halved=True), left(WALK, 300, halved=True)) == (250, 200)


def test_a_dash() -> None:
    """STR-28: 20 m over open ground, 5 + 5 over difficult."""
    assert [left(WALK, dashes=dashes) for dashes in (0, 1, 2)] == [1000, 2000, 3000]
    assert left(WALK, dashes=1) // mechanics.step_cost(METRE, True, Terrain.PER_METRE) == 10
    assert left(WALK, dashes=1, halved=True) == 1000


def test_standing_up() -> None:
    """STR-22: half the stock speed, from every mode; exactly half is enough, less is not; a Dash's move counts."""
    assert [mechanics.stand_cost(stock) for stock in (1000, 500)] == [500, 250]
    assert [mechanics.can_stand(WALK, at) for at in (499, 500, 501)] == [False, True, True]
    assert mechanics.can_stand(WALK, left(WALK, 1500, dashes=1))
    assert not mechanics.can_stand(WALK, left(WALK, 1501, dashes=1))
    assert not mechanics.can_stand(0, 0)
    assert mechanics.can_stand(1, 1)
    assert (left(WALK, 200, stood=500), left(FLY, 200, stood=500)) == (300, 1300)


def test_crawling() -> None:
    """STR-22: a quarter of the natural speed, in whole metres: of 8 or 10 m, 2 m."""
    assert [mechanics.crawl(metres * METRE) for metres in (3, 4, 8, 10, 12)] == [0, 100, 200, 200, 300]


def test_up_by_acrobatics() -> None:
    """STR-22: against 10, equal is enough."""
    challenge = mechanics.ACROBATICS_CHALLENGE
    assert [mechanics.check(2, challenge, 0, Die.CHECK, Faces((20, face))) for face in (7, 8)] == [False, True]


def test_reach() -> None:
    """STR-39: the next square or 1 m away; farther only with a weapon that reaches more than 1 m."""
    cases = ((True, 141, 100), (False, 101, 100), (False, 100, 100), (False, 200, 200), (False, 201, 200))
    assert [mechanics.within_reach(*case) for case in cases] == [True, False, False, True, False]
    assert mechanics.within_reach(False, 101, 101)


def test_leaving_a_hostile() -> None:
    """STR-24 `aoo_trigger`: a step that stays near counts, or it does not."""
    cases = tuple(product((False, True), repeat=2))
    assert [mechanics.leaves(near, still, AooTrigger.ANY_STEP) for near, still in cases] == [False, False, True, True]
    assert [mechanics.leaves(near, still, AooTrigger.LEAVE_REACH) for near, still in cases] == [
        False,
        False,
        True,
        False,
    ]


def test_what_provokes() -> None:
    """STR-24, STR-29: willing movement out of it, not disengaged, not hidden from him."""
    assert mechanics.provokes(True, True, False, False)
    for case in product((False, True), repeat=4):
        assert mechanics.provokes(*case) is (case == (True, True, False, False))


def test_who_may_strike() -> None:
    """STR-24 `aoo_needs`: a re-act, something to strike with, and a rank in Cbt-Melee unless anyone may."""
    assert [mechanics.may_strike(1, True, ranks, True) for ranks in (0, 1, 2)] == [False, True, True]
    assert mechanics.may_strike(1, True, 0, False)
    assert not mechanics.may_strike(0, True, 1, True)
    assert not mechanics.may_strike(1, False, 1, False)


def test_falling() -> None:
    """STR-25: a flyer who is prone, at speed 0 or held, unless it hovers or nothing weighs."""
    assert mechanics.falls(True, True, 2000, False, False, True)
    assert mechanics.falls(True, False, 0, False, False, True)
    assert mechanics.falls(True, False, 2000, True, False, True)
    assert not mechanics.falls(True, False, 1, False, False, True)
    assert not mechanics.falls(True, True, 0, True, True, True)
    assert not mechanics.falls(True, True, 0, True, False, False)
    assert not mechanics.falls(False, True, 0, True, False, True)


@pytest.mark.parametrize(
    ("faces", "taken"),
    [
        (((20, 9),), 0),
        (((20, 10), (6, 3), (6, 4)), 8),
        (((20, 20), (6, 1), (6, 1)), 3),
        (((20, 10), (6, 6), (6, 6)), 13),
    ],
)
def test_a_whole_attack(faces: tuple[tuple[int, int], ...], taken: int) -> None:
    """STR-26: M 4 against TC 14; 2d6 and 4, less 3 of resistance; the book's order: d20, then the effect."""
    dice = Labelled(*faces)
    assert mechanics.attack(4, 14, 0, 2, 6, 4, 3, dice) == taken
    assert dice.purposes == [Die.ATTACK, Die.EFFECT, Die.EFFECT][: len(faces)]
    dice.check_all_used()


def test_an_attack_with_an_edge() -> None:
    """STR-35: both d20s come before the effect."""
    with Faces((20, 3), (20, 12), (6, 2), (6, 2)) as dice:
        assert mechanics.attack(4, 14, 1, 2, 6, 4, 0, dice) == 8
    with Faces((20, 3), (20, 12)) as dice:
        assert mechanics.attack(4, 14, -1, 2, 6, 4, 0, dice) == 0


def test_effects() -> None:
    """STR-26: 2d6 and M, resistance taken off, never below 0; so with hp."""
    assert mechanics.effect(2, 6, 4, Faces((6, 3), (6, 5))) == 12
    assert mechanics.effect(1, 4, -3, Faces((4, 2))) == 0
    assert [mechanics.reduced(12, resistance) for resistance in (0, 5, 12, 20, -2)] == [12, 7, 0, 0, 14]
    assert [mechanics.pool_after(10, amount) for amount in (0, 9, 10, 11)] == [10, 1, 0, 0]


def test_strength_in_melee() -> None:
    """STR-26 `melee_strength`: M alone; by ruling M(Strength) too, in melee."""
    cases = {case: mechanics.effect_bonus(4, 2, *case) for case in product((False, True), repeat=2)}
    assert cases == {(False, False): 4, (False, True): 4, (True, False): 4, (True, True): 6}


def test_cover() -> None:
    """STR-39: what the scene names is added to the TC."""
    assert [mechanics.challenge_behind(12, cover) for cover in (0, 2)] == [12, 14]


def test_areas() -> None:
    """STR-27: the check against TC-A, 8 for a spot; saves; the effect once, without M, only when someone takes some."""
    assert AREA_SPOT == 8
    dice = Labelled((20, 5), (20, 9), (20, 10), (6, 5), (6, 2))
    assert mechanics.check(3, AREA_SPOT, 0, Die.ATTACK, dice)
    saved = [mechanics.check(1, mechanics.fixed(3), 0, Die.SAVE, dice) for _ in range(2)]
    assert saved == [False, True]
    assert mechanics.area_needs_effect(1, 1, AreaSave.NEGATE)
    rolled = mechanics.effect(2, 6, mechanics.area_bonus(3, False), dice)
    assert [mechanics.area_amount(rolled, save, 0, AreaSave.NEGATE) for save in saved] == [7, 0]
    assert dice.purposes == [Die.ATTACK, Die.SAVE, Die.SAVE, Die.EFFECT, Die.EFFECT]
    dice.check_all_used()


def test_area_rulings() -> None:
    """STR-27 `area_adds_m`, `area_save`: M added; a save halves, rounded down, before resistance."""
    assert [mechanics.area_bonus(3, ruling) for ruling in (False, True)] == [0, 3]
    assert [mechanics.area_amount(7, saved, 2, AreaSave.HALF) for saved in (False, True)] == [5, 1]
    assert [mechanics.area_amount(7, saved, 2, AreaSave.NEGATE) for saved in (False, True)] == [5, 0]
    cases = ((0, 0), (0, 1), (1, 0))
    assert [mechanics.area_needs_effect(*case, AreaSave.NEGATE) for case in cases] == [False, False, True]
    assert [mechanics.area_needs_effect(*case, AreaSave.HALF) for case in cases] == [False, True, True]


def test_evading_and_hiding() -> None:
    """STR-30, STR-32: attacks on whoever evades or hides have disadvantage, from hiding advantage; both cancel."""
    none = (False,) * 5
    assert mechanics.attack_edge(*none) == 0
    single = [mechanics.attack_edge(*(place == other for other in range(5))) for place in range(5)]
    assert single == [1, -1, -1, 1, -1]
    assert mechanics.attack_edge(True, False, True, False, False) == 0
    assert mechanics.attack_edge(True, False, False, True, False) == 1
    assert mechanics.attack_edge(False, True, True, False, True) == -1
    assert mechanics.attack_edge(False, True, True, True, True) == 0


def test_evading_helps_agility_saves() -> None:
    """STR-30: advantage on them; lost by whoever can no longer act."""
    found = [mechanics.agility_edge(*case) for case in product((False, True), repeat=3)]
    assert found == [0, -1, 1, 0, 1, 0, 1, 0]
    found = [mechanics.evades(*case) for case in product((False, True), repeat=2)]
    assert found == [False, False, True, False]
