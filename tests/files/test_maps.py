"""Maps from Universal VTT files: what becomes of them, what is refused, and what rulesets make of plans."""

import json
import time
from base64 import b64encode
from pathlib import Path

import pytest

from certamen.files import encounter, maps
from certamen.files.maps_lines import MOST_WALLS
from certamen.files.problems import FileErrors
from certamen.kernel.space import Door, Place, Wall, place, reachable, sees, set_door
from certamen.rulesets import find, names
from tests.files.maps_common import PNG, read, refused, space_of, uvtt

SAMPLE = Path(__file__).parents[3] / "shared" / "data" / "maps" / "sampleMap.dd2vtt"
WITH_MAPS = ("striker", "dualaction")


def test_lengths_are_squares_from_the_maps_own_origin() -> None:
    plan = read(uvtt(), metres=2)
    assert (plan.ground.width, plan.ground.height, plan.ground.cell, plan.ground.grid) == (1600, 800, 200, "square")
    assert plan.ground.walls == (Wall((800, 0), (800, 195)), Wall((800, 405), (800, 800)))
    assert plan.ground.doors == (Door("door-1", (800, 195), (800, 405)),)
    assert plan.picture is not None
    assert (plan.picture.data, plan.picture.kind, plan.picture.width, plan.picture.height) == (PNG, "png", 1600, 800)
    assert plan.notes == ("lights in the file, which no scene holds, at (in metres) 2,2",)


@pytest.mark.parametrize("ruleset", WITH_MAPS)
def test_walls_stop_and_doors_open(ruleset: str) -> None:
    space = space_of(read(uvtt()), ruleset, "3,1", "4,1")
    there = Place(450, 150)
    assert not sees(space, "ann", "bo")
    assert there not in reachable(space, "ann", 200, ignoring=("bo",))
    opened = set_door(space, "door-1", open=True)
    assert sees(opened, "ann", "bo")
    assert reachable(opened, "ann", 200, ignoring=("bo",))[there].cost == 100


@pytest.mark.parametrize("ruleset", WITH_MAPS)
def test_a_door_drawn_from_middle_to_middle_of_squares_can_be_passed(ruleset: str) -> None:
    lines = [[{"x": 6, "y": 1}, {"x": 6, "y": 1.5}], [{"x": 6, "y": 2.5}, {"x": 6, "y": 5}]]
    door = {"bounds": [{"x": 6, "y": 1.5}, {"x": 6, "y": 2.5}], "closed": False}
    space = space_of(read(uvtt(line_of_sight=lines, portals=[door])), ruleset, "3,0", "7,3")
    assert Place(450, 50) in reachable(space, "ann", 100)
    assert Place(450, 350) not in reachable(place(space, "ann", Place(350, 350)), "ann", 100)


@pytest.mark.parametrize("ruleset", WITH_MAPS)
def test_free_metres(ruleset: str) -> None:
    space = space_of(read(uvtt(), free=True), ruleset, "3.25,1.5", "7,3")
    assert space.ground.grid == "free"
    assert space.places["ann"] == Place(325, 150)


def test_walls_through_the_middles_of_squares_are_told() -> None:
    plan = read(uvtt(line_of_sight=[[{"x": 2, "y": 1.5}, {"x": 5, "y": 1.5}]]))
    assert any("through the middles of squares" in note and "1" in note for note in plan.notes)


def test_objects_stop_too_and_what_is_drawn_twice_or_beside_the_map_does_not_count() -> None:
    line = [{"x": 3, "y": 2}, {"x": 4, "y": 2}]
    away = [{"x": -9, "y": 2}, {"x": -8, "y": 2}]
    plan = read(uvtt(line_of_sight=[line, away], objects_line_of_sight=[line[::-1], [line[0]]], portals=[]))
    assert plan.ground.walls == (Wall((100, 100), (200, 100)),)


