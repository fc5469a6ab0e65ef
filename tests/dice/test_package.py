"""What `certamen.dice` gives, and what it leaves alone until it is asked for."""

import subprocess
import sys

import pytest

from certamen import dice


def test_every_name_is_there() -> None:
    for name in dice.__all__:
        assert getattr(dice, name) is not None
    with pytest.raises(AttributeError, match=r"certamen\.dice has no dragon"):
        dice.dragon  # noqa: B018  # asking is the test


def test_mechanics_get_dice_without_msgspec_or_the_expressions() -> None:
    code = "import sys; from certamen.dice import Dice, Faces, Seeded; print(*sys.modules)"
    shown = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    assert "certamen.dice.faces" in shown
    assert "msgspec" not in shown
    assert "certamen.dice.parser" not in shown
