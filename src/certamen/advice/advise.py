"""certamen.advise: what each choice is worth to whoever must decide now, from what he may know alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from certamen.dice import Seeded, TooMuchWork
from certamen.kernel import engine, run
from certamen.kernel.action import Action, Offer, Refusal, Words
from certamen.kernel.belief import Belief, strangers, supposed, usual
from certamen.kernel.contest import Contest
from certamen.kernel.errors import CertamenError
from certamen.kernel.expand import expand
from certamen.kernel.playout import Playout
from certamen.kernel.ruleset import loaded
from certamen.kernel.state import State
from certamen.kernel.window import Request
from certamen.odds.action import ActOdds, act_odds
from certamen.sim import intervals

if TYPE_CHECKING:
    from certamen.sim.loops import Fight

SEED = 0
MOST_OPTIONS = 16
MOST_WAYS = 300
MOST_ACTS = 8_000  # in all trials together: some twenty seconds
LEAST_TRIALS = 10
ORDINARY = "what is usual"
MOST_TABLED = 3  # options that are looked at under every supposition
USUAL_TRIALS = 100
STAGES = ((8, 1), (4, 2), (2, 4), (1, 8))
"""Trials and choices are divided by so much: all are tried a little, the better ones more."""

Progress = Callable[[float], object]
Standing = Contest | Playout
"""A contest as it stands: what is advised on is only looked at."""


class NoAdvice(CertamenError):
    """There is nobody to advise, or nothing to go by."""


class Supposition(Struct, frozen=True):
    """What strangers are taken for: in words ("constitution 300"), and the figures."""

    words: str
    figures: Mapping[str, int]


class Chance(Struct, frozen=True):
    """The share of trials that the side of the one who asks won, with its 95% interval."""

    share: float
    low: float
    high: float
    trials: int


class Option(Struct, frozen=True):
    """One thing to do: the words that do it, its exact immediate odds, and the chance of winning with it.

    Both by the words of the supposition; the odds are missing where the dice part into too many ways.
    """

    action: Action
    words: str
    odds: Mapping[str, ActOdds]
    wins: Mapping[str, Chance]


class Advice(Struct, frozen=True, kw_only=True):
    """What each choice is worth, the best first.

    who, name: whom it is for; cause: what he is asked; policy: who decides for everybody from then on;
    suppositions: what strangers are taken for, the usual one first; strangers: who they are; left_out: by verb, how
    many more ways there are; seed: of the advice's own dice.
    """

    who: str
    name: str
    cause: str
    policy: str
    suppositions: tuple[Supposition, ...]
    strangers: tuple[str, ...]
    options: tuple[Option, ...]
    left_out: Mapping[str, int]
    seed: int

    def data(self) -> dict[str, object]:
        """The whole as plain dicts, lists, texts and numbers: what `--json` prints."""
        plain = {
            name: getattr(self, name) for name in self.__struct_fields__ if name not in ("options", "suppositions")
        }
        options = [
            {
                "words": one.words,
                "verb": one.action.verb,
                "values": one.action.values,
                "wins": {words: msgspec.to_builtins(won) for words, won in one.wins.items()},
                "odds": {words: odds.rows() for words, odds in one.odds.items()},
            }
            for one in self.options
        ]
        return {**plain, "suppositions": msgspec.to_builtins(self.suppositions), "options": options}

    def rows(self) -> list[dict[str, object]]:
        """One row for each option and supposition, as a data-frame library takes it."""
        return [
            {"option": option.words, "supposing": words, "win": won.share, "low": won.low, "high": won.high}
            | {"trials": won.trials}
            for option in self.options
            for words, won in option.wins.items()
        ]


def advise(
    contest: Standing,
    who: str = "",
    *,
    trials: int = USUAL_TRIALS,
    policy: str = "clever",
    seed: int = SEED,
    progress: Progress | None = None,
) -> Advice:
    """What each choice is worth to whoever must decide now, reckoned from what he may know alone.

    who: whom it is for, the first who is asked when left out; trials: how often the best choices are tried (10 to
    100,000), the others less, and all less often where a fight takes long (`MOST_ACTS`, unless more than 100 are asked
    for); policy: who decides for everybody after the choice; progress: called with the share done.

    Strangers have what the file says they seem (`seems`), else plausible figures, several of them in turn; of whom he
    does not know there is nobody. The dice are the advice's own. Raises NoAdvice where nobody can be advised.
    """
    request = asked_of(contest, who)
    suppositions = suppositions_for(contest, request.who)
    if not LEAST_TRIALS <= trials <= 100_000:
        raise NoAdvice(f"a choice is tried {LEAST_TRIALS} to 100,000 times, not {trials}")
    if policy not in contest.ruleset.policies:
        raise NoAdvice(f"{contest.ruleset.name} has no policy {policy}: {', '.join(contest.ruleset.policies)}")
    states = supposed_states(contest, request.who)
    fast = trials > USUAL_TRIALS  # to compile a fight takes longer than so few trials
    triers = [_Trier(contest, request, state, policy, seed, fast=fast) for state in states.values()]
    offers = engine.offers(contest.ruleset, triers[0].state, request)
    actions, left_out = _choices(offers, request)
    trials = triers[0].affordable(actions, trials, len(triers))
    ranked = triers[0].ranked(actions, trials, progress)
    for trier in triers[1:]:
        for place in ranked[:MOST_TABLED]:
            trier.extend(actions, place, max(1, trials // 4))
    return Advice(
        who=request.who,
        name=contest.state.participants[request.who].name,
        cause=request.cause,
        policy=policy,
        suppositions=suppositions,
        strangers=strangers(contest.encounter, contest.state, request.who),
        options=tuple(_option(actions[place], place, triers, suppositions) for place in ranked),
        left_out=left_out,
        seed=seed,
    )


def _choices(offers: tuple[Offer, ...], request: Request) -> tuple[tuple[Action, ...], dict[str, int]]:
    """The actions that are looked at, and how many of each verb are not; none that are only told in words."""
    return expand(tuple(offer for offer in offers if not _in_words_alone(offer)), request, MOST_OPTIONS)


def _in_words_alone(offer: Offer) -> bool:
    return any(isinstance(field, Words) and not field.optional for field in offer.fields)


def suppositions_for(contest: Standing, who: str) -> tuple[Supposition, ...]:
    """What he may suppose of strangers: the likeliest first, then each figure in turn at its other plausible values."""
    belief: Belief | None = loaded(contest.ruleset.belief)
    if belief is None:
        raise NoAdvice(f"{contest.ruleset.name} does not say what strangers are taken for")
    figures = belief.figures(contest.state)
    likely = usual(figures)
    others = [likely | {name: value} for name, values in figures.items() for value in values if value != likely[name]]
    if not strangers(contest.encounter, contest.state, who):
        others = []
    return tuple(
        Supposition(", ".join(f"{name} {value}" for name, value in one.items()) or ORDINARY, one)
        for one in (likely, *others)
    )


def supposed_states(contest: Standing, who: str) -> dict[str, State]:
    """The state as he may suppose it, by the words of each supposition, the likeliest first. Raises NoAdvice."""
    return {
        one.words: supposed(contest.ruleset, contest.encounter, contest.state, who, one.figures)
        for one in suppositions_for(contest, who)
    }


def asked_of(contest: Standing, who: str) -> Request:
    """The request that is to be advised on: of `who`, of the first who is asked when left out. Raises NoAdvice."""
    if contest.outcome is not None:
        raise NoAdvice("the contest is over")
    people = contest.state.participants if contest.started else {}
    for request in contest.requests:
        if request.kind not in ("dice", "review") and request.who in people and who in ("", request.who):
            return request
    asked = ", ".join(dict.fromkeys(request.who for request in contest.requests)) or "nobody"
    raise NoAdvice(f"nothing that {who or 'a participant'} could decide is asked now: {asked} is to answer")


class _Trier:
    """Choices tried from one supposed state. scores: (won, tried) so far, by the place of the choice."""

    def __init__(
        self, contest: Standing, request: Request, state: State, policy: str, seed: int, *, fast: bool
    ) -> None:
        self.contest = contest
        self.request = request
        self.state = state
        self.seed = seed
        self.sides = tuple(dict.fromkeys(one.side for one in state.participants.values()))
        self.side = state.participants[request.who].side
        self.names = dict.fromkeys(state.participants, policy)
        gone = any(one.status == "left" for one in state.participants.values())  # compiled, he would still count
        self.fight = _fight(contest, state, self.names) if fast and not gone else None
        self.scores: dict[int, tuple[int, int]] = {}

    def affordable(self, actions: Sequence[Action], trials: int, suppositions: int) -> int:
        """How often the best choices can be tried: a hundred times or less where that takes many acts."""
        if trials > USUAL_TRIALS:
            return trials
        played = Playout(self.contest.ruleset, self.contest.encounter, Seeded(self.seed, 0), state=self.state)
        run.go_on(played, self.names)
        rounds = sum(max(2, len(actions) // share) / many for many, share in STAGES)
        tables = (suppositions - 1) * min(MOST_TABLED, len(actions)) / 4
        return max(LEAST_TRIALS, min(trials, int(MOST_ACTS / (max(1, played.acts) * (rounds + tables)))))

    def ranked(self, actions: Sequence[Action], trials: int, progress: Progress | None) -> list[int]:
        """Try all choices a little, the better half of them more, and so on; give their places, the best first."""
        ranked = list(range(len(actions)))
        for many, share in STAGES:
            for place in ranked[: max(2, len(actions) // share)]:
                self.extend(actions, place, max(1, trials // many))
            if progress is not None:
                progress(share / 8)
            ranked.sort(key=lambda place: (-self.worth(place), place))
        return ranked

    def worth(self, place: int) -> float:
        """What a choice is ranked by: the share won, drawn towards a half where little was tried."""
        won, tried = self.scores[place]
        return (won + 1) / (tried + 2)

    def extend(self, actions: Sequence[Action], place: int, trials: int) -> None:
        """Try a choice until it has been tried so often: the same trials for each, on the same dice."""
        won, tried = self.scores.get(place, (0, 0))
        won += sum(self._won(actions[place], trial) for trial in range(tried, trials))
        self.scores[place] = (won, max(tried, trials))

    def _won(self, action: Action, trial: int) -> bool:
        played = Playout(self.contest.ruleset, self.contest.encounter, Seeded(self.seed, trial), state=self.state)
        played.push(action)
        if self.fight is None or played.outcome is not None:
            return run.go_on(played, self.names).winner == self.side
        place = int(self.fight.go_on(played.state, played.counts, self.seed, trial)[0])
        return place >= 0 and self.sides[place] == self.side


def _fight(contest: Standing, state: State, names: Mapping[str, str]) -> Fight | None:
    """The compiled loop, where numba is there and it knows the fight."""
    if find_spec("numba") is None:
        return None
    from certamen.sim.loops import fight_from

    found = fight_from(contest.ruleset, contest.encounter, state, names)
    return None if isinstance(found, Refusal) else found


def _option(action: Action, place: int, triers: Sequence[_Trier], suppositions: Sequence[Supposition]) -> Option:
    wins, odds = {}, {}
    for trier, one in zip(triers, suppositions, strict=True):
        if place in trier.scores:
            won, tried = trier.scores[place]
            wins[one.words] = Chance(*intervals.share(won, tried), tried)
            with suppress(TooMuchWork):
                odds[one.words] = act_odds(trier.contest.ruleset, trier.state, action, ways=MOST_WAYS)
    return Option(action, in_words(action), odds, wins)


def in_words(action: Action) -> str:
    """The action as `certamen play` reads it: `attack thug revolver`, in quotes what holds a space."""
    words = [action.verb]
    for value in action.values.values():
        parts = value if isinstance(value, tuple) else (str(value),)
        words += [f'"{part}"' if " " in part else part for part in parts]
    return " ".join(words)
