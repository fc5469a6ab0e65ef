"""Maps with anything changed anywhere: each becomes a scene that loads, or is refused in one line, soon."""

import json
import random
import time
from typing import Any

import pytest

from certamen.files import encounter, maps
from certamen.files.problems import FileErrors
from certamen.rulesets import find
from tests.files.maps_common import SHEETS, objects, tiled, tiles, uvtt

NASTY: tuple[Any, ...] = (None, True, -1, 0, 1, 7, 1e6, -1e6, 1e300, 2**63, 2**31, 0.1, "", "x", "walk, \x07",
         "\u202e", [], {}, [[]], [{}], {"x": 1}, {"x": 1, "y": 2}, "A" * 500, "wall", "door", ["wall"] * 3)  # fmt: skip
THINGS = (
    {"x": 1, "y": 2, "width": 30, "height": 9, "type": "terrain", "name": "mud", "rotation": 20},
    {"x": 3, "y": 3, "polyline": [{"x": 0, "y": 0}, {"x": 9, "y": 4}], "type": "door", "name": "gate"},
    {"x": 3, "y": 3, "polygon": [{"x": 0, "y": 0}, {"x": 9, "y": 4}, {"x": 1, "y": 8}], "class": "cover"},
    {"x": 3, "y": 3, "width": 20, "height": 20, "ellipse": True, "type": "wall",
     "properties": [{"name": "low", "value": True}]},
    {"x": 3, "y": 3, "width": 20, "height": 20, "type": "exit"},
)  # fmt: skip
WHOLE = (
    uvtt(),
    tiled([tiles("1234", "0550", "0009", properties={"terrain": "x", "factor": 3}), objects(*THINGS)]),
    tiled([tiles("1234", "0550", "0009"), objects(*THINGS)], orientation="hexagonal", hexsidelength=8, staggeraxis="y"),
)
CASES = 250


def paths(data: Any, before: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Each place in the data."""
    items: Any = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [before, *(path for key, value in items for path in paths(value, (*before, key)))]


def mutated(data: Any, dice: random.Random) -> Any:
    """One to three places of a map with something else in them, or nothing."""
    data = json.loads(json.dumps(data))
    for _ in range(dice.randint(1, 3)):
        path = dice.choice(paths(data)[1:])
        holder = data
        for key in path[:-1]:
            holder = holder[key]
        if dice.random() < 0.2:
            del holder[path[-1]]
        else:
            holder[path[-1]] = dice.choice(NASTY)
    return data


def becomes(data: bytes) -> str:
    """What is said of a map where it is refused, "" where it becomes a scene of each ruleset with maps that loads."""
    try:
        plan = maps.loads(data)
        for ruleset, sheet in SHEETS.items():
            scene = maps.scene_yaml(maps.mapped(plan, find(ruleset)).scene)
            people = "".join(f"  - {{id: {who}, side: {who}, sheet: {sheet}}}\n" for who in ("ann", "bo"))
            encounter.loads(f"certamen: 1\nruleset: {ruleset}\n{scene}participants:\n{people}")
    except FileErrors as error:
        return str(error)
    return ""


@pytest.mark.parametrize("whole", range(len(WHOLE)))
def test_mutated_maps(whole: int) -> None:
    assert becomes(json.dumps(WHOLE[whole]).encode()) == ""
    dice, good = random.Random(whole), 0
    for _ in range(CASES):
        data = json.dumps(mutated(WHOLE[whole], dice)).encode()
        begun = time.perf_counter()
        said = becomes(data)
        assert time.perf_counter() - begun < 3, data
        assert "\n" not in said, data
        assert len(said) < 300, data
        good += not said
    assert good > CASES // 12
