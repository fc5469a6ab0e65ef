"""What one takes a stranger for in Striker."""

from collections.abc import Mapping
from dataclasses import replace as with_changes

from msgspec.structs import replace

from certamen.kernel.belief import Belief, alike
from certamen.kernel.state import put
from certamen.kernel.window import Resume, Window
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker.doing import Doing, from_args, resume
from certamen.rulesets.striker.figures import words
from certamen.rulesets.striker.lines import blocks, catalogue, timing_of
from certamen.rulesets.striker.scene import Surprise
from certamen.rulesets.striker.sheet import Gear, Sheet, Skill, Subject, Weapon
from certamen.rulesets.striker.state import Combatant, Contest

HP, TC, RESISTANCE, NUMBER = "hp", "TC", "resistance", "numbers to reach"
USUAL_NUMBER = 13
KINDS = ("frc", "edg", "blt", "imp", "elc", "snd")
TRAINED = Skill(m=4, ranks=1)

GUN = Weapon(name="gun", skill="Cbt-Ranged", effect="2d6(hp,frc)", range=15)
FISTS = Weapon(name="fists", skill="Cbt-Melee", effect="1d6(hp,blt)", natural=True)
COMBAT = {
    "Cbt-Ranged": TRAINED,
    "Cbt-Melee": TRAINED,
    "Resolve": Skill(m=3),
    "Perception": Skill(m=3),
    "Stealth": Skill(m=2),
    "Acrobatics": Skill(m=2),
}


def _figures(state: Contest) -> Mapping[str, tuple[int, ...]]:
    hp = {} if state.shown == "exact" else {HP: (20, 30, 44)}
    unknown = state.scene.items or state.scene.challenges or state.scene.skills or state.sets
    return hp | {TC: (10, 12, 15), RESISTANCE: (2, 0, 5)} | ({NUMBER: (10, USUAL_NUMBER, 16)} if unknown else {})


def _ordinary(state: Contest) -> Sheet:
    """Able to fight, and trained in the scene's skills that give no re-acts: of those one knows nothing."""
    surprises = {line.skill for line in catalogue(state.scene) if timing_of(state.scene, line) == m.Timing.RE}
    named = (name for name, _ in blocks(state.scene) if name not in surprises)
    return Sheet(
        hp=30,
        tc=12,
        skills=dict.fromkeys(named, TRAINED) | COMBAT,
        attributes={"Agility": 2, "Strength": 1},
        weapons=(GUN, FISTS),
        subject=Subject(challenges={"SC": USUAL_NUMBER}),
    )


def _given(sheet: Sheet, figure: str, value: int) -> Sheet:
    match figure:
        case "hp":
            return with_changes(sheet, hp=value)
        case "TC":
            return with_changes(sheet, tc=value)
        case "resistance":
            return with_changes(sheet, resistances=dict.fromkeys(KINDS, value) if value else {})
    return with_changes(sheet, subject=Subject(challenges={"SC": value}))


# --- how he looks ----------------------------------------------------------------------------------------------


def _looking(state: Contest, supposed: Combatant, true: Combatant, looks: str) -> Combatant:
    """Give him what he is seen to hold and do, and the most hp that would look as hurt as he does.

    What he has spent of his turn was seen.
    """
    supposed = replace(supposed, budget=true.budget, sheet=_equipped(state, supposed))
    if state.shown == "exact":
        return supposed
    if supposed.status in ("out", "dead"):
        return replace(supposed, hp=0)
    if not looks:
        return supposed
    like_him: Combatant = alike(supposed, "hp", supposed.sheet.hp, lambda one: words(state, one) == looks)
    return like_him


def _equipped(state: Contest, one: Combatant) -> Sheet:
    """His sheet with the weapon he holds, the skill of the task he is at, and wings when he flies."""
    sheet = one.sheet
    if one.held:
        sheet = _with_weapon(state, sheet, one.held)
    if one.task is not None:
        sheet = _trained(sheet, one.task.skill)
    return _moving(sheet, "fly") if one.flying else sheet


def _with_weapon(state: Contest, sheet: Sheet, name: str) -> Sheet:
    """The sheet with a weapon of this name: such a one as is known in the contest, else a gun that is called so."""
    if any(weapon.name == name for weapon in sheet.weapons):
        return sheet
    seen = (weapon for one in state.participants.values() for weapon in one.sheet.weapons if weapon.name == name)
    return with_changes(sheet, weapons=(next(seen, with_changes(GUN, name=name)), *sheet.weapons))


def _trained(sheet: Sheet, skill: str) -> Sheet:
    return sheet if skill in sheet.skills else with_changes(sheet, skills={**sheet.skills, skill: TRAINED})


