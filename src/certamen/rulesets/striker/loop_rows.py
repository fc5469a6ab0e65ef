"""The state of a Striker contest as the tables of a compiled loop: what changes, and what stands."""

from certamen.kernel.encounter import Encounter
from certamen.kernel.state import has_effect
from certamen.kernel.window import Resume
from certamen.rulesets.striker import loop_tables as t
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker.ground import CRAWL, read_place
from certamen.rulesets.striker.guess import average
from certamen.rulesets.striker.initiative import RESOLVE
from certamen.rulesets.striker.lines import ACROBATICS, MELEE, effect_of
from certamen.rulesets.striker.loop_ground import Terrain, terrain
from certamen.rulesets.striker.moving import stock_speed
from certamen.rulesets.striker.notation.tree import TIMINGS
from certamen.rulesets.striker.sheet import Gear, Weapon
from certamen.rulesets.striker.sight import Area, Attack, Deed
from certamen.rulesets.striker.spending import turn_of
from certamen.rulesets.striker.state import (
    CM,
    EVADING,
    Combatant,
    Contest,
    metres,
    modifier,
    perception,
    prone,
    ranks,
    ruled,
    target_challenge,
)
from certamen.rulesets.striker.vantage import NOWHERE

STATUS = {
    "in": m.Status.IN,
    "out": m.Status.OUT,
    "dead": m.Status.DEAD,
    "fled": m.Status.FLED,
    "yielded": m.Status.SURRENDERED,
    "left": m.Status.QUIT,
}
SHOWN = ("words", "exact", "nothing")


def opening(encounter: Encounter, state: Contest) -> t.Tables:
    """The fight before a die has fallen."""
    del encounter
    land = terrain(state)
    people = tuple(
        t.Person(hp=one.hp, at=_cell(state, land, one.id), held=_held(one)) for one in state.participants.values()
    )
    order = tuple(t.Place(i) for i in range(len(people)))
    return _tables(state, land, people, t.Scene(), order, ())


def rows(state: Contest) -> t.Tables:
    """The tables of a state of the contest."""
    land = terrain(state)
    ids = list(state.participants)
    people = tuple(_person(state, land, one) for one in state.participants.values())
    order = tuple(t.Place(ids.index(who)) for who in state.order.sequence)
    then = next((window.then for window in state.windows[-1:] if window.then.step == "go"), None)
    path = () if then is None else _path(state, land, then)
    return _tables(state, land, people, _scene(state, ids, then, path), order, path)


# --- what changes --------------------------------------------------------------------------------------------------


def _cell(state: Contest, land: Terrain, who: str) -> int:
    space = metres(state)
    return t.NOWHERE if space is None or who not in space.places else land.numbers[space.places[who]]


def _held(one: Combatant) -> int:
    return next((nth for nth, weapon in enumerate(one.sheet.weapons) if weapon.name == one.held), -1)


def _person(state: Contest, land: Terrain, one: Combatant) -> t.Person:
    going, turn = one.going, turn_of(one)
    asked = any(request.who == one.id for window in state.windows[-1:] for request in window.requests)
    crawled = going.extra.get(CRAWL, 0)
    return t.Person(
        STATUS[one.status],
        one.hp,
        _cell(state, land, one.id),
        _held(one),
        one.initiative,
        *turn,
        one.strikes,
        going.moved,
        sum(going.extra.values()) - crawled,
        crawled,
        going.stood,
        going.dashes,
        int(going.odd),
        int("acrobatics" in one.done),
        int(prone(state, one.id)),
        int(has_effect(state, one.id, EVADING)),
        int(asked),
    )


def _scene(state: Contest, ids: list[str], then: Resume | None, path: tuple[int, ...]) -> t.Scene:
    """Whose turn it is, and the move that is stopped while others re-act."""
    sides = list(dict.fromkeys(one.side for one in state.participants.values()))
    over, slot = state.outcome, state.order.current
    scene = t.Scene(
        state.round,
        int(over is not None),
        sides.index(over.winner) if over is not None and over.winner else -1,
        ids.index(state.acting) if state.acting else t.NOBODY,
        slot.at if slot is not None else 0,
    )
    if then is None:
        return scene
    return scene._replace(
        mover=ids.index(str(then.args["who"])),
        to=path[-1],
        step=int(str(then.args["at"])),
        steps=len(path),
        crawling=int(then.args["mode"] == CRAWL),
        answered=int(str(then.args["asked"])),
    )


def _path(state: Contest, land: Terrain, then: Resume) -> tuple[int, ...]:
    """The cells on the way of a move that is stopped."""
    space, path = metres(state), then.args["path"]
    assert space is not None  # somebody moves on it
    assert isinstance(path, tuple)  # moving.begin put it there
    return tuple(land.numbers[read_place(space.ground, place)] for place in path)


# --- what stands ---------------------------------------------------------------------------------------------------


