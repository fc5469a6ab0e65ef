"""The answers of those who may re-act: strike at who leaves, do what was made ready, or let it pass (STR-18)."""

from msgspec.structs import replace

from certamen.kernel import space as spaces
from certamen.kernel.action import GM, Action, Choice, Offer, Option, Places, Refusal
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event
from certamen.kernel.ruleset import Act
from certamen.kernel.space.drawn import place_text
from certamen.kernel.state import Step, open_window, put, request
from certamen.kernel.window import Answer, Request, Resume
from certamen.rulesets.striker import acts_fight, acts_things, moving, reacting
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker.acts_move import near_door, turn_door
from certamen.rulesets.striker.doing import attack
from certamen.rulesets.striker.ground import read_place
from certamen.rulesets.striker.sheet import Weapon
from certamen.rulesets.striker.spending import cost_of, may_react, pay
from certamen.rulesets.striker.state import Combatant, Contest, Going, at_hand, foes, item_of, metres, weapon_of
from certamen.rulesets.striker.turnacts import barred


def _gone(state: Contest, req: Request) -> Refusal | None:
    """Why the re-act comes too late, or None."""
    causer = state.participants.get(str(req.about["causer"]))
    if causer is None or causer.status != "in":
        return Refusal("the one who gave cause is out of the contest", "STR-18")
    return barred(state, req.who, m.Spend.RE)


# --- opportunity ---------------------------------------------------------------------------------------------------


def opportunity_offers(state: Contest, req: Request) -> tuple[Offer, ...]:
    """One melee attack on who leaves (STR-24)."""
    if not req.about.get("opportunity"):
        return ()
    one, causer = state.participants[req.who], str(req.about["causer"])
    weapons = [w for w in at_hand(one) if not w.range and w.single and reacting.near(state, one.id, causer, w)]
    closed = _gone(state, req) or (None if weapons else Refusal("nothing to strike with at that reach", "STR-24"))
    fields = (Choice("weapon", tuple(Option(w.name, note=w.effect) for w in weapons)),)
    label = f"strike at {state.participants[causer].name}" if causer in state.participants else "strike"
    return (Offer("opportunity", fields, cost_of(m.Spend.RE), ("STR-24",), label, closed),)


def opportunity(state: Contest, action: Action, req: Request, draws: Draws) -> Step:
    """The blow, while the mover still stands where he leaves; an act made ready is dropped (STR-18, STR-24)."""
    one = state.participants[req.who]
    weapon = weapon_of(one, str(action.values["weapon"]))
    assert weapon is not None  # it was offered
    return _strike(state, one, weapon, str(req.about["causer"]), "opportunity", draws)


def _strike(state: Contest, one: Combatant, weapon: Weapon, target: str, note: str, draws: Draws) -> Step:
    state = pay(state, one.id, m.Spend.RE, note)
    state = put(state, replace(state.participants[one.id], readied=None))
    return acts_fight.declare(state, attack(one.id, weapon.skill, weapon.name, target, note), draws)


# --- readied -------------------------------------------------------------------------------------------------------


def readied_offers(state: Contest, req: Request) -> tuple[Offer, ...]:
    """The act made ready, now that its trigger came (STR-33)."""
    one = state.participants[req.who]
    ready = one.readied
    if not req.about.get("readied"):
        return ()
    if ready is None:
        return (Offer("readied", closed=Refusal("nothing is ready any more", "STR-33")),)
    causer = str(req.about["causer"])
    closed = barred(state, req.who, m.Spend.RE)
    cost, rules = cost_of(m.Spend.RE), ("STR-18", "STR-33")
    if ready.what == "attack" and ready.trigger == reacting.SAID:
        within = [foe for foe in foes(state, one.id) if _out_of_reach(state, one, foe.id, ready.object) is None]
        closed = closed or (None if within else Refusal(f"the {ready.object} reaches nobody", "STR-39"))
        fields = (Choice("target", tuple(Option(foe.id, foe.name) for foe in within)),)
        return (Offer("readied", fields, cost, rules, f"attack with {ready.object}", closed),)
    if ready.what == "attack":
        closed = closed or _gone(state, req) or _out_of_reach(state, one, causer, ready.object)
        return (Offer("readied", (), cost, rules, f"attack with {ready.object}", closed),)
    if ready.what == "door":
        plan = state.scene.map
        door = next((d for d in plan.doors if d.id == ready.object), None) if plan is not None else None
        if door is None or not near_door(state, one.id, door):
            closed = closed or Refusal(f"the {ready.object} is out of reach", "STR-33")
        return (Offer("readied", (), cost, rules, f"the door {ready.object}", closed),)
    if ready.what == "use":
        item = item_of(state, ready.object)
        closed = closed or (None if item is None else acts_things.item_refusal(state, one.id, item))
        return (Offer("readied", (), cost, rules, f"use {ready.object}", closed),)
    return (_move_offer(state, one, ready.object, closed),)


