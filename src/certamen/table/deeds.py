"""What each command does: who may, what it changes, or why not. Reasons tell a player nothing of who is hidden."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from certamen.kernel.action import GM, SAY, Action, Offer
from certamen.kernel.contest import Contest
from certamen.kernel.errors import IllegalAction, NothingToUndo
from certamen.kernel.records import Journal
from certamen.kernel.replaying import go_on
from certamen.kernel.window import Request
from certamen.kernel.words import WordsError, read_act
from certamen.table import deeds_dice, deeds_seats, fair, protocol, publish
from certamen.table.events import ClockSet, Decided, Paused, PictureSet, Undone
from certamen.table.held import taken_back
from certamen.table.protocol import MOST_ACTS, Deed, PictureSeen
from certamen.table.refused import Refused, playing
from certamen.table.seats import Seat

if TYPE_CHECKING:
    from certamen.table.table import Table

Result = dict[str, Any]
PAUSED = "the game is paused"
NOT_ASKED = "this is not asked any more"
KINDS = ("act", "react", "shift", "choose", "dice", "adjudicate", "review")
LONGEST_WAIT = 60 * 60 * 24 * 30
FARTHEST = 10_000_000
PICTURE = re.compile(r"[A-Za-z0-9_-]{0,64}\Z")


def do(table: Table, seat: Seat, deed: Deed) -> Result:
    """Do it; what the answer tells besides. Raises Refused or CertamenError, and nothing is changed."""
    may = FOR_PLAYERS if seat.kind == "player" else EVERYTHING if seat.is_gm else {}
    doing = may.get(type(deed))
    if doing is None:
        raise Refused("you only look on here" if not may else "only the game master may do this")
    if table.reading and type(deed) not in WHILE_READING:
        raise Refused(table.reading)
    if table.ledger.paused and not seat.is_gm and not _is_talk(deed):
        raise Refused(PAUSED)
    if table.ledger.keys and type(deed) not in NO_DICE and not _is_talk(deed):
        raise Refused("a key of the dice was shown: who has it could foretell what is rolled from now on")
    return doing(table, seat, deed) or {}


def _is_talk(deed: Deed) -> bool:
    return isinstance(deed, protocol.Act) and deed.verb == SAY and not deed.request


# --- acts ----------------------------------------------------------------------------------------------------------


def _act(table: Table, seat: Seat, deed: protocol.Act) -> None:
    table.act(_action(table, seat, deed))


def _action(table: Table, seat: Seat, deed: protocol.Act) -> Action:
    """The act as the contest takes it. Raises Refused where it is not the seat's to do."""
    contest = playing(table)
    if not seat.is_gm:
        if deed.actor not in seat.characters:
            raise Refused(f"you do not play {deed.actor[:70]}")
        asked = any(one.id == deed.request and one.who == deed.actor for one in contest.requests)
        if deed.request and not asked and contest.outcome is None:
            raise Refused(NOT_ASKED)
    values = dict(deed.values)
    if deed.verb == SAY and isinstance(about := values.get("about"), int):
        place = table.reader(seat.knows).log.true_place(about)
        values["about"] = 0 if place is None else table.ledger.lines[place].event.n
    return Action(deed.actor, deed.verb, values, deed.request, deed.text)


def _acts(table: Table, seat: Seat, deed: protocol.Acts) -> None:
    if not 1 <= len(deed.acts) <= MOST_ACTS:
        raise Refused(f"1 to {MOST_ACTS} acts are done together")
    with table.all_or_none():
        for n, act in enumerate(deed.acts, 1):
            try:
                _act(table, seat, act)
            except IllegalAction as error:
                raise Refused(f"act {n} of {len(deed.acts)}: {error.refusal.reason}", error.refusal.rule) from None


