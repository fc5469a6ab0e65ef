"""Who goes when: the rolls for initiative, the GM's one die, ties, and who comes late (STR-12, STR-13)."""

from msgspec.structs import replace

from certamen.kernel.action import GM, Action, Choice, Offer, Option
from certamen.kernel.audience import EVERYONE, NOBODY, aware_of
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event, Part
from certamen.kernel.ruleset import Act
from certamen.kernel.state import Step, ask, put
from certamen.kernel.window import Answer, Request, Resume
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker.state import Combatant, Contest, modifier, perception, ruled, rulings_of

RESOLVE = "Resolve"
Events = tuple[Event, ...]


def key(state: Contest, one: Combatant) -> m.Initiative:
    """What his place in the order is made of."""
    return m.Initiative(one.initiative, modifier(one, RESOLVE), perception(state, one), one.tie)


def roll(state: Contest, people: tuple[str, ...], draws: Draws) -> tuple[Contest, Events]:
    """These roll: players their own die, the GM one for all he plays (STR-12)."""
    ruling = m.GmInitiative[str(state.rulings["gm_initiative"]).upper()]
    shared = () if ruling == m.GmInitiative.INDIVIDUAL else tuple(w for w in people if not state.participants[w].player)
    events: Events = ()
    die = 0
    if shared:
        openly = any(not state.participants[who].hidden for who in shared)
        secret = not openly or state.gm_dice == "secret"
        die = m.initiative_die(draws.gm(secret=secret))
        to = EVERYONE if openly and not secret else NOBODY
        values = {"die": die}
        events = (Event("shared_die", rules=("STR-12",), dice=draws.take(), values=dict(values), to=to),)
    for who in people:
        mine = m.GmInitiative.INDIVIDUAL if who not in shared else ruling
        state, told = _one(state, who, die if who in shared else 0, shared, mine, draws)
        events = (*events, told)
    return state, events


def _one(
    state: Contest, who: str, die: int, shared: tuple[str, ...], ruling: m.GmInitiative, draws: Draws
) -> tuple[Contest, Event]:
    one = state.participants[who]
    own = modifier(one, RESOLVE)
    face = die or m.initiative_die(draws.of(state, who))
    ones = [state.participants[other] for other in shared]
    highest = max((modifier(other, RESOLVE) for other in ones if one.hidden or not other.hidden), default=own)
    kept = NOBODY if die and state.gm_dice == "secret" else None
    total = m.initiative(face, own, highest, ruling)
    state = put(state, replace(one, initiative=total, tie=0))
    event = Event(
        "initiative",
        who,
        rules=("STR-12",),
        rulings=rulings_of(state, "gm_initiative") if not one.player else (),
        dice=draws.take(),
        parts=(
            Part("d20", face, "the GM's one die" if die else "STR-12", "die", to=kept),
            Part("M(Resolve)", total - face, "sheet" if total - face == own else "the highest of the GM's", to=kept),
            Part("initiative", total, "STR-12", "total"),
        ),
        values={"initiative": total},
        to=aware_of(state, who),
    )
    return state, event


# --- ties and the order --------------------------------------------------------------------------------------------


def tied(state: Contest, people: tuple[str, ...]) -> tuple[str, ...]:
    """The first of those whose place is the same, all of them; () when none tie."""
    keys = [key(state, state.participants[who]) for who in people]
    for mine in keys:
        same = tuple(who for who, other in zip(people, keys, strict=True) if m.tied(mine, other))
        if len(same) > 1:
            return same
    return ()


def _weighed(state: Contest, people: tuple[str, ...]) -> Contest:
    """The state in which the ties that these have broken weigh more than those broken now."""
    ones = [state.participants[who] for who in people]
    return put(state, *(replace(one, tie=m.broken_tie(key(state, one), 0).tie) for one in ones))


def roll_ties(state: Contest, people: tuple[str, ...], draws: Draws) -> tuple[Contest, Events]:
    """Those who tie roll a d20 each until it differs (STR-13).

    In secret who is hidden, and who ties with hidden ones alone: else his roll would tell of them and shift his dice.
    """
    events: Events = ()
    while same := tied(state, people):
        state = _weighed(state, tuple(who for who in people if who not in same))
        for who in same:
            one = state.participants[who]
            openly = any(not state.participants[other].hidden for other in same if other != who)
            entry = m.roll_tie(key(state, one), draws.of(state, who, secret=not openly))
            state = put(state, replace(one, tie=entry.tie))
            dice = draws.take()
            to = aware_of(state, who) if openly else NOBODY
            values = {"roll": dice[-1].face}
            ruling = rulings_of(state, "final_tie")
            events = (
                *events,
                Event("tie", who, rules=("STR-13",), rulings=ruling, dice=dice, values=dict(values), to=to),
            )
    return state, events


def sequence(state: Contest, people: tuple[str, ...]) -> tuple[str, ...]:
    """These from high to low (STR-12)."""
    return tuple(sorted(people, key=lambda who: key(state, state.participants[who]), reverse=True))


def order_event(state: Contest) -> Event:
    """The order, for all: those who hide are left out."""
    shown = tuple(who for who in state.order.sequence if not state.participants[who].hidden)
    return Event("order", rules=("STR-12",), values={"order": shown}, to=EVERYONE)


def line_up(state: Contest, people: tuple[str, ...], draws: Draws, then: str) -> Step | None:
    """The order made of these; where ties are the GM's to break, he is asked first: None when nobody is asked."""
    same = tied(state, people) if ruled(state, "final_tie", "gm") else ()
    if not same:
        return None
    names = ", ".join(state.participants[who].name for who in same)
    about = {"tied": same}
    del draws
    return Step(
        ask(
            state,
            GM,
            "adjudicate",
            ("first",),
            Answer("first", {"who": same[0]}),
            Resume(then),
            cause=f"a tie: who of {names} goes first?",
            about=dict(about),
        )
    )


def first_offers(state: Contest, request: Request) -> tuple[Offer, ...]:
    """Who of those tied goes first (STR-13)."""
    same = request.about["tied"]
    assert isinstance(same, tuple)  # line_up put it there
    options = tuple(Option(who, state.participants[who].name) for who in same if who in state.participants)
    return (Offer("first", (Choice("who", options),), rules=("STR-13",)),)


def first(state: Contest, action: Action, request: Request, draws: Draws) -> Step:
    """He goes before the others who tied (STR-13 ruling `final_tie`)."""
    del request, draws
    who = str(action.values["who"])
    one = state.participants[who]
    state = _weighed(state, tuple(other for other in state.participants if other != who))
    state = put(state, replace(one, tie=m.broken_tie(key(state, one), 1).tie))
    told = Event("ruled", GM, rules=("STR-13",), values={"what": "first of those tied", "figure": who})
    return Step(state, (told,))


def join_order(state: Contest, who: str) -> Contest:
    """The state with a latecomer in the standing order by his roll, behind those he ties with."""
    mine = key(state, state.participants[who])
    rest = tuple(other for other in state.order.sequence if other != who)
    at = sum(1 for other in rest if not m.goes_before(mine, key(state, state.participants[other])))
    return replace(state, order=replace(state.order, sequence=(*rest[:at], who, *rest[at:])))


ACTS = (Act("first", first_offers, first),)
