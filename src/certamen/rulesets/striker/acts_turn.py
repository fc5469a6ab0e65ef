"""The main-acts everyone has besides attacking, and the end of the turn (STR-17, STR-19, STR-28 to STR-33)."""

from msgspec.structs import replace

from certamen.kernel.action import Action, Choice, Offer, Option, Refusal, Words
from certamen.kernel.audience import both, side_of
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event, Part
from certamen.kernel.ruleset import Act
from certamen.kernel.state import Step, add_effect, effects_on, go_on_with, put, until
from certamen.kernel.window import Request
from certamen.rulesets.striker import hiding, reacting
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker.checks import CHECK, assistance_used, bonuses, counted
from certamen.rulesets.striker.spending import pay
from certamen.rulesets.striker.state import (
    ASSISTED,
    DISENGAGED,
    EVADING,
    WATCHING,
    Contest,
    Readied,
    allies,
    at_hand,
    metres,
    modifier,
    placed,
    ranks,
    ruled,
    rulings_of,
)
from certamen.rulesets.striker.turnacts import plain_offer, simple_event

MAIN = m.Spend.MAIN


# --- dash, disengage, evade, watch -----------------------------------------------------------------------------------


def dash_offers(state: Contest, request: Request) -> tuple[Offer, ...]:
    """The speed once more (STR-28)."""
    closed = None if placed(state, request.who) else Refusal("places do not matter here: nobody moves", "STR-8")
    return (plain_offer(state, request.who, "dash", MAIN, ("STR-28",), "the speed once more", closed),)


def dash(state: Contest, action: Action, request: Request, draws: Draws) -> Step:
    """Each mode's speed counts once more this turn (STR-28)."""
    del action, draws
    state = pay(state, request.who, MAIN, "dash")
    one = state.participants[request.who]
    state = put(state, replace(one, going=replace(one.going, dashes=one.going.dashes + 1)))
    return Step(state, (simple_event(state, "dash", one.id, "STR-28"),))


def disengage_offers(state: Contest, request: Request) -> tuple[Offer, ...]:
    """Movement that provokes nothing (STR-29)."""
    closed = None if placed(state, request.who) else Refusal("places do not matter here: nobody moves", "STR-8")
    return (plain_offer(state, request.who, "disengage", MAIN, ("STR-29",), "move without provoking", closed),)


def disengage(state: Contest, action: Action, request: Request, draws: Draws) -> Step:
    """For the rest of the turn (STR-29)."""
    del action, draws
    who = request.who
    state = pay(state, who, MAIN, "disengage")
    state = add_effect(state, DISENGAGED, who, until=until(state, who, "turn_end"), rule="STR-29")
    return Step(state, (simple_event(state, "disengage", who, "STR-29"),))


def evade_offers(state: Contest, request: Request) -> tuple[Offer, ...]:
    """Attacks by those one sees at disadvantage, Agility saves at advantage (STR-30)."""
    return (plain_offer(state, request.who, "evade", MAIN, ("STR-30",), "until your next turn"),)


def evade(state: Contest, action: Action, request: Request, draws: Draws) -> Step:
    """Until the next turn (STR-30)."""
    del action, draws
    who = request.who
    state = pay(state, who, MAIN, "evade")
    state = add_effect(state, EVADING, who, until=until(state, who, "turn_start"), rule="STR-30")
    return Step(state, (simple_event(state, "evade", who, "STR-30"),))


def watch_offers(state: Contest, request: Request) -> tuple[Offer, ...]:
    """Watching: the word alone, or chk+ until one's next turn (STR-19 ruling `watch`)."""
    return (plain_offer(state, request.who, "watch", MAIN, ("STR-19",), "look out"),)


