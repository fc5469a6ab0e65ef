"""Starslinger one against one, as it is solved exactly: the compiled loop's own steps, with its dice told apart."""

from functools import partial
from types import SimpleNamespace
from typing import NamedTuple

from certamen.kernel.action import Refusal
from certamen.kernel.duel import ASKED, Ask, Duel, Go, Model, Over, Phase, Roll, Round, Step, Way
from certamen.kernel.encounter import Encounter
from certamen.kernel.loop import World
from certamen.rulesets.starslinger import duel_dice, loop_checks, loop_turns
from certamen.rulesets.starslinger import loop_tables as t
from certamen.rulesets.starslinger.duel_dice import Given
from certamen.rulesets.starslinger.duel_moments import (
    MOST_ABOVE,
    MOST_BLEEDING,
    At,
    Bands,
    Setting,
    band,
    cells_of,
    numbers_of,
    put,
    settle,
    taken,
)
from certamen.rulesets.starslinger.duel_rolls import MINDS, harmed, helped, struck, thrown, turn_over
from certamen.rulesets.starslinger.loop import take_turn
from certamen.rulesets.starslinger.loop_places import means_of
from certamen.rulesets.starslinger.loop_rows import opening
from certamen.rulesets.starslinger.loop_rows import refusal as loop_refusal
from certamen.rulesets.starslinger.loop_sight import choose
from certamen.rulesets.starslinger.policies import BLOW
from certamen.rulesets.starslinger.state import SceneState


class First(NamedTuple):
    """Initiative is to be rolled; again: between equals."""

    again: bool


# --- what happens ----------------------------------------------------------------------------------------------


def step(at: Setting, phase: Phase, first: int, second: int) -> Step:
    """What happens at a phase."""
    if isinstance(phase, First):
        return _first(at, phase)
    assert isinstance(phase, At)  # there are no others
    bands = (first, second)
    put(at, phase.numbers, phase.above, bands)
    world = at.world
    scene = world.scene[0]
    while True:
        top = world.windows[scene.depth - 1]
        request, who, target = top.request, top.who, top.target
        if request == t.END:
            loop_turns.end_scene(world)
            return Over(scene.winner)
        if request == t.TURN and at.minds[who] == ASKED and _would_attack(at, who):
            return _asked(at, phase, bands, who)
        top.request, top.who, top.target = t.NOTHING, t.NOBODY, t.NOBODY
        if request == t.TURN:
            take_turn(world, Given(), who, MINDS[at.minds[who]])
        elif request == t.HARM:
            return harmed(at, phase, bands, who)
        elif request == t.BOON:
            return helped(at, phase, bands, who, target)
        elif request == t.POST:
            scene.depth = 0
            loop_turns.wipe(top)
            loop_turns.new_round(world)
        elif request == t.NOTHING:
            rolled = _go_on(at, phase, bands)
            if rolled is not None:
                return rolled
        if scene.round:
            return Round(taken(at, phase.above))


def _go_on(at: Setting, phase: At, bands: Bands) -> Step | None:
    """Do what the top window waits for: a roll, or None where no die falls."""
    world = at.world
    scene = world.scene[0]
    scene.depth -= 1
    top = world.windows[scene.depth]
    then, who, target, arm, degree = top.step, top.who, top.target, top.arm, top.degree
    loop_turns.wipe(top)
    if then == t.GO_MAKE:
        return thrown(at, phase, bands)
    if then == t.GO_EFFECT and world.desk_act[0].kind == t.ATTACK:
        return struck(at, phase, bands)
    if then == t.GO_TURN and loop_turns.turn_over(world):
        return turn_over(at, phase, bands)
    if then == t.GO_TURN:
        loop_turns.ask_turn(world)
    elif then == t.GO_EFFECT:
        loop_checks.take_effect(world, Given())
    elif then == t.GO_FINISH:
        loop_checks.finish(world, Given())
    elif then == t.GO_SECOND:
        loop_checks.second_attack(world, who, target, arm, degree)
    elif then == t.GO_NEXT:
        loop_turns.next_turn(world)
    elif then == t.GO_ROUND:
        loop_turns.new_round(world)
    return None


def _first(at: Setting, phase: First) -> Step:
    """Roll for initiative (SLG-1); in a thread nobody does."""
    world = at.world
    bonuses = (0, 0) if phase.again else (world.people[0].bonus, world.people[1].bonus)

    def after(came: int) -> Phase:
        if came == 0:
            return First(again=True)
        put(at, at.start, (0, 0), (1, 1))
        for who in (0, 1):
            world.people[who].comes = who if came > 0 else 1 - who
        loop_checks.push(world, t.NOTHING, t.GO_ROUND, t.NOBODY, t.NOBODY)
        return taken(at, (0, 0))

    return Roll(bonuses, (duel_dice.roll_for_order,), after) if world.scene[0].by_initiative else Go(after(1))


