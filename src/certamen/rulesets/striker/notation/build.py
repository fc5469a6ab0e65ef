"""From lark's parse to the tree. The only module that needs lark; read.py imports it when something is read."""

from pathlib import Path
from typing import Never, cast

from lark import Lark, Token, Transformer, v_args

from certamen.rulesets.striker.notation.errors import NotationError
from certamen.rulesets.striker.notation.tree import (
    CHALLENGES,
    FIGURES,
    NAMED,
    TIMINGS,
    Act,
    Aspect,
    Brackets,
    Call,
    Category,
    Check,
    Effect,
    Figure,
    Give,
    Half,
    Impose,
    Kind,
    Lead,
    Line,
    Modifier,
    Number,
    Rated,
    Roll,
    SetChallenge,
    Step,
    Sum,
    Term,
    Value,
    Weapon,
    Words,
)

_NOT_WORDS = ("M", "eff", "chk", "sv", "psv", "imp")
MAX_DICE = 100


def _wrong(token: Token, expected: str) -> Never:
    """Refuse what the grammar lets through. The reader adds skill and line."""
    raise NotationError("", 1, token.column or 1, repr(str(token)), expected)


class _Rolled:
    """What stands in the brackets, with the token it begins with: a skill to roll, or a challenge's name."""

    def __init__(self, names: list[Token], plus: list[Token]) -> None:
        self.names, self.plus = names, plus

    def challenge(self) -> str | None:
        """The challenge's name, where it is one."""
        alone = len(self.names) == 1 and not self.plus
        return str(self.names[0]) if alone and self.names[0] in CHALLENGES else None

    def rated(self) -> Rated:
        """What is rolled; refused where a figure stands for a skill."""
        for name in self.names:
            if name in FIGURES:
                _wrong(name, "a skill or attribute")
        for name in self.plus:
            if name not in NAMED:
                _wrong(name, "B or S")
        return Rated(tuple(map(str, self.names)), tuple(map(str, self.plus)))


def _sum(sign: str, first: Value, rest: tuple[Token | Value, ...]) -> Sum:
    """A sum from its first term and the signs and terms that follow in turn."""
    terms = [Term("+" if sign else "", first)]
    for mark, value in zip(rest[::2], rest[1::2], strict=True):
        assert not isinstance(value, Token)
        terms.append(Term("-" if mark == "-" else "+", value))
    return Sum(tuple(terms))


@v_args(inline=True)
class _Builder(Transformer[Token, Line]):
    """Each method makes the node that its rule in `grammar.lark` stands for."""

    def category(self, names: tuple[str, ...]) -> Category:
        return Category(names)

    def aspect(self, source: Token, gives: Token) -> Aspect:
        return Aspect(str(source), str(gives))

    def act(
        self, lead: Token | None, names: tuple[str, ...], brackets: tuple[str, bool, bool] | None, steps: tuple[Step]
    ) -> Act:
        mark = cast("Lead", str(lead or ""))
        if brackets is None:
            return Act(names, steps, lead=mark)
        timing, rank, tech = brackets
        return Act(names, steps, TIMINGS[timing], rank, tech, mark)

    def names(self, *names: Token) -> tuple[str, ...]:
        return tuple(map(str, names))

    def brackets(self, timing: Token, rank: Token | None, tech: Token | None) -> tuple[str, bool, bool]:
        return str(timing), rank is not None, tech is not None

    def steps(self, *steps: Step) -> tuple[Step, ...]:
        return steps

    def effect(self, does: Weapon | Impose | Give | Roll | Words) -> Effect:
        return Effect(does)

    def set_challenge(self, challenge: Token, value: Sum) -> SetChallenge:
        if challenge not in CHALLENGES:
            _wrong(challenge, "a challenge (" + ", ".join(CHALLENGES) + ")")
        return SetChallenge(str(challenge), value)

    def call(self, does: Check | Roll) -> Call:
        return Call(does)

    def passive(self, _psv: Token, rolled: _Rolled) -> Call:
        return Call(Check("psv", rated=rolled.rated()))

    def check_open(self, kind: Kind, value: Sum) -> Check:
        return Check(kind, value=value)

    def check_number(self, kind: Kind, number: Token, value: Sum) -> Check:
        return Check(kind, int(number), None, value)

    def check(self, kind: Kind, rolled: _Rolled, number: Token | None, value: Sum | None) -> Check:
        challenge = rolled.challenge()
        if challenge is None:
            return Check(kind, None if number is None else int(number), rolled.rated(), value)
        if number is not None:
            _wrong(number, f"')' after the challenge {challenge}")
        if value is None:
            _wrong(rolled.names[0], f"a skill to roll, or '= ...' after ({challenge})")
        return Check(kind, challenge, None, value)

    def kind(self, *parts: Token) -> str:
        return "|".join(parts)

    plain_kind = kind

    def rated(self, *tokens: Token) -> _Rolled:
        signs = [place for place, token in enumerate(tokens) if token == "+"]
        first = signs[0] if signs else len(tokens)
        return _Rolled(list(tokens[:first]), [tokens[place + 1] for place in signs])

    def weapon(self, plus: Sum) -> Weapon:
        return Weapon(plus)

    def impose(self, kind: Kind, rolled: _Rolled, against: Sum) -> Impose:
        return Impose(kind, rolled.rated(), against)

    def give(self, amount: Sum, to: Token, kind: Kind) -> Give:
        return Give(amount, str(to), kind)

    def words(self, text: Token) -> Words:
        for word in text.replace(",", " ").split():
            if word in _NOT_WORDS:
                _wrong(text, f"free words without {word!r}, '+M eff', 'imp(...)', 'give(d) ...' or dice")
        return Words(str(text))

    def roll(self, dice: Token, pool: Token, kind: Token) -> Roll:
        count, sides = map(int, dice.split("d"))
        if count > MAX_DICE:
            _wrong(dice, f"at most {MAX_DICE} dice")
        return Roll(count, sides, str(pool), str(kind))

    def plain(self, first: Value, *rest: Token | Value) -> Sum:
        return _sum("", first, rest)

    def signed(self, _plus: Token, first: Value, *rest: Token | Value) -> Sum:
        return _sum("+", first, rest)

    def number(self, digits: Token) -> Number:
        return Number(int(digits))

    def figure(self, name: Token) -> Figure:
        if name not in FIGURES:
            _wrong(name, f"a number, M(...) or one of {', '.join(FIGURES)}")
        return Figure(str(name))

    def modifier(self, _m: Token, rolled: _Rolled) -> Modifier:
        return Modifier(rolled.rated())

    def half(self, of: Value) -> Half:
        return Half(of)

    def bracketed(self, inside: Sum) -> Brackets:
        return Brackets(inside)


def parser() -> Lark:
    """A parser of one line whose result is the tree, without its spacing."""
    grammar = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    return Lark(grammar, start="line", parser="lalr", transformer=_Builder())
