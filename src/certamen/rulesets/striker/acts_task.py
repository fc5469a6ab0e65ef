"""Tasks: acts of skills that take a minute or longer, worked on turn by turn while the contest goes on (STR-37)."""

from msgspec.structs import replace

from certamen.kernel.action import Action, Number, Offer, Refusal
from certamen.kernel.draws import Draws
from certamen.kernel.ruleset import Act
from certamen.kernel.state import Step, put
from certamen.kernel.window import Request, Resume
from certamen.rulesets.striker import adjudication
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker.acts_skill import chosen_line, doing_of, fields_of, label, mine, targets_of
from certamen.rulesets.striker.checks import told_to
from certamen.rulesets.striker.doing import Doing, from_args, missing, resume
from certamen.rulesets.striker.lines import timing_of
from certamen.rulesets.striker.spending import cost_of, pay
from certamen.rulesets.striker.state import Contest, Work, name_of, ruled
from certamen.rulesets.striker.turnacts import barred, simple_event


def task_offers(state: Contest, request: Request) -> tuple[Offer, ...]:
    """Going on with the task in hand, or beginning one (STR-2, STR-37)."""
    one = state.participants[request.who]
    spend = m.Spend.NOTHING if ruled(state, "task_costs", "nothing") else m.Spend.MAIN
    barring = barred(state, one.id, spend)
    offers = []
    if one.task is not None:
        worked = Refusal("worked on this turn already", "STR-37") if one.task.worked else None
        said = f"go on: {one.task.name} ({one.task.done} of {one.task.rounds or 'too many'} rounds)"
        offers.append(Offer("task", (), cost_of(spend), ("STR-37",), said, barring or worked))
    for line in mine(state, one):
        timing = timing_of(state.scene, line)
        if m.fits_turn(timing):
            continue
        for on, why in targets_of(state, one, line, ""):
            fields = fields_of(state, line, on)
            if timing == m.Timing.HOUR:
                fields = (*fields, Number("rounds", m.task_rounds(timing, 0), 100_000))
            offers.append(Offer("task", fields, cost_of(spend), ("STR-2", "STR-37"), label(line), barring or why))
    return tuple(offers)


def task(state: Contest, action: Action, request: Request, draws: Draws) -> Step:
    """A turn's work on a task, begun now or before (STR-37)."""
    who = request.who
    costs = not ruled(state, "task_costs", "nothing")
    one = state.participants[who]
    if not action.values:
        assert one.task is not None  # it was offered
        work = one.task
    else:
        line = chosen_line(state, action, who, turn=False)
        timing = timing_of(state.scene, line)
        asked = action.values.get("rounds", 0)
        rounds = m.task_rounds(timing, asked if isinstance(asked, int) else 0)
        doing = doing_of(action, who, line.timing)
        work = Work(doing.skill, doing.name, doing.on, rounds, timing=doing.timing, chosen=doing.chosen)
    state = pay(state, who, m.Spend.MAIN if costs else m.Spend.NOTHING, f"task {work.name}")
    state = put(state, replace(state.participants[who], task=replace(work, worked=True)))
    told = simple_event(
        state,
        "task",
        who,
        "STR-37",
        act=work.name,
        skill=work.skill,
        on=name_of(state, work.on),
        done=work.done,
        rounds=work.rounds,
    )
    told = replace(told, to=told_to(state, who, work.on))
    doing = Doing(who, work.skill, work.name, work.timing, work.on, chosen=work.chosen, given=work.given)
    step = brief(state, resume(doing, "brief"), draws)
    return Step(step.state, (told, *step.events))


def brief(state: Contest, then: Resume, draws: Draws) -> Step:
    """What the task's check will need is asked of the game master at its beginning (STR-4)."""
    del draws
    doing = from_args(then.args)
    one = state.participants.get(doing.who)
    if one is None or one.task is None:
        return Step(state)
    if missing(state, doing):
        return adjudication.ask_gm(state, doing, "brief")
    return Step(put(state, replace(one, task=replace(one.task, given=doing.given))))


def abandon_offers(state: Contest, request: Request) -> tuple[Offer, ...]:
    """Giving up the task in hand."""
    closed = None if state.participants[request.who].task is not None else Refusal("no task is in hand", "STR-37")
    return (Offer("abandon", rules=("STR-37",), closed=barred(state, request.who) or closed),)


def abandon(state: Contest, action: Action, request: Request, draws: Draws) -> Step:
    """No task is in hand any more."""
    del action, draws
    one = state.participants[request.who]
    assert one.task is not None  # it was offered
    told = simple_event(state, "abandon", one.id, "STR-37", act=one.task.name)
    return Step(put(state, replace(one, task=None)), (told,))


ACTS = (Act("task", task_offers, task), Act("abandon", abandon_offers, abandon))
