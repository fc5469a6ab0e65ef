"""What is wrong with an encounter is said with its path in the file, and what was expected."""

import pytest
from msgspec.structs import replace

from certamen.kernel.encounter import Encounter, Entry
from certamen.kernel.rule import resolve_rulings
from certamen.rulesets.starslinger.check import check
from certamen.rulesets.starslinger.rules import RULES, RULINGS
from certamen.rulesets.starslinger.scene import CRITICAL_EFFECTS, Challenge, Door, EffectRow, Scene, Way
from certamen.rulesets.starslinger.sheet import Healing, Reaction, Weapon
from tests.rulesets.starslinger.scenes import (
    MAUL,
    SWORD,
    one,
)

WAY = (Way(id="w", dc=5),)
SPOTS = {"a": "A", "b": "B"}


def problems(*people: Entry, scene: Scene | None = None, **rulings: object) -> list[tuple[tuple[str | int, ...], str]]:
    """Paths and messages of what is wrong."""
    people = people or (one("ann"), one("bo"))
    encounter = Encounter(ruleset="starslinger", title="T", participants=people, scene=scene or Scene())
    values, _ = resolve_rulings(RULINGS, rulings)
    return [(problem.path, problem.message) for problem in check(encounter, values)]


def test_a_sound_encounter() -> None:
    """SLG-1: nothing is wrong with the least there is."""
    assert problems() == []
    assert [rule.id for rule in RULES] == [f"SLG-{n}" for n in range(1, 31)]


@pytest.mark.parametrize(
    ("more", "path", "words"),
    [
        ({"weapons": (Weapon(name="gun", skill="gunn"),)}, ("weapons", 0, "skill"), "no skill 'gunn'"),
        ({"weapons": (Weapon(name="gun", skill="shoot", damage="d6"),)}, ("weapons", 0, "damage"), "'d6'"),
        ({"weapons": (Weapon(name="gun", skill="shoot", double=True),)}, ("weapons", 0, "double"), "two hands"),
        ({"weapons": (Weapon(name="a+b", skill="shoot"),)}, ("weapons", 0, "name"), "no +"),
        ({"weapons": (SWORD, SWORD)}, ("weapons",), "2 weapons or powers are called 'sword'"),
        ({"weapons": (Weapon(name="trip", skill="shoot"),)}, ("weapons",), "2 weapons or powers are called 'trip'"),
        ({"weapons": (SWORD, MAUL)}, ("weapons",), "two hands hold"),
        ({"healing": (Healing(name="kit", skill="shoot", healing="x"),)}, ("healing", 0, "healing"), "'x'"),
        ({"healing": (Healing(name="kit", skill="lore"),)}, ("healing", 0, "skill"), "no skill 'lore'"),
        (
            {"reactions": (Reaction(name="r", trigger="hit", weapon="axe"),)},
            ("reactions", 0, "weapon"),
            "no weapon 'axe'",
        ),
        ({"hurt": 20}, ("hurt",), "no hit points"),
    ],
)
def test_sheets(more: dict[str, object], path: tuple[str | int, ...], words: str) -> None:
    """SLG-15 to SLG-29: what a sheet cannot hold."""
    found = problems(one("ann"), one("bo", **more))  # type: ignore[arg-type]  # fields of a sheet
    assert [where for where, _ in found] == [("participants", 1, "sheet", *path)]
    assert words in found[0][1]


@pytest.mark.parametrize(
    ("scene", "path", "words"),
    [
        (Scene(distances={"a/c": 5}, spots=SPOTS), ("distances", "a/c"), "names no two spots"),
        (Scene(distances={"a/a": 5}, spots=SPOTS), ("distances", "a/a"), "names no two spots"),
        (Scene(distances={"a/b": 5, "b/a": 9}, spots=SPOTS), ("distances", "b/a"), "given twice"),
        (Scene(challenges=(Challenge(id="x", name="X", ways=WAY, at="z"),)), ("challenges", 0, "at"), "no spot 'z'"),
        (
            Scene(challenges=(Challenge(id="x", name="X", ways=WAY, moves_to="z"),)),
            ("challenges", 0, "moves_to"),
            "no spot 'z'",
        ),
        (Scene(challenges=(Challenge(id="x", name="X", ways=WAY, needs=("m",)),)), ("challenges", 0, "needs"), "'m'"),
        (Scene(challenges=(Challenge(id="x", name="X", ways=(*WAY, *WAY)),)), ("challenges", 0, "ways"), "same id"),
        (Scene(challenges=(Challenge(id="x", name="X", ways=WAY),) * 2), ("challenges",), "same id"),
        (Scene(doors=(Door(id="d", between="a/z"),), spots=SPOTS), ("doors", 0, "between"), "names no two spots"),
        (Scene(critical_effects=CRITICAL_EFFECTS[:-1]), ("critical_effects",), "do not rise to 100"),
        (Scene(critical_effects=CRITICAL_EFFECTS[::-1]), ("critical_effects",), "do not rise to 100"),
        (Scene(critical_effects=(EffectRow(upto=100, effect="petrified"),)), ("critical_effects",), "rolled again"),
        (Scene(melees=(("ann",),)), ("melees", 0), "two or more"),
        (Scene(melees=(("ann", "zed"),)), ("melees", 0), "no participant 'zed'"),
        (Scene(melees=(("ann", "bo"), ("bo", "ann"))), ("melees", 1), "in two melees"),
        (Scene(gm=False), ("gm",), "a thread needs a GM"),
    ],
)
def test_scenes(scene: Scene, path: tuple[str | int, ...], words: str) -> None:
    """SLG-2, SLG-20, SLG-30: what a scene cannot hold."""
    at = "a" if scene.spots else ""
    found = problems(one("ann", at=at), one("bo", at=at), scene=scene)
    assert found[0][0] == ("scene", *path)
    assert words in found[0][1]


def test_spots_of_participants() -> None:
    """SLG-30: with spots, everyone is at one; those of one melee at the same."""
    assert problems(one("ann", at="a"), one("bo"), scene=Scene(spots=SPOTS)) == [
        (("participants", 1, "at"), "a spot is missing")
    ]
    assert problems(one("ann", at="z"), one("bo")) == [(("participants", 0, "at"), "there is no spot 'z'")]
    apart = problems(one("ann", at="a"), one("bo", at="b"), scene=Scene(spots=SPOTS, melees=(("ann", "bo"),)))
    assert apart == [(("scene", "melees", 0), "those in one melee are at different spots")]
    assert problems(scene=Scene(gm=False), order="initiative") == []
    assert replace(one("ann"), at="a").at == "a"
