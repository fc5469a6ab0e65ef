"""The dialogue of certamen play: what the person sees, what he may type, and what comes of it."""

from collections.abc import Callable, Sequence

import click

from certamen.cli import show
from certamen.cli.fill import fill
from certamen.dice import DiceError
from certamen.kernel.action import GM, Action, Offer, Value
from certamen.kernel.contest import Contest
from certamen.kernel.errors import CertamenError
from certamen.kernel.event import Event
from certamen.kernel.explain import lines
from certamen.kernel.overrule import overrules, say_offer
from certamen.kernel.report import names_of
from certamen.kernel.run import decide
from certamen.kernel.view import GM_SEAT, Seat, View, cut_events, view
from certamen.kernel.window import Request
from certamen.kernel.words import WordsError, match, read, read_act

HELP = """\
  a number          choose that offer; what it still needs is asked
  words             attack thug with revolver: unique beginnings suffice
  default           let the usual thing happen
  why [N]           the reckoning of the last event, or of event N
  log [N]           the last N events (20)
  state, offers     look again
  say TEXT          free text, to all;  note TEXT: to the game master alone
  undo, redo        take back, or do again, your last act
  set PATH VALUE    as the game master: set thug.constitution 200
  gm VERB ...       any overrule of the game master; gm alone lists them
  help, quit        the journal is kept: go on another day"""