def test_doors_without_two_ends_are_told() -> None:
    plan = read(uvtt(portals=[{"bounds": [{"x": 3, "y": 2}]}, {"bounds": [{"x": 3, "y": 2}] * 2}]))
    assert plan.ground.doors == ()
    assert "doors without two ends, left out: 2" in plan.notes


def test_many_corners_are_made_fewer_and_that_is_told() -> None:
    wave = [{"x": 2 + n / 2000, "y": 2 + 0.03 * (n % 2)} for n in range(12_000)]
    plan = read(uvtt(line_of_sight=[wave], portals=[]))
    assert 0 < len(plan.ground.walls) <= MOST_WALLS
    assert any("12,000 corners of walls made" in note and "at most 5 cm" in note for note in plan.notes)
    xs = [wall.a[0] for wall in plan.ground.walls]
    assert xs == sorted(xs)
    assert plan.ground.walls[-1].b == (600, 103)


def test_a_straight_line_of_many_corners_is_one_wall_and_a_spike_stays() -> None:
    corners = [(2, 2), (3, 2), (4, 2), (5, 2), (3, 2), (3, 3)]
    plan = read(uvtt(line_of_sight=[[{"x": x, "y": y} for x, y in corners]], portals=[]))
    assert plan.ground.walls == (Wall((0, 100), (300, 100)), Wall((300, 100), (100, 100)), Wall((100, 100), (100, 200)))


def test_too_many_walls_are_refused() -> None:
    lines = [[{"x": 2 + n / 900, "y": 2}, {"x": 2 + n / 900, "y": 4}] for n in range(MOST_WALLS + 1)]
    assert "more than 4,000 walls" in refused(uvtt(line_of_sight=lines))


@pytest.mark.parametrize("ruleset", WITH_MAPS)
def test_as_many_walls_as_may_be_make_an_encounter_that_loads(ruleset: str) -> None:
    lines = [[{"x": 2 + n / 600, "y": 2}, {"x": 2 + n / 600, "y": 3}] for n in range(3_500)]
    space_of(read(uvtt(line_of_sight=lines)), ruleset, "0,3", "7,3")


def test_rulesets_without_maps_refuse_with_the_reason() -> None:
    plan = read(uvtt())
    for name in sorted(set(names()) - set(WITH_MAPS)):
        with pytest.raises(FileErrors, match=r"played without a map .*dualaction, striker"):
            maps.mapped(plan, find(name))


def test_a_picture_of_20_megabytes_is_taken_at_once() -> None:
    data = json.dumps(uvtt(image=b64encode(PNG + bytes(20_000_000)).decode())).encode()
    begun = time.perf_counter()
    picture = maps.loads(data).picture
    assert picture is not None
    assert len(picture.data) == 20_000_000 + len(PNG)
    assert time.perf_counter() - begun < 3  # a moment; the machine may be busy


def point(x: float, y: float = 2) -> dict[str, float]:
    return {"x": x, "y": y}


