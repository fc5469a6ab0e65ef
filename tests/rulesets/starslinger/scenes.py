"""Small scenes to test Starslinger by: people, a contest on given dice, and a look at a reckoning."""

from collections.abc import Mapping

from certamen.dice import Tape
from certamen.kernel.action import Action
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter, Entry, Objective
from certamen.kernel.errors import IllegalAction
from certamen.kernel.event import Event
from certamen.rulesets.starslinger.ruleset import RULESET
from certamen.rulesets.starslinger.scene import Challenge, Scene, Way
from certamen.rulesets.starslinger.sheet import Reaction, Sheet, Weapon
from certamen.rulesets.starslinger.state import SceneState, Slinger

PISTOL = Weapon(name="pistol", skill="shoot", damage="1d6", range=50)
SWORD = Weapon(name="sword", skill="melee", damage="1d8")
MAUL = Weapon(name="maul", skill="melee", damage="1d10", hands=2)
CUT = Reaction(name="cut", trigger="leaves", weapon="sword")
PARRY = Reaction(name="riposte", trigger="missed", weapon="sword")
TOGETHER = Scene(melees=(("ann", "bo"),))


def sheet(**more: object) -> Sheet:
    """A sheet with 20 hit points, shoot 4 and melee 4."""
    fields: dict[str, object] = {"hp": 20, "skills": {"shoot": 4, "melee": 4}, **more}
    return Sheet(**fields)  # type: ignore[arg-type]  # the caller names Sheet's own fields


def one(who: str, side: str = "", *, player: str = "p", at: str = "", hidden: bool = False, **more: object) -> Entry:
    """A participant; `more` are fields of the sheet."""
    return Entry(id=who, name=who.title(), side=side or who, sheet=sheet(**more), player=player, at=at, hidden=hidden)


def play(
    *people: Entry,
    dice: str = "",
    scene: Scene | None = None,
    rulings: Mapping[str, str] | None = None,
    objectives: tuple[Objective, ...] = (),
    shown: str = "words",
    gm_dice: str = "open",
    post: bool = True,
) -> Contest:
    """A contest on these dice ("20:7 6:3"), with the GM's first post made."""
    faces = [tuple(map(int, die.split(":"))) for die in dice.split()]
    encounter = Encounter(
        ruleset="starslinger",
        title="Test",
        participants=people,
        scene=scene or Scene(),
        rulings=dict(rulings or {}),
        objectives=objectives,
        shown=shown,  # type: ignore[arg-type]  # one of the three words
        gm_dice=gm_dice,  # type: ignore[arg-type]  # one of the two words
    )
    contest = Contest(RULESET, encounter, Tape([(sides, face) for sides, face in faces]))
    if post and contest.requests and contest.requests[0].verbs == ("post",):
        contest.take_default(contest.requests[0])
    return contest


def initiative(*people: Entry, dice: str = "", scene: Scene | None = None, **rulings: str) -> Contest:
    """The same by initiative, without a GM."""
    scene = scene or Scene(gm=False)
    return play(*people, dice=dice, scene=scene, rulings={"order": "initiative", **rulings})


def state(contest: Contest) -> SceneState:
    """The scene as it stands."""
    assert isinstance(contest.state, SceneState)
    return contest.state


def figure(contest: Contest, who: str) -> Slinger:
    """A participant as he stands."""
    return state(contest).participants[who]


def last(contest: Contest, kind: str) -> Event:
    """The last event of a type."""
    return next(event for event in reversed(contest.events) if event.type == kind)


def rows(event: Event) -> dict[str, int | str]:
    """The reckoning of an event by label; of several rows with one label the last."""
    return {part.label: part.value for part in event.parts}


def refused(contest: Contest, verb: str, who: str, **values: str | int) -> str:
    """The reason for which an act is refused, with the rule id in brackets."""
    try:
        contest.answer(verb, who=who, text="", **values)
    except IllegalAction as error:
        return str(error)
    raise AssertionError(f"{verb} is legal")


def all_used(contest: Contest) -> bool:
    """Whether every die of the tape has fallen."""
    assert isinstance(contest.source, Tape)
    return not contest.source.left(contest.index)


def next_post(contest: Contest) -> None:
    """The GM posts, whatever else is asked."""
    request = next(request for request in contest.requests if "post" in request.verbs)
    contest.push(Action("gm", "post", {}, request.id))


def lock(dc: int | None = 15, *, hidden: bool = False, **more: object) -> Scene:
    """A scene with a lock to pick."""
    ways = (Way(id="pick", dc=dc, hidden=hidden),)
    return Scene(challenges=(Challenge(id="lock", name="the lock", ways=ways, gives="open"),), **more)  # type: ignore[arg-type]


def asked(contest: Contest) -> list[str]:
    """Of whom something is asked now."""
    return [request.who for request in contest.requests]


def notes(contest: Contest) -> list[tuple[str, str, bool]]:
    """Why the last check had advantage or disadvantage, and whether that counted."""
    parts = last(contest, "check").parts
    return [(part.label, str(part.value), part.counted) for part in parts if part.kind == "note"]
