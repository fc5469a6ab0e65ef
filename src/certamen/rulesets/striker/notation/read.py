"""Reading lines, blocks and files of the notation: the hostile refused early, the wrong with its place."""

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NoReturn, cast

from msgspec.structs import replace

from certamen.rulesets.striker.notation.errors import NotationError
from certamen.rulesets.striker.notation.tree import TIMINGS, Act, Aspect, Call, Category, Line, Skill
from certamen.rulesets.striker.notation.write import spacing

if TYPE_CHECKING:
    from lark import Lark
    from lark.exceptions import UnexpectedInput

MAX_LINE = 400
MAX_BLOCK = 20_000
MAX_LINES = 200
MAX_SKILLS = 200
MAX_FILE = 500_000
MAX_DEPTH = 12

_DESCRIPTION = "Description:"
_SAID = {
    "TIMING": "a timing (" + ", ".join(TIMINGS) + ")",
    "NAME": "a name",
    "WORDS": "an effect in words",
    "NUMBER": "a number",
    "DICE": "dice (2d6)",
    "MINUS": "'-' (with a space on each side)",
    "CHK_PLUS": "'chk+'",
    "RANK": "'R'",
    "TECH": "'Tech'",
    "$END": "the end of the line",
}


@cache
def _parser() -> "Lark":
    from certamen.rulesets.striker.notation.build import parser  # late: lark is slow to load

    return parser()


@cache
def _spelled() -> dict[str, str]:
    """How each terminal is named in an error."""
    spelled = {
        terminal.name: f"'{re.sub(r'[(][?].*', '', terminal.pattern.value)}'" for terminal in _parser().terminals
    }
    return spelled | _SAID


def _expected(names: set[str]) -> str:
    spelled = sorted({_spelled().get(name, name) for name in names})
    return " or ".join([", ".join(spelled[:-1]), spelled[-1]] if len(spelled) > 1 else spelled)


def _refuse(text: str, error: "UnexpectedInput") -> NoReturn:
    """Say in people's words what lark found wrong."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

    assert isinstance(error, (UnexpectedCharacters, UnexpectedToken))
    names: set[str] = error.interactive_parser.accepts()  # type: ignore[no-untyped-call]  # lark leaves it bare
    at_end = isinstance(error, UnexpectedToken) and error.token.type == "$END"
    start = len(text) if at_end else error.column - 1
    if start >= len(text.rstrip(" ")):
        raise NotationError("", 1, len(text) + 1, "the end of the line", _expected(names)) from None
    word = re.match(r"[\w/-]+|.", text[start:])
    assert word is not None
    raise NotationError("", 1, start + 1, repr(word[0][:40]), _expected(names)) from None


def _guard(text: str) -> None:
    """Refuse what is too long, too deep or not printable, before anything is parsed."""
    if len(text) > MAX_LINE:
        raise NotationError("", 1, MAX_LINE + 1, f"{len(text)} characters", f"a line of at most {MAX_LINE}")
    depth = 0
    for place, letter in enumerate(text, 1):
        if not letter.isprintable():
            raise NotationError("", 1, place, repr(letter), "letters, signs and plain spaces")
        depth += (letter == "(") - (letter == ")")
        if depth > MAX_DEPTH:
            raise NotationError("", 1, place, "one more bracket", f"brackets at most {MAX_DEPTH} deep")


@lru_cache(maxsize=4096)
def _line(text: str) -> Line:
    """Any line of the notation but a description. Raises NotationError without skill, at line 1."""
    from lark.exceptions import UnexpectedInput

    _guard(text)
    try:
        line = cast("Line", _parser().parse(text))
    except UnexpectedInput as error:
        _refuse(text, error)
    return replace(line, spaces=spacing(line, text))


def _read_line(text: str, skill: str, number: int) -> Line:
    try:
        return _line(text)
    except NotationError as error:
        raise NotationError(skill, number, error.column, error.found, error.expected) from None


def parse_line(text: str, skill: str = "") -> Act | Call:
    """An act or a call standing alone (STR-1); `skill` is named in errors.

    Raises NotationError where it does not parse.

    >>> parse_line("initiative -> chk= +M(Resolve)").names
    ('initiative',)
    >>> parse_line("2d6(hp,frc)").does.kind
    'frc'
    """
    line = _read_line(text, skill, 1)
    if isinstance(line, (Category, Aspect)) or (isinstance(line, Act) and line.lead == "Usage:"):
        raise NotationError(skill, 1, 1, repr(text.split(":")[0] + ":"), "an act or a call")
    return line


class _Block:
    """A block while it is read: what came so far, and whether a line may still come."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.category: Category | None = None
        self.usage: Act | None = None
        self.acts: list[Act] = []
        self.aspects: list[tuple[Aspect, list[Act]]] = []

    def add(self, line: Line, number: int) -> None:
        """Put one line in its place; refused out of order."""
        begun = bool(self.acts or self.aspects)
        match line:
            case Category():
                self._only(self.category is None and self.usage is None and not begun, number, "'Category:'")
                self.category = line
            case Act(lead="Usage:"):
                self._only(self.usage is None and not begun, number, "'Usage:'")
                self.usage = line
            case Aspect():
                self.aspects.append((line, []))
            case Act():
                (self.aspects[-1][1] if self.aspects else self.acts).append(line)
            case Call():
                self._only(False, number, "a call")

    def _only(self, fits: bool, number: int, found: str) -> None:
        if not fits:
            raise NotationError(self.name, number, 1, found, "'Category:', then 'Usage:', each once, then acts")

    def skill(self, description: str | None, after: str) -> Skill:
        """The finished block."""
        aspects = tuple(replace(aspect, acts=tuple(acts)) for aspect, acts in self.aspects)
        return Skill(self.name, self.category, self.usage, tuple(self.acts), aspects, description, after)