def watch(state: Contest, action: Action, request: Request, draws: Draws) -> Step:
    """One watches (STR-19)."""
    del action, draws
    who = request.who
    state = pay(state, who, MAIN, "watch")
    if ruled(state, "watch", "alert"):
        state = add_effect(state, WATCHING, who, until=until(state, who, "turn_start"), rule="STR-19")
    told = replace(simple_event(state, "watch", who, "STR-19"), rulings=rulings_of(state, "watch"))
    return Step(state, (told,))


# --- assist, hide --------------------------------------------------------------------------------------------------


def assist_offers(state: Contest, request: Request) -> tuple[Offer, ...]:
    """An ally and a skill whose ranks one lends (STR-31)."""
    who = request.who
    one, most = state.participants[who], int(state.rulings["max_assistants"])
    offers = []
    for skill, own in one.sheet.skills.items():
        helped = [ally for ally in allies(state, who) if m.may_assist(_assistants(state, ally.id, skill), most)]
        closed = None if helped else Refusal("there is no ally to assist with it", "STR-31")
        fields = (
            Choice("ally", tuple(Option(ally.id, ally.name) for ally in helped)),
            Choice("skill", (Option(skill, note=f"+{m.assistance(own.ranks)}"),)),
        )
        offers.append(
            plain_offer(state, who, "assist", MAIN, ("STR-31",), f"lend your ranks in {skill}", closed, fields)
        )
    return tuple(offers)


def _assistants(state: Contest, ally: str, skill: str) -> int:
    return sum(1 for effect in effects_on(state, ally, ASSISTED) if effect.source == skill)


def assist(state: Contest, action: Action, request: Request, draws: Draws) -> Step:
    """The ally's first check with the skill before one's next turn gets one's ranks (STR-31)."""
    del draws
    who, ally, skill = request.who, str(action.values["ally"]), str(action.values["skill"])
    lent = m.assistance(ranks(state.participants[who], skill))
    state = pay(state, who, MAIN, "assist")
    state = add_effect(
        state,
        ASSISTED,
        ally,
        source=skill,
        until=until(state, who, "turn_start"),
        values={"R": lent},
        rule="STR-31",
        hangs_on=who,
        to=both(state, who, ally),
    )
    told = simple_event(state, "assist", who, "STR-31", skill=skill, ranks=lent)
    return Step(state, (replace(told, target=ally, rulings=rulings_of(state, "max_assistants")),))


def hide_offers(state: Contest, request: Request) -> tuple[Offer, ...]:
    """Hiding, where there is something to hide behind or in (STR-32)."""
    closed = None if hiding.may_hide(state, request.who) else Refusal("nothing here to hide behind or in", "STR-32")
    label = f"chk({state.scene.surprise.stealth}+B) sets your PC"
    return (plain_offer(state, request.who, "hide", MAIN, ("STR-32",), label, closed),)


def hide(state: Contest, action: Action, request: Request, draws: Draws) -> Step:
    """The total is the PC, and each opponent compares his Perception with it (STR-32)."""
    del action
    who, skill = request.who, state.scene.surprise.stealth
    state = pay(state, who, MAIN, "hide")
    one = state.participants[who]
    rows = (
        Part(f"M({skill})", modifier(one, skill), "sheet"),
        *((Part("B", one.sheet.named["B"], "sheet"),) if "B" in one.sheet.named else ()),
        *bonuses(state, who, (skill,), "", CHECK),
    )
    ruling = m.Setting[str(state.rulings["hide"]).upper()]
    pc = m.stealth(counted(rows), 0, ruling, draws.of(state, who))
    dice = draws.take()
    start = tuple(Part("d20", die.face, "STR-32", "die") for die in dice) or (Part("fixed", m.BASE, "STR-32"),)
    state = put(assistance_used(state, who, (skill,)), replace(one, pc=pc))
    state, looked = hiding.compare(state, who, draws)
    reckoned = Event(
        "own_pc",
        who,
        rules=("STR-32",),
        rulings=rulings_of(state, "hide"),
        dice=dice,
        parts=(*start, *rows, Part("PC", pc, "STR-32", "total")),
        values={"pc": pc, "unseen_by": state.participants[who].unseen_by},
        to=side_of(state, one.side),
    )
    return Step(state, (simple_event(state, "hide", who, "STR-32"), reckoned, *looked))