def _tables(
    state: Contest,
    land: Terrain,
    people: tuple[t.Person, ...],
    scene: t.Scene,
    order: tuple[t.Place, ...],
    path: tuple[int, ...],
) -> t.Tables:
    """All tables; the path stands with its end first."""
    everyone = tuple(state.participants.values())
    arms = tuple((one, weapon) for one in everyone for weapon in one.sheet.weapons)
    things = tuple((one, gear) for one in everyone for gear in one.sheet.gear)
    cells, most = len(land.cells), max(len(one.sheet.weapons) for one in everyone)
    most_areas = max(1, *(sum(weapon.area > 0 for weapon in one.sheet.weapons) for one in everyone))
    return t.Tables(
        people,
        (scene,),
        order,
        tuple(t.Goods(one.gear.get(gear.name, 0)) for one, gear in things) or (t.Goods(),),
        (_facts(state, land),),
        tuple(_traits(state, land, everyone)),
        tuple(_arm(one, weapon) for one, weapon in arms) or (t.Arm(*[0] * len(t.Arm._fields)),),
        tuple(t.Resist(_resistance(weapon, other)) for _, weapon in arms for other in everyone) or (t.Resist(0),),
        tuple(_thing(gear) for _, gear in things) or (t.Thing(),),
        tuple(t.Place(i) for i in _placed(state)),
        land.cells,
        land.edges,
        land.far,
        land.sights,
        (t.Node(),) * (t.BANKS * 2 * cells),
        (t.Entry(),) * (2 * t.AROUND * cells + 1),
        (t.Reached(),) * (t.BANKS * cells),
        (t.Lot(),) * len(people),
        (*(t.Step(cell) for cell in reversed(path)), *(t.Step(),) * (cells - len(path))),
        (t.Count(),),
        (Attack(0, 0, 0, 0, 0, 0),) * max(1, most * len(people)),
        (Area(0, 0, 0, 0),) * (cells * most_areas),
        (t.Step(),) * (cells * most_areas),
        (Deed(0, 0, 0, 0),),
        (NOWHERE,) * cells,
    )


def _facts(state: Contest, land: Terrain) -> t.Facts:
    space, rulings = metres(state), state.rulings
    return t.Facts(
        people=len(state.participants),
        sides=len({one.side for one in state.participants.values()}),
        cells=len(land.cells),
        columns=land.columns,
        rows=land.rows,
        cell=space.ground.cell if space is not None else 0,
        mapped=int(space is not None),
        walled=int(land.walled),
        covered=int(land.covered),
        shown=SHOWN.index(state.shown),
        gm_initiative=m.GmInitiative[str(rulings["gm_initiative"]).upper()],
        end=m.End[str(rulings["end"]).upper()],
        reaction_reset=m.ReactionReset[str(rulings["reaction_reset"]).upper()],
        switch_counts=m.SwitchCounts[str(rulings["switch_counts"]).upper()],
        aoo_needs_rank=int(ruled(state, "aoo_needs", "rank")),
        aoo_trigger=m.AooTrigger[str(rulings["aoo_trigger"]).upper()],
        dead=int(ruled(state, "zero_hp", "dead")),
        adds_strength=int(ruled(state, "melee_strength", "on")),
        tc_a=state.scene.tc_a,
        area_save=m.AreaSave[str(rulings["area_save"]).upper()],
        area_adds_m=int(ruled(state, "area_adds_m", "yes")),
    )


def _traits(state: Contest, land: Terrain, everyone: tuple[Combatant, ...]) -> list[t.Traits]:
    sides = list(dict.fromkeys(one.side for one in everyone))
    found: list[t.Traits] = []
    for one in everyone:
        arms = found[-1].arms + found[-1].many if found else 0
        goods = found[-1].goods + found[-1].things if found else 0
        found.append(
            t.Traits(
                side=sides.index(one.side),
                played=int(bool(one.player)),
                full=one.sheet.hp,
                tc=target_challenge(one),
                resolve=modifier(one, RESOLVE),
                perception=perception(state, one),
                acrobatics=modifier(one, ACROBATICS),
                strength=modifier(one, "Strength"),
                melee_ranks=ranks(one, MELEE),
                attacks=one.sheet.attacks,
                stock=stock_speed(one),
                ways=land.ways.get(one.sheet.stock, -1) if one.sheet.stock in one.sheet.speed else -1,
                crawls=land.ways.get(CRAWL, -1),
                arms=arms,
                many=len(one.sheet.weapons),
                goods=goods,
                things=len(one.sheet.gear),
                dodge=modifier(one, "Agility") + one.sheet.named.get("B", 0),
            )
        )
    return found


def _arm(one: Combatant, weapon: Weapon) -> t.Arm:
    rolls, own = effect_of(weapon.effect), modifier(one, weapon.skill)
    assert rolls is not None  # check.py looked
    return t.Arm(
        m=own,
        ranks=ranks(one, weapon.skill),
        dice=rolls.count,
        sides=rolls.sides,
        range=weapon.range * CM,
        reach=weapon.reach * CM,
        natural=int(weapon.natural),
        single=int(weapon.single),
        knocks=int(weapon.imposes == "prone"),
        twice=average(weapon, own),
        area=weapon.area * CM,
        bare=average(weapon, 0),
    )


def _thing(gear: Gear) -> t.Thing:
    rolls = effect_of(gear.restores) if gear.restores else None
    return t.Thing(
        limited=int(gear.count > 0),
        restores=int(rolls is not None),
        dice=rolls.count if rolls is not None else 0,
        sides=rolls.sides if rolls is not None else 0,
        spend=m.spends(TIMINGS[gear.timing]) if gear.timing else -1,
        simple=int(gear.simple),
    )


def _placed(state: Contest) -> list[int]:
    """All in the order in which the map has them: so those in an area save; who has no place comes last."""
    space, ids = metres(state), list(state.participants)
    places = space.places if space is not None else {}
    return [ids.index(who) for who in (*places, *(who for who in ids if who not in places))]


def _resistance(weapon: Weapon, other: Combatant) -> int:
    rolls = effect_of(weapon.effect)
    return 0 if rolls is None else other.sheet.resistances.get(rolls.kind, 0)
