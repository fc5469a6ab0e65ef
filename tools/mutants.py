"""The mutants of a source file: each is the file's tree with one operator, number or condition changed.

Class bodies (enums, rows), annotations and text are left alone: no rule's figure stands there.
"""

import ast
from collections.abc import Iterator
from types import CodeType
from typing import NamedTuple

SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Mutant(NamedTuple):
    """One change: where it is, how it reads before and after, and the code of the whole file with it."""

    function: str
    line: int
    was: str
    now: str
    code: CodeType


class Change(NamedTuple):
    """A field of a node, or the n-th item of a field that is a list, to be given another value for a while."""

    holder: ast.AST
    field: str
    value: object
    place: int | None = None

    def swap(self) -> "Change":
        """Put the value in; give the change that puts the old one back."""
        if self.place is None:
            old = getattr(self.holder, self.field)
            setattr(self.holder, self.field, self.value)
        else:
            items = getattr(self.holder, self.field)
            old, items[self.place] = items[self.place], self.value
        return self._replace(value=old)


def changes(node: ast.AST) -> Iterator[Change]:
    """List what may be changed in this one node."""
    match node:
        case ast.Compare(ops=ops):
            for index, operator in enumerate(ops):
                yield Change(node, "ops", SWAPPED[type(operator)](), index)
        case ast.BinOp(op=operator) | ast.BoolOp(op=operator) | ast.AugAssign(op=operator) if type(operator) in SWAPPED:
            yield Change(node, "op", SWAPPED[type(operator)]())
        case ast.UnaryOp(op=ast.USub()):
            yield Change(node, "op", ast.UAdd())
        case ast.Constant(value=bool(value)):
            yield Change(node, "value", not value)
        case ast.Constant(value=int(value)):
            yield Change(node, "value", value + 1)
        case ast.Call(func=ast.Name(id=name)) if name in NAMES:
            yield Change(node.func, "id", NAMES[name])
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test) if not isinstance(test, ast.Compare):
            yield Change(node, "test", ast.copy_location(ast.UnaryOp(ast.Not(), test), test))
        case ast.Break():
            yield Change(node, "__class__", ast.Continue)
        case ast.Continue():
            yield Change(node, "__class__", ast.Break)


def nodes(node: ast.AST, function: str, statement: ast.stmt | None) -> Iterator[tuple[ast.AST, str, ast.stmt]]:
    """Walk what may change, each node with the function and the statement it stands in."""
    if isinstance(node, ast.stmt):
        statement = node
    if isinstance(node, ast.FunctionDef):
        function = node.name
        for default in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
            yield from nodes(default, function, statement)
        inside: list[ast.AST] = list(node.body)
    elif isinstance(node, ast.ClassDef | ast.Import | ast.ImportFrom):
        return
    elif isinstance(node, ast.AnnAssign):
        inside = [node.value] if node.value else []
    else:
        inside = list(ast.iter_child_nodes(node))
    if statement is not None:
        yield node, function, statement
    for child in inside:
        yield from nodes(child, function, statement)


def shown(node: ast.AST, statement: ast.stmt) -> str:
    """Write the changed place as source: its expression, or for a bare number the head of its statement."""
    if isinstance(node, ast.expr) and not isinstance(node, ast.Constant):
        return ast.unparse(node)
    return ast.unparse(statement).partition("\n")[0]


def mutants(source: str, filename: str) -> Iterator[Mutant]:
    """Make all mutants of a file, in the order of its text."""
    tree = ast.parse(source, filename)
    for node, function, statement in list(nodes(tree, "module", None)):
        for change in changes(node):
            was = shown(node, statement)
            back = change.swap()
            ast.fix_missing_locations(tree)
            mutant = Mutant(function, statement.lineno, was, shown(node, statement), compile(tree, filename, "exec"))
            back.swap()
            yield mutant
