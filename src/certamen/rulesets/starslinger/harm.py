"""What befalls participants: damage, falling, lasting afflictions, critical effects, the tables of harms and boons."""

from msgspec.structs import replace

from certamen.dice import Dice
from certamen.kernel import budget
from certamen.kernel.action import Value
from certamen.kernel.audience import aware_of, vital
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event, Part
from certamen.kernel.state import Status, add_effect, ask, put, until
from certamen.kernel.window import Answer, Resume
from certamen.rulesets.starslinger import mechanics as m
from certamen.rulesets.starslinger.conditions import suffers
from certamen.rulesets.starslinger.places import apart
from certamen.rulesets.starslinger.scene import EffectRow
from certamen.rulesets.starslinger.state import (
    ACTION,
    SceneState,
    carry,
    cite,
    find_carried,
    put_down,
    ruling,
    wielded,
)

HARMS = tuple(one.name.lower().replace("_", "-") for one in m.Harm)
BOONS = tuple(one.name.lower().replace("_", "-") for one in m.Boon)

NO_PARTS: tuple[Part, ...] = ()

Happened = tuple[SceneState, tuple[Event, ...]]


def armoured(state: SceneState, who: str, amount: int, event: Event) -> Happened:
    """`who` is hit for so much damage; armour takes its rating off, which others may not know (SLG-16)."""
    secret = vital(state, who)
    dealt = m.after_armour(amount, state.participants[who].sheet.armour)
    kept = (Part("armour", dealt - amount, "SLG-16", to=secret),) if dealt != amount else ()
    parts = (*event.parts, *kept, Part("hit points lost", dealt, "SLG-16", "total", to=secret))
    told = replace(event, parts=parts, values={**event.values, "hit_for": amount})
    if any(die.kind == "secret" for die in told.dice):
        told = replace(told, private={"hit_for": secret})
    return hurt(state, who, dealt, told)


def hurt(state: SceneState, who: str, amount: int, event: Event) -> Happened:
    """`who` loses hit points; `event` tells how, and gets what is left. At 0 or less he falls (SLG-29)."""
    one = state.participants[who]
    left = one.hp - amount
    state = put(state, replace(one, hp=left))
    secret = vital(state, who)
    private = {**event.private, "damage": secret, "left": secret}
    told = replace(event, values={**event.values, "damage": amount, "left": left}, private=private)
    if one.status != "in" or m.in_action(left):
        return state, (told,)
    state, fallen = fall(state, who)
    return state, (told, *fallen)


def regain(state: SceneState, who: str, after: int) -> SceneState:
    """`who` has been healed to so many hit points; who had none is back in action, unless dead (SLG-14, SLG-29)."""
    one = state.participants[who]
    back = one.status == "out" and m.back_in_action(one.hp, after, suffers(state, who, "petrified"))
    return put(state, replace(one, hp=after, status="in" if back else one.status))


def fall(state: SceneState, who: str) -> Happened:
    """What becomes of one without hit points, as the ruling `zero_hp` has it (SLG-29)."""
    if ruling(state, "zero_hp") == "gm" and state.scene.gm:
        cause = f"{state.participants[who].name} has no hit points left"
        default = Answer("fate", {"status": "out"})
        return ask(state, "gm", "adjudicate", ("fate",), default, Resume("go_on"), cause=cause, about={"who": who}), ()
    return out_of_action(state, who, "dead" if ruling(state, "zero_hp") == "dead" else "out")


def out_of_action(state: SceneState, who: str, status: Status) -> Happened:
    """`who` has no hit points left and is out of action: out of his melee, too."""
    state = apart(put(state, replace(state.participants[who], status=status)), who)
    values: dict[str, Value] = {"status": status}
    return state, (Event("out", who, "", ("SLG-29",), cite(state, "zero_hp"), (), (), values, to=aware_of(state, who)),)


# --- afflictions -----------------------------------------------------------------------------------------------


def afflict(
    state: SceneState, who: str, what: str, source: str, draws: Draws, dice: Dice, rule: str, value: int = 0
) -> Happened:
    """Something lasting befalls `who`; dice pick the item where one of several is struck."""
    item = _struck_item(state, who, what, dice)
    if what in ("drops-item", "jams-item") and not item:
        return state, ()
    state = _with(state, who, what, source, rule, value, item)
    to = aware_of(state, who)
    values: dict[str, Value] = {"effect": what, "item": item} if item else {"effect": what}
    actor = source if source in state.participants else ""
    return state, (Event("afflicted", actor, who, (rule,), dice=draws.take(), values=values, to=to),)


def _struck_item(state: SceneState, who: str, what: str, dice: Dice) -> str:
    items = wielded(state.participants[who]) if what in ("drops-item", "jams-item") else ()
    return items[m.random_item(dice, len(items)) - 1] if items else ""


def _with(state: SceneState, who: str, what: str, source: str, rule: str, value: int, item: str) -> SceneState:
    to = aware_of(state, who)
    if what == "drops-item":
        return put_down(state, who, item)
    if what == "jams-item":
        return jam(state, who, item)
    if what == "shoved":
        return apart(state, who)
    if what == "petrified":
        state = apart(put(state, replace(state.participants[who], status="out")), who)
    if what == "grappled":
        return add_effect(state, what, who, source=source, rule=rule, hangs_on=source, to=to)
    if what == "bleeding":
        return add_effect(state, "persistent", who, source=source, rule="SLG-29", values={"n": value}, to=to)
    if what == "shaken":
        return add_effect(state, what, who, source=source, rule=rule, values={"once": 1}, to=to)
    if what == "no-reaction":
        state = put(state, replace(state.participants[who], provoked=()))
        return add_effect(state, what, who, source=source, rule=rule, until=until(state, who, "turn_start"), to=to)
    if what in ("prone", "petrified"):
        return state if suffers(state, who, what) else add_effect(state, what, who, source=source, rule=rule, to=to)
    end = until(state, who, "turn_end", 2 if state.acting == who else 1)
    return add_effect(state, what, who, source=source, rule=rule, until=end, to=to)


