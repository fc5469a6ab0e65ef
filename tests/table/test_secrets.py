"""Nothing a player is sent tells of what is hidden: no word of it, nor that it is there, nor that it does anything."""

import os
import random
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from certamen.kernel.action import GM, SAY, Action, Value
from certamen.kernel.asked import knows_asked
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter
from certamen.kernel.state import State
from certamen.kernel.view import Seat, cut_events, knows_of, look
from certamen.kernel.window import Request
from certamen.table.protocol import Act, Decide, Deed, Default, Redo, Throw, Undo, Words
from tests.conformance.examples import ENCOUNTERS, encounter, name
from tests.table.games import OWNER, Game, act, drawn
from tests.table.secrets_made import CANARY, HIDDEN, known, marks_in, players_of, starts, with_hidden

SOAK = bool(os.environ.get("CERTAMEN_SOAK"))
GAMES = 50 if SOAK else 2
WORLDS = 10 if SOAK else 1
"""So many games of each of the 20 examples: 1,000, and 40 in the tests."""
ACTS = 40 if SOAK else 24


def seated(path: Path, *, unseen: bool = False) -> tuple[Game, list[str]]:
    """(a table with a hidden foe, the seats that must not know of him). unseen: somebody else plays the foe."""
    begun = with_hidden(path)
    assert begun is not None
    assert marks_in(begun) >= 8
    game = Game(begun)
    people = players_of(begun)
    seats = [game.invite("player", who) for who in people] + [game.invite("spectator"), game.invite("screen")]
    if unseen:
        game.invite("player", HIDDEN, name="Somebody")
    game.deaf = lambda: not still_hidden(game)
    return game, seats


def still_hidden(game: Game) -> bool:
    """Whether players see neither him nor a thing of his that lies about."""
    state, seat = game.contest.state, Seat("player", players_of(game.encounter))
    return not knows_of(state, seat, state.participants[HIDDEN]) and CANARY not in str(lying(state))


def lying(state: State) -> object:
    """What lies about for all to see, where a ruleset has such things."""
    return getattr(state, "ground", ())


def meddle(game: Game, rng: random.Random) -> None:
    """The game master does something that only he should know of."""
    state = game.contest.state
    if game.contest.missing_die is not None or state.held is not None:
        return
    said: dict[str, Value] = {"text": f"{CANARY} creeps up", "to": rng.choice([GM, HIDDEN])}
    deeds: list[Deed] = [
        Act(GM, SAY, said),
        Act(GM, "effect", {"who": HIDDEN, "name": f"{CANARY}-spell", "rounds": 2}),
        Act(GM, "mark", {"name": f"{CANARY}:mark"}),
        Act(GM, "set", {"path": f"{HIDDEN}.name", "value": f"{CANARY} the {rng.randint(1, 99)}th"}),
        Throw("2d6 + 1", who=HIDDEN),
        Throw("1d20", secret=True),
        Undo(),
        Redo(),
        Decide(HIDDEN, rng.choice(["plain", ""])),
    ]
    game.do(OWNER, rng.choice(deeds))


def shows_him(action: Action) -> bool:
    """Whether something of his is shown: the game master calls a thing by a word of his, he drops or takes one."""
    return action.verb in ("drop", "pick-up") if action.actor == HIDDEN else CANARY in str(action.values)


def play(game: Game, rng: random.Random) -> None:
    """Anybody does anything until it is over, or the hidden one is seen."""
    for _ in range(ACTS):
        if rng.random() < 0.3:
            meddle(game, rng)
        if not still_hidden(game) or not game.step(rng, but=shows_him):
            return
        if not still_hidden(game):
            return
        request = next((one for one in game.contest.requests if one.who == HIDDEN), None)
        action = drawn(game.contest.offers(request), request, rng) if request else None
        if action is not None and not shows_him(action):
            said = Act(HIDDEN, action.verb, action.values, action.request, f"{CANARY} mutters")
            game.do(game.seat_of(HIDDEN), said)


@pytest.mark.parametrize("path", ENCOUNTERS, ids=name)
def test_no_word_of_what_is_hidden_reaches_a_player(path: Path) -> None:
    for seed in range(GAMES):
        rng = random.Random(seed)
        game, seats = seated(path, unseen=seed % 2 == 1)
        play(game, rng)
        for seat in seats:
            sent = list(game.heard[seat])
            if still_hidden(game):
                items, _ = game.table.log(seat, count=10_000)
                asked = [one.id for one in game.contest.requests]
                offers = [msgspec.json.encode(game.table.offers(seat, request)) for request in asked]
                sent += [game.table.snapshot(seat), *items, *offers]
            for frame in sent:
                assert CANARY.encode() not in frame.lower(), frame
        assert any(CANARY.encode() in frame for frame in game.heard[OWNER])


