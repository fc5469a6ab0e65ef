"""Small SAMSARA contests for the tests, and dice that fall as a test says."""

from certamen.dice import Tape
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter, Entry
from certamen.kernel.event import Event
from certamen.rulesets.samsara.ruleset import RULESET
from certamen.rulesets.samsara.sheet import Scene, Sheet
from certamen.rulesets.samsara.state import Actor


def entry(name: str, modifier: int = 4, **given: object) -> Entry:
    """An actor "side/id" of this modifier; `player`, `hidden` and the like, and fields of the sheet, as given."""
    side, _, who = name.partition("/")
    fields = {key: value for key, value in given.items() if key in Sheet.__dataclass_fields__}
    sheet = {"attributes": {"might": modifier, "grace": 0}, **fields}
    rest = {"player": "someone", **{key: value for key, value in given.items() if key not in fields}}
    return Entry(id=who, name=who.title(), side=side, sheet=Sheet(**sheet), **rest)  # type: ignore[arg-type]  # the caller names fields of both


def encounter(*entries: Entry, scene: Scene | None = None, **given: object) -> Encounter:
    """An encounter of these."""
    return Encounter(ruleset="samsara", title="Arena", participants=entries, scene=scene or Scene(), **given)  # type: ignore[arg-type]  # the caller names fields of an encounter


def contest(*entries: Entry, dice: tuple[int, ...] = (), scene: Scene | None = None, **given: object) -> Contest:
    """A contest begun, in which these faces will fall."""
    return Contest(RULESET, encounter(*entries, scene=scene, **given), Tape([(0, face) for face in dice]))


def strive(going: Contest, target: str, tactic: str = "standard", text: str = "") -> tuple[Event, ...]:
    """Whoever's turn it is strives."""
    return going.answer("strive", goal="strive", target=target, tactic=tactic, text=text)


def actor(going: Contest, who: str) -> Actor:
    """The actor as he is now."""
    one = going.state.participants[who]
    assert isinstance(one, Actor)
    return one