class Table:
    """One person at a terminal with a contest. `people` are the ids he decides for; `policies` decide for the rest."""

    def __init__(self, contest: Contest, people: Sequence[str], policies: dict[str, str]) -> None:
        self.contest = contest
        self.people = tuple(people)
        self.policies = policies
        everyone = {entry.id for entry in contest.encounter.participants}
        self.seat = GM_SEAT if everyone <= set(people) else Seat("player", self.people)
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
            "help": lambda _: click.echo(HELP),
        }

    def play(self) -> None:
        """Go on until the contest is over or the person leaves."""
        show.show_start(self.contest) if self.contest.started else click.echo(self.contest.encounter.title)
        while True:
            self.others()
            self.news()
            if self.contest.outcome is not None:
                show.show_outcome(self.contest, self.contest.outcome)
            elif (request := self.mine()) is not None and request.id != self.looked:
                self.looked = request.id
                if request.kind != "dice":
                    self.look()
                    self.show_offers(request)
            line = self.ask()
            if line is None or line in ("quit", "exit", "q"):
                click.echo("the journal is kept; certamen play JOURNAL goes on")
                return
            try:
                self.obey(line)
            except (CertamenError, DiceError) as error:
                click.echo(click.style(str(error), fg="red"))

    def mine(self) -> Request | None:
        """The first request the person answers."""
        for request in self.contest.requests:
            if request.kind in ("dice", "adjudicate", "review") or request.who == GM or request.who in self.people:
                return request
        return None

    def others(self) -> None:
        """Let the policies decide until the person is asked."""
        while self.contest.requests and self.mine() is None:
            decide(self.contest, self.contest.requests[0], self.policies)

    def events(self) -> tuple[Event, ...]:
        """What happened, as the person's seat may know it."""
        return cut_events(self.contest.events, self.seat)

    def news(self) -> None:
        """Show what happened since the last look."""
        events = self.events()
        self.shown = min(self.shown, len(events))
        if self.contest.started:
            show.show_events(self.contest, events[self.shown :])
        self.shown = len(events)

    def view(self) -> View:
        """What the person may know now."""
        return view(self.contest, self.seat)

    def look(self) -> None:
        """Show the state as the person may know it."""
        if not self.contest.started:
            return
        seen = self.view()
        click.echo()
        show.show_strip(self.contest, [one.id for one in seen.participants])
        for one in seen.participants:
            figures = ", ".join(f"{name} {value}" for name, value in one.values.items())
            effects = ", ".join(effect.name for effect in one.effects)
            status = "" if one.status == "in" else one.status
            facts = "; ".join(text for text in (status, one.words, figures, effects) if text)
            click.echo(f"  {show.name_of(self.contest, one.id)} ({one.side}): {facts}")
            if one.budget is not None and one.id == seen.acting and one.budget.limits:
                click.echo(f"    budget: {show.budget_words(one.budget)}")

    def show_offers(self, request: Request | None) -> None:
        """The numbered offers, and why the others are closed."""
        if request is None:
            click.echo("nothing is asked of you")
            return
        who = show.name_of(self.contest, request.who) if self.contest.started else request.who
        click.echo(click.style(f"{who}: {request.cause or request.kind}", bold=True))
        for number, offer in enumerate(self.contest.offers(request), 1):
            click.echo(show.offer_line(number, offer))

    def ask(self) -> str | None:
        """One line from the person; None when there is no more."""
        request = self.mine()
        prompt = f"{request.cause}: " if request and request.kind == "dice" else "> "
        try:
            return str(input(prompt)).strip()
        except EOFError:
            click.echo()
            return None

    def obey(self, line: str) -> None:
        """Do what the line says."""
        if not line:
            return
        word, _, rest = line.partition(" ")
        request = self.mine()
        if word in self.commands:
            self.commands[word](rest.strip())
        elif request is None or self.contest.outcome is not None:
            click.echo("it is over: why, log, undo, gm reopen, or quit")
        elif request.kind == "dice":
            self.face(request, line)
        elif line.isdecimal():
            self.numbered(request, int(line))
        else:
            self.act(request, *self.read(line, request))

    def read(self, line: str, request: Request) -> tuple[str, dict[str, Value], str]:
        """The act that the words name; a command is meant where its beginning is typed and no act fits."""
        try:
            return read_act(line, (*self.contest.offers(request), *self.contest.unasked(request.who)))
        except WordsError:
            word = line.split()[0].lower()
            commands = [name for name in self.commands if name.startswith(word)]
            if len(commands) == 1 and not match(word, [show.option(o.verb) for o in self.contest.offers(request)]):
                raise WordsError(f"did you mean {commands[0]}?") from None
            raise

    def face(self, request: Request, line: str) -> None:
        """A face of a real die."""
        if not line.isdecimal():
            raise WordsError(f"type what the die shows, 1 to {request.about['sides']}; undo takes the act back")
        self.do(request, "roll", {"face": int(line)})

    def numbered(self, request: Request, number: int) -> None:
        """The offer of this number; what it needs is asked."""
        offers = self.contest.offers(request)
        if not 1 <= number <= len(offers):
            raise WordsError(f"there are offers 1 to {len(offers)}")
        offer = offers[number - 1]
        if offer.closed is not None:
            raise WordsError(f"{offer.verb}: {offer.closed.reason}")
        self.do(request, offer.verb, fill(offer, lambda prompt: input(prompt)))

    def act(self, request: Request, verb: str, values: dict[str, Value], text: str) -> None:
        """Push what was read: the answer to what is asked, or what may be done unasked."""
        asked = verb in request.verbs or request.kind == "review"
        self.contest.push(Action(request.who, verb, values, request.id if asked else "", text))

    def do(self, request: Request, verb: str, values: dict[str, Value], text: str = "") -> None:
        """Push the act."""
        self.contest.push(Action(request.who, verb, values, request.id, text))

    def default(self, _: str) -> None:
        """Let the default answer."""
        request = self.mine()
        if request is None or request.kind == "dice":
            raise WordsError("there is no default for this")
        self.contest.take_default(request)

    def why(self, number: str) -> None:
        """The reckoning of an event."""
        events = self.events()
        if number and not number.isdecimal():
            raise WordsError("why takes the number of an event")
        known = [e for e in events if (e.n == int(number) if number else e.parts or e.dice)]
        if not known:
            raise WordsError(f"there is no event {number}" if number else "nothing was reckoned yet")
        names = names_of(self.contest)
        click.echo("\n".join(lines(known[-1], self.contest.ruleset.narrate(known[-1], names), names)))

    def log(self, number: str) -> None:
        """The last events again."""
        count = int(number) if number.isdecimal() else 20
        show.show_events(self.contest, self.events()[-count:])

    def undo(self, _: str) -> None:
        """Take back the person's last act, and what policies did after it."""
        undone = self.contest.pop()
        while undone.actor not in (*self.people, GM) and self.contest.undoable is not None:
            undone = self.contest.pop()
        self.looked = ""
        click.echo(f"undone: {undone.actor} {undone.verb}")

    def redo(self, _: str) -> None:
        """Do the person's last undone act again, and what policies did after it."""
        redone = self.contest.redoable
        self.contest.redo()
        while (then := self.contest.redoable) is not None and then.actor not in (*self.people, GM):
            self.contest.redo()
        self.looked = ""
        click.echo(f"done again: {redone.actor} {redone.verb}" if redone else "")

    def set_value(self, rest: str) -> None:
        """Set a value as the game master."""
        path, _, value = rest.partition(" ")
        if not path or not value:
            raise WordsError("as in: set thug.constitution 200")
        number = value.lstrip("-")
        self.contest.overrule("set", path=path, value=int(value) if number.isdecimal() else value)
        self.looked = ""

    def overrule(self, rest: str) -> None:
        """Any overrule of the game master, in words."""
        offers: Sequence[Offer] = overrules(self.contest.state)
        if not rest:
            for number, offer in enumerate(offers, 1):
                click.echo(show.offer_line(number, offer))
            return
        verb, values = read(rest, offers)
        self.contest.push(Action(GM, verb, values))
        self.looked = ""

    def say(self, text: str, to: str) -> None:
        """Free text."""
        speaker = self.people[0] if self.seat.kind == "player" else GM
        if not text:
            raise WordsError("say what?")
        assert say_offer(self.contest.state, speaker).closed is None  # free text is never closed
        self.contest.push(Action(speaker, "say", {"text": text, "to": to, "about": 0}))
