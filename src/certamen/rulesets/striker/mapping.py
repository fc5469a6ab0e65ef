"""Maps for Striker: a plan from a file as a scene's map, and what of that map is shown to all besides its ground."""

from collections.abc import Iterator
from typing import Any

from certamen.kernel.mapping import Mapped, Mapping, Mark, Plan, boxes, covers_data, marks_data, size_data, walls_data
from certamen.kernel.space import Area, Ground
from certamen.kernel.space.drawn import pair_text, rectangle
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker.state import Contest

DIFFICULT = m.step_cost(1, True, m.Terrain.PER_METRE)


def marks(state: Contest) -> tuple[Mark, ...]:
    """The ways out, and where one can hide."""
    plan = state.scene.map
    if plan is None:
        return ()
    exits = (Mark("exit", one.name, rectangle(one.box)) for one in plan.exits)
    return (*exits, *(Mark("hide", one.name, rectangle(one.box)) for one in plan.hides))


def scene(plan: Plan) -> Mapped:
    """A scene with the plan as its map; difficult ground costs twice, whatever the file says (STR-21)."""
    ground = plan.ground
    parts: dict[str, Any] = {
        "walls": walls_data(ground),
        "doors": [
            {"id": door.id, "line": pair_text(door.a, door.b)} | ({"open": True} if door.open else {})
            for door in ground.doors
        ],
        "covers": covers_data(ground),
        "rough": [one for area in ground.areas for one in _rough(ground, area)],
        "hides": marks_data(plan, "hide"),
        "exits": marks_data(plan, "exit"),
    }
    held = {name: things for name, things in parts.items() if things}
    return Mapped({"map": size_data(ground) | held}, tuple(_notes(ground)))


def _rough(ground: Ground, area: Area) -> Iterator[dict[str, Any]]:
    slows = area.factor > 1 and area.slows != ()
    modes = {"slows": list(area.slows)} if slows and area.slows else {}
    closed = {"closes": list(area.closes)} if area.closes else {}
    if slows or closed:
        for text in boxes(ground, area.shape):
            yield {"name": area.name, "box": text} | modes | closed


def _notes(ground: Ground) -> Iterator[str]:
    for area in ground.areas:
        if area.factor > DIFFICULT and area.slows != ():
            yield f"{area.name} counts {area.factor} for each metre in the file, {DIFFICULT} in Striker (STR-21)"
    locked = [door.id for door in ground.doors if door.locked]
    if locked:
        yield f"locked in the file: {', '.join(locked)}; in Striker stuck, or needs, holds a door (STR-17)"


MAPPING = Mapping(scene, marks)
