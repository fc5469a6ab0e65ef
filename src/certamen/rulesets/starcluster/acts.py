"""What one may do besides attacks and tasks: shift, trade, move, pass, flee, surrender; the GM's word on ties."""

from collections.abc import Callable

from msgspec.structs import replace

from certamen.kernel import budget
from certamen.kernel.action import Action, Choice, Number, Offer, Option, Refusal, Value
from certamen.kernel.audience import NOBODY, aware_of
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event
from certamen.kernel.order import drop_pending
from certamen.kernel.ruleset import Act
from certamen.kernel.space.bands import BANDS, band
from certamen.kernel.space.bands import shift as step_band
from certamen.kernel.state import Status, Step, opponents, put
from certamen.kernel.window import Request
from certamen.rulesets.starcluster import mechanics as m
from certamen.rulesets.starcluster.attack import attack, attack_offers
from certamen.rulesets.starcluster.state import StarState, best_plus, extra, figure, ruled, use_chance
from certamen.rulesets.starcluster.tasks import do_task, task_offers

MOST_TRADE = 200


def _number(action: Action, name: str) -> int:
    value = action.values[name]
    assert isinstance(value, int)  # the offer's field is a Number
    return value


def _shift_offer(verb: str, most: int, rule: str, closed: str) -> tuple[Offer, ...]:
    fields = (
        Number("points", 1, max(1, most)),
        Number("quality", 0, max(1, most), upto="points", word="of them on quality", usual=0),
    )
    return (Offer(verb, fields, rules=(rule, "SC2-6"), closed=None if most else Refusal(closed, rule)),)


def sooner_offers(state: StarState, request: Request) -> tuple[Offer, ...]:
    """Offer to go sooner, down to the earliest initiative (SC2-3)."""
    initiative, earliest = state.participants[request.who].initiative, figure(state, "earliest_initiative")
    closed = f"your initiative is {initiative}, and none may go below {earliest}"
    return _shift_offer("sooner", m.most_sooner(initiative, earliest), "SC2-3", closed)


def later_offers(state: StarState, request: Request) -> tuple[Offer, ...]:
    """Offer to go later (SC2-4)."""
    return _shift_offer("later", figure(state, "latest_shift"), "SC2-4", "the ruling latest_shift allows no points")


def _declare(shift: Callable[[int, int], m.Shift]) -> Callable[[StarState, Action, Request, Draws], Step]:
    def declare(state: StarState, action: Action, request: Request, draws: Draws) -> Step:
        me = state.participants[request.who]
        declared = shift(_number(action, "points"), _number(action, "quality"))
        return Step(put(state, replace(me, declared=declared)), _said(action, request))

    return declare


def _said(action: Action, request: Request) -> tuple[Event, ...]:
    """Nothing is told of a shift before all are in, except one's own words to oneself."""
    return (Event("declared", actor=request.who, rules=("SC2-19",), to=(request.who,)),) if action.text else ()


def keep(state: StarState, action: Action, request: Request, draws: Draws) -> Step:
    """Leave the initiative where it fell."""
    return Step(state, _said(action, request))


def trade_offers(state: StarState, request: Request) -> tuple[Offer, ...]:
    """Offer to move points between chance and quality, once before each chance (SC2-5)."""
    used = not budget.left(state.participants[request.who].budget, "trade")
    span = Choice("span", (Option("attack", "for this chance"), Option("round", "for all chances of the round")))
    return (
        Offer(
            "trade",
            (Number("points", -MOST_TRADE, MOST_TRADE, word="from chance to quality; below 0 the other way"), span),
            (("trade", 1),),
            ("SC2-5",),
            closed=Refusal("a trade has been declared for this chance", "SC2-5") if used else None,
        ),
    )


def trade(state: StarState, action: Action, request: Request, draws: Draws) -> Step:
    """Declare a trade; that of the round stands in place of an earlier one."""
    me = state.participants[request.who]
    points, span = _number(action, "points"), str(action.values["span"])
    spent = budget.spend(me.budget, "trade", "trade")
    changed = (
        replace(me, budget=spent, trade=points) if span == "attack" else replace(me, budget=spent, round_trade=points)
    )
    moved = m.trade(points)
    values: dict[str, Value] = {"span": span, "chance": moved.chance, "quality": moved.quality}
    return Step(
        put(state, changed), (Event("trade", me.id, rules=("SC2-5",), values=values, to=aware_of(state, me.id)),)
    )


