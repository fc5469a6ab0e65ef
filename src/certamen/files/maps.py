"""Maps from other programs: Universal VTT and Tiled files as plans, and plans as scenes of a ruleset."""

import re
from collections.abc import Mapping as Named
from pathlib import Path
from typing import Any

import msgspec
import yaml
from msgspec import Struct

from certamen.files import maps_tiled, maps_uvtt
from certamen.files.maps_tiled import Tiled
from certamen.files.maps_uvtt import Uvtt
from certamen.files.pictures import NoPicture
from certamen.files.problems import refuse
from certamen.files.tree import MOST_NODES
from certamen.kernel.mapping import Mapped, Mapping, Plan
from certamen.kernel.ruleset import Ruleset, loaded
from certamen.kernel.space import Grid
from certamen.kernel.space.drawn import METRE
from certamen.kernel.space.ground import MOST_THINGS
from certamen.rulesets import find, names

MOST_BYTES = 40 * 1024 * 1024
MOST_VALUES = 3_000_000
MOST_OBJECTS = 300_000
ROOM = 2_000
"""So many values of an encounter file are left to all else in it."""
KINDS = "a Universal VTT map (.dd2vtt, .uvtt) or a map of Tiled saved as JSON"

_WORDS = {
    "float": "a number",
    "int": "a whole number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "nothing",
}


class _Glance(Struct):
    """What tells the kinds of maps apart."""

    resolution: msgspec.Raw = msgspec.Raw()
    orientation: msgspec.Raw = msgspec.Raw()
    layers: msgspec.Raw = msgspec.Raw()


def load(path: Path, metres: int = 1, free: bool = False) -> Plan:
    """The map in a file, as `loads` reads it. Raises FileErrors."""
    name = str(path)
    try:
        if not path.is_file():
            raise refuse(name, "this is no file" if path.exists() else "there is no such file")
        with path.open("rb") as file:
            return loads(file.read(MOST_BYTES + 1), name, metres, free)
    except OSError as error:
        raise refuse(name, f"cannot be read: {error.strerror}") from None


def loads(data: bytes, name: str = "map", metres: int = 1, free: bool = False) -> Plan:
    """The map in a file's bytes, one square or hex of the file being `metres` (1 to 100) across.

    With `free` the map's squares do not bind: it is played on free metres.

    Raises FileErrors with one message for what is no such map, too large, or not to be drawn.
    """
    if not 1 <= metres <= 100:
        raise refuse(name, f"a square is 1 to 100 metres wide, not {metres}")
    if len(data) > MOST_BYTES:
        raise refuse(name, "more than such a file may have", expected=f"at most {MOST_BYTES:,} bytes")
    if data.count(b",") > MOST_VALUES or data.count(b"{") + data.count(b"[") > MOST_OBJECTS:
        raise refuse(name, "more values than a map may have")
    try:
        return _plan(data.removeprefix(b"\xef\xbb\xbf"), name, metres * METRE, free)
    except msgspec.ValidationError as error:
        raise refuse(name, _in_words(str(error))) from None
    except msgspec.DecodeError as error:
        raise refuse(name, f"this is not JSON: {error}", expected=KINDS) from None
    except RecursionError:
        raise refuse(name, "nested too deep for a map") from None
    except (ValueError, NoPicture) as error:
        raise refuse(name, str(error)) from None


def _plan(data: bytes, name: str, cell: int, free: bool) -> Plan:
    glance = msgspec.json.decode(data, type=_Glance)
    if glance.resolution:
        return maps_uvtt.plan(msgspec.json.decode(data, type=Uvtt), cell, "free" if free else "square")
    if glance.orientation and glance.layers:
        tiled = msgspec.json.decode(data, type=Tiled)
        grid: Grid = "free" if free else "hex" if tiled.orientation == "hexagonal" else "square"
        return maps_tiled.plan(tiled, cell, grid)
    raise refuse(name, "this is no map that can be read", expected=KINDS)


def _in_words(message: str) -> str:
    """What msgspec says of a value of the wrong kind, in the file's words.

    >>> _in_words("Expected `float`, got `str` - at `$.lights[0].range`")
    'lights[0].range: expected a number, got text'
    """
    what, _, where = message.partition(" - at ")
    what = re.sub(r"`([^`]*)`", lambda found: _WORDS.get(found[1], found[1]), what)
    path = where.strip("`").removeprefix("$.")
    return f"{path}: {what[:1].lower()}{what[1:]}" if path else f"{what}: this is no map"


# --- as a scene ----------------------------------------------------------------------------------------------------


def mapped(plan: Plan, ruleset: Ruleset) -> Mapped:
    """A scene of the ruleset with the plan as its map, and all that was left out or changed on the way.

    Raises FileErrors where the ruleset has no maps, or the scene would be too large for an encounter file.
    """
    mapping: Mapping | None = loaded(ruleset.mapping)
    if mapping is None:
        able = ", ".join(name for name in names() if find(name).mapping)
        raise refuse(ruleset.name, f"{ruleset.title} is played without a map", expected=f"a ruleset with maps: {able}")
    try:
        found = mapping.scene(plan)
    except ValueError as error:
        raise refuse(ruleset.name, str(error)) from None
    things = sum(len(one) for one in _lists(found.scene))
    if things > MOST_THINGS or _values(found.scene) > MOST_NODES - ROOM:
        raise refuse(ruleset.name, f"the map has {things:,} walls, doors and other parts, more than a scene can hold")
    return Mapped(found.scene, (*plan.notes, *found.notes))


def scene_yaml(scene: Named[str, Any]) -> str:
    """A scene as YAML, to stand in an encounter file."""
    return yaml.safe_dump({"scene": scene}, sort_keys=False, allow_unicode=True, default_flow_style=None, width=110)


def _lists(data: Named[str, Any]) -> list[list[Any]]:
    inner = [part for one in data.values() if isinstance(one, dict) for part in _lists(one)]
    return [*(one for one in data.values() if isinstance(one, list)), *inner]


def _values(data: object) -> int:
    """How many values and keys an encounter file needs for this."""
    if isinstance(data, dict):
        return 1 + sum(1 + _values(one) for one in data.values())
    return 1 + sum(_values(one) for one in data) if isinstance(data, list) else 1


def summary(plan: Plan) -> str:
    """A plan in one line."""
    ground = plan.ground
    counts = {
        "walls": len(ground.walls),
        "doors": len(ground.doors),
        "areas of terrain": len(ground.areas),
        "covers": len(ground.cover),
        "ways out and hiding places": len(plan.marks),
    }
    told = ", ".join(f"{count:,} {name}" for name, count in counts.items() if count) or "nothing on it"
    cells = "free metres" if ground.grid == "free" else f"{ground.grid} cells of {ground.cell // METRE} m"
    size = f"{ground.width // METRE} by {ground.height // METRE} m, {cells}"
    return f"{size}: {told}"
