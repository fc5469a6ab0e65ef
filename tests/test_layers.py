"""The house stands as designed: imports run downward, nothing below a room knows its name, rules are numbers."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

RULESETS = re.compile(r"striker|starcluster|samsara|starslinger|dualaction", re.IGNORECASE)
MECHANICS = sorted(Path("src/certamen/rulesets").glob("*/mechanics.py"))


def test_import_contracts() -> None:
    """The contracts of pyproject.toml hold."""
    command = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    ran = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.parametrize("layer", ["dice", "kernel"])
def test_no_ruleset_is_named_below(layer: str) -> None:
    """Dice and kernel name no ruleset, in code or in words."""
    named = {
        str(file): match.group()
        for file in Path("src/certamen", layer).rglob("*.py")
        if (match := RULESETS.search(file.read_text(encoding="utf-8")))
    }
    assert named == {}


@pytest.mark.parametrize("file", MECHANICS, ids=lambda file: file.parent.name)
def test_mechanics_are_whole_numbers(file: Path) -> None:
    """No rule holds a float or divides into one, or uses what numba cannot compile."""
    refused = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.Constant(value=float()) | ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
                refused.append(f"{file}:{node.lineno}: a float")
            case ast.Dict() | ast.Set() | ast.Lambda() | ast.Try() | ast.Yield() | ast.GeneratorExp():
                refused.append(f"{file}:{node.lineno}: {type(node).__name__}")
            case ast.Attribute(attr="_replace") | ast.Name(id="float"):
                refused.append(f"{file}:{node.lineno}: {ast.unparse(node)}")
    assert refused == []


def test_state_holds_no_float() -> None:
    """No field of a class in the kernel or a ruleset is a float: centimetres, thirds, whole numbers."""
    floats = [
        f"{file}:{field.lineno}: {ast.unparse(field)}"
        for layer in ("kernel", "rulesets")
        for file in Path("src/certamen", layer).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
        for field in node.body
        if isinstance(field, ast.AnnAssign) and re.search(r"\bfloat\b", ast.unparse(field.annotation))
    ]
    assert floats == []