@pytest.mark.parametrize("path", ENCOUNTERS, ids=name)
def test_a_refusal_does_not_tell_whether_somebody_is_there(path: Path) -> None:
    game, [seat, *_] = seated(path)
    [who, *_] = players_of(game.encounter)
    rng = random.Random(1)
    nobody = "zyxxz-0"
    for _ in range(12):
        if not still_hidden(game):
            break
        for request in [one.id for one in game.contest.requests if one.who == who] or ["jack-99"]:
            for verb in ("attack", "move", "nonsense"):
                reasons = {
                    game.refused(seat, Act(who, verb, {"target": other}, request)).replace(other, "-")
                    for other in (HIDDEN, nobody)
                }
                assert len(reasons) == 1, reasons
        for deeds in (
            [Act(who, SAY, {"text": "psst", "to": other}) for other in (HIDDEN, nobody)],
            [Act(other, SAY, {"text": "psst", "to": "all"}) for other in (HIDDEN, nobody)],
            [Act(other, "yield") for other in (HIDDEN, nobody)],
            [Act(who, "act", request=f"{other}-1") for other in (HIDDEN, nobody)],
            [Act(other, "act", request=f"{other}-1") for other in (HIDDEN, nobody)],
            [Words(f"attack {other}") for other in (HIDDEN, nobody)],
            [Throw("1d6", who=other) for other in (HIDDEN, nobody)],
        ):
            told = {game.refused(seat, deed).replace(HIDDEN, "-").replace(nobody, "-") for deed in deeds}
            assert len(told) == 1, told
        if not game.step(rng):
            break


# --- two worlds that differ in what is hidden ------------------------------------------------------------------------


LEAVES_TRACES = ("challenge", "close", "door", "open", "task", "try")
"""What opens or ends things that all can see, at once or when the game master has ruled on it."""


class World:
    """A table and the seats in it that must not be able to tell it from another."""

    def __init__(self, begun: Encounter, people: tuple[str, ...], *, waits: bool = False) -> None:
        self.game = Game(begun)
        self.people = people
        self.waits = waits
        self.reacted = self.acted = 0
        self.rng = random.Random(len(people))
        self.seats = [self.game.invite("player", who, join=False) for who in people]
        self.seats += [self.game.invite("spectator", join=False)]
        self.hush()
        for k, seat in enumerate(self.seats):
            self.game.table.join(seat, f"{k:032x}", self.game.now)
        self.game.look(*self.seats)

    def hush(self) -> None:
        """What players may not know is asked is answered: the hidden one does what nobody sees, others wait."""
        for _ in range(300):
            contest = self.game.contest
            his = [one for one in contest.requests if one.who == HIDDEN and contest.window.closes == "all"]
            if not his and any(self.told(one) for one in contest.requests):
                return
            first = next(iter(his or contest.requests), None)
            if first is None:
                return
            self.reacted += first.who == HIDDEN and first.kind == "react"
            action = self.quiet(first) if first.who == HIDDEN and not self.waits else None
            self.game.done(OWNER, Default(first.id) if action is None else act(action))
        raise AssertionError("the hidden go on for ever")

    def quiet(self, request: Request) -> Action | None:
        """Something the hidden one can do of which nobody else sees anything, nor anything else than of his default."""
        contest = self.game.contest
        waits = contest.fork()
        waits.take_default(request)
        for _ in range(4):
            action = drawn(contest.offers(request), request, self.rng)
            if action is None or shows_him(action) or contest.refusal(action) is not None:
                continue
            if action.verb in LEAVES_TRACES:
                continue
            acts = contest.fork()
            acts.push(action)
            if all(
                self.seen_of(acts, seat) in (self.seen_of(contest, seat), self.seen_of(waits, seat))
                for seat in self.knows()
            ):
                self.acted += 1
                return action
        return None

    def seen_of(self, contest: Contest, seat: Seat) -> object:
        """What a seat sees of a contest, but for what is asked."""
        view = replace(look(contest, seat), waiting=(), requests=())
        return view, cut_events(contest.events, seat), lying(contest.state)

    def knows(self) -> list[Seat]:
        return [Seat("player", (who,)) for who in self.people] + [Seat("player")]

    def told(self, request: Request) -> bool:
        state = self.game.contest.state
        return any(knows_asked(state, seat, request, self.people) for seat in self.knows())


