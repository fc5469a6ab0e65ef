"""What the tests of maps share: small maps of both kinds, pictures, and a scene of theirs put to use."""

import json
from base64 import b64encode
from typing import Any

import pytest

from certamen.dice import Seeded
from certamen.files import encounter, maps
from certamen.files.problems import FileErrors
from certamen.kernel.contest import Contest
from certamen.kernel.mapping import Plan
from certamen.kernel.space import Metres
from certamen.kernel.space.drawn import read_place
from certamen.rulesets import find

PNG = b"\x89PNG\r\n\x1a\n" + (13).to_bytes(4, "big") + b"IHDR" + (512).to_bytes(4, "big") + (256).to_bytes(4, "big")

SHEETS = {
    "striker": "{hp: 20, speed: {walk: 8}, skills: {Resolve: {m: 2}}}",
    "dualaction": "{hp: 10, agility: 3}",
}


def uvtt(**changes: Any) -> dict[str, Any]:
    """A Universal VTT map of 8 by 4 squares that begins at (2, 1): a wall with a door in it, and a lamp."""
    return {
        "format": 0.3,
        "resolution": {"map_origin": {"x": 2, "y": 1}, "map_size": {"x": 8, "y": 4}, "pixels_per_grid": 64},
        "line_of_sight": [[{"x": 6, "y": 1}, {"x": 6, "y": 2}], [{"x": 6, "y": 3}, {"x": 6, "y": 5}]],
        "objects_line_of_sight": [],
        "portals": [{"bounds": [{"x": 6, "y": 2}, {"x": 6, "y": 3}], "closed": True}],
        "lights": [{"position": {"x": 3, "y": 2}, "range": 5}],
        "image": b64encode(PNG).decode(),
    } | changes


def tiled(layers: list[dict[str, Any]], **changes: Any) -> dict[str, Any]:
    """A map of Tiled, 4 by 3 tiles of 16 pixels: tile 1 is a swamp, 2 deep water, 3 a hedge, 4 rock, 5 a bridge."""
    said: tuple[dict[str, Any], ...] = (
        {"terrain": "swamp", "factor": 3},
        {"terrain": "water", "closes": "walk"},
        {"terrain": "hedge", "slows": "walk, run", "cover": 3},
        {"collides": True},
        {"terrain": "bridge"},
    )
    tiles = [{"id": n, "properties": [{"name": k, "value": v} for k, v in one.items()]} for n, one in enumerate(said)]
    return {
        "type": "map",
        "orientation": "orthogonal",
        "width": 4,
        "height": 3,
        "tilewidth": 16,
        "tileheight": 16,
        "infinite": False,
        "layers": layers,
        "tilesets": [{"firstgid": 1, "name": "ground", "tiles": tiles}],
    } | changes


def tiles(*rows: str, **changes: Any) -> dict[str, Any]:
    """A layer of tiles, by the digits of its rows."""
    return {"type": "tilelayer", "name": "tiles", "data": [int(one) for row in rows for one in row]} | changes


def objects(*things: dict[str, Any], name: str = "things") -> dict[str, Any]:
    """A layer of objects."""
    return {"type": "objectgroup", "name": name, "objects": list(things)}


def read(data: dict[str, Any], metres: int = 1, free: bool = False) -> Plan:
    """The plan of a map."""
    return maps.loads(json.dumps(data).encode(), "a.map", metres, free)


def refused(data: dict[str, Any] | bytes) -> str:
    """What is said of a bad map, in one line."""
    with pytest.raises(FileErrors) as caught:
        maps.loads(data if isinstance(data, bytes) else json.dumps(data).encode(), "a.map")
    assert "\n" not in str(caught.value)
    return str(caught.value).removeprefix("a.map: ")


def space_of(plan: Plan, ruleset: str, ann: str = "0,0", bo: str = "1,0") -> Metres:
    """The plan in use: an encounter with its scene, written as YAML and read again, begun; Ann and Bo stand on it."""
    scene, _ = maps.mapped(plan, find(ruleset))
    people = "".join(
        f"  - {{id: {who}, side: {who}s, at: '{at}', sheet: {SHEETS[ruleset]}}}\n"
        for who, at in (("ann", ann), ("bo", bo))
    )
    text = f"certamen: 1\nruleset: {ruleset}\n{maps.scene_yaml(scene)}participants:\n{people}"
    contest = Contest(find(ruleset), encounter.loads(text), Seeded(1))
    space = contest.state.space
    assert isinstance(space, Metres)
    assert space.places["ann"] == read_place(space.ground, ann)
    return space
