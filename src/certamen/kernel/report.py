"""A contest as one plain object, for programs, and as Markdown, for people."""

from collections.abc import Mapping

from certamen import __version__
from certamen.kernel.contest import Contest
from certamen.kernel.event import Event
from certamen.kernel.explain import brief
from certamen.kernel.state import Outcome


def names_of(contest: Contest) -> dict[str, str]:
    """The names of all who take part, by id."""
    names = {entry.id: entry.name for entry in contest.encounter.participants}
    return names | {one.id: one.name for one in contest.state.participants.values()}


def summary(contest: Contest, outcome: Outcome | None = None) -> dict[str, object]:
    """{version, ruleset, rulings, seed, outcome, rounds, participants, events}: all that happened, as plain data.

    `seed` is None for dice that have none; `dice` names them.
    """
    state, ruleset = contest.state, contest.ruleset
    outcome = outcome or contest.outcome or Outcome(False, "", "it goes on")
    names = names_of(contest)
    return {
        "version": __version__,
        "ruleset": {"name": ruleset.name, "version": ruleset.version},
        "title": contest.encounter.title,
        "rulings": dict(state.rulings),
        "seed": getattr(contest.source, "seed", None),
        "dice": contest.source.name,
        "outcome": {"ended": outcome.ended, "winner": outcome.winner, "reason": outcome.reason},
        "rounds": state.round,
        "participants": [
            {
                "id": one.id,
                "name": one.name,
                "side": one.side,
                "status": one.status,
                "values": ruleset.values(state, one),
            }
            for one in state.participants.values()
        ],
        "events": [event_data(event, ruleset.narrate(event, names)) for event in contest.events],
    }


def event_data(event: Event, text: str) -> dict[str, object]:
    """An event as plain data, with its sentence."""
    return {
        "n": event.n,
        "round": event.round,
        "actor": event.actor,
        "target": event.target,
        "type": event.type,
        "rules": list(event.rules),
        "rulings": dict(event.rulings),
        "dice": [{"sides": d.sides, "face": d.face, "purpose": d.purpose, "roller": d.roller} for d in event.dice],
        "parts": [
            {
                "label": part.label,
                "value": part.value,
                "kind": part.kind,
                "source": part.source,
                "counted": part.counted,
                "why": part.why,
            }
            for part in event.parts
        ],
        "values": dict(event.values),
        "text": text,
        "said": event.text,
        "by": event.by,
    }


def markdown(contest: Contest, outcome: Outcome | None = None) -> str:
    """The log as Markdown: a heading a round, a line an event with its reckoning, how it ended, how all are."""
    state, names = contest.state, names_of(contest)
    outcome = outcome or contest.outcome or Outcome(False, "", "it goes on")
    rows = [f"# {contest.encounter.title}", "", f"{contest.ruleset.title}, dice {contest.source.name}."]
    rows += _changed_rulings(contest)
    for event in contest.events:
        if event.type == "round":
            rows += ["", f"## Round {event.values['round']}", ""]
            continue
        text = contest.ruleset.narrate(event, names)
        if text:
            rows.append(f"{event.n}. {text}" + _aside(event))
    rows += ["", "## Outcome", "", _outcome_sentence(outcome), ""]
    for one in state.participants.values():
        figures = ", ".join(f"{name} {value}" for name, value in contest.ruleset.values(state, one).items())
        rows.append(f"- {one.name} ({one.side}): {one.status}, {contest.ruleset.words(state, one)}; {figures}")
    return "\n".join(rows) + "\n"


def _changed_rulings(contest: Contest) -> list[str]:
    defaults: Mapping[str, object] = {ruling.name: ruling.default for ruling in contest.ruleset.rulings}
    changed = [f"{name} {value}" for name, value in contest.state.rulings.items() if defaults.get(name) != value]
    return [f"Rulings of this table: {', '.join(changed)}."] if changed else []


def _aside(event: Event) -> str:
    aside = brief(event)
    rules = f" {', '.join(event.rules)}" if event.rules else ""
    said = f" «{event.text}»" if event.text and event.type != "say" else ""
    return said + (
        f" [{aside};{rules}]" if aside and rules else f" [{aside or rules.strip()}]" if aside or rules else ""
    )


def _outcome_sentence(outcome: Outcome) -> str:
    if not outcome.ended:
        return f"Not decided: {outcome.reason}."
    winner = f"{outcome.winner} won" if outcome.winner else "Nobody won"
    return f"{winner}: {outcome.reason}."