def same_acts(a: World, b: World, rng: random.Random, verb: str = "") -> int:
    """The same acts of those seen in both worlds, rather of this verb, till they are over; how many."""
    for k in range(ACTS):
        here, there = ([one for one in world.game.contest.requests if world.told(one)] for world in (a, b))
        assert [known(one) for one in here] == [known(one) for one in there]
        if not here:
            return k
        request = rng.choice(here)
        other = there[here.index(request)]
        action = None
        if request.who in a.people:
            offers = a.game.contest.offers(request)
            assert offers == b.game.contest.offers(other)  # what a player may do tells nothing
            open_ones = [one for one in offers if one.closed is None and one.verb != "attack-unseen"]  # it may hit him
            action = drawn([one for one in open_ones if one.verb == verb] or open_ones, request, rng)
        for world, asked in ((a, request), (b, other)):
            deed = Default(asked.id) if action is None else act(action)
            world.game.done(OWNER if action is None else world.game.seat_of(request.who), deed)
            world.hush()
        if a.game.contest.outcome != b.game.contest.outcome:  # who won may be his doing
            return k
        same_frames(a, b)
    return ACTS


def same_frames(a: World, b: World) -> None:
    for seat in a.seats:
        for k, (mine, other) in enumerate(zip(a.game.heard[seat], b.game.heard[seat], strict=False)):
            assert mine == other, f"{seat}, frame {k}"
        assert len(a.game.heard[seat]) == len(b.game.heard[seat]), seat


@pytest.mark.parametrize("path", ENCOUNTERS, ids=name)
def test_with_and_without_a_hidden_foe_players_are_sent_the_same(path: Path) -> None:
    """Equal in number, order and bytes, as long as the hidden one does nothing that shows."""
    begun, people = with_hidden(path), players_of(encounter(path))
    assert begun is not None
    without = replace(begun, participants=tuple(one for one in begun.participants if one.id != HIDDEN))
    for seed in range(WORLDS):
        a, b = World(begun, people), World(without, people)
        assert same_acts(a, b, random.Random(seed))


@pytest.mark.parametrize("path", ENCOUNTERS, ids=name)
def test_whatever_the_sheet_of_a_hidden_foe_players_are_sent_the_same(path: Path) -> None:
    begun, people = with_hidden(path), players_of(encounter(path))
    assert begun is not None
    *others, hidden = begun.participants
    other = replace(begun, participants=(*others, replace(hidden, sheet=others[0].sheet)))
    if not starts(other):
        pytest.skip("nobody else's sheet fits the place")
    for seed in range(WORLDS):
        same_acts(World(begun, people), World(other, people), random.Random(seed))


@pytest.mark.parametrize("path", ENCOUNTERS, ids=name)
def test_what_only_a_foes_sheet_tells_shows_in_nothing(path: Path) -> None:
    """One more skill, that nobody sees and he does not use."""
    begun, people = encounter(path), players_of(encounter(path))
    foe = next(one for one in begun.participants if one.side != begun.participants[0].side)
    data = msgspec.json.decode(msgspec.json.encode(foe.sheet))
    kept = next((key for key in ("skills", "abilities", "motives") if isinstance(data.get(key), dict)), "")
    data[kept][CANARY] = next(iter(data[kept].values()), 1)
    skilled = replace(foe, sheet=msgspec.convert(data, type(foe.sheet)))
    other = replace(begun, participants=tuple(skilled if one is foe else one for one in begun.participants))
    assert starts(other)
    for seed in range(WORLDS):
        assert same_acts(World(begun, people), World(other, people), random.Random(seed))


def test_where_only_a_hidden_foe_may_react_players_see_what_they_see_after_any_act() -> None:
    """The same step, "the game master decides", then the update: with the hidden reactor and without."""
    path = next(path for path in ENCOUNTERS if name(path) == "dualaction/pit")
    begun, people = with_hidden(path), players_of(encounter(path))
    assert begun is not None
    without = replace(begun, participants=begun.participants[:-1])
    reacted = 0
    for seed in range(40 if SOAK else 8):
        a, b = World(begun, people, waits=True), World(without, people)
        same_acts(a, b, random.Random(seed), "move")
        reacted += a.reacted
    assert reacted > 0