def _moving(sheet: Sheet, mode: str) -> Sheet:
    return sheet if mode in sheet.speed else with_changes(sheet, speed={**sheet.speed, mode: 10})


# --- the scene -------------------------------------------------------------------------------------------------


def _scene(state: Contest, who: str, figures: Mapping[str, int]) -> Contest:
    """Put a supposed number in place of each to be reached; of what others are about to do leave what is seen."""
    number = figures.get(NUMBER, USUAL_NUMBER)
    me = state.participants[who]
    subject = with_changes(me.sheet.subject, challenges=dict.fromkeys(me.sheet.subject.challenges, number), named={})
    state = put(state, replace(me, sheet=with_changes(me.sheet, subject=subject)))
    state = put(state, *(_supposed(state, one, number) for one in state.participants.values()))
    for window in state.windows:
        state = _ready_for(state, window.then, me.side)
    windows = tuple(_going_on(state, window, me.side, number) for window in state.windows)
    return replace(_numbers(state, me.side, number), windows=windows)


def _supposed(state: Contest, one: Combatant, number: int) -> Combatant:
    """Him with no number that the game master said, and hidden from nobody unknown."""
    task = one.task if one.task is None else replace(one.task, given=_given_anew(one.task.given, number))
    unseen_by = tuple(other for other in one.unseen_by if state.participants[other].status != "left")
    return replace(one, task=task, unseen_by=unseen_by)


def _given_anew(given: tuple[str, ...], number: int) -> tuple[str, ...]:
    names = (one.rpartition("=")[0] for one in given)
    return tuple(f"{name}={0 if name.startswith('M(') else number}" for name in names)


def _numbers(state: Contest, side: str, number: int) -> Contest:
    """The state with this for every number that is the game master's, or that others have set."""
    scene, people = state.scene, state.participants
    items = tuple(
        with_changes(item, challenges=dict.fromkeys(item.challenges, number), named={}) for item in scene.items
    )
    alert = tuple(who for who in scene.surprise.alert if who in people and people[who].side == side)
    surprise = Surprise(stealth=scene.surprise.stealth, perception=scene.surprise.perception, alert=alert)
    known = with_changes(
        scene,
        items=items,
        challenges=dict.fromkeys(scene.challenges, number),
        tc_a=m.AREA_SPOT,
        assumed=number,
        surprise=surprise,
    )
    sets = (one for one in state.sets if one.by in people and people[one.by].status != "left")
    numbered = tuple(one if people[one.by].side == side else replace(one, value=number) for one in sets)
    return replace(state, scene=known, sets=numbered)


# --- what is going on ------------------------------------------------------------------------------------------


def _ready_for(state: Contest, then: Resume, side: str) -> Contest:
    """The state in which a stranger has what he is about to use."""
    one = state.participants.get(str(then.args.get("who", "")))
    if one is None or one.side == side:
        return state
    sheet = one.sheet
    if then.step in ("strike", "carry", "brief"):
        doing = from_args(then.args)
        sheet = _trained(_with_weapon(state, sheet, doing.weapon) if doing.weapon else sheet, doing.skill)
    elif then.step == "go" and then.args["mode"] != "crawl":
        sheet = _moving(sheet, str(then.args["mode"]))
    elif then.step == "use" and then.args["target"]:
        sheet = with_changes(sheet, gear=(*sheet.gear, Gear(name=str(then.args["thing"]))))
    return put(state, replace(one, sheet=sheet))


def _going_on(state: Contest, window: Window, side: str, number: int) -> Window:
    """The window that goes on with what may be known of it: of a stranger's way the step that is seen."""
    then, people = window.then, state.participants
    whom = people.get(str(then.args.get("on", then.args.get("target", ""))))
    if whom is not None and whom.status == "left":
        return replace(window, then=Resume("done"))
    if then.step in ("strike", "carry", "brief"):
        doing: Doing = from_args(then.args)
        return replace(window, then=resume(replace(doing, given=_given_anew(doing.given, number)), then.step))
    mover = people.get(str(then.args.get("who", ""))) if then.step == "go" else None
    if mover is None or mover.side == side:
        return window
    path, at, asked = then.args["path"], then.args["at"], then.args["asked"]
    assert isinstance(path, tuple | list)  # as the move was begun
    assert isinstance(at, int)
    assert isinstance(asked, int)
    return replace(window, then=replace(then, args={**then.args, "path": tuple(path[: at + asked])}))


BELIEF = Belief(ordinary=_ordinary, figures=_figures, given=_given, looking=_looking, scene=_scene)