def jam(state: SceneState, who: str, name: str) -> SceneState:
    """The state with his weapon out of order; the next attempt to clear it is a first one."""
    item = find_carried(state.participants[who], name)
    return state if item is None else carry(state, who, replace(item, jammed=True, attempts=0))


# --- critical effects: SLG-20 ----------------------------------------------------------------------------------


def critical_effect(state: SceneState, by: str, who: str, petrifies: bool, draws: Draws) -> Happened:
    """d100 on the table, again while a row does not stand for this target and this weapon."""
    dice = draws.of(state, by)
    parts: list[Part] = []
    while True:
        face = m.roll_critical_effect(dice)
        row = row_of(state.scene.critical_effects, face)
        stands = m.effect_applies(
            row.effect in ("drops-item", "jams-item"),
            bool(wielded(state.participants[who])),
            row.effect == "petrified",
            petrifies,
        )
        parts.append(Part("d100", face, row.effect, "die", stands, "" if stands else "rolled again"))
        if stands:
            break
    event = Event("critical_effect", by, who, ("SLG-20",), parts=tuple(parts), values={"effect": row.effect})
    told = replace(event, dice=draws.take(), to=aware_of(state, who))
    state, events = afflict(state, who, row.effect, by, draws, dice, "SLG-20", row.value)
    return state, (told, *events)


def row_of(table: tuple[EffectRow, ...], face: int) -> EffectRow:
    """The row of the critical effect table that a d100 roll falls on."""
    return next(row for row in table if face <= row.upto)


# --- the tables of harms and boons: SLG-6 ----------------------------------------------------------------------


def harm(state: SceneState, who: str, choice: str, draws: Draws) -> Happened:
    """The harmful effect of a critical failure: the one chosen, or the table's."""
    dice, rolled = _dice_for(state, who, draws), NO_PARTS
    if choice == "table":
        face = m.roll_on_table(dice, m.HARMS, m.Die.HARM)
        choice, rolled = HARMS[face - 1], (Part("harm", face, HARMS[face - 1], "die"),)
    if choice == "drops-item" and not wielded(state.participants[who]):
        choice = "prone"
    told = Event("harm", target=who, rules=("SLG-6",), parts=rolled, values={"effect": choice}, to=aware_of(state, who))
    if choice == "other":
        return state, (told,)
    if choice != "sniped":
        told = replace(told, dice=draws.take())
        state, events = afflict(state, who, choice, "", draws, dice, "SLG-6")
        return state, (told, *events)
    shot = m.roll_sniped(dice)
    told = replace(told, dice=draws.take(), parts=(*rolled, Part("shot", shot, f"1d{m.SNIPED}", "die")))
    return armoured(state, who, shot, told)


def _dice_for(state: SceneState, who: str, draws: Draws) -> Dice:
    """Nobody's dice; where `who` is hidden his own, in secret, so that no die of anyone else is another for it."""
    return draws.of(state, who) if state.participants[who].hidden else draws.table()


def boon(state: SceneState, who: str, target: str, choice: str, draws: Draws) -> Happened:
    """The helpful effect of a critical success: the one chosen, or the table's."""
    dice, rolled = _dice_for(state, who, draws), NO_PARTS
    if choice == "table":
        face = m.roll_on_table(dice, m.BOONS, m.Die.BOON)
        choice, rolled = BOONS[face - 1], (Part("boon", face, BOONS[face - 1], "die"),)
    foe = state.participants.get(target)
    if (choice == "opening" and (foe is None or foe.status != "in")) or (choice == "momentum" and state.acting != who):
        choice = "edge"
    told = Event("boon", target=who, rules=("SLG-6",), values={"effect": choice}, to=aware_of(state, who))
    state, healed = _favour(state, who, target, choice, dice)
    parts = (*rolled, Part("healed", healed, f"1d{m.SECOND_WIND}", "die")) if healed else rolled
    return state, (replace(told, parts=parts, dice=draws.take()),)


def _favour(state: SceneState, who: str, target: str, choice: str, dice: Dice) -> tuple[SceneState, int]:
    one, to = state.participants[who], aware_of(state, who)
    if choice == "momentum":
        return put(state, replace(one, budget=budget.grant(one.budget, ACTION))), 0
    if choice == "second-wind":
        amount = m.roll_second_wind(dice)
        return regain(state, who, m.healed(one.hp, amount, one.sheet.hp)), amount
    if choice == "opening":
        end = until(state, target, "turn_end")
        return add_effect(
            state, "flat-footed", target, source=who, until=end, rule="SLG-6", to=aware_of(state, target)
        ), 0
    if choice == "guard":
        end = until(state, who, "turn_start")
        return add_effect(state, "guard", who, source="boon", until=end, rule="SLG-12", to=to), 0
    if choice in ("edge", "steady"):
        name = "edge" if choice == "edge" else "advantage"
        return add_effect(state, name, who, source="boon", values={"once": 1}, rule="SLG-6", to=to), 0
    return state, 0
