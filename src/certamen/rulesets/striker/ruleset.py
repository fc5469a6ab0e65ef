"""Striker as the kernel takes it: all its parts in one record."""

from certamen.kernel.ruleset import Ruleset
from certamen.rulesets.striker import (
    acts_fight,
    acts_move,
    acts_react,
    acts_skill,
    acts_task,
    acts_things,
    acts_turn,
    adjudication,
    flow,
    initiative,
    moving,
    reacting,
)
from certamen.rulesets.striker.check import check
from certamen.rulesets.striker.figures import export, values, words
from certamen.rulesets.striker.narration import narrate
from certamen.rulesets.striker.policies import POLICIES, unpack
from certamen.rulesets.striker.rules import RULES
from certamen.rulesets.striker.rulings import RULINGS
from certamen.rulesets.striker.scene import Scene
from certamen.rulesets.striker.sheet import Sheet
from certamen.rulesets.striker.sight import pack
from certamen.rulesets.striker.state import Contest, recruit

RULESET = Ruleset(
    name="striker",
    title="Striker",
    version="2",
    rules=RULES,
    rulings=RULINGS,
    sheet=Sheet,
    scene=Scene,
    state=Contest,
    check=check,
    recruit=recruit,
    start=flow.start,
    enter=flow.enter,
    acts=(
        *acts_fight.ACTS,
        *acts_skill.ACTS,
        *acts_task.ACTS,
        *acts_move.ACTS,
        *acts_turn.ACTS,
        *acts_things.ACTS,
        *acts_react.ACTS,
        *adjudication.ACTS,
        *initiative.ACTS,
    ),
    steps={
        "next": flow.go_next,
        "turn": flow.turn,
        "lined": flow.lined,
        "place": flow.place,
        "go": moving.go,
        "strike": acts_fight.strike,
        "carry": adjudication.carry_step,
        "brief": acts_task.brief,
        "door": acts_move.turned,
        "use": acts_things.used,
        "done": reacting.done,
    },
    settle=flow.settle,
    outcome=flow.outcome,
    policies=POLICIES,
    pack=pack,
    unpack=unpack,
    narrate=narrate,
    words=words,
    values=values,
    export=export,
    left=("hp",),
    queries="certamen.rulesets.striker.queries:QUERIES",
    loop="certamen.rulesets.striker.loop:LOOP",
    belief="certamen.rulesets.striker.belief:BELIEF",
    duel="certamen.rulesets.striker.duel:DUEL",
    mapping="certamen.rulesets.striker.mapping:MAPPING",
)
