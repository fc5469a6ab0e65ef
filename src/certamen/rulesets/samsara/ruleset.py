"""SAMSARA as the kernel runs it: the record of its functions and tables."""

from certamen.kernel.ruleset import Ruleset
from certamen.rulesets.samsara import acts, adjudication, flow, narration, policies
from certamen.rulesets.samsara.check import check
from certamen.rulesets.samsara.endings import conclude, outcome
from certamen.rulesets.samsara.rules import RULES, RULINGS
from certamen.rulesets.samsara.sheet import Scene, Sheet
from certamen.rulesets.samsara.state import SamsaraState, recruit

RULESET = Ruleset(
    name="samsara",
    title="SAMSARA",
    version="2",
    rules=RULES,
    rulings=RULINGS,
    sheet=Sheet,
    scene=Scene,
    state=SamsaraState,
    check=check,
    recruit=recruit,
    start=flow.start,
    enter=flow.enter,
    acts=(*acts.ACTS, *adjudication.ACTS),
    unasked=(acts.YIELD, acts.FREE_TRY),
    steps=flow.STEPS,
    settle=flow.settle,
    outcome=outcome,
    conclude=conclude,
    policies=policies.POLICIES,
    pack=policies.pack,
    unpack=policies.unpack,
    narrate=narration.narrate,
    words=narration.words,
    values=narration.values,
    export=narration.export,
    queries="certamen.rulesets.samsara.queries:QUERIES",
    loop="certamen.rulesets.samsara.loop:LOOP",
    belief="certamen.rulesets.samsara.belief:BELIEF",
    duel="certamen.rulesets.samsara.duel:DUEL",
    left=("checks",),
)
