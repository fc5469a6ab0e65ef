"""Values deep inside a participant: read and set by path, with their types and bounds."""

from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

import pytest
from annotated_types import Ge, Le

from certamen.kernel.fields import FieldError, get_path, set_path
from certamen.kernel.state import Participant


class Move(NamedTuple):
    steps: int = 0
    way: str = ""


@dataclass(frozen=True)
class Weapon:
    name: str
    bonus: Annotated[int, Ge(-5), Le(5)] = 0


@dataclass(frozen=True)
class Sheet:
    hp: Annotated[int, Ge(0)] = 10
    skills: dict[str, int] | None = None
    weapons: tuple[Weapon, ...] = ()
    size: Literal["small", "large"] = "small"
    motto: str = ""
    good: bool = False


class One(Participant, frozen=True, kw_only=True):
    sheet: Sheet
    move: Move = Move()


ONE = One(
    id="a",
    name="A",
    side="x",
    sheet=Sheet(skills={"gun": 5}, weapons=(Weapon("knife"), Weapon("axe", 2))),
    move=Move(3),
)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("name", "A"),
        ("sheet.hp", 10),
        ("sheet.skills.gun", 5),
        ("sheet.weapons.1.bonus", 2),
        ("sheet.weapons.0", Weapon("knife")),
        ("move.steps", 3),
        ("budget.limits", {}),
    ],
)
def test_a_value_is_found_by_its_path(path: str, value: object) -> None:
    assert get_path(ONE, path) == value


@pytest.mark.parametrize(
    ("path", "given", "value"),
    [
        ("sheet.hp", 3, 3),
        ("sheet.hp", "3", 3),
        ("sheet.skills.gun", 7, 7),
        ("sheet.skills.gun", "7", 7),
        ("sheet.weapons.1.bonus", -5, -5),
        ("sheet.weapons.0.name", "dagger", "dagger"),
        ("sheet.size", "large", "large"),
        ("sheet.motto", 5, "5"),
        ("sheet.motto", "5", "5"),
        ("sheet.good", "true", True),
        ("sheet.skills", '{"gun": 1, "dance": 2}', {"gun": 1, "dance": 2}),
        ("move.way", "over the roof", "over the roof"),
    ],
)
def test_a_value_is_set_with_its_type_and_nothing_else_changes(path: str, given: object, value: object) -> None:
    changed = set_path(ONE, path, given)
    assert get_path(changed, path) == value
    assert type(get_path(changed, path)) is type(value)
    assert set_path(changed, path, get_path(ONE, path)) == ONE
    assert type(changed.move) is Move


@pytest.mark.parametrize(
    ("path", "given", "reason"),
    [
        ("luck", 1, "there is no luck: id, name, side, player"),
        ("sheet.luck", 1, "there is no luck: hp, skills, weapons"),
        ("sheet.skills.dance", 1, "there is no dance: gun"),
        ("sheet.weapons.2.bonus", 1, "there is no 2: 0, 1"),
        ("sheet.hp.deep", 1, "there is no deep: nothing below this"),
        ("move.x", 1, "there is no x: steps, way"),
        ("", 1, "there is no : id"),
        ("sheet.hp", "many", "hp: Expected `int`, got `str`"),
        ("sheet.hp", "[" * 2000, "hp: Expected `int`, got `str`"),
        ("sheet.hp", -1, "hp cannot be -1: at least 0"),
        ("sheet.weapons.0.bonus", 6, "bonus cannot be 6: at most 5"),
        ("sheet.size", "huge", "size: Invalid enum value 'huge'"),
        ("sheet.good", 5, "good: Expected `bool`, got `int`"),
        ("sheet.skills.gun", "often", "gun: Expected `int`, got `str`"),
    ],
)
def test_what_leads_nowhere_or_does_not_fit_is_refused(path: str, given: object, reason: str) -> None:
    with pytest.raises(FieldError) as caught:
        set_path(ONE, path, given)
    assert str(caught.value).startswith(reason)


def test_nothing_is_below_an_empty_dict() -> None:
    with pytest.raises(FieldError, match="there is no x: nothing below this"):
        get_path(ONE, "budget.limits.x")
