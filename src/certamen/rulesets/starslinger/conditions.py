"""What lasts on participants, by kind: the first word of an effect's name; behind a colon stands what it comes from."""

import re
from collections.abc import Iterable

from msgspec.structs import replace

from certamen.kernel.effect import Effect, end_where
from certamen.kernel.state import effects_on
from certamen.rulesets.starslinger import mechanics as m
from certamen.rulesets.starslinger.sheet import SaveName
from certamen.rulesets.starslinger.state import SceneState

_NUMBER = re.compile(r"-?[0-9]{1,4}", re.ASCII)


def kind_of(effect: Effect) -> str:
    """The first word of an effect's name: `edge` of "edge: high ground", `bonus` of "bonus 2: good light"."""
    return effect.name.partition(":")[0].partition(" ")[0].lower()


def thing_of(state: SceneState, effect: Effect) -> str:
    """What the effect comes from: the words behind the colon, else its source where that is nobody, else its name."""
    source = "" if effect.source in state.participants else effect.source
    return effect.name.partition(":")[2].strip() or source or effect.name


def size_of(effect: Effect) -> int:
    """How much: its figure, or the number in its name before the colon; 1 where neither is given."""
    found = _NUMBER.search(effect.name.partition(":")[0])
    return effect.values.get("n", int(found[0]) if found else 1)


def of_kind(state: SceneState, who: str, *kinds: str) -> tuple[Effect, ...]:
    """The effects of these kinds on `who`."""
    return tuple(effect for effect in effects_on(state, who) if kind_of(effect) in kinds)


def suffers(state: SceneState, who: str, kind: str) -> bool:
    """Whether `who` has an effect of this kind."""
    return any(one.bearer == who and kind_of(one) == kind for one in state.effects)


def rid(state: SceneState, who: str, kind: str, source: str = "") -> SceneState:
    """The state without the effects of this kind on `who`, all or those from one source."""
    gone = [one.id for one in of_kind(state, who, kind) if source in ("", one.source)]
    stay, over = end_where(state.effects, lambda effect: effect.id in gone)
    return replace(state, effects=stay) if over else state


def things(state: SceneState, effects: Iterable[Effect]) -> tuple[str, ...]:
    """What these effects come from, each thing once (SLG-10)."""
    return tuple(dict.fromkeys(thing_of(state, effect) for effect in effects))


def flat_footed(state: SceneState, who: str) -> bool:
    """Whether he is flat-footed: by such an effect, or by lying on the ground."""
    return bool(state.effects) and bool(of_kind(state, who, "flat-footed", "prone"))


def base_dc(state: SceneState, who: str, save: SaveName) -> int:
    """The DC of a save of his as his sheet has it; 10 where it names none."""
    return state.participants[who].sheet.saves.get(save, 10)


def dc_edges(state: SceneState, who: str) -> int:
    """The net number of edges on his DCs (SLG-12)."""
    if not state.effects:
        return 0
    gained, lost = of_kind(state, who, "guard"), of_kind(state, who, "exposed")
    return len(things(state, gained)) - len(things(state, lost))


def save_dc(state: SceneState, who: str, save: SaveName) -> int:
    """The DC of a save of his, with the edges on it (SLG-12)."""
    return m.edged_dc(base_dc(state, who, save), dc_edges(state, who))
