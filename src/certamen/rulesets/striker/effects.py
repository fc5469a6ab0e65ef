"""What the effects of a line do: weapons, saves imposed, modifiers given, challenges set, dice off a pool (STR-5)."""

from msgspec.structs import replace

from certamen.kernel import space as spaces
from certamen.kernel.audience import aware_of, side_of
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event, Part
from certamen.kernel.space import Circle
from certamen.kernel.state import add_effect, put
from certamen.rulesets.striker import hiding, notation
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker.checks import (
    KINDS,
    SAVE,
    agility_edge,
    bonuses,
    counted,
    die_rows,
    edge_row,
    rows_of,
    told_to,
)
from certamen.rulesets.striker.doing import Doing
from certamen.rulesets.striker.ground import read_place
from certamen.rulesets.striker.harm import hurt, impose
from certamen.rulesets.striker.lines import effect_of, named_of
from certamen.rulesets.striker.notation import Gives, Imposes, Rolls, Sets, Strikes
from certamen.rulesets.striker.notation.run import Values, rated_parts
from certamen.rulesets.striker.sheet import Weapon
from certamen.rulesets.striker.state import (
    CM,
    GIFT,
    Contest,
    Set,
    metres,
    modifier,
    name_of,
    ruled,
    rulings_of,
    weapon_of,
)

Events = tuple[Event, ...]
ARTEFACT = "artefact"


def _armed(state: Contest, doing: Doing) -> tuple[Weapon | None, Rolls | None]:
    one = state.participants[doing.who]
    weapon = weapon_of(one, doing.weapon or one.held)
    return weapon, effect_of(weapon.effect) if weapon is not None else None


def strike(state: Contest, doing: Doing, found: Strikes, draws: Draws) -> tuple[Contest, Events]:
    """The weapon's effect and M off the target's pool (STR-26)."""
    weapon, rolls = _armed(state, doing)
    if weapon is None or rolls is None or doing.on not in state.participants:
        return state, ()
    strength = modifier(state.participants[doing.who], "Strength")
    melee, adds = not weapon.range, ruled(state, "melee_strength", "on")
    bonus = m.effect_bonus(found.amount, strength, melee, adds)
    thrown = m.effect(rolls.count, rolls.sides, bonus, draws.of(state, doing.who))
    added = (
        *rows_of(found.parts, doing.skill),
        *((Part("M(Strength)", strength, "melee_strength"),) if bonus != found.amount else ()),
    )
    rows = _rolled_rows(rolls, weapon.name, added, thrown, draws)
    to, rulings = told_to(state, doing.who, doing.on), rulings_of(state, "melee_strength") if melee else ()
    state, events = hurt(state, doing.on, rolls.pool, rolls.kind, thrown, rows, draws, to, rulings)
    if weapon.imposes:
        state, fell = impose(state, doing.on, weapon.imposes, weapon.name, draws)
        events = (*events, *fell)
    return state, events


def _rolled_rows(rolls: Rolls, source: str, added: tuple[Part, ...], thrown: int, draws: Draws) -> tuple[Part, ...]:
    """The dice as they fell and what is added; a row says so where less than nothing counts as nothing."""
    fell = sum(die.face for die in draws.drawn[-rolls.count :])
    floor = thrown - fell - counted(added)
    rows = (Part(f"{rolls.count}d{rolls.sides}", fell, source, "die"), *added)
    return (*rows, Part("never below 0", floor, "STR-26")) if floor else rows


def restore_or_harm(state: Contest, doing: Doing, found: Rolls, draws: Draws) -> tuple[Contest, Events]:
    """Dice off the target's pool, without M (STR-5)."""
    if doing.on not in state.participants:
        return state, ()
    thrown = m.effect(found.count, found.sides, 0, draws.of(state, doing.who))
    rows = (Part(f"{found.count}d{found.sides}", thrown, doing.skill, "die"),)
    return hurt(state, doing.on, found.pool, found.kind, thrown, rows, draws, told_to(state, doing.who, doing.on))


# --- saves ---------------------------------------------------------------------------------------------------------


def impose_save(state: Contest, doing: Doing, found: Imposes, draws: Draws) -> tuple[Contest, Events, bool]:
    """Each target saves; who fails takes the area's effect, rolled once (STR-5, STR-27). Whether anyone failed."""
    weapon, rolls = _armed(state, doing) if doing.name == "attack-area" else (None, None)
    targets = in_area(state, doing, weapon) if weapon is not None else (doing.on,)
    saved: dict[str, bool] = {}
    events: Events = ()
    for target in targets:
        if target in state.participants:
            saved[target], told = _save(state, doing, found, target, draws)
            events = (*events, told)
    failed = [who for who, fine in saved.items() if not fine]
    if weapon is not None and rolls is not None:
        state, told_all = _area(state, doing, weapon, rolls, saved, draws)
        events = (*events, *told_all)
    return state, events, bool(failed)


def in_area(state: Contest, doing: Doing, weapon: Weapon) -> tuple[str, ...]:
    """Everyone in the area, whatever the side, height counted too; without a map whom it was aimed at."""
    space = metres(state)
    if space is None or not doing.at:
        return (doing.on,)
    here = read_place(space.ground, doing.at)
    radius = weapon.area * CM
    inside = spaces.inside(space, Circle((here.x, here.y), radius))
    level = (who for who in inside if abs(space.places[who].z - here.z) <= radius)
    return tuple(who for who in level if state.participants[who].status == "in")


