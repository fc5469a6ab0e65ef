"""Attacks and what they do: a weapon against an opponent in reach, wounds, Overdo."""

from msgspec.structs import replace

from certamen.kernel.action import Action, Choice, Offer, Option, Refusal
from certamen.kernel.audience import aware_of, both, vital
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event, Part
from certamen.kernel.order import delay, drop_pending, waits
from certamen.kernel.space.bands import BANDS, band
from certamen.kernel.state import Participant, Step, opponents, put
from certamen.kernel.window import Request
from certamen.rulesets.starcluster import mechanics as m
from certamen.rulesets.starcluster.checks import Row, roll_check, rulings_of, skill_row, target_rows
from certamen.rulesets.starcluster.sheet import Weapon
from certamen.rulesets.starcluster.state import (
    Combatant,
    StarState,
    at_or_under,
    extra,
    plus_of,
    ruled,
    use_chance,
    wound_of,
)

STATUS = {m.Status.STANDING: "in", m.Status.STUNNED: "out", m.Status.DYING: "out", m.Status.DEAD: "dead"}
WORDS = ("unhurt", "hindered", "below unconscious", "seriously wounded", "at the end of his Constitution")


def attack_offers(state: StarState, request: Request) -> tuple[Offer, ...]:
    """Offer each weapon against the opponents it reaches, and closed against the others."""
    me = state.participants[request.who]
    foes = [(foe, band(state.space, me.id, foe.id)) for foe in opponents(state, me.id)]
    offers = []
    for weapon in me.sheet.weapons:
        near = [(foe, at) for foe, at in foes if reaches(weapon, at)]
        far = [one for one in foes if one not in near]
        if near:
            offers.append(_offer(weapon, near, _unskilled(state, me, weapon)))
        elif not foes:
            offers.append(_offer(weapon, [], Refusal("there is no opponent that you know of")))
        if far:
            offers.append(_offer(weapon, far, _out_of_reach(weapon, far)))
    return tuple(offers)


def _offer(weapon: Weapon, foes: list[tuple[Participant, str]], closed: Refusal | None) -> Offer:
    targets = tuple([Option(foe.id, foe.name, f"{at} range") for foe, at in foes])
    fields = (Choice("target", targets), Choice("weapon", (Option(weapon.name, note=f"quality {weapon.quality:+}"),)))
    return Offer("attack", fields, (("chance", 1),), ("SC2-7", "SC2-8", "SC2-10"), closed=closed)


def _unskilled(state: StarState, me: Combatant, weapon: Weapon) -> Refusal | None:
    plus, k = plus_of(me, weapon.skill), extra(state)
    if m.may_use(plus, k):
        return None
    have = f"{weapon.skill} {plus:+} gives {m.mastery(plus)}"
    return Refusal(f"the {weapon.name} needs mastery {k} at extra chance {k}; {have}", "SC2-9")


def _out_of_reach(weapon: Weapon, foes: list[tuple[Participant, str]]) -> Refusal:
    where = ", ".join(f"{foe.name} is at {at} range" for foe, at in foes)
    return Refusal(f"{where}; the {weapon.name} reaches {weapon.farthest}", "SC2-15")


def reaches(weapon: Weapon, at: str) -> bool:
    """Tell whether the weapon reaches an opponent at this band (SC2-15)."""
    return m.reaches(BANDS.index(at), BANDS.index(weapon.farthest))


def attack_rows(state: StarState, me: Combatant, weapon: Weapon, foe: str) -> tuple[Row, ...]:
    """List what makes the target number of this attack (SC2-7)."""
    other = state.participants[foe]
    at = band(state.space, me.id, foe)
    reach = weapon.bands.get(at, 0)  # type: ignore[call-overload]  # a space's bands are text, the sheet's are literals
    return target_rows(
        state,
        me,
        weapon.skill,
        (f"range {at}", reach, weapon.name),
        ("armour", other.sheet.armour, other.name),
        ("cover", other.cover, other.name),
        ("lighting", state.lighting, "the scene"),
    )


def attack(state: StarState, action: Action, request: Request, draws: Draws) -> Step:
    """Roll the attack; a hit takes its quality off the target's Constitution at once."""
    me, foe = state.participants[request.who], str(action.values["target"])
    weapon = next(one for one in me.sheet.weapons if one.name == action.values["weapon"])
    quality = (weapon.name, weapon.quality, "weapon")
    rows = attack_rows(state, me, weapon, foe)
    result = roll_check(state, me, rows, quality, 1, draws)
    situation = [points for _, points, _ in rows[1:5] if points]
    event = Event(
        "attack",
        actor=me.id,
        target=foe,
        rules=(*result.rules, "SC2-15") if situation else result.rules,
        rulings=result.rulings,
        dice=result.dice,
        parts=result.parts,
        values={
            "weapon": weapon.name,
            "target_number": result.target,
            "result": "hit" if result.success else "miss",
            "quality": result.quality,
        },
        to=both(state, me.id, foe),
        private={"target_number": result.exact},
    )
    state = use_chance(state, plus_of(me, weapon.skill), f"attack with {weapon.name}")
    if not result.quality:
        return Step(state, (event,))
    step = wounded(state, foe, result.quality, draws)
    return Step(step.state, (event, *step.events))