HOSTILE = {
    "nothing": (b"", "this is not JSON"),
    "text": (b"hello", "this is not JSON"),
    "a list": (b"[]", "Expected an object, got a list: this is no map"),
    "another file": (b'{"name": "x"}', "this is no map that can be read"),
    "XML": (b"<map></map>", "this is not JSON"),
    "depth": (b'{"resolution":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "nested too deep"),
    "depth in what is passed over": (b'{"x":' + b'{"y":' * 100_000 + b"1" + b"}" * 100_001, "nested too deep"),
    "many objects": (b'{"resolution":[' + b"{}," * 400_000 + b"{}]}", "more values than a map may have"),
    "many numbers": (b'{"resolution":[' + b"1," * 3_100_000 + b"1]}", "more values than a map may have"),
    "too large": (b" " * (maps.MOST_BYTES + 1), "at most 41,943,040 bytes"),
    "NaN": (json.dumps(uvtt(portals=[{"bounds": [point(float("nan"))]}])).encode(), "this is not JSON"),
    "infinite": (b'{"resolution":{"map_size":{"x":1e999,"y":1}}}', "resolution.map_size.x: number out of range"),
    "cut off": (json.dumps(uvtt()).encode()[:-30], "this is not JSON"),
    "no UTF-8": (b'{"resolution": {"map_size": {"x": 2, "y": 2}}, "image": "\xff"}', "this is not JSON"),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_bytes_are_refused_quickly(what: str) -> None:
    data, message = HOSTILE[what]
    begun = time.perf_counter()
    assert message in refused(data)
    assert time.perf_counter() - begun < 2


WRONG = {
    "huge": (uvtt(line_of_sight=[[point(1e300), point(2)]]), "km from the others"),
    "far": (uvtt(portals=[{"bounds": [point(2e6), point(2)]}]), "km from the others"),
    "no size": (uvtt(resolution={"map_size": point(0, 0)}), "a map is at least one cell"),
    "negative": (uvtt(resolution={"map_size": point(-5, 5)}), "a map is at least one cell"),
    "too many cells": (uvtt(resolution={"map_size": point(900, 900)}), "at most 250000 cells"),
    "a word for a number": (uvtt(lights=[{"position": {"x": "2", "y": 1}}]), "lights[0].position.x: expected a number"),
    "a number for a list": (uvtt(line_of_sight=7), "line_of_sight: expected a list, got a whole number"),
    "half a point": (uvtt(line_of_sight=[[{"x": 1}, point(1)]]), "missing required field"),
    "picture: no base64": (uvtt(image="%%%"), "this is not base64 text"),
    "picture: SVG": (
        uvtt(image=b64encode(b"<svg xmlns='http://www.w3.org/2000/svg'/>" * 9).decode()),
        "not a PNG, JPEG",
    ),
    "picture: a GIF": (uvtt(image=b64encode(b"GIF89a" + bytes(90)).decode()), "not a PNG, JPEG"),
    "picture: nothing behind the head": (uvtt(image=b64encode(PNG[:8]).decode()), "not a PNG, JPEG"),
    "picture: too wide": (uvtt(image=b64encode(PNG[:16] + b"\xff" * 8).decode()), "at most 20,000 either way"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_cannot_be_is_refused(what: str) -> None:
    data, message = WRONG[what]
    assert message in refused(data)


def test_the_width_of_a_square_is_within_bounds() -> None:
    with pytest.raises(FileErrors, match="1 to 100 metres"):
        maps.loads(b"{}", metres=0)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileErrors, match="no such file"):
        maps.load(tmp_path / "a.dd2vtt")
    with pytest.raises(FileErrors, match="this is no file"):
        maps.load(tmp_path)


def test_encounters_may_hold_a_large_map() -> None:
    """What the limit of values in a file is for: 5,000 walls, doors and areas."""
    walls = ", ".join("{line: '1,1 2,2'}" for _ in range(4_900))
    people = "".join(f"  - {{id: {who}, side: {who}, sheet: {{hp: 10}}}}\n" for who in ("ann", "bo"))
    encounter.loads(f"certamen: 1\nruleset: dualaction\nscene: {{walls: [{walls}]}}\nparticipants:\n{people}")


@pytest.mark.skipif(not SAMPLE.exists(), reason="the sample map of Dungeondraft is not here")
@pytest.mark.parametrize("ruleset", WITH_MAPS)
def test_a_real_map(ruleset: str) -> None:
    plan = maps.load(SAMPLE)
    assert (plan.ground.width, plan.ground.height) == (1000, 1000)
    assert [door.open for door in plan.ground.doors] == [False, True]
    assert plan.picture is not None
    assert (plan.picture.kind, len(plan.picture.data)) == ("png", 2_836_658)
    space = space_of(plan, ruleset, "4,8", "5,7")
    assert Place(550, 750) in reachable(space, "ann", 100, ignoring=("bo",))  # through the open door, slantwise
