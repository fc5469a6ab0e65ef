"""What happened, with the whole reckoning as rows: dice, modifiers with their sources, totals, rules, rulings."""

from msgspec import Struct

from certamen.dice import Kind
from certamen.kernel.action import Value
from certamen.kernel.audience import NOBODY, Audience
from certamen.kernel.rule import RulingValue


class Die(Struct, frozen=True, array_like=True):
    """One die that fell: whose stream (roller and kind), which number in it, size, face, what it was for."""

    roller: str
    kind: Kind
    n: int
    sides: int
    face: int
    purpose: str = ""


class Part(Struct, frozen=True, omit_defaults=True):
    """One row of a reckoning.

    label and value: "initiative shift", -10; source: where it comes from (a rule id, a weapon, a ruling);
    kind: modifier, die, target, total, margin, degree or note; counted false: looked at and left out, `why` says why.
    `to` hides the row from those who see the event but not this figure: None means as the event.
    """

    label: str
    value: int | str
    source: str = ""
    kind: str = "modifier"
    counted: bool = True
    why: str = ""
    to: Audience | None = None


class Event(Struct, frozen=True, omit_defaults=True):
    """What happened. `to` is its audience; `private` narrows single values further, by name.

    n and round are set by the contest; `by` says who decided when no person did ("default", "policy clever").
    """

    type: str
    actor: str = ""
    target: str = ""
    rules: tuple[str, ...] = ()
    rulings: tuple[tuple[str, RulingValue], ...] = ()
    dice: tuple[Die, ...] = ()
    parts: tuple[Part, ...] = ()
    values: dict[str, Value | bool] = {}
    text: str = ""
    to: Audience = NOBODY
    private: dict[str, Audience] = {}
    n: int = 0
    round: int = 0
    by: str = ""