def _words(table: Table, seat: Seat, deed: protocol.Words) -> None:
    """As `certamen play` takes them: an act that is asked, else one that may be done at any time."""
    contest = playing(table)
    mine = [one for one in contest.requests if one.who in seat.characters or (seat.is_gm and _waits(table, one))]
    request = next((one for one in mine if deed.request in ("", one.id)), None)
    text = deed.text.strip()
    word, _, rest = text.partition(" ")
    if word in ("say", "note") and rest.strip():
        speaker = GM if seat.is_gm else request.who if request else next(iter(seat.characters), "")
        said = protocol.Act(speaker, SAY, {"text": rest.strip(), "to": "all" if word == "say" else GM})
        return _act(table, seat, said)
    if word in ("gm", "set") and seat.is_gm:
        return _overrule(table, contest, rest if word == "gm" else text)
    if deed.request and request is None:
        raise Refused(NOT_ASKED)
    offers = contest.offers(request) if request else ()
    free = _free(table, contest, seat, {offer.verb for offer in offers})
    if word in seat.characters and rest:
        free, offers, text = [(who, offer) for who, offer in free if who == word], (), rest
    verb, values, text = read_act(text, [*offers, *(offer for _, offer in free)])
    if request is not None and any(offer.verb == verb for offer in offers):
        table.act(Action(request.who, verb, values, request.id, text))
        return None
    able = dict.fromkeys(who for who, offer in free if offer.verb == verb)
    if len(able) > 1:
        raise WordsError(f"who? {' or '.join(able)} could; as in: {next(iter(able))} {deed.text}")
    table.act(Action(next(iter(able)), verb, values, text=text))
    return None


def _free(table: Table, contest: Contest, seat: Seat, besides: set[str]) -> list[tuple[str, Offer]]:
    """What the seat may do unasked, by who would do it; of the game master's, no act that is asked anyway."""
    people = (GM, *(_unplayed(table, contest))) if seat.is_gm else seat.characters
    return [
        (who, offer)
        for who in people
        for offer in contest.unasked(who)
        if offer.verb != SAY and offer.verb not in besides
    ]


def _unplayed(table: Table, contest: Contest) -> list[str]:
    return [who for who in contest.state.participants if who not in table.players] if contest.started else []


def _waits(table: Table, request: Request) -> bool:
    return request.who not in table.players


def _overrule(table: Table, contest: Contest, text: str) -> None:
    verb, values, said = read_act(text, [offer for offer in contest.unasked(GM) if offer.verb != SAY])
    table.act(Action(GM, verb, values, text=said))


def take_default(table: Table, request: Request) -> None:
    """Answer a request with its default; the events say so."""
    default = request.default
    table.act(Action(request.who, default.verb, default.values, request.id), "default")


def _default(table: Table, seat: Seat, deed: protocol.Default) -> None:
    take_default(table, _open(table, lambda one: one.id == deed.request))


def _open(table: Table, fits: Callable[[Request], bool]) -> Request:
    found = next((one for one in playing(table).requests if fits(one)), None)
    if found is None:
        raise Refused(NOT_ASKED)
    return found


def _decide(table: Table, seat: Seat, deed: protocol.Decide) -> None:
    contest = playing(table)
    if not contest.started or deed.who not in contest.state.participants:
        raise Refused(f"there is no participant {deed.who[:70]}")
    if deed.policy and deed.policy not in contest.ruleset.policies:
        raise Refused(f"there is no policy {deed.policy[:70]}: {', '.join(contest.ruleset.policies)}")
    if deed.once:
        table.act_by_policy(
            _open(table, lambda one: one.who == deed.who and one.kind != "dice"), deed.policy or "plain"
        )
    else:
        table.happened(Decided(deed.who, deed.policy))


# --- undo ----------------------------------------------------------------------------------------------------------


