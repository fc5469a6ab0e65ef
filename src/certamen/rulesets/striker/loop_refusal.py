"""What of a Striker contest the compiled loop does not know, each with the rule it stands in."""

from collections.abc import Iterator

from certamen.kernel.action import Refusal
from certamen.kernel.encounter import Encounter
from certamen.rulesets.striker.ground import CRAWL, FLY
from certamen.rulesets.striker.lines import effect_of
from certamen.rulesets.striker.loop_ground import cells_of
from certamen.rulesets.striker.sheet import Weapon
from certamen.rulesets.striker.state import CM, EVADING, PRONE, Combatant, Contest, metres, ruled

MOST_CELLS = 4_000  # fewer than a search's numbers have room for
MOST_WALLED = 700  # each pair of cells has its line of sight looked up


def refusal(state: Contest, encounter: Encounter) -> Refusal | None:
    """The first thing the loop does not know, or None."""
    return next(_refusals(state, encounter), None)


def _refusals(state: Contest, encounter: Encounter) -> Iterator[Refusal]:
    yield from _setting(state, encounter)
    if len({one.side for one in state.participants.values()}) < 2:
        yield Refusal("there is nobody to fight", "STR-14")
    if any(entry.hidden for entry in encounter.participants):
        yield Refusal("somebody is hidden", "STR-32")
    for one in state.participants.values():
        yield from _person(one)
        yield from _now(one)
    yield from _going_on(state)
    yield from _map(state)


def _setting(state: Contest, encounter: Encounter) -> Iterator[Refusal]:
    scene = state.scene
    if encounter.review:
        yield Refusal("the game master reviews each result")
    if encounter.objectives:
        yield Refusal("objectives decide the contest", "STR-14")
    if scene.skills:
        yield Refusal("acts of skills are carried out line by line", "STR-1")
    if scene.items:
        yield Refusal("there are things that skills work on", "STR-5")
    if scene.surprise.sneaking or scene.surprise.surprised:
        yield Refusal("somebody may be surprised", "STR-10")
    if ruled(state, "final_tie", "gm"):
        yield Refusal("the game master breaks ties", "STR-13")
    if ruled(state, "terrain", "whole_move"):
        yield Refusal("difficult ground halves the whole move (ruling terrain)", "STR-21")


def _person(one: Combatant) -> Iterator[Refusal]:
    if one.sheet.stock == FLY:
        yield Refusal(f"{one.name} flies", "STR-25")
    for gear in one.sheet.gear:
        rolls = effect_of(gear.restores) if gear.restores else None
        if gear.restores and (rolls is None or rolls.pool != "hp"):
            yield Refusal(f"the {gear.name} of {one.name} restores something else than hp", "STR-34")
    if "TC-A" in one.sheet.subject.challenges:
        yield Refusal(f"{one.name} has a TC-A of his own", "STR-4")
    for weapon in one.sheet.weapons:
        yield from _weapon(one, weapon)


def _now(one: Combatant) -> Iterator[Refusal]:
    """What has come about in a contest that is going on."""
    if one.status == "waiting":
        yield Refusal(f"{one.name} comes later", "STR-12")
    if one.hidden or one.unseen_by:
        yield Refusal(f"{one.name} is hidden", "STR-32")
    if one.readied is not None:
        yield Refusal(f"{one.name} has an act ready", "STR-33")
    if one.task is not None:
        yield Refusal(f"{one.name} works on a task", "STR-37")
    if not one.going.extra.keys() <= {one.sheet.stock, CRAWL}:
        yield Refusal(f"{one.name} has moved by several modes", "STR-20")


def _going_on(state: Contest) -> Iterator[Refusal]:
    for effect in state.effects:
        if effect.name not in (PRONE, EVADING):
            yield Refusal(f"{effect.bearer} is {effect.name}", "STR-36")
    slot, sequence = state.order.current, state.order.sequence
    to_come = tuple(one.who for one in state.order.pending)
    if (
        slot is None
        or slot.kept
        or sequence[slot.at :] != (slot.who, *to_come)
        or set(sequence) != set(state.participants)
    ):
        yield Refusal("the order was changed", "STR-12")
    if any(request.kind not in ("act", "react") for window in state.windows for request in window.requests):
        yield Refusal("the game master is asked", "STR-4")


def _weapon(one: Combatant, weapon: Weapon) -> Iterator[Refusal]:
    rolls = effect_of(weapon.effect)
    if rolls is None or rolls.pool != "hp":
        yield Refusal(f"the {weapon.name} of {one.name} takes nothing off hp", "STR-26")
    if weapon.imposes not in ("", "prone"):
        yield Refusal(f"the {weapon.name} of {one.name} leaves others {weapon.imposes}", "STR-36")


def _map(state: Contest) -> Iterator[Refusal]:
    space = metres(state)
    if space is None:
        return
    if space.ground.grid == "free":
        yield Refusal("places are free metres, not cells", "STR-39")
        return
    if any(place.z for place in space.places.values()):
        yield Refusal("somebody is in the air", "STR-25")
    for one in state.participants.values():
        if one.sheet.size * CM > space.ground.cell:
            yield Refusal(f"{one.name} fills more than one cell", "STR-39")
    areas = any(weapon.area for one in state.participants.values() for weapon in one.sheet.weapons)
    ground = space.ground
    if areas and (ground.grid == "hex" or ground.width % ground.cell or ground.height % ground.cell):
        yield Refusal("areas are filled on a map that is not all squares", "STR-27")
    cells = len(cells_of(ground))
    seen = space.ground.walls or space.ground.doors or space.ground.cover
    most = MOST_WALLED if seen else MOST_CELLS
    if cells > most:
        yield Refusal(f"the map has {cells} cells to go to, more than {most}", "STR-39")
