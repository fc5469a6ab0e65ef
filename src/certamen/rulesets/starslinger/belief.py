"""What one takes a stranger for in Starslinger."""

from collections.abc import Iterable, Mapping
from dataclasses import replace as with_changes
from typing import get_args

from msgspec.structs import replace

from certamen.kernel.belief import Belief, alike
from certamen.kernel.state import put
from certamen.kernel.window import Request
from certamen.rulesets.starslinger.fights import attack_dc
from certamen.rulesets.starslinger.narration import words
from certamen.rulesets.starslinger.scene import Challenge
from certamen.rulesets.starslinger.sheet import BARE, SaveName, Sheet, Weapon
from certamen.rulesets.starslinger.state import Carried, Check, SceneState, Slinger, weapon_of

SAVES, HP, ARMOUR, TASK = "DCs", "hp", "armour", "hidden DC"
USUAL_DC = 15

PISTOL = Weapon(name="pistol", skill="marksmanship", damage="1d6", range=50)
KNIFE = Weapon(name="knife", skill="melee", damage="1d4")
ORDINARY = Sheet(
    hp=18,
    level=3,
    skills={"marksmanship": 4, "melee": 4, "finesse": 2, "brawn": 2, "athletics": 2, "acrobatics": 2},
    weapons=(PISTOL, KNIFE),
)


def _figures(state: SceneState) -> Mapping[str, tuple[int, ...]]:
    fight = {} if state.shown == "exact" else {SAVES: (11, 13, 15), HP: (12, 18, 26), ARMOUR: (0, 1, 3)}
    unknown = any(way.dc is None or way.hidden for one in state.scene.challenges for way in one.ways)
    return fight | ({TASK: (12, USUAL_DC, 18)} if unknown else {})


def _given(sheet: Sheet, figure: str, value: int) -> Sheet:
    if figure == SAVES:
        saves: tuple[SaveName, ...] = get_args(SaveName)
        return with_changes(sheet, saves=dict.fromkeys(saves, value))
    if figure == HP:
        return with_changes(sheet, hp=value)
    return with_changes(sheet, armour=value) if figure == ARMOUR else sheet


def _looking(state: SceneState, supposed: Slinger, true: Slinger, looks: str) -> Slinger:
    """Give him the most hit points that would look as hurt as he does; the acts he has spent were seen."""
    supposed = replace(supposed, budget=true.budget)
    if state.shown == "exact":
        return supposed
    if supposed.status in ("out", "dead"):
        return replace(supposed, hp=0)
    if not looks:
        return supposed
    like_him: Slinger = alike(supposed, "hp", supposed.sheet.hp, lambda one: words(state, one) == looks)
    return like_him


# --- the scene -------------------------------------------------------------------------------------------------


def _scene(state: SceneState, who: str, figures: Mapping[str, int]) -> SceneState:
    """Put the figures in place of hidden DCs, and leave out what is asked about those he does not know of."""
    task = figures.get(TASK, USUAL_DC)
    challenges = tuple(_known(one, task) for one in state.scene.challenges)
    state = replace(state, scene=with_changes(state.scene, challenges=challenges, default_dc=task))
    known = [one for one in state.unruled if state.participants[one.check.actor].status != "left"]
    numbers = [one.n for one in known]
    state = replace(
        state,
        unruled=tuple(known),
        thread=_asked(state, state.thread, numbers),
        windows=tuple(replace(one, requests=_asked(state, one.requests, numbers)) for one in state.windows),
    )
    for check in (state.check, *(one.check for one in known)):
        state = state if check is None else _armed(state, who, check)
    if state.check is None:
        return state
    return replace(state, check=_in_flight(state, who, state.check, figures.get(SAVES, USUAL_DC)))


def _known(challenge: Challenge, dc: int) -> Challenge:
    """The challenge with a hidden DC as it is supposed; one that the game master is still to give stays to be given."""
    ways = (with_changes(way, dc=dc) if way.hidden and way.dc is not None else way for way in challenge.ways)
    return with_changes(challenge, ways=tuple(ways))


def _asked(state: SceneState, requests: Iterable[Request], numbers: list[int]) -> tuple[Request, ...]:
    """What is asked, without what concerns those he does not know of and reactions of the fallen."""
    dc = state.scene.default_dc
    kept: list[Request] = []
    for one in requests:
        whom = (one.who, *(value for value in one.about.values() if isinstance(value, str)))
        gone = any(name in state.participants and state.participants[name].status == "left" for name in whom)
        asked = state.participants.get(one.who)
        late = asked is not None and asked.status != "in" and not asked.provoked
        if gone or late or one.about.get("check", numbers[:1]) not in (*numbers, numbers[:1]):
            continue
        if "rule" in one.verbs:
            one = replace(one, default=replace(one.default, values={**one.default.values, "dc": dc}))
        kept.append(one)
    return tuple(kept)


def _armed(state: SceneState, who: str, check: Check) -> SceneState:
    """The state in which a stranger carries what he is seen to attack with."""
    one = state.participants[check.actor]
    if check.kind != "attack" or one.side == state.participants[who].side:
        return state
    has = [weapon.name for weapon in (*BARE, *one.sheet.weapons)]
    seen = (name for name in (check.subject, check.then[0]) if name and name not in has)
    new = tuple(with_changes(PISTOL, name=name) for name in dict.fromkeys(seen))
    sheet = with_changes(one.sheet, weapons=(*one.sheet.weapons, *new))
    return put(state, replace(one, sheet=sheet, carried=(*one.carried, *(Carried(weapon, True) for weapon in new))))


def _in_flight(state: SceneState, who: str, check: Check, usual: int) -> Check:
    """A check going on, against a supposed DC where he does not know the true one."""
    mine = state.participants[who].side
    target = state.participants.get(check.target)
    if check.unseen:
        return replace(check, target="", dc=state.scene.default_dc, dc_parts=(), missing=True)
    if check.dc is None or check.dc_public or check.kind in ("clear", "heal") or state.shown == "exact":
        return check
    if target is not None and target.side == mine:
        return check
    if target is None:
        return replace(check, dc=state.scene.default_dc, dc_parts=())
    if check.kind == "attack":
        usual = attack_dc(state, target.id, weapon_of(state.participants[check.actor], check.subject))
    return replace(check, dc=usual, dc_parts=())


BELIEF = Belief(ordinary=lambda state: ORDINARY, figures=_figures, given=_given, looking=_looking, scene=_scene)
