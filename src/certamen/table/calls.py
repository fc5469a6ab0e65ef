"""Checks the game master calls for, and throws of any dice: rolled with the table's dice, told with their reckoning.

A check is one of the ruleset's questions (`kernel.query`): the same stages that its odds come from, run once with real
dice. What falls comes from streams of its own, `WHO/check` and `WHO/throw`, and never shifts a die of the contest.
"""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from certamen.dice import Ask, ByHand, Dice, Kind, MissingDie, Source
from certamen.dice.parser import parse
from certamen.dice.rolling import roll
from certamen.dice.words import explain
from certamen.kernel.action import GM
from certamen.kernel.audience import EVERYONE, NOBODY, Audience, aware_of
from certamen.kernel.contest import Contest
from certamen.kernel.draws import TABLE, Counts, Draws, kind_of
from certamen.kernel.errors import CertamenError
from certamen.kernel.event import Die, Event, Part
from certamen.kernel.query import Key, Query
from certamen.kernel.rule import RulingValue
from certamen.odds.asking import Given, QuestionError, checked, find_question

CHECK, THROW = "check", "throw"
MOST_DICE = 200
"""So many dice may fall in one check or throw."""


class DieMissing(CertamenError):
    """A die that people must roll: `sides` and `purpose` say which; `number` counts the dice of this roll from 1."""

    def __init__(self, ask: Ask) -> None:
        self.sides, self.purpose, self.number = ask.sides, ask.purpose, ask.index + 1
        purpose = f" for {ask.purpose}" if ask.purpose else ""
        super().__init__(f"roll a d{ask.sides}{purpose} and give its face (die {self.number} of this roll)")


