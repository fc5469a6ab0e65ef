"""What many acts share: why one cannot act now, and plain offers."""

from certamen.kernel.action import Choice, Field, Offer, Option, Refusal
from certamen.kernel.audience import aware_of
from certamen.kernel.event import Event
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker.spending import cost_of, turn_of
from certamen.rulesets.striker.state import Contest, prevented

SPENT = {
    m.Spend.MAIN: Refusal("the main-act is spent", "STR-15"),
    m.Spend.BONUS: Refusal("the bonus-act is spent", "STR-16"),
    m.Spend.FREE: Refusal("the free-act is spent", "STR-17"),
    m.Spend.MOVE: Refusal("the move-act is spent", "STR-15"),
    m.Spend.RE: Refusal("the re-act of this round is spent", "STR-18"),
}


def barred(state: Contest, who: str, spend: m.Spend = m.Spend.NOTHING) -> Refusal | None:
    """Why he cannot do what takes this of his turn, or None (STR-15 to STR-18, STR-36)."""
    condition = prevented(state, who)
    if condition:
        return Refusal(f"{condition}: no acts of any sort", "STR-36")
    if m.left(turn_of(state.participants[who]), spend) < 1:
        return SPENT[spend]
    return None


def plain_offer(
    state: Contest,
    who: str,
    verb: str,
    spend: m.Spend,
    rules: tuple[str, ...],
    label: str = "",
    closed: Refusal | None = None,
    fields: tuple[Field, ...] = (),
) -> Offer:
    """An offer, closed where it cannot be paid for."""
    return Offer(verb, fields, cost_of(spend), rules, label, barred(state, who, spend) or closed)


def choice(name: str, *options: tuple[str, str] | str, word: str = "") -> Choice:
    """A field with these ids, or (id, label) pairs."""
    pairs = ((one, "") if isinstance(one, str) else one for one in options)
    return Choice(name, tuple(Option(*pair) for pair in pairs), word=word)


def simple_event(state: Contest, kind: str, who: str, *rules: str, **values: str | int) -> Event:
    """What someone did openly, without a roll."""
    return Event(kind, actor=who, rules=rules, values=dict(values), to=aware_of(state, who))
