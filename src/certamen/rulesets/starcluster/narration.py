"""What is told: a sentence for each event, how a participant looks, his figures, his sheet for the next evening."""

import dataclasses
from collections.abc import Callable, Mapping

from certamen.kernel.action import Value
from certamen.kernel.event import Event
from certamen.kernel.telling import tell
from certamen.rulesets.starcluster.sheet import Sheet
from certamen.rulesets.starcluster.state import Combatant, StarState, wound_of

LOOKS = ("unhurt", "hindered", "barely on his feet", "seriously wounded", "at the end of his strength")
OUT = ("stunned", "stunned", "stunned", "stunned, seriously wounded", "dying")
GONE = {"dead": "dead", "fled": "fled", "yielded": "surrendered", "waiting": "not there yet", "left": "gone"}
LABELS = {"constitution": "Constitution", "base": "base roll", "tried": "tasks tried"}


def narrate(event: Event, names: Mapping[str, str]) -> str:
    """Tell an event in one sentence, from the event alone; what is hidden is left out."""
    sentence = SENTENCES.get(event.type)
    return sentence(event, names) if sentence else tell(event, names, LABELS) or event.type


def _who(event: Event, names: Mapping[str, str]) -> str:
    return names.get(event.actor, event.actor) or "someone"


def _initiative(event: Event, names: Mapping[str, str]) -> str:
    base, at = event.values.get("base", "?"), event.values.get("initiative", "?")
    slow = f", {at} with the wounds" if at != base else ""
    return f"{_who(event, names)} rolls a base initiative of {base}{slow}."


def _signed(event: Event) -> str:
    rows = (("chance of success", event.values.get("chance", 0)), ("quality", event.values.get("quality", 0)))
    return " and ".join(f"{value:+} on {name}" for name, value in rows if isinstance(value, int) and value)


def _shift(event: Event, names: Mapping[str, str]) -> str:
    before, at = event.values.get("before", "?"), event.values.get("initiative", "?")
    hurried = isinstance(before, int) and isinstance(at, int) and at < before
    return f"{_who(event, names)} {'hurries' if hurried else 'waits'}: initiative {before} to {at}, {_signed(event)}."


def _tie(event: Event, names: Mapping[str, str]) -> str:
    first = str(event.values.get("first", ""))
    return f"Equal initiatives: {names.get(first, first) or 'someone'} goes first."


def _trade(event: Event, names: Mapping[str, str]) -> str:
    span = "this round" if event.values.get("span") == "round" else "this chance"
    return f"{_who(event, names)} trades for {span}: {_signed(event) or 'nothing'}."


def _move(event: Event, names: Mapping[str, str]) -> str:
    bands = {name.removeprefix("range to "): at for name, at in event.values.items() if name.startswith("range to ")}
    where = ", ".join(f"{at} range to {names.get(foe, foe)}" for foe, at in bands.items())
    return f"{_who(event, names)} moves {event.values.get('way', '')}{': ' if where else ''}{where}."


def _placed(event: Event, names: Mapping[str, str]) -> str:
    band, *foes = str(event.values.get("at", "?")).split() or ["?"]
    whom = ", ".join(names.get(foe, foe) for foe in foes) or "all opponents"
    return f"The game master puts {names.get(event.target, event.target) or 'someone'} at {band} range to {whom}."


def _rolled(event: Event) -> str:
    """What was rolled against what, with a comma behind; as much of it as is known."""
    last = [str(die.face) for die in event.dice if die.purpose in ("chance", "overdo")][-1:]
    against = [f"against {event.values['target_number']}"] if "target_number" in event.values else []
    return " ".join([*last, *against]) + ", " if last or against else ""


def _attack(event: Event, names: Mapping[str, str]) -> str:
    whom, weapon = names.get(event.target, event.target), event.values.get("weapon")
    act = f"{_who(event, names)} attacks {whom}" + (f" with the {weapon}" if weapon else "")
    if event.values.get("result") == "miss":
        return f"{act}: {_rolled(event)}a miss."
    return f"{act}: {_rolled(event)}a hit of quality {event.values.get('quality', '?')}."


def _wound(event: Event, names: Mapping[str, str]) -> str:
    value = event.values.get
    left = f", {value('left')} left" if "left" in event.values else ""
    state = f": {value('wound')}" if value("crossed") else ""
    late = f", chances to come fall {value('delay')} points later" if value("delay") else ""
    return f"{_who(event, names)} loses {value('quality', 'some')} Constitution{left}{state}{late}."


def _down(event: Event, names: Mapping[str, str]) -> str:
    dead = ("at_zero", "dead") in event.rulings
    return f"{_who(event, names)} has no Constitution left and is {'dead' if dead else 'dying'}."


def _overdo(event: Event, names: Mapping[str, str]) -> str:
    up = event.values.get("result") == "up"
    end = "stays on his feet" if up else "goes down, stunned and out of action"
    rolled = _rolled(event)
    return f"{_who(event, names)} tries to stay up{f': {rolled}' if rolled else ', '}and {end}."


def _task(event: Event, names: Mapping[str, str]) -> str:
    value = event.values.get
    act = f"{_who(event, names)}, {value('task', 'a task')}: {_rolled(event)}"
    if value("result") == "failure":
        return f"{act}a failure."
    return f"{act}a success of quality {value('quality', '?')}{'; done' if value('done') else '; not done yet'}."


def _plainly(words: str) -> Callable[[Event, Mapping[str, str]], str]:
    return lambda event, names: f"{_who(event, names)} {words}."


SENTENCES: dict[str, Callable[[Event, Mapping[str, str]], str]] = {
    "initiative": _initiative,
    "declared": _plainly("has declared"),
    "shift": _shift,
    "tie": _tie,
    "trade": _trade,
    "move": _move,
    "gm_place": _placed,
    "attack": _attack,
    "wound": _wound,
    "down": _down,
    "overdo": _overdo,
    "task": _task,
    "pass": _plainly("lets a chance go by"),
    "flee": _plainly("flees"),
    "surrender": _plainly("surrenders"),
    "enters": _plainly("comes in"),
}


def words(state: StarState, one: Combatant) -> str:
    """Say how he looks to others."""
    if one.status == "out":
        return OUT[wound_of(state, one)]
    return GONE.get(one.status) or LOOKS[wound_of(state, one)]


def values(state: StarState, one: Combatant) -> dict[str, Value]:
    """Give his figures by name; what is 0 in most fights only where it is not."""
    return {
        "constitution": one.constitution,
        **({"initiative": one.initiative} if state.combat else {}),
        **({"armour": one.sheet.armour} if one.sheet.armour else {}),
        **({"cover": one.cover} if one.cover else {}),
    }


def export(state: StarState, one: Combatant) -> Sheet:
    """Give his sheet as it is now, wounds included."""
    del state
    return dataclasses.replace(one.sheet, wounds=one.sheet.constitution - one.constitution)
