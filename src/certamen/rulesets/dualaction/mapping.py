"""Maps for dualaction: a plan from a file as a scene, and what of a scene is shown to all besides its ground."""

from collections.abc import Iterator
from typing import Any

from certamen.kernel.mapping import Mapped, Mapping, Mark, Plan, boxes, covers_data, marks_data, size_data, walls_data
from certamen.kernel.space import Area, Door, Ground
from certamen.kernel.space.drawn import pair_text, rectangle
from certamen.rulesets.dualaction.state import Combat

WALK = "walk"


def marks(state: Combat) -> tuple[Mark, ...]:
    """The ways out."""
    return tuple(Mark("exit", one.name, rectangle(one.box)) for one in state.scene.exits)


def scene(plan: Plan) -> Mapped:
    """A scene with the plan as its place."""
    ground = plan.ground
    parts: dict[str, Any] = {
        "walls": walls_data(ground),
        "doors": [_door(door) for door in ground.doors],
        "covers": covers_data(ground),
        "rough": [one for area in ground.areas for one in _rough(ground, area)],
        "exits": marks_data(plan, "exit"),
    }
    held = {name: things for name, things in parts.items() if things}
    return Mapped(size_data(ground) | held, tuple(_notes(plan)))


def _door(door: Door) -> dict[str, Any]:
    line = {"id": door.id, "line": pair_text(door.a, door.b)}
    return line | ({"open": True} if door.open else {}) | ({"locked": True} if door.locked else {})


def _factor(area: Area) -> int:
    """How many metres each metre on foot costs; 0: it cannot be walked."""
    if WALK in area.closes:
        return 0
    return area.factor if area.slows is None or WALK in area.slows else 1


def _rough(ground: Ground, area: Area) -> Iterator[dict[str, Any]]:
    factor = _factor(area)
    if factor != 1:
        for text in boxes(ground, area.shape):
            yield {"name": area.name, "box": text, "factor": factor}


def _notes(plan: Plan) -> Iterator[str]:
    for area in plan.ground.areas:
        if _factor(area) == 1:
            yield f"{area.name} does nothing to walking, and dualaction knows no other mode: it is left out (DUA-6)"
    hides = [mark.name for mark in plan.marks if mark.kind == "hide"]
    if hides:
        yield f"dualaction marks no places to hide in: {', '.join(hides)} left out"


MAPPING = Mapping(scene, marks)
