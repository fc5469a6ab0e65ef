"""What goes between a seat and its table: commands one way, frames the other. Plain data, and the whole contract.

A client sends a `Command` and gets one `Answer` for it. What happens reaches it as numbered frames: a `Snapshot` of all
its seat may know, then `Update` and `Deciding` frames with n one higher each, so that a gap is seen and tells nothing.
`certamen.table.typescript` writes the same types for the pages.
"""

from typing import Any, Literal

from msgspec import Struct

from certamen.kernel.action import Field, Refusal, Value
from certamen.kernel.budget import Budget
from certamen.kernel.effect import Effect
from certamen.kernel.encounter import Objective
from certamen.kernel.event import Die
from certamen.kernel.state import Outcome

SeatKind = Literal["owner", "gm", "player", "spectator", "screen"]
"""owner: the game master whose table it is; gm: a co-game master; screen: a spectator's view for a whole room."""

LONGEST_ID = 64
MOST_ACTS = 200

# --- what a seat asks for ------------------------------------------------------------------------------------------


class Act(Struct, frozen=True, tag_field="do", tag="act", forbid_unknown_fields=True):
    """An action: in answer to a request, or ("" for it) free text, what is done unasked, an overrule of the gm."""

    actor: str
    verb: str
    values: dict[str, Value] = {}
    request: str = ""
    text: str = ""


class Words(Struct, frozen=True, tag_field="do", tag="words", forbid_unknown_fields=True):
    """An act in words, as `certamen play` takes them: "attack thug with revolver"; request "" is the seat's first."""

    text: str
    request: str = ""


class Acts(Struct, frozen=True, tag_field="do", tag="acts", forbid_unknown_fields=True):
    """Several acts of the game master's, in order; all are done or none."""

    acts: tuple[Act, ...]


class Default(Struct, frozen=True, tag_field="do", tag="default", forbid_unknown_fields=True):
    """The game master lets a waiting request take its default."""

    request: str


class Decide(Struct, frozen=True, tag_field="do", tag="decide", forbid_unknown_fields=True):
    """The game master lets a policy decide for a participant from now on, or `once`; "" gives him back to his seat."""

    who: str
    policy: str
    once: bool = False


class Undo(Struct, frozen=True, tag_field="do", tag="undo", forbid_unknown_fields=True):
    """The game master takes back the last act."""


class Redo(Struct, frozen=True, tag_field="do", tag="redo", forbid_unknown_fields=True):
    """The game master does again what was last taken back, with the same dice."""


class Pause(Struct, frozen=True, tag_field="do", tag="pause", forbid_unknown_fields=True):
    """The game master stops the game for all others, or lets it go on."""

    on: bool


class Clock(Struct, frozen=True, tag_field="do", tag="clock", forbid_unknown_fields=True):
    """How many seconds requests of each kind wait before they take their default; a kind left out waits for ever."""

    seconds: dict[str, int]


class Invite(Struct, frozen=True, tag_field="do", tag="invite", forbid_unknown_fields=True):
    """A new seat. The answer's `result` holds {"seat": id, "token": text}; the token is never shown again."""

    kind: SeatKind
    name: str
    characters: tuple[str, ...] = ()


class Change(Struct, frozen=True, tag_field="do", tag="change", forbid_unknown_fields=True):
    """Another name or other characters for a seat: so a character is handed over."""

    seat: str
    name: str
    characters: tuple[str, ...] = ()


class Reissue(Struct, frozen=True, tag_field="do", tag="reissue", forbid_unknown_fields=True):
    """A new link for a seat, revoked or not; the old one, and all who came by it, are out."""

    seat: str


class Revoke(Struct, frozen=True, tag_field="do", tag="revoke", forbid_unknown_fields=True):
    """The seat's link no longer opens, and all who sit there are out."""

    seat: str


class Call(Struct, frozen=True, tag_field="do", tag="call", forbid_unknown_fields=True):
    """The game master asks for a check (one of the ruleset's questions, `Query`) of each of these; or rolls it himself.

    With `secret` he rolls at once and nobody else hears of it; else each is asked, and rolls with `Roll`.
    """

    who: tuple[str, ...]
    query: str
    values: dict[str, int | str] = {}
    secret: bool = False


class Roll(Struct, frozen=True, tag_field="do", tag="roll", forbid_unknown_fields=True):
    """The dice of a check that was called for; `faces` where people roll their own."""

    call: str
    faces: tuple[int, ...] = ()


