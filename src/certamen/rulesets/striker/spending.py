"""What a turn and a round may spend, and what is spent (STR-15 to STR-18, STR-38)."""

from msgspec.structs import replace

from certamen.kernel import budget as budgets
from certamen.kernel.state import put
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker.state import Combatant, Contest, prevented

KINDS = {m.Spend.MAIN: "main", m.Spend.BONUS: "bonus", m.Spend.FREE: "free", m.Spend.MOVE: "move", m.Spend.RE: "react"}


def turn_of(one: Combatant) -> m.Turn:
    """What is left of a participant's turn and round, as the mechanics count it."""
    spent = [spend.kind for spend in one.budget.spent]
    limits = one.budget.limits
    return m.Turn(*(limits.get(kind, 0) - spent.count(kind) for kind in ("main", "bonus", "free", "move", "react")))


def with_turn(one: Combatant, turn: m.Turn) -> Combatant:
    """The participant with a fresh budget as the mechanics say."""
    fresh = dict(zip(("main", "bonus", "free", "move", "react"), turn, strict=True))
    return replace(one, budget=budgets.renew(one.budget, fresh))


def cost_of(spend: m.Spend) -> tuple[tuple[str, int], ...]:
    """A cost as an offer shows it."""
    return () if spend == m.Spend.NOTHING else ((KINDS[spend], 1),)


def pay(state: Contest, who: str, spend: m.Spend, by: str) -> Contest:
    """The state with so much spent."""
    if spend == m.Spend.NOTHING:
        return state
    one = state.participants[who]
    return put(state, replace(one, budget=budgets.spend(one.budget, KINDS[spend], by)))


def may_react(state: Contest, one: Combatant) -> bool:
    """Whether he has his re-act and may use it (STR-18, STR-36, STR-38)."""
    if one.status != "in" or turn_of(one).react < 1 or prevented(state, one.id):
        return False
    ruling = m.SurprisedReact[str(state.rulings["surprised_react"]).upper()]
    return m.has_reacts(one.surprised, state.surprise_round, one.turns > 0, ruling)


def once(state: Contest, who: str, what: str) -> Contest:
    """The state with something noted that can be done once a turn."""
    one = state.participants[who]
    return put(state, replace(one, done=(*one.done, what)))
