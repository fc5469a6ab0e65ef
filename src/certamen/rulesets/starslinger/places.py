"""Where participants are and whom they see: spots and feet, melees, hostiles close by (SLG-22, SLG-23, SLG-30)."""

from msgspec.structs import replace

from certamen.kernel.action import Refusal
from certamen.kernel.effect import end_where
from certamen.kernel.space import Melees, melees
from certamen.kernel.state import opponents
from certamen.rulesets.starslinger import mechanics as m
from certamen.rulesets.starslinger.conditions import kind_of, suffers
from certamen.rulesets.starslinger.sheet import Weapon
from certamen.rulesets.starslinger.state import SceneState, Slinger


def groups(state: SceneState) -> Melees:
    """The melees of the scene."""
    assert isinstance(state.space, Melees)  # start put it there
    return state.space


def melee_of(state: SceneState, who: str) -> str | None:
    """The melee that `who` is in, or None."""
    return groups(state).groups.get(who)


def together(state: SceneState, a: str, b: str) -> bool:
    """Whether both are in one and the same melee."""
    return melees.same_melee(groups(state), a, b)


def between_spots(state: SceneState, a: str, b: str) -> int:
    """How far apart two spots are, in feet."""
    scene = state.scene
    if a == b:
        return scene.near if scene.spots else scene.distance
    return scene.distances.get(f"{a}/{b}", scene.distances.get(f"{b}/{a}", scene.distance))


def feet(state: SceneState, a: str, b: str) -> int:
    """How far apart two participants are, in feet; 0 within a melee."""
    if a == b or together(state, a, b):
        return 0
    return between_spots(state, state.participants[a].at, state.participants[b].at)


def foes(state: SceneState, who: str) -> tuple[Slinger, ...]:
    """Those of other sides, in action, that `who` knows of."""
    return opponents(state, who)  # type: ignore[return-value]  # every participant here is a Slinger


def hostiles_of_melee(state: SceneState, who: str, melee: str | None) -> tuple[Slinger, ...]:
    """Those of other sides than `who`, in action, known to him, in a melee; none for no melee."""
    if melee is None:
        return ()
    there = groups(state).groups
    return tuple(one for one in foes(state, who) if there.get(one.id) == melee)


def hostiles_in_melee(state: SceneState, who: str) -> tuple[Slinger, ...]:
    """Those of other sides, in action, known to `who`, in the melee that he is in."""
    return hostiles_of_melee(state, who, melee_of(state, who))


def hostile_close(state: SceneState, who: str) -> bool:
    """Whether a hostile that `who` knows of hinders his shots: in his melee, or close by and able to see him."""
    return any(
        m.hinders(together(state, who, one.id), feet(state, who, one.id), sees(state, one.id, who))
        for one in foes(state, who)
    )


def ally_beside(state: SceneState, who: str, whom: str) -> bool:
    """Whether an ally of `who` is in the melee of `whom`."""
    melee, side = melee_of(state, whom), state.participants[who].side
    if melee is None:
        return False
    return any(one != who and state.participants[one].side == side for one in melees.members(groups(state), melee))


def sees(state: SceneState, who: str, whom: str) -> bool:
    """Whether `who` sees `whom` (SLG-22)."""
    one, other = state.participants[who], state.participants[whom]
    if one.side == other.side:
        return True
    if suffers(state, who, "blinded") or suffers(state, whom, "unseen"):
        return False
    return not other.hidden or who in other.known_to


def reaches(state: SceneState, who: str, whom: str, weapon: Weapon) -> bool:
    """Whether a weapon reaches: within the melee, or within its range (SLG-23, SLG-30)."""
    ranged = weapon.range > 0
    near = together(state, who, whom)
    return m.in_reach(ranged, near, feet(state, who, whom) if ranged else 0, weapon.range)


def too_far(state: SceneState, who: str, what: str, reach: int, those: tuple[Slinger, ...]) -> Refusal:
    """Why something does not reach these, with the figures (SLG-30)."""
    figures = ", ".join(f"{one.name} is {feet(state, who, one.id)} feet away" for one in those)
    return Refusal(f"{figures}; {what} reaches {reach} feet", "SLG-30")


def apart(state: SceneState, who: str) -> SceneState:
    """The state with `who` out of his melee; he holds nobody and nobody holds him any more."""
    state = replace(state, space=melees.leave(groups(state), who))
    stay, over = end_where(state.effects, lambda one: kind_of(one) == "grappled" and who in (one.bearer, one.source))
    return replace(state, effects=stay) if over else state