def _out_of_reach(state: Contest, one: Combatant, causer: str, name: str) -> Refusal | None:
    weapon = weapon_of(one, name)
    if weapon is not None and weapon in at_hand(one) and reacting.reaches(state, one.id, causer, weapon):
        return None
    return Refusal(f"the {name} does not reach", "STR-39")


def _fresh(state: Contest, who: str) -> Contest:
    """The state with nothing moved yet, for the move that was made ready."""
    return put(state, replace(state.participants[who], going=Going()))


def _move_offer(state: Contest, one: Combatant, mode: str, closed: Refusal | None) -> Offer:
    fresh, space = _fresh(state, one.id), metres(state)
    speed = moving.modes(fresh, one.id).get(mode, 0)
    found = moving.reach(fresh, one.id, mode, speed) if space is not None and speed else {}
    options = tuple(Option(place_text(space.ground, to)) for to in found) if space is not None else ()
    if not options:
        closed = closed or Refusal(f"cannot {mode} anywhere", "STR-20")
    return Offer("readied", (Places("to", options),), cost_of(m.Spend.RE), ("STR-33",), f"{mode}", closed)


def readied(state: Contest, action: Action, req: Request, draws: Draws) -> Step:
    """It is done, and the re-act of the round is spent (STR-33)."""
    one = state.participants[req.who]
    ready, causer = one.readied, str(req.about["causer"])
    assert ready is not None  # it was offered
    if ready.what == "attack":
        weapon = weapon_of(one, ready.object)
        assert weapon is not None  # it was offered
        return _strike(state, one, weapon, str(action.values.get("target", causer)), "readied", draws)
    state = pay(state, one.id, m.Spend.RE, "readied")
    state = put(state, replace(state.participants[one.id], readied=None))
    if ready.what == "door":
        return turn_door(state, one.id, ready.object, draws)
    if ready.what == "use":
        return acts_things.declare_use(state, one.id, ready.object, "", draws)
    state = _fresh(state, one.id)
    space = metres(state)
    assert space is not None  # it was offered
    to = read_place(space.ground, str(action.values["to"]))
    found = moving.reach(state, one.id, ready.object, moving.modes(state, one.id)[ready.object])[to]
    path = tuple(place_text(space.ground, place) for place in spaces.way(found))
    return moving.begin(state, one.id, ready.object, path, draws)


# --- decline, and what the game master says -------------------------------------------------------------------------


def decline_offers(state: Contest, req: Request) -> tuple[Offer, ...]:
    """It passes; what is ready stays ready (STR-18)."""
    del state, req
    return (Offer("decline", rules=("STR-18",), label="let it pass"),)


def decline(state: Contest, action: Action, req: Request, draws: Draws) -> Step:
    """Nothing is done (STR-18)."""
    del action, req, draws
    return Step(state)


def ask_whether(state: Contest, acted: str, then: Resume) -> Contest | None:
    """The state with the game master asked whether the triggers said in words have come by a turn; None: no such."""
    waiting = [
        one
        for one in state.participants.values()
        if one.readied is not None
        and one.readied.trigger == reacting.SAID
        and one.id != acted
        and may_react(state, one)
    ]
    if not waiting or acted not in state.participants:
        return None
    requests = []
    for one in waiting:
        assert one.readied is not None  # looked at above
        cause = f"has {one.name}'s trigger come? {one.readied.words or 'no words were said'}"
        about = {"who": one.id, "causer": acted}
        state, asked = request(
            state, GM, "adjudicate", ("trigger", "no-trigger"), Answer("no-trigger"), cause=cause, about=dict(about)
        )
        requests.append(asked)
    return open_window(state, tuple(requests), then)


def trigger_offers(state: Contest, req: Request) -> tuple[Offer, ...]:
    """The game master says that it came (STR-33)."""
    one = state.participants.get(str(req.about["who"]))
    closed = None
    if one is None or one.readied is None or not may_react(state, one):
        closed = Refusal("nothing is ready any more", "STR-33")
    return (Offer("trigger", rules=("STR-33",), label="it has come", closed=closed),)


def trigger(state: Contest, action: Action, req: Request, draws: Draws) -> Step:
    """The one who made an act ready is asked (STR-33)."""
    del action, draws
    who = str(req.about["who"])
    chance = reacting.Chance(who, readied=True)
    told = Event("ruled", GM, rules=("STR-33",), values={"what": f"trigger of {who}", "figure": "has come"})
    return Step(reacting.ask_all(state, str(req.about["causer"]), (chance,), Resume("done")), (told,))


def no_trigger_offers(state: Contest, req: Request) -> tuple[Offer, ...]:
    """It has not come."""
    del state, req
    return (Offer("no-trigger", rules=("STR-33",), label="it has not come"),)


ACTS = (
    Act("opportunity", opportunity_offers, opportunity),
    Act("readied", readied_offers, readied),
    Act("decline", decline_offers, decline),
    Act("trigger", trigger_offers, trigger),
    Act("no-trigger", no_trigger_offers, decline),
)