def wounded(state: StarState, who: str, quality: int, draws: Draws) -> Step:
    """Take a hit's quality off Constitution, with all that follows: delay, Overdo, out of action (SC2-10 to SC2-14)."""
    one = state.participants[who]
    left = m.constitution_left(one.constitution, quality)
    hit = replace(one, constitution=left)
    before, hurt = wound_of(state, one), wound_of(state, hit)
    late = m.wound_delay(before, hurt, one.delayed)
    up, events = True, [_wound_event(state, one, left, quality, before, hurt, late)]
    if late:
        hit = replace(hit, delayed=True, initiative=one.initiative + late)
        state = replace(state, order=delay(state.order, who, late))
    state = put(state, hit)
    if m.must_overdo(hurt, quality):
        up, check = _overdo(state, hit, draws)
        events.append(check)
    status = m.status_after(hurt, up, ruled(state, "at_zero", "dead"))
    if status != m.Status.STANDING:
        state = put(state, replace(hit, status=STATUS[status]))
        state = replace(state, order=drop_pending(state.order, who))
    return Step(state, tuple(events))


def _wound_event(
    state: StarState, one: Combatant, left: int, quality: int, before: m.Wound, hurt: m.Wound, late: int
) -> Event:
    full, up = one.sheet.constitution, ruled(state, "threshold_round", "up")
    exact = vital(state, one.id)
    looks = None if state.shown != "nothing" else exact
    told = late if late and waits(state.order, one.id) else 0
    levels = (("hindered below", 3), ("unconscious below", 2), ("seriously wounded below", 1))
    parts = [
        Part("Constitution", one.constitution, kind="total", to=exact),
        Part("quality of success", -quality, "SC2-10"),
        Part("Constitution", left, kind="total", to=exact),
        *[Part(label, m.threshold(full, quarters, up), "SC2-11", "note", to=exact) for label, quarters in levels],
    ]
    if told:
        parts.append(Part("chances to come", told, "SC2-12", "note", to=looks))
    crossed, rules = hurt > before, ["SC2-10", "SC2-11"]
    if before == m.Wound.NONE and crossed and looks is None:
        rules.append("SC2-12")
    if hurt >= m.Wound.SERIOUS and crossed and looks is None:
        rules.append("SC2-14")
    names = ("threshold_round", "at_zero") if hurt == m.Wound.ZERO else ("threshold_round",)
    return Event(
        "wound",
        actor=one.id,
        rules=tuple(rules),
        rulings=tuple([(name, state.rulings[name]) for name in names]),
        parts=tuple(parts),
        values={"quality": quality, "left": left, "wound": WORDS[hurt], "crossed": int(crossed), "delay": told},
        to=aware_of(state, one.id),
        private={"left": exact, **(dict.fromkeys(("wound", "crossed", "delay"), exact) if looks is not None else {})},
    )


def _overdo(state: StarState, one: Combatant, draws: Draws) -> tuple[bool, Event]:
    row, exact = skill_row(state, one, "overdo"), vital(state, one.id)
    label, skill, source = row
    retry = ruled(state, "mastery_checks", "retry")
    up = m.stays_up(draws.of(state, one.id), plus_of(one, "overdo"), skill, retry, at_or_under(state))
    fallen, target = draws.take(), m.overdo_target(skill)
    parts = (
        Part(label, skill, source, to=exact),
        Part("hindered", m.HINDERED_PENALTY, "SC2-12"),
        Part("target number", target, kind="target", to=exact),
        *(Part("overdo roll", die.face, "1d100", "die") for die in fallen),
    )
    event = Event(
        "overdo",
        actor=one.id,
        rules=("SC2-13", "SC2-7", "SC2-8", "SC2-12", *(["SC2-9"] if len(fallen) > 1 else [])),
        rulings=(*rulings_of(state, (row,)), ("mastery_checks", state.rulings["mastery_checks"])),
        dice=fallen,
        parts=parts,
        values={"target_number": target, "result": "up" if up else "stunned"},
        to=aware_of(state, one.id),
        private={"target_number": exact},
    )
    return up, event
