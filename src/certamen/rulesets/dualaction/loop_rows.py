"""A combat as the tables of the loop: of its start, and of any state of it."""

from collections.abc import Iterable
from functools import lru_cache

from certamen.kernel import space as spaces
from certamen.kernel.audience import may_know, vital
from certamen.kernel.state import has_effect
from certamen.rulesets.dualaction import guess
from certamen.rulesets.dualaction import mechanics as m
from certamen.rulesets.dualaction.aim import changed, damage_rows, modifiers, piercing_rows, to_hit_rows, total
from certamen.rulesets.dualaction.ground import read_range
from certamen.rulesets.dualaction.loop_map import Map, map_of, nodes_of
from certamen.rulesets.dualaction.loop_tables import (
    NOBODY,
    UNREACHED,
    Arm,
    Cell,
    Foe,
    Found,
    Item,
    Match,
    Memo,
    Mode,
    Person,
    Place,
    Rules,
    Scene,
    Search,
    Standing,
    World,
)
from certamen.rulesets.dualaction.moving import exit_at
from certamen.rulesets.dualaction.order import die_sides
from certamen.rulesets.dualaction.sheet import UNARMED, Weapon
from certamen.rulesets.dualaction.sight import ACT, CONFIRM, MOST_COVERED, MOST_ENEMIES, Attack
from certamen.rulesets.dualaction.state import (
    HANDS,
    IN_COVER,
    Combat,
    Fighter,
    fights,
    number,
    ruled,
    single,
    skill_of,
    spent,
)
from certamen.rulesets.dualaction.weapons import (
    BLOW,
    BURST,
    MODES,
    fired,
    modes_of,
    optimal_cm,
    own_values,
    price,
)

NOWHERE = spaces.Place(-1, -1)
NOTHING_ASKED = Scene(0, 0, NOBODY, NOBODY, NOBODY, ACT, NOBODY, NOBODY, NOBODY)
MOST_SPOTS = MOST_ENEMIES + MOST_COVERED + 1  # and where he stands


class _Cast:
    """Those who take part by their sheets, and how they stand to each other: equal where the very same ones do."""

    def __init__(self, state: Combat) -> None:
        self.state = state
        people = tuple((one.id, one.side, id(one.sheet)) for one in state.participants.values())
        self.key = (people, *state.rulings.values(), state.space.ground, id(state.scene), state.shown)

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Cast) and self.key == other.key


def opening(state: Combat) -> World:
    """The tables before a die has fallen, of a combat that has just begun."""
    world = rows(state)
    people = tuple(one._replace(initiative=0) for one in world.people)
    order = (Place(NOBODY),) * len(world.order)
    return world._replace(people=people, order=order, scene=(NOTHING_ASKED,))


def rows(state: Combat) -> World:
    """The tables of any state of a combat."""
    still = _still(_Cast(state))
    everyone = tuple(state.participants.values())
    cells = map_of(state.space.ground).numbers
    arms = (one.loaded.get(weapon.name, 0) for one in everyone for weapon in arms_of(one))
    items = [one.items[item.name] for one in everyone for item in one.sheet.items] or [0]
    ids = list(state.participants)
    return still._replace(
        people=tuple(_now(state, one, row, cells) for one, row in zip(everyone, still.people, strict=True)),
        arms=tuple(row._replace(loaded=loaded) for row, loaded in zip(still.arms, arms, strict=True)),
        items=tuple(row._replace(stock=stock) for row, stock in zip(still.items, items, strict=True)),
        order=tuple(Place(ids.index(who)) for who in state.order.sequence),
        scene=(_scene(state, ids),),
    )


def _now(state: Combat, one: Fighter, row: Person, cells: dict[spaces.Place, int]) -> Person:
    return row._replace(
        status=int(not fights(one)),
        hp=one.hp,
        dr=one.dr,
        initiative=one.initiative,
        spent=spent(state, one),
        knocked_down=int(one.knocked_down),
        moved=one.moved,
        allowance=one.allowance,
        in_cover=int(has_effect(state, one.id, IN_COVER)),
        cell=cells.get(state.space.places.get(one.id, NOWHERE), 0),
    )


def _scene(state: Combat, ids: list[str]) -> Scene:
    now = NOTHING_ASKED._replace(round=state.round)
    if state.order.current is not None:
        now = now._replace(turn=state.order.sequence.index(state.order.current.who))
    if state.outcome is not None:
        return now._replace(ended=1, winner=_winner(state))
    if not state.windows or not state.windows[-1].requests:
        return now
    request = state.windows[-1].requests[0]
    now = now._replace(asked=ids.index(request.who))
    if request.kind == "act":
        return now
    one = state.participants[request.who]
    weapon = [weapon.name for weapon in arms_of(one)].index(str(request.about["weapon"]))
    target, mode = ids.index(str(request.about["target"])), MODES.index(str(request.about["mode"]))
    return now._replace(kind=CONFIRM, target=target, weapon=weapon, mode=mode)


def _winner(state: Combat) -> int:
    assert state.outcome is not None  # the caller looked
    sides = list(dict.fromkeys(one.side for one in state.participants.values()))
    return sides.index(state.outcome.winner) if state.outcome.winner else NOBODY


