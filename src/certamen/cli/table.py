"""The dialogue of certamen play: what the person sees, what he may type, and what comes of it."""

from collections.abc import Callable, Sequence

import click

from certamen.cli import gm, show
from certamen.cli.counsel import advised, show_advice, show_odds
from certamen.cli.fill import fill, prompted
from certamen.cli.table_help import HELP
from certamen.dice import DiceError
from certamen.kernel.action import GM, SAY, Action, Option, Value
from certamen.kernel.contest import Contest
from certamen.kernel.errors import CertamenError, NothingToUndo
from certamen.kernel.event import Event
from certamen.kernel.record import Entry
from certamen.kernel.run import decide
from certamen.kernel.view import GM_SEAT, Seat, cut_events, view
from certamen.kernel.window import Request
from certamen.kernel.words import WordsError, match, read_act

OVER = "it is over: why, log, state, undo, gm reopen, or quit"
MOST_ACTS_BETWEEN = 5_000
"""So many acts of others, then the person has a word: where nobody can win and he is out of it, it would never end."""


class Table:
    """One person at a terminal with a contest.

    `people` are the ids he decides for, `policies` decide for the rest; with `is_gm` he is the game master too.
    """

    def __init__(self, contest: Contest, people: Sequence[str], policies: dict[str, str], *, is_gm: bool) -> None:
        self.contest = contest
        self.people = tuple(people)
        self.policies = policies
        self.is_gm = is_gm
        self.seat = GM_SEAT if is_gm else Seat("player", self.people)
        self.shown = 0
        self.looked = ""
        self.commands: dict[str, Callable[[str], None]] = {
            "why": self.why,
            "undo": self.undo,
            "redo": self.redo,
            "set": self.set_value,
            "gm": self.overrule,
            "say": lambda text: self.say(text, "all"),
            "note": lambda text: self.say(text, GM),
            "log": self.log,
            "state": lambda _: self.look(),
            "offers": lambda _: self.show_offers(self.mine()),
            "default": self.default,
            "odds": lambda words: show_odds(self.contest, self.mine(), words, knows_all=self.is_gm),
            "advise": lambda who: show_advice(self.contest, advised(self.contest, who or self.asked())),
            "help": lambda _: click.echo(HELP),
        }

    def play(self, recent: int | None = None) -> None:
        """Go on until the person leaves; of what happened before, `recent` events are shown (all when None)."""
        show.show_start(self.contest)
        if recent is not None and len(self.events()) > recent:
            self.shown = len(self.events()) - recent
            click.echo(f"\n({self.shown} events before; log {len(self.events())} shows them)")
        while True:
            try:
                self.others()
            except (CertamenError, DiceError) as error:
                click.echo(click.style(str(error), fg="red"))
            self.news()
            line = self.ask()
            if line is None or line in ("quit", "exit", "q"):
                return
            try:
                self.obey(line)
            except (CertamenError, DiceError) as error:
                click.echo(click.style(str(error), fg="red"))

    def decides(self, who: str) -> bool:
        """Whether the person answers for this participant: the game master also for those who joined later."""
        return who in self.people or (self.is_gm and (who == GM or who not in self.policies))

    def mine(self) -> Request | None:
        """The first request the person answers."""
        for request in self.contest.requests:
            if request.kind == "dice" or self.decides(request.who):
                return request
        return None

    def asked(self) -> str:
        """Of whom the first request is that the person answers."""
        request = self.mine()
        return request.who if request is not None else ""

    def others(self) -> None:
        """Let the policies decide until the person is asked."""
        for _ in range(MOST_ACTS_BETWEEN):
            if not self.contest.requests or self.mine() is not None:
                return
            decide(self.contest, self.contest.requests[0], self.policies)
        click.echo("the others have gone on for long and you were not asked; Enter lets them go on, gm end ends it")

    def events(self) -> tuple[Event, ...]:
        """What happened, as the person's seat may know it."""
        return cut_events(self.contest.events, self.seat)

    def news(self) -> None:
        """Show what happened since the last look, and what is asked now where that is new."""
        events = self.events()
        self.shown = min(self.shown, len(events))
        show.show_events(self.contest, events[self.shown :])
        self.shown = len(events)
        request, outcome = self.mine(), self.contest.outcome
        asked = "over" if outcome is not None else request.id if request is not None else ""
        if asked and asked != self.looked:
            if outcome is not None:
                show.show_outcome(outcome)
                self.look()
                click.echo(OVER)
            elif request is not None and request.kind != "dice":
                self.look()
                self.show_offers(request)
        self.looked = asked

    def look(self) -> None:
        """Show the state as the person may know it."""
        if not self.contest.started:
            return
        seen = view(self.contest, self.seat)
        click.echo()
        show.show_strip(self.contest, [one.id for one in seen.participants])
        for one in seen.participants:
            show.show_figure(self.contest, one, acting=one.id == seen.acting)

    def show_offers(self, request: Request | None) -> None:
        """The numbered offers, and why the others are closed."""
        if self.contest.outcome is not None:
            click.echo(OVER)
        elif request is None:
            click.echo("nothing is asked of you")
        else:
            default = show.words_of(request.default.verb, request.default.values)
            head = f"{show.name_of(self.contest, request.who)}: {request.cause or request.kind}"
            click.echo(click.style(head, bold=True) + click.style(f" (default: {default})", dim=True))
            if request.kind == "review":
                show.show_events(self.contest, self.contest.state.held_events)
            show.show_offers(self.contest.offers(request))

    def ask(self) -> str | None:
        """One line from the person; None when there is no more."""
        request = self.mine()
        prompt = "> "
        if request is not None and request.kind == "dice":
            known = not self.contest.started or any(
                one.id == request.who for one in view(self.contest, self.seat).participants
            )
            roller = show.plain_name(self.contest, request.who) if known else "the game master"
            prompt = f"{roller}: {request.cause}: "
        return prompted(prompt)

    def obey(self, line: str) -> None:
        """Do what the line says."""
        word, _, rest = line.partition(" ")
        request = self.mine()
        if not line:
            return
        if word in self.commands:
            self.commands[word](rest.strip())
        elif self.contest.outcome is not None:
            click.echo(OVER)
        elif request is not None and request.kind == "dice":
            self.face(request, line)
        elif request is not None and line.isascii() and line.isdecimal():
            self.numbered(request, int(line[:9]))
        elif word in self.people and rest:
            self.at_any_time(word, rest)
        else:
            self.in_words(line, request)

    def in_words(self, line: str, request: Request | None) -> None:
        """The act that the words name: one that is asked, else one that may be done at any time."""
        offers = self.contest.offers(request) if request else ()
        free = [
            (who, offer)
            for who in self.people
            for offer in self.contest.unasked(who)
            if offer.verb != SAY and offer.verb not in {one.verb for one in offers}
        ]
        try:
            verb, values, text = read_act(line, [*offers, *(offer for _, offer in free)])
        except WordsError:
            word = line.split()[0].lower()
            commands = [name for name in self.commands if name.startswith(word)]
            if len(commands) == 1 and not match(word, [Option(offer.verb) for offer in offers]):
                raise WordsError(f"did you mean {commands[0]}?") from None
            raise
        if request is not None and any(offer.verb == verb for offer in offers):
            self.contest.push(Action(request.who, verb, values, request.id, text))
            return
        able = dict.fromkeys(who for who, offer in free if offer.verb == verb)
        if len(able) > 1:
            raise WordsError(f"who? {' or '.join(able)} could; as in: {next(iter(able))} {line}")
        self.contest.push(Action(next(iter(able)), verb, values, text=text))

    def at_any_time(self, who: str, line: str) -> None:
        """What a participant does without being asked."""
        verb, values, text = read_act(line, [offer for offer in self.contest.unasked(who) if offer.verb != SAY])
        self.contest.push(Action(who, verb, values, text=text))

    def face(self, request: Request, line: str) -> None:
        """A face of a real die."""
        if not (line.isascii() and line.isdecimal()):
            raise WordsError(f"type what the die shows, 1 to {request.about['sides']}; undo takes the act back")
        self.contest.push(Action(request.who, "roll", {"face": int(line[:9])}, request.id))

    def numbered(self, request: Request, number: int) -> None:
        """The open offer of this number; what it needs is asked."""
        offers = [offer for offer in self.contest.offers(request) if offer.closed is None]
        if not 1 <= number <= len(offers):
            raise WordsError(f"there are offers 1 to {len(offers)}")
        offer = offers[number - 1]
        self.contest.push(Action(request.who, offer.verb, fill(offer, prompted), request.id))

    def default(self, _: str) -> None:
        """Let the default answer."""
        request = self.mine()
        if request is None or request.kind == "dice":
            raise WordsError("there is no default for this")
        self.contest.take_default(request)

    def why(self, number: str) -> None:
        """The reckoning of an event."""
        if number and not (number.isascii() and number.isdecimal()):
            raise WordsError("why takes the number of an event")
        known = [e for e in self.events() if (e.n == int(number[:9]) if number else e.parts or e.dice)]
        if not known:
            raise WordsError(f"there is no event {number}" if number else "nothing was reckoned yet")
        show.show_reckoning(self.contest, known[-1])

    def log(self, number: str) -> None:
        """The last events again."""
        count = int(number[:9]) if number.isascii() and number.isdecimal() else 20
        show.show_events(self.contest, self.events()[-count:] if count else ())

    def undo(self, _: str) -> None:
        """Take back the person's last act, and what policies did after it; or the dice typed for another's act."""
        missing, waiting = self.contest.missing_die, self.contest.undoable
        if missing and waiting and self.decides(waiting.actor):
            self.told("undone", self.contest.pop())
            return
        if missing and missing.index > self.contest.index:
            self.contest.pop() if waiting else self.contest.wait(None, ())
            click.echo("the dice typed for this are forgotten: type them anew")
            return
        if not any(map(self.typed, self.contest.entries)):
            raise NothingToUndo("there is nothing of yours to undo")
        if missing:
            self.contest.pop()
        while not self.typed(self.contest.entries[-1]):
            self.contest.pop()
        self.told("undone", self.contest.pop())

    def typed(self, entry: Entry) -> bool:
        """Whether an act is the person's own."""
        return entry.action is not None and (entry.by == "" or self.decides(entry.action.actor))

    def redo(self, _: str) -> None:
        """Do the person's last undone act again, and what policies did after it."""
        redone = self.contest.redoable
        self.contest.redo()
        while self.contest.redoable is not None and self.mine() is None:
            self.contest.redo()
        if redone is not None:
            self.told("done again", redone)

    def told(self, what: str, act: Action) -> None:
        """Say what was taken back or done again, and look anew."""
        self.looked = ""
        click.echo(f"{what}: {show.act_text(show.known_names(self.contest), act)}")

    def set_value(self, rest: str) -> None:
        """Set a value as the game master."""
        gm.set_value(self.contest, rest, self.seat)
        self.looked = ""

    def overrule(self, rest: str) -> None:
        """Any overrule of the game master, in words; without words, all there are."""
        if gm.overrule(self.contest, rest, self.seat):
            self.looked = ""

    def say(self, text: str, to: str) -> None:
        """Free text."""
        speaker = GM if self.is_gm else self.people[0]
        if not text:
            raise WordsError("say what?")
        values: dict[str, Value] = {"text": text, "to": to, "about": 0}
        self.contest.push(Action(speaker, SAY, values))
