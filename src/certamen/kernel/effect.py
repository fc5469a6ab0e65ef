"""Effects: what lasts, on whom, from what, and when it ends (at whose turn or round, start or end, which one)."""

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from certamen.kernel.audience import EVERYONE, Audience

When = Literal["turn_start", "turn_end", "round_start", "round_end"]


class Until(Struct, frozen=True, array_like=True):
    """The moment an effect ends: the start or end of the nth turn of `who`, or of the nth round (`who` is "").

    nth is a turn's or round's own number, so that ties, joins, leaves and swaps cannot move it.
    """

    when: When
    nth: int
    who: str = ""


class Effect(Struct, frozen=True, omit_defaults=True):
    """A condition or modifier that lasts.

    name: its word ("evading"); bearer: who has it; source: the participant, item or act it comes from;
    hangs_on: the effect id or participant id with which it ends; until: None lasts until it is ended.
    """

    id: str
    name: str
    bearer: str
    source: str = ""
    until: Until | None = None
    values: dict[str, int] = {}
    rule: str = ""
    hangs_on: str = ""
    to: Audience = EVERYONE


def end_where(
    effects: tuple[Effect, ...], ends: Callable[[Effect], bool]
) -> tuple[tuple[Effect, ...], tuple[Effect, ...]]:
    """(those that stay, those that end): all for which `ends` is true, and all that hang on one that ended."""
    over = {effect.id for effect in effects if ends(effect)}
    size = -1
    while size != len(over):
        size = len(over)
        over |= {effect.id for effect in effects if effect.hangs_on in over}
    return (
        tuple(effect for effect in effects if effect.id not in over),
        tuple(effect for effect in effects if effect.id in over),
    )


def due(effect: Effect, when: When, who: str, nth: int) -> bool:
    """Whether the effect ends at this moment, or should have before it."""
    until = effect.until
    return until is not None and until.when == when and until.who == who and until.nth <= nth
