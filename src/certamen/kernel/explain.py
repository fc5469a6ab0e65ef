"""The reckoning of an event in lines that people read: "why is this number what it is?", from the event alone."""

from collections.abc import Mapping

from certamen.kernel.event import Event, Part


def brief(event: Event) -> str:
    """The reckoning in one line: sums with their terms, dice, results; "" when there is nothing to reckon."""
    counted = [part for part in event.parts if part.counted]
    pieces: list[str] = []
    waiting: list[Part] = []
    for part in counted:
        terms = _terms(waiting, part) if part.kind in ("target", "total") else []
        if terms:
            pieces += [_term(one) for one in waiting[: len(waiting) - len(terms)]]
            pieces.append(f"{part.label} {part.value} = {_sum(terms)}")
            waiting = []
        else:
            waiting.append(part)
    return "; ".join([*pieces, *(_term(part) for part in waiting)])


def _terms(before: list[Part], total: Part) -> list[Part]:
    """Of the rows before a total, the longest run up to it that adds up to it."""
    for start in range(len(before)):
        run = [part.value for part in before[start:]]
        whole = [value for value in run if isinstance(value, int)]
        if len(whole) == len(run) and sum(whole) == total.value:
            return before[start:]
    return []


def _term(part: Part) -> str:
    value = _signed(part.value) if part.kind == "modifier" else str(part.value)
    return f"{part.label} {value}".strip()


def _sum(terms: list[Part]) -> str:
    text = ""
    for part in terms:
        value = part.value
        if not text:
            text = f"{value} {part.label}"
        elif isinstance(value, int) and value < 0:
            text += f" - {-value} {part.label}"
        else:
            text += f" + {value} {part.label}"
    return text


def _signed(value: int | str) -> str:
    return f"{value:+d}" if isinstance(value, int) else str(value)


def lines(event: Event, text: str, names: Mapping[str, str]) -> list[str]:
    """The whole reckoning: what happened, each row with its source, dice, rules, rulings, who decided."""
    result = [f"Event {event.n}, round {event.round}: {text}"]
    if event.by:
        result.append(f"  decided by: {event.by}")
    width = max((len(part.label) for part in event.parts), default=0)
    for part in event.parts:
        value = _signed(part.value) if part.kind == "modifier" else str(part.value)
        source = f"  from {part.source}" if part.source else ""
        why = f"  ({part.why})" if part.why else ""
        left_out = "" if part.counted else "  not counted"
        result.append(f"  {part.label:<{width}}  {value:>5}{source}{left_out}{why}".rstrip())
    for die in event.dice:
        purpose = f" for {die.purpose}" if die.purpose else ""
        secret = ", in secret" if die.kind == "secret" else ""
        roller = names.get(die.roller, die.roller)
        result.append(
            f"  die: d{die.sides} showed {die.face}{purpose}, rolled by {roller}{secret} (his no. {die.n + 1})"
        )
    if event.rules:
        result.append(f"  rules: {', '.join(event.rules)}")
    result += [f"  ruling: {name} is {value}" for name, value in event.rulings]
    if event.text:
        result.append(f"  said: {event.text}")
    return result
