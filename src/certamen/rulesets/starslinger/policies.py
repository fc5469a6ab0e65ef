"""Who decides when no person does: what a participant may know as whole numbers, two policies, and their voice."""

from typing import NamedTuple

from certamen.dice import Dice
from certamen.kernel.action import Action
from certamen.kernel.ruleset import Codes
from certamen.kernel.window import Request
from certamen.rulesets.starslinger import mechanics as m
from certamen.rulesets.starslinger.fights import attack_check, attack_dc
from certamen.rulesets.starslinger.modifiers import terms
from certamen.rulesets.starslinger.options import (
    CLEAR,
    DRAW,
    ENTER,
    ERRANDS,
    ESCAPE,
    GO,
    HEAL,
    MOVE,
    REACT,
    STAND,
    TASK,
    blow_choice,
    double_blows,
    errands,
    single_blows,
    task_of,
)
from certamen.rulesets.starslinger.sheet import Weapon, read_dice
from certamen.rulesets.starslinger.state import SceneState, Slinger, actions_left, chosen, skill_of
from certamen.rulesets.starslinger.turnacts import ready, spend

DEFAULT, BLOW, ERRAND, REROLL = range(4)
GUESSED_DC = 13
BAD = 6
CRITICAL_WORTH = 6


class Blow(NamedTuple):
    """An attack: all that adds to its d20, its dice, and how the target looks (0 unhurt to 3 close to falling).

    twice: two weapons, each at half damage; armed: whether a critical failure jams the weapon; penalty: what of the
    modifier comes from checks made earlier in the turn.
    """

    modifier: int
    advantage: int
    edges: int
    dc: int
    threat: int
    number: int
    sides: int
    share: int
    twice: int
    armed: int
    penalty: int
    looks: int


class Sight(NamedTuple):
    """What the policy may know. reroll: the d20 that counts where one may be rerolled, or 0; errands: 1 if possible."""

    acting: int
    actions: int
    checks: int
    naturals: int
    reroll: int
    task: tuple[int, int]
    errands: tuple[int, ...]
    blows: tuple[Blow, ...]


# --- what one may know -----------------------------------------------------------------------------------------


def pack(state: SceneState, request: Request) -> Sight:
    """What the one who is asked may know, as whole numbers."""
    naturals = chosen(state, "natural")
    if request.kind != "act":
        check = state.check
        shown = m.kept(*check.dice, check.terms.advantage) if check is not None and "reroll" in request.verbs else 0
        return Sight(0, 0, 0, naturals, shown, (0, 0), (), ())
    state, _ = ready(state, request)
    who = request.who
    me = state.participants[who]
    possible = errands(state, who)
    flags = tuple(int(errand in possible) for errand in range(ERRANDS))
    actions = actions_left(me)
    if me.status != "in" or not actions:
        return Sight(1, 0, me.checks, naturals, 0, (0, 0), flags, ())
    after = spend(state, who, "attack")
    single = tuple(_blow(after, who, weapon, skill, foe, 0) for weapon, skill, foe in single_blows(state, who))
    double = tuple(_blow(after, who, first, first.skill, foe, 1) for first, _, foe in double_blows(state, who))
    return Sight(1, actions, me.checks, naturals, 0, _task_figures(after, me), flags, (*single, *double))


def _blow(state: SceneState, who: str, weapon: Weapon, skill: str, foe: Slinger, twice: int) -> Blow:
    me = state.participants[who]
    check = attack_check(state, who, foe.id, weapon, skill)
    count, sides = read_dice(weapon.damage) or (0, 0)
    kind = chosen(state, "attack_modifier")
    halves = chosen(state, "half_round")
    return Blow(
        modifier=m.modifier(check.terms.modifiers),
        advantage=check.terms.advantage,
        edges=check.terms.edges,
        dc=attack_dc(state, foe.id, weapon) if state.shown == "exact" else GUESSED_DC,
        threat=weapon.threat,
        number=m.damage_dice(count, me.sheet.level) if count else 0,
        sides=sides,
        share=m.damage_modifier(skill_of(me, skill), weapon.accuracy, weapon.hands == 2, kind, halves),
        twice=twice,
        armed=int(weapon.hands > 0),
        penalty=m.check_penalty(me.checks, me.checks, m.Counts.CHECKS),
        looks=0 if state.shown == "nothing" else m.looks(foe.hp, foe.sheet.hp),
    )


def _task_figures(state: SceneState, me: Slinger) -> tuple[int, int]:
    """Modifier and DC (guessed where it is not shown) of the challenge he would try."""
    found = task_of(state, me)
    if found is None:
        return 0, 0
    _, way = found
    skill = str(errands(state, me.id)[TASK][1]["skill"])
    shown = way.dc is not None and not way.hidden
    return m.modifier(terms(state, me.id, skill).modifiers), way.dc if shown and way.dc is not None else GUESSED_DC


# --- what it is worth ------------------------------------------------------------------------------------------


def weight(face: int, advantage: int) -> int:
    """How many of 400 rolls keep this face."""
    if advantage > 0:
        return 2 * face - 1
    return 41 - 2 * face if advantage < 0 else 20


