"""dualaction as the kernel takes it: all its parts in one record."""

from certamen.kernel.ruleset import Ruleset
from certamen.rulesets.dualaction import acts_attack, acts_body, acts_move, acts_turn, acts_use, flow, moving, reacting
from certamen.rulesets.dualaction.check import check
from certamen.rulesets.dualaction.narration import export, narrate, values, words
from certamen.rulesets.dualaction.policies import POLICIES, unpack
from certamen.rulesets.dualaction.rules import RULES, RULINGS
from certamen.rulesets.dualaction.scene import Scene
from certamen.rulesets.dualaction.sheet import Sheet
from certamen.rulesets.dualaction.sight import pack
from certamen.rulesets.dualaction.state import Combat, recruit

RULESET = Ruleset(
    name="dualaction",
    title='the untitled "2. Combat"',
    version="2",
    rules=RULES,
    rulings=RULINGS,
    sheet=Sheet,
    scene=Scene,
    state=Combat,
    check=check,
    recruit=recruit,
    start=flow.start,
    enter=flow.enter,
    acts=(*acts_attack.ACTS, *acts_move.ACTS, *acts_body.ACTS, *acts_turn.ACTS, *acts_use.ACTS, *reacting.ACTS),
    steps={
        "next": flow.go_next,
        "round": flow.begin_round,
        "turn": flow.turn,
        "go": moving.go,
        "declared": acts_attack.declared,
        "place": flow.place,
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
    left=("hp", "dr"),
    queries="certamen.rulesets.dualaction.queries:QUERIES",
    loop="certamen.rulesets.dualaction.loop:LOOP",
    duel="certamen.rulesets.dualaction.duel:DUEL",
    mapping="certamen.rulesets.dualaction.mapping:MAPPING",
    belief="certamen.rulesets.dualaction.belief:BELIEF",
)
