"""StarCluster 2 as the kernel takes it."""

from certamen.kernel.ruleset import Ruleset
from certamen.rulesets.starcluster.acts import ACTS
from certamen.rulesets.starcluster.flow import STEPS, outcome, settle, start
from certamen.rulesets.starcluster.narration import export, narrate, values, words
from certamen.rulesets.starcluster.policies import clever, pack, plain, unpack
from certamen.rulesets.starcluster.rounds import enter
from certamen.rulesets.starcluster.rules import RULES, RULINGS
from certamen.rulesets.starcluster.sheet import Scene, Sheet, check
from certamen.rulesets.starcluster.state import StarState, recruit

RULESET = Ruleset(
    name="starcluster",
    title="StarCluster 2",
    version="2",
    rules=RULES,
    rulings=RULINGS,
    sheet=Sheet,
    scene=Scene,
    state=StarState,
    check=check,
    recruit=recruit,
    start=start,
    enter=enter,
    acts=ACTS,
    steps=STEPS,
    settle=settle,
    outcome=outcome,
    policies={"plain": plain, "clever": clever},
    pack=pack,
    unpack=unpack,
    narrate=narrate,
    words=words,
    values=values,
    export=export,
    left=("constitution",),
    queries="certamen.rulesets.starcluster.queries:QUERIES",
    loop="certamen.rulesets.starcluster.loop:LOOP",
    belief="certamen.rulesets.starcluster.belief:BELIEF",
    duel="certamen.rulesets.starcluster.duel:DUEL",
)
