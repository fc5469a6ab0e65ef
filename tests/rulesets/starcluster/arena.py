"""Small StarCluster contests for the tests, with dice that fall as a test says."""

from typing import Any

from certamen.dice import Seeded, Tape
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter, Entry
from certamen.kernel.event import Event
from certamen.rulesets.starcluster.ruleset import RULESET
from certamen.rulesets.starcluster.sheet import Scene, Sheet, Weapon

REVOLVER = Weapon(name="revolver", skill="gun", quality=15)


def fighter(who: str, side: str, **more: Any) -> Entry:
    sheet = Sheet(constitution=400, skills={"gun": more.pop("gun", 0)}, weapons=(REVOLVER,))
    return Entry(**{"id": who, "name": who.title(), "side": side, "sheet": sheet, **more})


def fight(*people: Entry, faces: tuple[int, ...] = (), scene: Scene | None = None, **more: Any) -> Contest:
    encounter = Encounter(ruleset="starcluster", title="A test", participants=people, scene=scene or Scene(), **more)
    return Contest(RULESET, encounter, Tape([(100, face) for face in faces]) if faces else Seeded(1))


def last(contest: Contest, kind: str) -> Event:
    return next(event for event in reversed(contest.events) if event.type == kind)


def keep_all(contest: Contest) -> None:
    for request in contest.requests:
        contest.take_default(request)