class _Few:
    """The table's dice for one roll: at most `MOST_DICE` of them."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.name = source.name

    def face(self, ask: Ask) -> int:
        """The face of this die; raises CertamenError where there are too many."""
        if ask.index >= MOST_DICE:
            raise CertamenError(f"more than {MOST_DICE} dice would fall")
        return self.source.face(ask)


class _Typed:
    """The faces of real dice, in order."""

    name = ByHand.name

    def __init__(self, faces: Sequence[int]) -> None:
        self.faces = faces

    def face(self, ask: Ask) -> int:
        """The next face; raises MissingDie where none is left, CertamenError for one the die does not have."""
        if ask.index >= len(self.faces):
            raise MissingDie(ask)
        face = self.faces[ask.index]
        if not 1 <= face <= ask.sides:
            raise CertamenError(f"die {ask.index + 1} of this roll is a d{ask.sides}: it cannot show {face}")
        return face


def question(contest: Contest, query: str, given: Mapping[str, Given]) -> tuple[Query, dict[str, Given]]:
    """The ruleset's question of this name, and all its values: those given, the contest's rulings, the defaults.

    Raises CertamenError for a question, key or value that will not do, in words for people.
    """
    found = find_question(contest.ruleset.name, query)
    ruled = contest.state.rulings if contest.started else {}
    rulings = {key.name: value for key in found.keys if (value := _ruled(found, key, ruled.get(key.name))) is not None}
    values = checked(found, {**rulings, **given})
    try:
        found.plan(values)
        found.notes(values)
    except ValueError as error:
        raise CertamenError(f"{found.name}: {error}") from None
    return found, values


def _ruled(query: Query, key: Key, ruling: RulingValue | None) -> Given | None:
    """What the table's ruling of a key's name is as its value; None where there is none, or the key means another."""
    words: tuple[Given, ...] = ("yes" if ruling else "no", int(ruling)) if isinstance(ruling, bool) else ()
    for value in (*words, ruling, str(ruling)) if ruling is not None else ():
        try:
            return checked(replace(query, keys=(key,)), {key.name: value})[key.name]
        except QuestionError:
            continue
    return None


def check(
    contest: Contest,
    who: str,
    query: str,
    given: Mapping[str, Given],
    counts: Counts,
    *,
    faces: Sequence[int] = (),
    secret: bool = False,
) -> Event:
    """A check of `who`, rolled: what came, with its dice and rows, for those who may know (`Event.to`).

    counts: how many dice of each stream of checks and throws fell before (`counted`); faces: what real dice show, where
    people roll; secret: the game master's alone. Nothing changes. Raises DieMissing for a real die not given yet,
    CertamenError for what will not do.
    """
    if not contest.started or who not in contest.state.participants:
        raise CertamenError(f"{who or 'nobody'} takes no part")
    found, values = question(contest, query, given)
    kind: Kind = "secret" if secret else kind_of(contest.state, who)
    draws = _draws(contest.source, counts, faces)
    numbers, stages = found.plan(values)
    dice = draws.bound(f"{who}/{CHECK}", kind)
    with _Rolled(draws, faces):
        for stage in stages:
            numbers = stage(numbers, dice)
    came = [(one.name, _told(one.read(numbers))) for one in found.answers]
    rows = [Part(name, value, kind="note") for name, value in values.items() if name in given]
    rows += [Part("reckoned", note, kind="note") for note in found.notes(values)]
    rows += [Part(name, value, kind="degree") for name, value in came]
    words = ", ".join(f"{name} {value}" for name, value in came)
    event = Event(CHECK, who, rules=found.rules, parts=tuple(rows), values={"query": found.name, "came": words})
    return _shown(event, draws, kind, NOBODY if secret else aware_of(contest.state, who))


def _told(value: int | str) -> int | str:
    return value if isinstance(value, str) else int(value)


def throw(
    contest: Contest, who: str, expression: str, counts: Counts, *, faces: Sequence[int] = (), secret: bool = False
) -> Event:
    """A throw of any dice: as `check`; `who` is a participant, "gm", or "" for nobody's.

    Raises DiceError for an expression that cannot be read or be done.
    """
    people = contest.state.participants if contest.started else {}
    if who not in ("", GM, *people):
        raise CertamenError(f"{who} takes no part")
    kind: Kind = "secret" if secret else kind_of(contest.state, who) if who in people else "open"
    draws = _draws(contest.source, counts, faces)
    dice: Dice = draws.bound(f"{who or TABLE}/{THROW}", kind)
    with _Rolled(draws, faces):
        rolled = roll(parse(expression), dice)
    rows = (Part("dice", explain(rolled), kind="note"), Part("total", rolled.total, kind="total"))
    event = Event(THROW, who, parts=rows, values={"expression": str(rolled.expression), "came": rolled.total})
    to = NOBODY if secret else aware_of(contest.state, who) if who in people else EVERYONE
    return _shown(event, draws, kind, to)


def _draws(source: Source, counts: Counts, faces: Sequence[int]) -> Draws:
    by_hand = isinstance(source, ByHand)
    if faces and not by_hand:
        raise CertamenError("the dice of this table are rolled by the server")
    return Draws(_Typed(faces) if by_hand else _Few(source), counts)


class _Rolled:
    """While dice are rolled: a missing one is asked for in words, and faces left over are refused."""

    def __init__(self, draws: Draws, faces: Sequence[int]) -> None:
        self.draws = draws
        self.faces = faces

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, MissingDie):
            raise DieMissing(error.ask) from None
        if error is None and len(self.faces) > len(self.draws.drawn):
            raise CertamenError(f"{len(self.faces)} faces are given, {len(self.draws.drawn)} dice are rolled")


def _shown(event: Event, draws: Draws, kind: Kind, to: Audience) -> Event:
    """The event with its dice, as its roller's; of dice in secret only he learns what came."""
    dice = tuple(Die(event.actor or TABLE, *_rest(die)) for die in draws.drawn)
    private = {"came": (event.actor,) if to else NOBODY} if kind == "secret" else {}
    return replace(event, dice=dice, to=to, private=private)


def _rest(die: Die) -> tuple[Kind, int, int, int, str]:
    return die.kind, die.n, die.sides, die.face, die.purpose


def stream(event: Event, die: Die) -> str:
    """The roller of the stream that a die of a check or a throw came from."""
    return f"{die.roller}/{event.type}"


def counted(counts: Counts, event: Event) -> dict[tuple[str, str], int]:
    """The counts after a check or a throw: so a table has them again from its records."""
    return {**counts, **{(stream(event, die), die.kind): die.n + 1 for die in event.dice}}


def tell(event: Event, names: Mapping[str, str]) -> str:
    """The sentence for a check or a throw, whose result may be hidden.

    >>> tell(Event("check", "jack", values={"query": "check", "came": "success yes"}), {"jack": "Jack"})
    "Jack's check: success yes."
    >>> tell(Event("throw", values={"expression": "2d6", "came": 9}), {})
    'A throw of 2d6: 9.'
    """
    who = "The game master" if event.actor == GM else names.get(event.actor, event.actor)
    came = f": {event.values['came']}" if "came" in event.values else ""
    if event.type == CHECK:
        return f"{who}'s {event.values.get('query', CHECK)}{came}."
    return f"{f'{who} throws' if who else 'A throw of'} {event.values.get('expression', 'dice')}{came}."
