"""The compiled fight's hands: what attacks take, weapons drawn and changed, remedies (see `kernel.loop`)."""

from certamen.kernel.loop import Record
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker.loop_land import Land, sees
from certamen.rulesets.striker.loop_order import can_pay
from certamen.rulesets.striker.loop_tables import Table


def can_attack(traits: Record, one: Record) -> bool:
    """Whether one can make an attack now (STR-26)."""
    spent = one.strikes > 0 and m.attacks_left(traits.attacks, one.strikes) == 0
    return not spent and can_pay(one, attack_spend(one))


def edge_of(land: Land, one: Record, other: Record) -> int:
    """The edge of an attack (STR-30, STR-35)."""
    seen = one.at < 0 or other.at < 0 or sees(land, other.at, one.at)
    return m.attack_edge(False, False, m.evades(other.evading == 1, False) and seen, False, False)


def to_draw(traits: Record, arms: Table, one: Record) -> int:
    """The first weapon that empty hands can take, -1 for none (STR-17)."""
    if one.held >= 0 or not can_pay(one, m.interaction(True, one.free)):
        return -1
    for nth in range(traits.many):
        if not arms[traits.arms + nth].natural:
            return nth
    return -1


def to_switch(traits: Record, arms: Table, one: Record) -> int:
    """The first weapon one can change to, -1 for none (STR-34)."""
    if one.held < 0:
        return -1
    for nth in range(traits.many):
        arm = arms[traits.arms + nth]
        if not arm.natural and nth != one.held and can_pay(one, switch_spend(one, arm)):
            return nth
    return -1


def switch_spend(one: Record, arm: Record) -> m.Spend:
    """What changing to a weapon takes (STR-16, STR-34)."""
    spend = m.switch(arm.ranks)
    return m.Spend.MAIN if spend == m.Spend.BONUS and not one.bonus else spend


def attack_spend(one: Record) -> m.Spend:
    """What the next attack takes: the main-act, or nothing while attacks of it are left (STR-26)."""
    return m.Spend.NOTHING if one.strikes else m.Spend.MAIN


def thing_spend(one: Record, thing: Record) -> m.Spend:
    """What using a thing takes: its own timing, else an interaction (STR-17, STR-34)."""
    if thing.spend < 0:
        return m.interaction(thing.simple == 1, one.free)
    if thing.spend == m.Spend.MAIN:
        return m.Spend.MAIN
    return m.Spend.BONUS if thing.spend == m.Spend.BONUS else m.Spend.FREE


def to_use(traits: Record, things: Table, goods: Table, one: Record) -> int:
    """The first remedy that can be used, -1 for none (STR-34)."""
    for nth in range(traits.things):
        thing, left = things[traits.goods + nth], goods[traits.goods + nth].left
        if thing.restores and (left > 0 or not thing.limited) and can_pay(one, thing_spend(one, thing)):
            return nth
    return -1
