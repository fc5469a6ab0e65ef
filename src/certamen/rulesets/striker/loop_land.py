"""The compiled fight's measuring: distances, lines of sight, cover, what a weapon reaches (see `kernel.loop`)."""

from typing import NamedTuple

from certamen.kernel.loop import Record, World
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker.loop_tables import Table


class Land(NamedTuple):
    """The map: functions that are called often take this, not the whole World, which is much to hand over."""

    facts: Table
    cells: Table
    far: Table
    sights: Table


def land_of(world: World) -> Land:
    """The map of a fight."""
    return Land(world.desk_facts, world.desk_cells, world.desk_far, world.desk_sights)


def offset(land: Land, here: int, there: int) -> int:
    """The row of the table of distances for two cells (STR-39)."""
    facts, a, b = land.facts[0], land.cells[here], land.cells[there]
    row: int = (a.column - b.column + facts.columns) * (2 * facts.rows + 1) + a.row - b.row + facts.rows
    return row


def apart(land: Land, here: int, there: int) -> int:
    """How far apart two are in cm; 0 where places do not matter."""
    return 0 if here < 0 or there < 0 else land.far[offset(land, here, there)].cm


def sees(land: Land, here: int, there: int) -> bool:
    """Whether no wall stands between two cells."""
    return not land.facts[0].walled or land.sights[here * land.facts[0].cells + there].sees == 1


def cover(land: Land, here: int, there: int) -> int:
    """What cover adds to the TC of who is `there` against who is `here` (STR-39)."""
    if here < 0 or there < 0 or not land.facts[0].covered:
        return 0
    worth: int = land.sights[here * land.facts[0].cells + there].cover
    return worth


def near(land: Land, arm: Record, here: int, there: int) -> bool:
    """Whether a melee weapon reaches from cell to cell (STR-39)."""
    far = land.far[offset(land, here, there)]
    return m.within_reach(far.near == 1, far.cm, arm.reach)


def reaches(land: Land, arm: Record, here: int, there: int) -> bool:
    """Whether a weapon reaches and nothing stands between (STR-39)."""
    if here < 0 or there < 0:
        return True
    fits = land.far[offset(land, here, there)].cm <= arm.range if arm.range else near(land, arm, here, there)
    return fits and sees(land, here, there)


def at_hand(one: Record, arm: Record, nth: int) -> bool:
    """Whether a weapon, the nth of one's sheet, can be used now."""
    held: bool = one.held == nth or arm.natural == 1
    return held


def strikes_with(one: Record, arm: Record, nth: int) -> bool:
    """Whether one could strike at somebody who leaves with it."""
    return arm.range == 0 and arm.single == 1 and at_hand(one, arm, nth)


def left(facts: Record, traits: Record, one: Record, crawling: int) -> int:
    """How many cm may still be moved this turn on foot, or prone (STR-20, STR-22, STR-28)."""
    speed = m.crawl(traits.stock) if crawling else traits.stock
    own = one.crawled if crawling else one.extra
    extra = m.surcharge(own, one.extra + one.crawled, facts.switch_counts)
    return m.mode_left(speed, one.dashes, one.moved, extra, one.stood, False)


def ways_of(traits: Record, one: Record) -> int:
    """The kind of steps one takes now, -1 for none."""
    ways: int = traits.crawls if one.prone else traits.ways
    return ways