def move_offers(state: StarState, request: Request) -> tuple[Offer, ...]:
    """Offer to come closer to, or go farther from, the opponents one names: one band (SC2-15)."""
    me, free = state.participants[request.who], ruled(state, "band_move", "free")
    closed = None
    if not m.may_move(extra(state), not budget.left(me.budget, "move"), free):
        moved = not budget.left(me.budget, "move")
        closed = Refusal(
            "one move a round" if moved else "moves are made at one's initiative, not at extra chances", "SC2-15"
        )
    cost = (("move", 1),) if free else (("move", 1), ("chance", 1))
    foes = opponents(state, me.id)
    offers = []
    for way, end in (("closer", BANDS[0]), ("farther", BANDS[-1])):
        stuck = [foe for foe in foes if band(state.space, me.id, foe.id) == end]
        for some in ([foe for foe in foes if foe not in stuck], stuck):
            names = Choice("opponents", tuple(Option(foe.id, foe.name) for foe in some), most=max(2, len(some)))
            reason = Refusal(f"{end} range is the last to go {way} to", "SC2-15") if some is stuck else closed
            if some:
                fields = (Choice("way", (Option(way),)), names)
                offers.append(Offer("move", fields, cost, ("SC2-15",), closed=reason))
    return tuple(offers)


def move(state: StarState, action: Action, request: Request, draws: Draws) -> Step:
    """Change the bands to those named by one step."""
    me, way, named = state.participants[request.who], str(action.values["way"]), action.values["opponents"]
    space = state.space
    foes = (named,) if isinstance(named, str) else tuple(map(str, named)) if isinstance(named, tuple) else ()
    for foe in foes:
        space = step_band(space, me.id, foe, m.CLOSER if way == "closer" else m.FARTHER)
    state = put(state, replace(me, budget=budget.spend(me.budget, "move", "move")))
    state = replace(state, space=space)
    if ruled(state, "band_move", "chance"):
        state = use_chance(state, best_plus(me), "move")
    values: dict[str, Value] = {"way": way, **{f"range to {foe}": band(space, me.id, foe) for foe in foes}}
    private = {f"range to {foe}": aware_of(state, foe) for foe in foes}
    rulings = (("band_move", state.rulings["band_move"]),)
    event = Event(
        "move", me.id, rules=("SC2-15",), rulings=rulings, values=values, to=aware_of(state, me.id), private=private
    )
    return Step(state, (event,))


def _always(
    verb: str, *rules: str, cost: tuple[tuple[str, int], ...] = ()
) -> Callable[[StarState, Request], tuple[Offer, ...]]:
    offers = (Offer(verb, cost=cost, rules=rules),)
    return lambda state, request: offers


def pass_chance(state: StarState, action: Action, request: Request, draws: Draws) -> Step:
    """Let the chance go by; outside combat, try no more tasks."""
    me = state.participants[request.who]
    state = use_chance(state, best_plus(me), "pass")
    if not state.combat:
        state = put(state, replace(state.participants[me.id], tried=tuple(task.id for task in state.tasks)))
    return Step(state, (Event("pass", me.id, to=aware_of(state, me.id)),))


def _leave(status: Status) -> Callable[[StarState, Action, Request, Draws], Step]:
    def leave(state: StarState, action: Action, request: Request, draws: Draws) -> Step:
        me = state.participants[request.who]
        state = put(use_chance(state, 0, action.verb), replace(me, status=status))
        state = replace(state, order=drop_pending(state.order, me.id))
        return Step(state, (Event(action.verb, me.id, rules=("SC2-18",), to=aware_of(state, me.id)),))

    return leave


def first_offers(state: StarState, request: Request) -> tuple[Offer, ...]:
    """Ask the GM who of the equals goes first (SC2-16)."""
    names = request.about["who"]
    people = tuple(names) if isinstance(names, tuple | list) else ()
    return (
        Offer(
            "first",
            (Choice("who", tuple(Option(who, state.participants[who].name) for who in people)),),
            rules=("SC2-16",),
        ),
    )


def first(state: StarState, action: Action, request: Request, draws: Draws) -> Step:
    """Take the GM's word for it, for the rest of the round."""
    names = request.about["who"]
    people = tuple(names) if isinstance(names, tuple | list) else ()
    state = put(
        state, *(replace(state.participants[who], tie=m.word_on_tie(who == action.values["who"])) for who in people)
    )
    event = Event("tie", rules=("SC2-16",), rulings=(("tie", "gm"),), values={"first": action.values["who"]}, to=NOBODY)
    return Step(state, (event,))


ACTS: tuple[Act, ...] = (
    Act("sooner", sooner_offers, _declare(m.sooner)),
    Act("later", later_offers, _declare(m.later)),
    Act("keep", _always("keep", "SC2-19"), keep),
    Act("attack", attack_offers, attack),
    Act("move", move_offers, move),
    Act("trade", trade_offers, trade),
    Act("task", task_offers, do_task),
    Act("pass", _always("pass", "SC2-9", cost=(("chance", 1),)), pass_chance),
    Act("flee", _always("flee", "SC2-18"), _leave("fled")),
    Act("surrender", _always("surrender", "SC2-18"), _leave("yielded")),
    Act("first", first_offers, first),
)
