"""Starslinger as the kernel takes it."""

from certamen.kernel.ruleset import Ruleset
from certamen.rulesets.starslinger.acts_deeds import DEED_ACTS
from certamen.rulesets.starslinger.acts_fight import FIGHT_ACTS, second_attack
from certamen.rulesets.starslinger.acts_gm import GM_ACTS
from certamen.rulesets.starslinger.acts_move import MOVE_ACTS
from certamen.rulesets.starslinger.acts_things import THING_ACTS
from certamen.rulesets.starslinger.check import check
from certamen.rulesets.starslinger.checks import finish, judge
from certamen.rulesets.starslinger.flow import (
    enter,
    go_on,
    next_step,
    outcome,
    place,
    round_step,
    settle,
    start,
    turn,
)
from certamen.rulesets.starslinger.narration import narrate, values, words
from certamen.rulesets.starslinger.policies import clever, pack, plain, unpack
from certamen.rulesets.starslinger.rules import RULES, RULINGS
from certamen.rulesets.starslinger.scene import Scene
from certamen.rulesets.starslinger.sheet import Sheet
from certamen.rulesets.starslinger.state import SceneState, export, recruit
from certamen.rulesets.starslinger.turnacts import second_turn

TURN_ACTS = (*FIGHT_ACTS, *MOVE_ACTS, *THING_ACTS, *DEED_ACTS)

RULESET = Ruleset(
    name="starslinger",
    title="Starslinger",
    version="2",
    rules=RULES,
    rulings=RULINGS,
    sheet=Sheet,
    scene=Scene,
    state=SceneState,
    check=check,
    recruit=recruit,
    start=start,
    enter=enter,
    acts=(*TURN_ACTS, *GM_ACTS),
    unasked=tuple(map(second_turn, TURN_ACTS)),
    steps={
        "next": next_step,
        "turn": turn,
        "posted": next_step,
        "round": round_step,
        "judge": judge,
        "finish": finish,
        "second": second_attack,
        "place": place,
        "go_on": go_on,
    },
    settle=settle,
    outcome=outcome,
    policies={"plain": plain, "clever": clever},
    pack=pack,
    unpack=unpack,
    narrate=narrate,
    words=words,
    values=values,
    export=export,
    left=("hp",),
    queries="certamen.rulesets.starslinger.queries:QUERIES",
    loop="certamen.rulesets.starslinger.loop:LOOP",
    belief="certamen.rulesets.starslinger.belief:BELIEF",
    duel="certamen.rulesets.starslinger.duel:DUEL",
)
