"""certamen map: a map of another program as a scene."""

import json
from pathlib import Path

import pytest

from tests.cli.common import certamen
from tests.files.maps_common import PNG, objects, tiled, tiles, uvtt


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    file = tmp_path / "vault.dd2vtt"
    file.write_text(json.dumps(uvtt()))
    return file


def test_the_scene_and_the_picture_are_written(vault: Path, tmp_path: Path) -> None:
    scene, picture = tmp_path / "scene.yaml", tmp_path / "vault.png"
    done = certamen("map", vault, "--ruleset", "striker", "-o", scene, "--picture", picture)
    assert (done.status, done.out) == (0, "")
    assert "vault.dd2vtt: 8 by 4 m, square cells of 1 m: 2 walls, 1 doors\n" in done.err
    assert "lights in the file" in done.err
    assert f"{picture}: the picture (png), which covers 8 by 4 m from the upper left corner" in done.err
    assert picture.read_bytes() == PNG
    assert "    - {id: door-1, line: '4,0.95 4,2.05'}\n" in scene.read_text()
    people = "".join(f"  - {{id: {one}, side: {one}, sheet: {{hp: 9}}}}\n" for one in ("ann", "bo"))
    fight = tmp_path / "fight.yaml"
    fight.write_text(f"certamen: 1\nruleset: striker\n{scene.read_text()}participants:\n{people}")
    assert certamen("check", fight).out == f"{fight}: fine\n"


def test_a_map_of_tiled_goes_to_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "moor.json"
    file.write_text(json.dumps(tiled([tiles("1100", "0230", "0000"), objects({"type": "chest"})])))
    done = certamen("map", file, "--ruleset", "dualaction", "--metres", "2")
    assert done.status == 0
    assert "- {name: swamp, box: '0,0 4,2', factor: 3}" in done.out
    assert "objects left out, by their class: chest (1)" in done.err
    wanted = certamen("map", file, "--ruleset", "dualaction", "--picture", tmp_path / "x.png")
    assert (wanted.status, "there is no picture in the file" in wanted.err) == (2, True)


def test_what_is_refused_is_told_in_one_line(vault: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.uvtt"
    bad.write_text("{")
    none = tmp_path / "none"
    for file, ruleset in ((bad, "striker"), (vault, "samsara"), (none, "striker"), (vault, "chess")):
        done = certamen("map", file, "--ruleset", ruleset)
        assert (done.status, done.out, done.err.count("\n")) == (2, "", 1), done.err
