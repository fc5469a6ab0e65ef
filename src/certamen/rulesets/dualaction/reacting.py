"""Who may stop a move on its way, and how they answer (DUA-16)."""

from msgspec.structs import replace

from certamen.kernel import budget as budgets
from certamen.kernel import space as spaces
from certamen.kernel.action import GM, Action, Choice, Offer, Option, Places, Value
from certamen.kernel.draws import Draws
from certamen.kernel.ruleset import Act
from certamen.kernel.space.drawn import read_place
from certamen.kernel.state import Step, open_window, request
from certamen.kernel.window import Answer, Request, Resume
from certamen.rulesets.dualaction import mechanics as m
from certamen.rulesets.dualaction import moving
from certamen.rulesets.dualaction.sheet import Ability
from certamen.rulesets.dualaction.state import Combat, Fighter, Halt, fights, placed, used_up

VERBS = ("interrupt", "let-pass")


def ask_who_may_stop(state: Combat, mover: str, path: tuple[str, ...], go: Resume) -> Combat | None:
    """The state with all who may stop this move asked, unseen by each other; None where there is nobody."""
    asked = [one.id for one in state.participants.values() if _may_stop(state, one, mover, path)]
    asked += [GM] if state.scene.gm_may_stop else []
    requests = []
    for who in asked:
        kind = "adjudicate" if who == GM else "react"
        cause = f"{state.participants[mover].name} moves to {path[-1]}"
        about: dict[str, Value] = {"mover": mover, "path": path}
        state, one = request(state, who, kind, VERBS, Answer("let-pass"), cause=cause, about=about)
        requests.append(one)
    return open_window(state, tuple(requests), go, sealed=True) if requests else None


def _may_stop(state: Combat, one: Fighter, mover: str, path: tuple[str, ...]) -> bool:
    him = state.participants[mover]
    if one.side == him.side or not fights(one) or not placed(state, one.id):
        return False
    if budgets.left(one.budget, "reaction") < 1 or (him.hidden and one.id not in him.known_to):
        return False
    return any(points(state, one, ability, path) for ability in ready(one))


def ready(one: Fighter) -> tuple[Ability, ...]:
    """His abilities that stop a move and are not used up."""
    return tuple(ability for ability in one.sheet.abilities if ability.use == "stop" and not used_up(one, ability))


def points(state: Combat, one: Fighter, ability: Ability, path: tuple[str, ...]) -> tuple[str, ...]:
    """The places on a way that an ability reaches and he sees."""
    reached = []
    for at in path:
        place = read_place(state.space.ground, at)
        near = m.in_reach(spaces.distance(state.space, one.id, place), ability.range * m.CM)
        if near and spaces.sees(state.space, one.id, place):
            reached.append(at)
    return tuple(reached)


def interrupt_offers(state: Combat, request: Request) -> tuple[Offer, ...]:
    """Each ability with the places where it stops the mover; the game master at any (DUA-16)."""
    path = _path(request)
    if request.who == GM:
        return (Offer("interrupt", (_stops(path),), rules=("DUA-16",)),)
    one = state.participants[request.who]
    reached = ((ability, points(state, one, ability, path)) for ability in ready(one))
    return tuple(
        Offer(
            "interrupt",
            (Choice("ability", (Option(ability.name),)), _stops(places)),
            (("reaction", 1),),
            ("DUA-16",),
        )
        for ability, places in reached
        if places
    )


def _stops(path: tuple[str, ...]) -> Places:
    return Places("at", tuple(Option(at) for at in dict.fromkeys(path)))


def _path(request: Request) -> tuple[str, ...]:
    path = request.about["path"]
    assert isinstance(path, tuple)  # ask_who_may_stop put it there
    return path


def interrupt(state: Combat, action: Action, request: Request, draws: Draws) -> Step:
    """The answer is kept until all are in; the earliest stops the mover (DUA-16)."""
    del draws
    after = _path(request).index(str(action.values["at"])) + 1
    halt = Halt(after, request.who, str(action.values.get("ability", "")))
    return Step(replace(state, halt=moving.earlier(state.halt, halt)))


def let_pass_offers(state: Combat, request: Request) -> tuple[Offer, ...]:
    """The move goes on."""
    del state, request
    return (Offer("let-pass", rules=("DUA-16",), label="let it pass"),)


def let_pass(state: Combat, action: Action, request: Request, draws: Draws) -> Step:
    """Nothing is done (DUA-16)."""
    del action, request, draws
    return Step(state)


ACTS = (Act("interrupt", interrupt_offers, interrupt), Act("let-pass", let_pass_offers, let_pass))