# --- how many attacks a turn -----------------------------------------------------------------------------------


def _would_attack(at: Setting, who: int) -> bool:
    if at.world.scene[0].acting != who:
        loop_turns.begin_turn(at.world, who)
    return choose(at.world, Given().policy(who), who, 0)[0] == BLOW


def _asked(at: Setting, phase: At, bands: Bands, who: int) -> Step:
    """Ask him whether to attack once more in this turn, or to stop."""
    settle(at)
    here, me = numbers_of(at), at.world.people[who]
    sees = (me.checks, me.limit - me.spent)
    found = []
    for label in ("attack", "stop"):
        put(at, here, phase.above, bands)
        top = at.world.windows[at.world.scene[0].depth - 1]
        top.request, top.who, top.target = t.NOTHING, t.NOBODY, t.NOBODY
        if label == "attack":
            take_turn(at.world, Given(), who, 0)
        else:
            me.done, me.provoked, me.by = 1, 0, t.NOBODY
        found.append(Way(label, taken(at, phase.above)))
    return Ask(who, sees, tuple(found))


# --- the contract ----------------------------------------------------------------------------------------------


def refusal(encounter: Encounter, state: SceneState, minds: tuple[str, str]) -> Refusal | None:
    """What stands in the way of an exact answer, or None."""
    if len(encounter.participants) != 2 or len({one.side for one in encounter.participants}) != 2:
        return Refusal("it is not one against one")
    if minds == (ASKED, ASKED):
        return Refusal("when to stop is sought for one side at a time")
    if any(weapon.hands for one in state.participants.values() for weapon in one.sheet.weapons):
        return Refusal("weapons in hand jam, are cleared, dropped and fought without: too much to follow", "SLG-14")
    if any(one.sheet.healing for one in state.participants.values()):
        return Refusal("powers that heal give hit points back", "SLG-14")
    reactions = any(one.sheet.reactions for one in state.participants.values())
    if reactions and _lasting_effects(state) > 1:
        return Refusal(
            "reactions, and critical effects of more than one kind that last, are too much to follow", "SLG-20"
        )
    return loop_refusal(state, encounter)


def _lasting_effects(state: SceneState) -> int:
    """How many kinds of critical effects there are that last to the end of a turn, or longer."""
    return len({row.effect for row in state.scene.critical_effects} & {"bleeding", "stunned", "blinded", "grappled"})


def model(encounter: Encounter, state: SceneState, minds: tuple[str, str]) -> Model:
    """The duel."""
    made: World = opening(encounter, state)
    world: World = type(made)(*([SimpleNamespace(**row._asdict()) for row in table] for table in made))
    world.scene[0].gm = 1  # his defaults are rolled for one by one, as without him
    first, second = world.people
    left, most = (first.hp, second.hp), (first.most, second.most)
    cells = cells_of(world)
    start = tuple([getattr(record, name) for record, name in cells])
    at = Setting(world, cells, start, minds, most, (_idle(world, 0), _idle(world, 1)))
    return Model(
        left=left,
        band=partial(band, most),
        first=First(again=False),
        step=partial(step, at),
        sees=("checks made in this turn", "actions left"),
        grid="whether to attack once more in a turn, or to stop",
        assumed=(
            f"of hit points that a second wind gives back no more than {MOST_ABOVE} are followed at a time",
            f"more than {MOST_BLEEDING} wounds that bleed are taken for {MOST_BLEEDING}",
        ),
    )


def _idle(world: World, who: int) -> tuple[str, ...]:
    """What may last on a side and cannot matter: without two DCs, without reactions, never without an attack."""
    scene = world.scene[0]
    own, theirs = (
        [means_of(world, side, index) for index in range(scene.arms + 3 + scene.powers + scene.reactions)]
        for side in (who, 1 - who)
    )
    used = {row.arm for row in theirs if row.trigger >= 0}
    two = any(
        row.versus != row.other and (not row.bare or index in used) for index, row in enumerate(theirs[: scene.arms])
    )
    farthest = max(path.feet for path in world.paths)
    armed = any(not row.bare and not row.hands and row.range >= farthest for row in own[: scene.arms])
    found = [] if scene.reactions else ["muted"]
    found += [] if two else ["flat"]
    return tuple(found + (["prone"] if armed and not two else []))


DUEL = Duel(refusal=refusal, model=model)
