"""Where a line needs a figure that nobody gave, the game master is asked; then the act goes on (STR-4)."""

from msgspec.structs import replace

from certamen.kernel.action import GM, Action, Number, Offer
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event
from certamen.kernel.ruleset import Act
from certamen.kernel.state import Step, ask
from certamen.kernel.window import Answer, Request, Resume
from certamen.rulesets.striker import carry, reacting
from certamen.rulesets.striker.doing import UNNAMED, Doing, from_args, missing, resume, with_given
from certamen.rulesets.striker.state import Contest, name_of


def ask_gm(state: Contest, doing: Doing, then: str) -> Step:
    """The game master is asked for the figure that the line needs and nobody gave; then it goes on (STR-4)."""
    name = missing(state, doing)
    what = f"{doing.name} ({doing.skill})" + (f" on {name_of(state, doing.on)}" if doing.on else "")
    cause = f"the number that {state.participants[doing.who].name} must reach with {what}"
    if name != UNNAMED:
        cause = f"{name} for {state.participants[doing.who].name}: {what}"
    default = 0 if name.startswith("M(") else state.scene.assumed
    return Step(
        ask(
            state,
            GM,
            "adjudicate",
            ("rule",),
            Answer("rule", {"figure": default}),
            resume(doing, then),
            cause=cause,
            about={"figure": name},
        )
    )


def carry_step(state: Contest, then: Resume, draws: Draws) -> Step:
    """The act of a skill, once nothing is missing; then those who may re-act are asked."""
    doing = from_args(then.args)
    if not reacting.able(state, doing.who):
        return Step(state)
    if missing(state, doing):
        return ask_gm(state, doing, "carry")
    state, events, _ = carry.carry(state, doing, draws)
    return Step(reacting.after(state, doing.who, doing.on, reacting.ACTS), events)


def rule_offers(state: Contest, request: Request) -> tuple[Offer, ...]:
    """The game master says the figure."""
    del state
    return (Offer("rule", (Number("figure", -50, 200),), rules=("STR-4",), label=request.cause),)


def rule(state: Contest, action: Action, request: Request, draws: Draws) -> Step:
    """The figure is taken into what waits for it (STR-4)."""
    del draws
    figure = action.values["figure"]
    assert isinstance(figure, int)  # a number field
    top = state.windows[-1]
    doing = with_given(from_args(top.then.args), str(request.about["figure"]), figure)
    top = replace(top, then=resume(doing, top.then.step))
    told = Event("ruled", GM, rules=("STR-4",), values={"what": str(request.about["figure"]), "figure": figure})
    return Step(replace(state, windows=(*state.windows[:-1], top)), (told,))


ACTS = (Act("rule", rule_offers, rule),)