def arms_of(one: Fighter) -> tuple[Weapon, ...]:
    """All he can attack with, bare hands last."""
    return (*one.sheet.weapons, HANDS)


# --- what does not change ----------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _still(cast: _Cast) -> World:
    state = cast.state
    ground = map_of(state.space.ground)
    everyone = tuple(state.participants.values())
    owned = [(one, weapon) for one in everyone for weapon in arms_of(one)]
    nodes = len(ground.cells) * nodes_of(state.space.ground)
    modes = _modes(state, everyone)
    bands = tuple(band for _, weapon in owned for band in own_values(weapon))
    items = tuple(Item(0, item.heals) for one in everyone for item in one.sheet.items)
    return World(
        people=_people(everyone, modes),
        arms=tuple(_arms(owned)),
        items=items or (Item(0, 0),),
        order=(Place(NOBODY),) * len(everyone),
        scene=(NOTHING_ASKED,),
        desk_modes=modes,
        desk_matches=tuple(_match(state, one, weapon, other) for one, weapon in owned for other in everyone),
        desk_bands=bands or (m.Band(0, 0),),
        desk_rules=(_rules(state, ground),),
        desk_cells=_cells(state, ground),
        desk_ways=ground.ways,
        desk_far=ground.far,
        desk_views=ground.seen,
        desk_search=(Search(UNREACHED, 0, 0, 0, 0),) * nodes,
        desk_found=(Found(0, 0),) * nodes,
        desk_foes=(Foe(0, 0, 0, 0, 0),) * len(everyone),
        desk_near=(Place(0),) * MOST_ENEMIES,
        desk_attacks=(Attack(*(0,) * 9),) * (len(modes) * len(everyone)),
        desk_spots=(Standing(*(0,) * 9),) * MOST_SPOTS,
        desk_memos=(Memo(-1, 0, 0, 0),) * len(everyone),
        desk_kept=(Found(0, 0),) * (MOST_SPOTS * len(everyone)),
    )


def _people(everyone: tuple[Fighter, ...], modes: tuple[Mode, ...]) -> tuple[Person, ...]:
    sides = list(dict.fromkeys(one.side for one in everyone))
    rows: list[Person] = []
    arms = items = at = 0
    for one in everyone:
        sheet = one.sheet
        last = arms + len(arms_of(one))
        until = at + sum(arms <= mode.arm < last for mode in modes)
        end = items + len(sheet.items)
        figures = (sides.index(one.side), sheet.hp, sheet.agility, sheet.strength)
        rows.append(Person(*(0,) * 10, *figures, arms, last, at, until, items, end))
        arms, at, items = last, until, end
    return tuple(rows)


def _arms(owned: Iterable[tuple[Fighter, Weapon]]) -> Iterable[Arm]:
    at = 0
    for one, weapon in owned:
        bare = weapon.name == UNARMED
        low, high = read_range(weapon.damage)
        end = at + len(own_values(weapon))
        twice = guess.twice_average_unarmed(one.sheet.strength) if bare else guess.twice_average(low, high)
        yield Arm(
            0,
            skill_of(one, weapon),
            low,
            high,
            optimal_cm(weapon),
            weapon.reach * m.CM,
            weapon.shots,
            weapon.magazine,
            weapon.penetration,
            weapon.wear,
            int(weapon.knocks_down),
            int(fired(weapon)),
            int(weapon.thrown > 0),
            int(bare),
            at,
            end,
            twice,
        )
        at = end


def _modes(state: Combat, everyone: tuple[Fighter, ...]) -> tuple[Mode, ...]:
    owned = (weapon for one in everyone for weapon in arms_of(one))
    return tuple(
        Mode(arm, MODES.index(mode), price(state, mode), weapon.shots if mode == BURST else 1)
        for arm, weapon in enumerate(owned)
        for mode in modes_of(weapon)
    )


def _match(state: Combat, one: Fighter, weapon: Weapon, other: Fighter) -> Match:
    held = modifiers(one, weapon, other)
    extra, piercing = damage_rows(state, one, weapon, held, None), piercing_rows(one, weapon, held, None)
    return Match(
        total(to_hit_rows(state, one.id, held, BLOW, None)),
        total(extra),
        total(piercing),
        int(bool(changed(weapon, extra, piercing))),
        int(may_know(vital(state, other.id), (one.id,))),
    )


def _rules(state: Combat, ground: Map) -> Rules:
    def rule(name: str, value: str) -> int:
        return int(ruled(state, name, value))

    return Rules(
        int(single(state)),
        rule("movement", "dice"),
        rule("to_hit", "base"),
        rule("criticals", "extremes"),
        rule("dr_per", "hit"),
        rule("melee_to_hit", "automatic"),
        rule("difficulty", "own"),
        number(state, "aimed_bonus"),
        rule("down_moves", "yes"),
        number(state, "long_move_limit"),
        die_sides(state),
        rule("tie_order", "ascending"),
        int(bool(state.space.ground.cover)),
        state.space.ground.cell,
        len(ground.cells),
        ground.columns,
        ground.rows,
        2 * ground.rows + 1,
        ground.views,
        0,
    )


def _cells(state: Combat, ground: Map) -> tuple[Cell, ...]:
    return tuple(
        cell._replace(exit=int(exit_at(state.scene, place)))
        for cell, place in zip(ground.cells, ground.places, strict=True)
    )
