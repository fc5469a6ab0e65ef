"""What is sent in HTTP bodies, as types: FastAPI checks them and describes them from these."""

from typing import Annotated, Any, Literal

from annotated_types import Le
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Yaml = Annotated[str, StringConstraints(max_length=1024 * 1024)]
Token = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Mixed = Annotated[str, StringConstraints(pattern="^[0-9a-f]{32}$")]
Centimetres = Annotated[int, Field(ge=-10_000_000, le=10_000_000)]


class Body(BaseModel):
    """What all bodies share: nothing unknown is taken, and numbers are numbers."""

    model_config = ConfigDict(extra="forbid", strict=True)


class HostToken(Body):
    """The token of the host's link, as the terminal printed it."""

    token: Token


class Encounter(Body):
    """The text of an encounter file."""

    yaml: Yaml


class Form(Body):
    """An encounter as plain data, in the shape of its file."""

    form: dict[str, Any]


class QrText(Body):
    """What the code shall hold."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=1_000)]


class LaidPicture(Body):
    """A picture uploaded before, and where it lies under the map, in centimetres."""

    id: Annotated[str, StringConstraints(max_length=64)]
    x: Centimetres = 0
    y: Centimetres = 0
    width: Centimetres = 0
    height: Centimetres = 0


class NewTable(Body):
    """A table to open. dice: the server's, or real ones whose faces people type; value: the owner's, as in `Join`."""

    yaml: Yaml
    value: Mixed | None = None
    title: Annotated[str, StringConstraints(max_length=100)] = ""
    dice: Literal["server", "hand"] = "server"
    picture: LaidPicture | None = None


class SeatToken(Body):
    """What a link holds behind its #join: the table and the seat's token, as TABLE.TOKEN."""

    token: Token


class Join(SeatToken):
    """The same, with a value of the browser's own making that is mixed into the dice: 32 hexadecimal digits."""

    value: Mixed


class Ruleset(BaseModel):
    """A ruleset in few words; maps: whether it is played on maps, which can be read from files."""

    name: str
    title: str
    about: str
    maps: bool


class Example(BaseModel):
    """An example encounter in few words."""

    ruleset: str
    name: str
    title: str
    about: str


class About(BaseModel):
    """host: whether this browser may open tables; addresses: where others on the network reach the server."""

    version: str
    rulesets: list[Ruleset]
    examples: list[Example]
    host: bool
    addresses: list[str]


class Problem(BaseModel):
    """A fault in a file: line and column from 1, 0 where it is the whole; the path of keys."""

    line: int
    column: int
    path: str
    message: str
    expected: str


class Checked(BaseModel):
    """What is wrong with an encounter; where nothing is, what it holds in one line."""

    problems: list[Problem]
    summary: str = ""


class Built(BaseModel):
    """An encounter's file, and what is wrong with it."""

    yaml: str
    problems: list[Problem]


class Formed(BaseModel):
    """An encounter as plain data, in the shape of its file."""

    form: dict[str, Any] | None
    problems: list[Problem]


class Text(BaseModel):
    """The text of an encounter file."""

    yaml: str


class Opened(BaseModel):
    """A table just opened: its id, the owner's seat, and that seat's token, which is never shown again."""

    table: str
    seat: str
    token: str


class Players(BaseModel):
    """Who plays whom, as the encounter says: the ids of participants by the player's name."""

    players: dict[str, list[str]]


class Kept(BaseModel):
    """A table of this server; created, last: when it was opened and last changed (Unix time in ms)."""

    table: str
    title: str
    ruleset: str
    created: int
    last: int


class PeekedSeat(BaseModel):
    """A seat as its link shows it before it is taken."""

    kind: str
    name: str
    characters: list[str]


class Peeked(BaseModel):
    """Where a link leads."""

    table: str
    title: str
    seat: PeekedSeat


class Joined(BaseModel):
    """The seat that this browser now sits on."""

    table: str
    seat: str


class Fault(BaseModel):
    """Why something was refused; `problems` where it is a file or a form."""

    reason: str
    rule: str = ""
    problems: list[Problem] = []


class Error(BaseModel):
    """Every answer of a status from 400 has this shape."""

    error: Fault


Page = Annotated[int, Field(ge=0, le=1_000_000)]
Short = Annotated[str, StringConstraints(max_length=200)]
Count = Annotated[int, Le(200)]