class Throw(Struct, frozen=True, tag_field="do", tag="throw", forbid_unknown_fields=True):
    """A roll of any dice expression, for all to see, or the game master's in secret; `faces` where people roll."""

    expression: str
    who: str = ""
    secret: bool = False
    faces: tuple[int, ...] = ()


class Picture(Struct, frozen=True, tag_field="do", tag="picture", forbid_unknown_fields=True):
    """The picture under the map (the id of one uploaded, "" for none) and where it lies, in centimetres."""

    id: str
    x: int = 0
    y: int = 0
    width: int = 0
    height: int = 0


class RevealKey(Struct, frozen=True, tag_field="do", tag="reveal-key", forbid_unknown_fields=True):
    """The owner shows a key of the dice: the open one at the end of play, the secret one if he likes."""

    key: Literal["open", "secret"]


class GoOn(Struct, frozen=True, tag_field="do", tag="go-on", forbid_unknown_fields=True):
    """The game master goes on under the rules' present version with a table that was kept under an older one."""


Deed = (
    Act
    | Words
    | Acts
    | Default
    | Decide
    | Undo
    | Redo
    | Pause
    | Clock
    | Invite
    | Change
    | Reissue
    | Revoke
    | Call
    | Roll
    | Throw
    | Picture
    | RevealKey
    | GoOn
)


class Command(Struct, frozen=True, forbid_unknown_fields=True):
    """A deed, with an id of the client's own making (1 to 64 signs) and the number of the frame it was made upon.

    A repeated id is answered as before and not done again. Where `n` is not the seat's last frame, the answer is stale:
    nothing is done. None means whatever the number: for what depends on nothing seen (free text, a throw, a seat).
    """

    id: str
    deed: Deed
    n: int | None = None


# --- what a seat is told -------------------------------------------------------------------------------------------


class Answer(Struct, frozen=True, tag_field="type", tag="answer", omit_defaults=True):
    """What became of a command: done, or refused with its reason and rule, or stale. It is on disk by then."""

    id: str
    done: bool
    reason: str = ""
    rule: str = ""
    stale: bool = False
    result: dict[str, Any] = {}


class OfferSeen(Struct, frozen=True, omit_defaults=True):
    """A kind of act to choose. `points`: for each field of places on a map, by its name, the options' x and y in cm."""

    verb: str
    label: str
    fields: tuple[Field, ...] = ()
    cost: tuple[tuple[str, int], ...] = ()
    rules: tuple[str, ...] = ()
    closed: Refusal | None = None
    points: dict[str, tuple[tuple[int, int], ...]] = {}


class Asked(Struct, frozen=True, omit_defaults=True):
    """A request this seat may answer. `default` in words; `until`: when it is taken (Unix time in ms), 0 never.

    `mine`: it is this seat's to answer; the game master's seats also see those that wait for others, without offers
    (they are had with `offers` of the request when wanted). `held`: of a review, what would happen.
    """

    id: str
    who: str
    kind: str
    cause: str
    default: str
    mine: bool
    until: int = 0
    offers: tuple[OfferSeen, ...] = ()
    held: "tuple[Item, ...]" = ()


class Turn(Struct, frozen=True):
    """A turn or chance still to come in this round: whose, when in the ruleset's own count, which of his it is."""

    who: str
    at: int
    nth: int


class FigureSeen(Struct, frozen=True):
    """One who takes part, as the seat may know him: `kernel.view.Figure` as plain data. player: the seat's name."""

    id: str
    name: str
    side: str
    status: str
    words: str
    own: bool
    hidden: bool
    player: str
    policy: str
    values: dict[str, Any]
    sheet: dict[str, Any]
    budget: Budget | None
    effects: tuple[Effect, ...]


class Token(Struct, frozen=True):
    """Where one stands on a map: in centimetres, z the height; `size` across; `place` in the ruleset's words."""

    who: str
    x: int
    y: int
    z: int
    size: int
    place: str


class Where(Struct, frozen=True, omit_defaults=True):
    """The space. kind: nowhere; bands: `pairs` (who, whom, band); melees: `groups` by name; map: `ground`, `tokens`.

    bands: all there are, the nearest first; ground: the key under which the ground itself is fetched, once; it changes
    when a door opens.
    """

    kind: Literal["nowhere", "bands", "melees", "map"]
    bands: tuple[str, ...] = ()
    pairs: tuple[tuple[str, str, str], ...] = ()
    groups: dict[str, tuple[str, ...]] = {}
    ground: str = ""
    tokens: tuple[Token, ...] = ()


