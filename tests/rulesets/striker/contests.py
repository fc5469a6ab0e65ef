"""What Striker's contest tests share: sheets, entries, contests with faces in order, and small looks."""

from typing import Any

from certamen.dice import Seeded, Tape
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter, Entry
from certamen.kernel.event import Event
from certamen.rulesets.striker.ruleset import RULESET
from certamen.rulesets.striker.scene import Scene
from certamen.rulesets.striker.sheet import Sheet, Skill, Weapon

RIFLE = Weapon(name="rifle", skill="Cbt-Ranged", effect="2d6(hp,frc)", range=30)
PISTOL = Weapon(name="pistol", skill="Cbt-Ranged", effect="1d6(hp,frc)", range=10)
AXE = Weapon(name="axe", skill="Cbt-Melee", effect="1d8(hp,edg)")


def skills(**given: int | tuple[int, int]) -> dict[str, Skill]:
    """Skills by name (with _ for -): M, or (M, ranks)."""
    found = {}
    for name, value in given.items():
        m, ranks = value if isinstance(value, tuple) else (value, 0)
        found[name.replace("_", "-")] = Skill(m=m, ranks=ranks)
    return found


def entry(who: str, side: str = "crew", player: str = "P", **sheet: Any) -> Entry:
    """A participant; `at`, `hidden`, `known_to` and `arrives` go to the entry, all else to the sheet."""
    own = {name: sheet.pop(name) for name in ("at", "hidden", "known_to", "arrives") if name in sheet}
    return Entry(id=who, name=who.title(), side=side, player=player, sheet=Sheet(**{"hp": 20, **sheet}), **own)


def contest(*people: Entry, faces: tuple[str, ...] | None = None, scene: Scene | None = None, **more: Any) -> Contest:
    """A contest with dice as d20:7 in order, or seeded."""
    encounter = Encounter(ruleset="striker", title="A test", participants=people, scene=scene or Scene(), **more)
    if faces is None:
        return Contest(RULESET, encounter, Seeded(1))
    pairs = [tuple(int(part) for part in face.removeprefix("d").split(":")) for face in faces]
    return Contest(RULESET, encounter, Tape([(sides, face) for sides, face in pairs]))


def last(one: Contest, kind: str) -> Event:
    """The last event of a type."""
    return next(event for event in reversed(one.events) if event.type == kind)


def types(events: tuple[Event, ...]) -> list[str]:
    """What happened, by type."""
    return [event.type for event in events]