def _save(state: Contest, doing: Doing, found: Imposes, target: str, draws: Draws) -> tuple[bool, Event]:
    one = state.participants[target]
    names = found.rated.names
    values = Values({name: modifier(one, name) for name in names}, named_of(one.sheet))
    rows = (
        *rows_of(rated_parts(found.rated, values), "sheet"),
        *bonuses(state, target, names, "", KINDS[found.kind] & SAVE or KINDS[found.kind]),
    )
    edge, why = agility_edge(state, target) if "Agility" in names else (0, "")
    total = m.total(counted(rows), edge, m.Die.SAVE, draws.of(state, target))
    fine = m.succeeds(total, found.amount)
    dice = draws.take()
    thrown = die_rows(dice, total, counted(rows), "STR-6")
    against = rows_of(found.parts, doing.skill)
    event = Event(
        "save",
        actor=target,
        rules=("STR-6", "STR-27" if doing.name == "attack-area" else "STR-5"),
        dice=dice,
        parts=(
            *edge_row(edge, why),
            *thrown,
            *rows,
            Part("total", total, "STR-6", "total"),
            *(replace(row, kind="note") for row in against),
            Part("to reach", found.amount, doing.skill, "target"),
        ),
        values={
            "with": "+".join((*names, *found.rated.plus)),
            "total": total,
            "success": "yes" if fine else "no",
            "challenge": found.amount,
        },
        to=aware_of(state, target),
    )
    return fine, event


def _area(
    state: Contest, doing: Doing, weapon: Weapon, rolls: Rolls, saved: dict[str, bool], draws: Draws
) -> tuple[Contest, Events]:
    ruling = m.AreaSave[str(state.rulings["area_save"]).upper()]
    passed = sum(saved.values())
    if not m.area_needs_effect(len(saved) - passed, passed, ruling):
        return state, ()
    own = modifier(state.participants[doing.who], doing.skill)
    bonus = m.area_bonus(own, ruled(state, "area_adds_m", "yes"))
    thrown = m.effect(rolls.count, rolls.sides, bonus, draws.of(state, doing.who))
    to = aware_of(state, doing.who)
    told = Event(
        "area",
        actor=doing.who,
        rules=("STR-27",),
        rulings=rulings_of(state, "area_adds_m", "area_save"),
        dice=draws.take(),
        parts=(
            *_rolled_rows(rolls, weapon.name, (Part("M", bonus, "area_adds_m"),) if bonus else (), thrown, draws),
            Part("effect, for all", thrown, "STR-27", "total"),
        ),
        values={"weapon": weapon.name, "rolled": thrown},
        to=to,
    )
    events: Events = (told,)
    for target, fine in saved.items():
        amount = m.area_amount(thrown, fine, 0, ruling)
        if fine and not amount:
            continue
        rows = (Part("effect" if not fine else "half of the effect", amount, weapon.name),)
        state, hit = hurt(state, target, rolls.pool, rolls.kind, amount, rows, draws, told_to(state, doing.who, target))
        events = (*events, *hit)
        if weapon.imposes and not fine:
            state, fell = impose(state, target, weapon.imposes, weapon.name, draws)
            events = (*events, *fell)
    return state, events


# --- gifts and challenges ------------------------------------------------------------------------------------------


def give(state: Contest, doing: Doing, found: Gives) -> tuple[Contest, Events]:
    """A modifier on what is made with a thing or skill, for the contest (STR-5 ruling `give_lasts`)."""
    item = found.to == ARTEFACT
    bearer = doing.on if not item and doing.on in state.participants else doing.who
    source = doing.on if item else found.to
    values = {"amount": found.amount, "kind": KINDS[found.kind], "item": int(item)}
    state = add_effect(state, GIFT, bearer, source=source, values=values, rule="STR-5", to=aware_of(state, bearer))
    told = Event(
        "gives",
        doing.who,
        bearer,
        ("STR-5",),
        rulings_of(state, "give_lasts"),
        parts=(*rows_of(found.parts, doing.skill), Part("given", found.amount, "STR-5", "total")),
        values={"skill": doing.skill, "act": doing.name, "to": name_of(state, source), "amount": found.amount},
        to=told_to(state, doing.who, bearer),
    )
    return state, (told,)


def set_challenge(state: Contest, doing: Doing, found: Sets, draws: Draws) -> tuple[Contest, Events]:
    """A challenge set for others: on an item or person, or one's own PC, which hides one (STR-5, STR-10, STR-32)."""
    who, on = doing.who, doing.on
    mine = found.challenge == "PC" and on not in state.participants and not on
    target = who if mine else on or who
    side = state.participants[who].side
    told = Event(
        "sets",
        who,
        rules=("STR-5",),
        parts=(*rows_of(found.parts, doing.skill), Part(found.challenge, found.amount, "STR-5", "total")),
        values={"challenge": found.challenge, "value": found.amount, "on": name_of(state, target)},
        to=told_to(state, who, target),
        private={"value": side_of(state, side)},
    )
    told = replace(told, parts=tuple(replace(row, to=side_of(state, side)) for row in told.parts))
    if not mine:
        rest = tuple(one for one in state.sets if (one.challenge, one.on, one.by) != (found.challenge, target, who))
        return replace(state, sets=(*rest, Set(found.challenge, target, found.amount, who))), (told,)
    state = put(state, replace(state.participants[who], pc=found.amount))
    if not hiding.may_hide(state, who):
        return state, (told,)
    state, looked = hiding.compare(state, who, draws)
    return state, (told, *looked)


__all__ = ["ARTEFACT", "give", "impose_save", "in_area", "notation", "restore_or_harm", "set_challenge", "strike"]