# --- ready ---------------------------------------------------------------------------------------------------------


def ready_offers(state: Contest, request: Request) -> tuple[Offer, ...]:
    """An act for a trigger: an attack with a weapon at hand, a move, a door or a lever (STR-33)."""
    who = request.who
    triggers = Choice("trigger", tuple(Option(one, words) for one, words in reacting.TRIGGERS.items()))
    said = Words("words", optional=True)
    things: list[tuple[str, tuple[str, ...]]] = []
    weapons = tuple(weapon.name for weapon in at_hand(state.participants[who]) if weapon.single)
    if weapons:
        things.append(("attack", weapons))
    space = metres(state)
    if space is not None and placed(state, who):
        things.append(("move", tuple(state.participants[who].sheet.speed)))
        if space.ground.doors:
            things.append(("door", tuple(door.id for door in space.ground.doors)))
    levers = tuple(item.id for item in state.scene.items if item.use)
    if levers:
        things.append(("use", levers))
    offers = []
    for what, objects in things:
        fields = (
            triggers,
            Choice("what", (Option(what),)),
            Choice("object", tuple(Option(name) for name in objects)),
            said,
        )
        offers.append(plain_offer(state, who, "ready", MAIN, ("STR-33",), f"make ready: {what}", None, fields))
    return tuple(offers)


def ready(state: Contest, action: Action, request: Request, draws: Draws) -> Step:
    """The main-act is spent; the act comes as a re-act when the trigger does (STR-33)."""
    del draws
    who = request.who
    state = pay(state, who, MAIN, "ready")
    trigger, what = str(action.values["trigger"]), str(action.values["what"])
    made = Readied(trigger, what, str(action.values["object"]), str(action.values.get("words", "")))
    state = put(state, replace(state.participants[who], readied=made))
    own = side_of(state, state.participants[who].side)
    told = simple_event(state, "ready", who, "STR-33", trigger=trigger, what=what, object=made.object, words=made.words)
    private = dict.fromkeys(("trigger", "what", "object", "words"), own)
    return Step(state, (replace(told, private=private, rulings=rulings_of(state, "ready_timing")),))


# --- free acts, the end ----------------------------------------------------------------------------------------------


def free_offers(state: Contest, request: Request) -> tuple[Offer, ...]:
    """A short phrase or a gesture (STR-17)."""
    return (
        plain_offer(
            state, request.who, "free", m.Spend.FREE, ("STR-17",), "a phrase or gesture", None, (Words("what"),)
        ),
    )


def free(state: Contest, action: Action, request: Request, draws: Draws) -> Step:
    """Said or gestured (STR-17)."""
    del draws
    state = pay(state, request.who, m.Spend.FREE, "free act")
    return Step(state, (simple_event(state, "free", request.who, "STR-17", what=str(action.values["what"])),))


def end_offers(state: Contest, request: Request) -> tuple[Offer, ...]:
    """The turn may always end (STR-15)."""
    del state, request
    return (Offer("end", rules=("STR-15",), label="end the turn"),)


def end(state: Contest, action: Action, request: Request, draws: Draws) -> Step:
    """The turn is over."""
    del action, draws
    return Step(go_on_with(state, "next"), (simple_event(state, "end", request.who, "STR-15"),))


ACTS = (
    Act("dash", dash_offers, dash),
    Act("disengage", disengage_offers, disengage),
    Act("evade", evade_offers, evade),
    Act("watch", watch_offers, watch),
    Act("assist", assist_offers, assist),
    Act("hide", hide_offers, hide),
    Act("ready", ready_offers, ready),
    Act("free", free_offers, free),
    Act("end", end_offers, end),
)