def _undo(table: Table, seat: Seat, deed: protocol.Undo) -> None:
    """Take back the last act that would not be done again at once, with what policies did by themselves after it."""
    contest, ledger = playing(table), table.ledger
    then = publish.before(contest, GM)
    if contest.missing_die is not None:
        contest.pop(seat.id)
        table.acted.append(then)
        table.changed()
        return
    last = ledger.last_own()
    if last < 1:
        raise NothingToUndo("there is nothing to undo")
    told = taken_back(table, [place for act in ledger.acts[last:] for place in act.lines])
    for _ in range(len(ledger.acts) - last):
        contest.pop(seat.id)
    if told != Undone():
        table.happened(told)
    table.acted.append(then)
    table.changed()


def _redo(table: Table, seat: Seat, deed: protocol.Redo) -> None:
    """Do again what was last taken back, with what policies had done by themselves after it."""
    contest, ledger = playing(table), table.ledger
    then = publish.before(contest, GM)
    contest.redo(seat.id)
    while ledger.undone and ledger.by_itself(ledger.undone[-1]):
        contest.redo(seat.id)
    table.acted.append(then)
    table.changed()


# --- the table -----------------------------------------------------------------------------------------------------


def _pause(table: Table, seat: Seat, deed: protocol.Pause) -> None:
    table.happened(Paused(deed.on))


def _clock(table: Table, seat: Seat, deed: protocol.Clock) -> None:
    for kind, seconds in deed.seconds.items():
        if kind not in KINDS or not 0 <= seconds <= LONGEST_WAIT:
            raise Refused(f"the clock counts {', '.join(KINDS)}, up to {LONGEST_WAIT} seconds each")
    table.happened(ClockSet({kind: seconds for kind, seconds in deed.seconds.items() if seconds}))


def _picture(table: Table, seat: Seat, deed: protocol.Picture) -> None:
    sizes = (deed.x, deed.y, deed.width, deed.height)
    if not PICTURE.match(deed.id) or any(abs(one) > FARTHEST for one in sizes) or min(deed.width, deed.height) < 0:
        raise Refused("this is no picture of the table, or lies beyond any map")
    table.happened(PictureSet(PictureSeen(deed.id, *sizes) if deed.id else None))


def _go_on(table: Table, seat: Seat, deed: protocol.GoOn) -> None:
    """Go on under the present rules with what older ones left. Raises JournalError where that cannot be."""
    if not table.reading:
        raise Refused("the table is kept under the present rules already")
    header = table.lines.header_line
    assert header is not None  # a table that was opened again has one
    source = fair.source(table.keys, table.ledger.values)
    journal = Journal(table.title, header, tuple(table.ledger.journal), "", 0, table.lines.mark)
    contest, record = go_on(journal, table.ruleset, source, seat.id)
    table.lines.journal(record)
    contest.recorder = table.lines
    table.contest, table.version, table.reading = contest, table.ruleset.version, ""
    table.changes += 1
    table.changed()


FOR_PLAYERS: dict[type, Callable[[Table, Seat, Any], Result | None]] = {
    protocol.Act: _act,
    protocol.Words: _words,
    protocol.Roll: deeds_dice.roll,
    protocol.Throw: deeds_dice.throw,
}
EVERYTHING: dict[type, Callable[[Table, Seat, Any], Result | None]] = {
    **FOR_PLAYERS,
    protocol.Acts: _acts,
    protocol.Default: _default,
    protocol.Decide: _decide,
    protocol.Undo: _undo,
    protocol.Redo: _redo,
    protocol.Pause: _pause,
    protocol.Clock: _clock,
    protocol.Invite: deeds_seats.invite,
    protocol.Change: deeds_seats.change,
    protocol.Reissue: deeds_seats.reissue,
    protocol.Revoke: deeds_seats.revoke,
    protocol.Call: deeds_dice.call,
    protocol.Picture: _picture,
    protocol.RevealKey: deeds_dice.reveal_key,
    protocol.GoOn: _go_on,
}
WHILE_READING = (protocol.Invite, protocol.Change, protocol.Reissue, protocol.Revoke, protocol.GoOn, protocol.RevealKey)
NO_DICE = (*WHILE_READING, protocol.Pause, protocol.Clock, protocol.Picture)

__all__ = ["Refused", "do", "playing", "take_default"]