class CallSeen(Struct, frozen=True):
    """A check that waits to be rolled."""

    id: str
    who: str
    title: str
    mine: bool


class Seen(Struct, frozen=True):
    """All that a seat may know of the contest now. `unasked`: what it may do at any time, by who would do it."""

    round: int
    acting: str
    order: tuple[Turn, ...]
    waiting: tuple[str, ...]
    figures: tuple[FigureSeen, ...]
    where: Where
    asked: tuple[Asked, ...]
    unasked: dict[str, tuple[OfferSeen, ...]]
    calls: tuple[CallSeen, ...]
    objectives: tuple[Objective, ...]
    outcome: Outcome | None


class PartSeen(Struct, frozen=True, omit_defaults=True):
    """One row of a reckoning."""

    label: str
    value: int | str
    source: str = ""
    kind: str = "modifier"
    counted: bool = True
    why: str = ""


class Item(Struct, frozen=True, omit_defaults=True):
    """An entry of the log as a seat may read it.

    key: its place in this seat's log, from 1, for ever; n: the event's number among those that stand, 0 for what is no
    event of the contest (a roll, a seat taken, a pause); text: the sentence; said: what was said with it; brief: the
    reckoning in one line. undone: taken back since; seen: (the game master's log) who had seen it by then.
    """

    key: int
    n: int
    round: int
    type: str
    text: str
    at: int
    actor: str = ""
    target: str = ""
    said: str = ""
    brief: str = ""
    by: str = ""
    rules: tuple[str, ...] = ()
    rulings: tuple[tuple[str, str | int | bool], ...] = ()
    dice: tuple[Die, ...] = ()
    parts: tuple[PartSeen, ...] = ()
    undone: bool = False
    seen: tuple[str, ...] = ()


class SeatSeen(Struct, frozen=True):
    """A seat as others see it; `characters` only those the viewer may know of."""

    id: str
    kind: SeatKind
    name: str
    characters: tuple[str, ...]
    joined: bool
    revoked: bool


class PictureSeen(Struct, frozen=True):
    """The picture under the map and where it lies, in centimetres."""

    id: str
    x: int
    y: int
    width: int
    height: int


class TableSeen(Struct, frozen=True):
    """The table itself, as a seat may know it.

    you: this seat's id; gm: whether it may overrule; undo, redo: what they would take back or do again, in words (the
    game master's alone); dice: "server" or "hand"; commitments: the hashes of the open and the secret key; keys: those
    revealed; version: the rules it is kept under; reading: why it can only be read, or "".
    """

    id: str
    title: str
    ruleset: str
    version: str
    you: str
    gm: bool
    seats: tuple[SeatSeen, ...]
    paused: bool
    clock: dict[str, int]
    undo: str
    redo: str
    dice: Literal["server", "hand"]
    commitments: tuple[str, str]
    keys: dict[str, str]
    picture: PictureSeen | None
    reading: str


class Snapshot(Struct, frozen=True, tag_field="type", tag="snapshot"):
    """All at once. view: None before there is anything to see; log: the newest items; earlier: there are more.

    deciding: the game master decides what comes of an act (`Deciding`), and this is how it was before.
    """

    n: int
    table: TableSeen
    view: Seen | None
    log: tuple[Item, ...]
    earlier: bool
    deciding: bool


class Update(Struct, frozen=True, tag_field="type", tag="update", omit_defaults=True):
    """What changed: the whole view or table where it differs; items of the log that are new, or differ (same key).

    deciding: the game master still decides (something was said meanwhile, a check called for, a seat taken).
    """

    n: int
    table: TableSeen | None = None
    view: Seen | None = None
    log: tuple[Item, ...] = ()
    deciding: bool = False


class Deciding(Struct, frozen=True, tag_field="type", tag="deciding"):
    """An act was made, and the game master decides what comes of it; the next update that is not `deciding` tells.

    Players get it after every act that answers a request, whether or not anybody they do not know of may react.
    """

    n: int


class Presence(Struct, frozen=True, tag_field="type", tag="presence"):
    """Who is here: ids of seats with an open page. Not numbered."""

    seats: tuple[str, ...]


class Bye(Struct, frozen=True, tag_field="type", tag="bye"):
    """The last frame: why this connection ends (the link was revoked, the server stops, too much was sent)."""

    reason: str


Frame = Answer | Snapshot | Update | Deciding | Presence | Bye
