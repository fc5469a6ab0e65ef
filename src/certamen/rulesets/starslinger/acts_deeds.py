"""The acts with words: challenges of the scene, deeds on no list, the end of one's turn (SLG-3, SLG-8, SLG-27)."""

from msgspec.structs import replace

from certamen.kernel.action import Action, Choice, Offer, Option, Refusal, Words
from certamen.kernel.audience import aware_of
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event
from certamen.kernel.state import Step, put
from certamen.rulesets.starslinger import mechanics as m
from certamen.rulesets.starslinger.acts_move import fixed
from certamen.rulesets.starslinger.checks import told_first
from certamen.rulesets.starslinger.modifiers import terms
from certamen.rulesets.starslinger.places import between_spots, hostiles_in_melee
from certamen.rulesets.starslinger.scene import Challenge, Way
from certamen.rulesets.starslinger.state import Check, SceneState, Slinger, challenge_of, skills_of
from certamen.rulesets.starslinger.turnacts import COST, choice, no_action, spend, turn_act, word

REASONS = {
    "asked": "the GM asked for a roll",
    "harm": "it harms or manipulates somebody or something",
    "pass": "it gets past, into or out of something",
    "gain": "it gains information, assets or influence",
}

# --- challenges and other deeds: SLG-3, SLG-8, SLG-27 ----------------------------------------------------------


def challenge_offers(state: SceneState, who: str) -> tuple[Offer, ...]:
    """One offer for each way to meet each challenge that is not met yet."""
    me = state.participants[who]
    offers = []
    for one in state.scene.challenges:
        if one.gives and one.gives in state.marks:
            continue
        closed = no_action(me) or out_of_place(state, me, one)
        for way in one.ways:
            fields = (
                Choice("challenge", (Option(one.id, one.name),)),
                Choice("way", (Option(way.id, note=dc_note(way)),)),
                choice("skill", way.skills or skills_of(me)),
            )
            label = ", ".join(text for text in (one.name, dc_note(way)) if text)
            offers.append(Offer("challenge", fields, COST, ("SLG-27", "SLG-4"), label, closed))
    return tuple(offers)


def dc_note(way: Way) -> str:
    """What a player is told of a DC."""
    if way.dc is None:
        return "no DC: the turn ends at the attempt"
    return "" if way.hidden else f"DC {way.dc}"


def out_of_place(state: SceneState, me: Slinger, one: Challenge) -> Refusal | None:
    """Why a challenge cannot be tried now, or None."""
    missing = tuple(name for name in one.needs if name not in state.marks)
    if missing:
        return Refusal(f"{one.name} cannot be tried yet: {', '.join(missing)} is missing", "SLG-27")
    if one.moves_to or one.leaves:
        held = fixed(state, me.id)
        if held is None and hostiles_in_melee(state, me.id):
            held = Refusal("you are in a melee: leave it first", "SLG-30")
        if held is not None:
            return held
    if not one.at or me.at == one.at:
        return None
    away = between_spots(state, me.at, one.at)
    if away <= one.reach:
        return None
    where = f"it can be tried from {one.reach} feet" if one.reach else "move there first"
    return Refusal(f"{one.name} is {away} feet away: {where}", "SLG-30")


def challenge(state: SceneState, action: Action, who: str, draws: Draws) -> Step:
    """A way tried to meet a challenge."""
    state = spend(state, who, "challenge")
    one = challenge_of(state, word(action, "challenge"))
    way = next(way for way in one.ways if way.id == word(action, "way"))
    skill = word(action, "skill")
    check = Check(
        kind="challenge",
        actor=who,
        subject=one.id,
        way=way.id,
        skill=skill,
        dc=way.dc,
        dc_public=not way.hidden and way.dc is not None,
        dc_source="the scene",
        terms=terms(state, who, skill),
    )
    return told_first(state, check, draws)


def deed_offers(state: SceneState, who: str) -> tuple[Offer, ...]:
    """A deed on no list: without a roll, or with one for one of four reasons and the skill the player thinks fits."""
    me = state.participants[who]
    reasons = Choice("reason", tuple(Option(one, text) for one, text in REASONS.items()))
    rolled = (Words("what"), reasons, choice("skill", skills_of(me)))
    closed = no_action(me)
    return (
        Offer("deed", (Words("what"),), COST, ("SLG-3", "SLG-27"), "do something that needs no roll", closed),
        Offer("deed", rolled, COST, ("SLG-3", "SLG-8", "SLG-27"), "do something that needs a roll", closed),
    )


def deed(state: SceneState, action: Action, who: str, draws: Draws) -> Step:
    """A deed on no list. With a roll, the GM gives its DC, and may correct skill and cost."""
    state = spend(state, who, "deed")
    reason = word(action, "reason")
    if not m.needs_roll(reason == "asked", reason == "harm", reason == "pass", reason == "gain"):
        values = {"what": word(action, "what")}
        return Step(state, (Event("deed", who, rules=("SLG-27",), values=dict(values), to=aware_of(state, who)),))
    skill = word(action, "skill")
    found = terms(state, who, skill)
    check = Check(kind="deed", actor=who, subject=word(action, "what"), way=reason, skill=skill, terms=found)
    return told_first(state, check, draws)


def end_offers(state: SceneState, who: str) -> tuple[Offer, ...]:
    """One may always end one's turn."""
    return (Offer("end", rules=("SLG-3",)),)


def end(state: SceneState, action: Action, who: str, draws: Draws) -> Step:
    """The turn is over, with whatever is left of it."""
    state = put(state, replace(state.participants[who], done=True))
    return Step(state, (Event("ended_turn", who, to=aware_of(state, who)),))


DEED_ACTS = (
    turn_act("challenge", challenge_offers, challenge),
    turn_act("deed", deed_offers, deed),
    turn_act("end", end_offers, end),
)