def gain(blow: Blow, later: int, naturals: int) -> int:
    """What an attack may be expected to do, in 400ths of half a hit point, `later` being checks in between."""
    total, lost = 0, 0
    edge = (m.edge_sides(blow.edges) + 1) // 2 if blow.edges else 0
    plus = blow.modifier + m.check_penalty(later, later, m.Counts.CHECKS) + (edge if blow.edges > 0 else -edge)
    mean = max(2, blow.number * (blow.sides + 1) + 2 * blow.share)
    most = max(2, 2 * (blow.number * blow.sides + blow.share)) + 2 * CRITICAL_WORTH
    for face in range(1, 21):
        came = m.attack_degree(face + plus, face, blow.dc, naturals)
        if m.critical_hit(came, face, blow.threat):
            total += weight(face, blow.advantage) * most
        elif came == m.Degree.SUCCESS:
            total += weight(face, blow.advantage) * mean
        elif came == m.Degree.CRITICAL_FAILURE:
            lost += weight(face, blow.advantage)
    risk = lost * mean * 3 // 4 if blow.armed else lost * mean // 2
    return (total // 2 if blow.twice else total) - risk


def worth(blow: Blow, naturals: int) -> int:
    """An attack's gain, with a second weapon's, and more against those who are close to falling."""
    whole = gain(blow, 0, naturals)
    if blow.twice:
        whole += gain(blow, 1, naturals)
    return whole * (10 + 3 * blow.looks)


def faces_with(modifier: int, dc: int, naturals: int, least: int, most: int) -> int:
    """On how many faces of the d20 a check comes out between two degrees."""
    count = 0
    for face in range(1, 21):
        if least <= m.degree(face + modifier, face, dc, naturals) <= most:
            count += 1
    return count


def worth_trying(task: tuple[int, int], naturals: int) -> bool:
    """Whether a challenge is worth a try: harm is at most three times as likely as success."""
    met = faces_with(task[0], task[1], naturals, 2, 3)
    return 3 * met >= faces_with(task[0], task[1], naturals, 0, 0)


# --- the policies ----------------------------------------------------------------------------------------------


def first_of(sight: Sight, wanted: tuple[int, ...]) -> int:
    """The first of these errands that is possible, or -1."""
    for errand in wanted:
        if sight.errands[errand]:
            return errand
    return -1


def plain(sight: Sight, dice: Dice) -> Codes:
    """React; do what leads to the objective; attack with the first weapon as long as there are actions; come closer."""
    if not sight.acting:
        return (DEFAULT, 0)
    errand = first_of(sight, (REACT, TASK, GO)) if sight.actions else first_of(sight, (REACT,))
    if errand >= 0:
        return (ERRAND, errand)
    if len(sight.blows) > 0:
        return (BLOW, 0)
    if sight.actions:
        errand = first_of(sight, (ESCAPE, STAND, CLEAR, DRAW, ENTER, MOVE))
        if errand >= 0:
            return (ERRAND, errand)
    return (DEFAULT, 0)


def clever(sight: Sight, dice: Dice) -> Codes:
    """Reroll what is bad; stop when more attacks would harm more than help; finish whoever looks worst; clear jams."""
    if not sight.acting:
        return (REROLL, 0) if 0 < sight.reroll <= BAD else (DEFAULT, 0)
    fresh = sight.actions > 0 and sight.checks == 0
    errand = first_of(sight, (REACT, HEAL)) if fresh else first_of(sight, (REACT,))
    if errand >= 0:
        return (ERRAND, errand)
    if sight.actions == 0:
        return (DEFAULT, 0)
    if sight.errands[TASK] and worth_trying(sight.task, sight.naturals):
        return (ERRAND, TASK)
    if sight.errands[GO]:
        return (ERRAND, GO)
    best, most = -1, 0
    for index in range(len(sight.blows)):
        value = worth(sight.blows[index], sight.naturals)
        if value > most:
            best, most = index, value
    armed = best >= 0 and sight.blows[best].armed > 0
    if sight.errands[CLEAR] and not armed:
        return (ERRAND, CLEAR)
    if best >= 0:
        return (BLOW, best)
    errand = first_of(sight, (ESCAPE, STAND, DRAW, ENTER, MOVE)) if fresh else first_of(sight, (STAND, DRAW, MOVE))
    if len(sight.blows) == 0 and errand >= 0:
        return (ERRAND, errand)
    return (DEFAULT, 0)


def worse_die(first: int, second: int) -> int:
    """Which of the dice (1 or 2) to roll again: the one that shows less; a second of 0 is none."""
    return 2 if 0 < second < first else 1


def unpack(codes: Codes, state: SceneState, request: Request) -> Action:
    """The action that a policy's codes stand for; the request's default where they name none."""
    kind, index = codes
    verb, values = request.default.verb, request.default.values
    if kind == REROLL and state.check is not None:
        verb, values = "reroll", {"which": ("first", "second")[worse_die(*state.check.dice) - 1]}
    elif kind in (BLOW, ERRAND):
        ready_state, _ = ready(state, request)
        verb, values = (
            blow_choice(ready_state, request.who, index) if kind == BLOW else errands(ready_state, request.who)[index]
        )
    return Action(request.who, verb, values, request.id)
