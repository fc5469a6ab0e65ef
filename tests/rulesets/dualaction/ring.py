"""Small combats for tests: people in a line, dice as given."""

from typing import Any

from certamen.dice import Seeded, Tape, parse_tape
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter, Entry
from certamen.kernel.event import Event
from certamen.rulesets.dualaction.ruleset import RULESET
from certamen.rulesets.dualaction.scene import Scene
from certamen.rulesets.dualaction.sheet import Sheet, Weapon

PISTOL = Weapon(name="pistol", skill="infantry", damage="5-12", optimal=20)
KNIFE = Weapon(name="knife", skill="melee", damage="3-8")


def one(who: str, at: str = "", side: str = "", **more: Any) -> Entry:
    """A participant, of the side that his id begins with unless given; other names are the sheet's or the entry's."""
    own = {name: more.pop(name) for name in ("player", "hidden", "known_to", "arrives") if name in more}
    sheet = Sheet(**{"hp": 30, "weapons": (PISTOL, KNIFE), **more})
    return Entry(id=who, name=who.title(), side=side or who[0], at=at, sheet=sheet, **own)


def combat(*people: Entry, dice: str = "", scene: Scene | None = None, **more: Any) -> Contest:
    """A combat begun: with these dice, or seeded."""
    encounter = Encounter(ruleset="dualaction", title="A test", participants=people, scene=scene or Scene(), **more)
    return Contest(RULESET, encounter, parse_tape(dice) if dice else Seeded(1))


def act(contest: Contest, verb: str, dice: str = "", who: str = "", **values: Any) -> tuple[Event, ...]:
    """Answer the open request, with these dice."""
    if dice:
        contest.source = Tape([*[(0, 1)] * contest.index, *parse_tape(dice).dice])
    return contest.answer(verb, who=who, **values)


def last(contest: Contest, kind: str) -> Event:
    """The last event of a type."""
    return next(event for event in reversed(contest.events) if event.type == kind)


def rows(event: Event) -> dict[str, int | str]:
    """The rows of a reckoning that count, by label."""
    return {part.label: part.value for part in event.parts if part.counted}