def _description(text: str, name: str, number: int) -> str:
    lines = text.split("\n")
    if not lines[0].startswith(" ") or not lines[0].strip():
        raise NotationError(name, number, len(_DESCRIPTION) + 1, repr(lines[0][:20]), "a space and a description")
    for row, line in enumerate(lines):
        for place, letter in enumerate(line, 1 if row else len(_DESCRIPTION) + 1):
            if not letter.isprintable():
                raise NotationError(name, number + row, place, repr(letter), "letters, signs and plain spaces")
    return text[1:]


@lru_cache(maxsize=256)
def parse_block(text: str, name: str, first_line: int = 1) -> Skill:
    """A skill block: `Category:`, `Usage:`, acts, aspects with their acts, `Description:`, in this order (STR-1).

    Each part may be left out as long as an act remains; the description runs to the end. `name` is the skill's,
    `first_line` the number of the block's first line in errors. Raises NotationError where it does not parse.
    """
    if len(text) > MAX_BLOCK or text.count("\n") > MAX_LINES:
        size = f"{len(text)} characters in {text.count(chr(10)) + 1} lines"
        raise NotationError(name, first_line, 1, size, f"a block of at most {MAX_BLOCK} in {MAX_LINES}")
    body = text.rstrip("\n")
    block = _Block(name)
    description = None
    lines = body.split("\n")
    for place, line in enumerate(lines):
        number = first_line + place
        if line.startswith(_DESCRIPTION):
            description = _description("\n".join(lines[place:]).removeprefix(_DESCRIPTION), name, number)
            break
        block.add(_read_line(line, name, number), number)
    skill = block.skill(description, text[len(body) :])
    if skill.usage is None and not skill.acts and not any(aspect.acts for aspect in skill.aspects):
        raise NotationError(name, first_line + len(lines) - 1, 1, "no act", "a line such as ◊ name(main-act) -> ...")
    return skill


def parse_skills(text: str) -> tuple[Skill, ...]:
    """A file of skills: each a line with its name, then its block; empty lines between one and the next.

    Raises NotationError where one does not parse or a name comes twice.
    """
    skills: dict[str, Skill] = {}
    if len(text) > MAX_FILE:
        raise NotationError("", 1, 1, f"{len(text)} characters", f"a file of at most {MAX_FILE}")
    for found in re.finditer(r"(?:[^\n]+(?:\n|\Z))+", text):
        number = text.count("\n", 0, found.start()) + 1
        name, _, block = found[0].rstrip("\n").partition("\n")
        name = name.strip(" ")
        if name in skills or len(skills) == MAX_SKILLS or not name.isprintable() or len(name) > 64:
            raise NotationError("", number, 1, repr(name[:40]), f"a new skill's name, of at most {MAX_SKILLS} skills")
        if not block:
            raise NotationError(name, number + 1, 1, "no block", "'Category:', 'Usage:' or an act under the name")
        skills[name] = parse_block(block, name, number + 1)
    if not skills:
        raise NotationError("", 1, 1, "nothing", "a skill's name with its block under it")
    return tuple(skills.values())
