"""How a ruleset's plain functions are compiled: the dice as a type numba knows, and the functions registered.

Nothing but this file and `loops` imports numba, and they only when a compiled loop is wanted. What numba calls has no
annotations: they would have to be numba's own.
"""

from __future__ import annotations

from importlib import import_module
from types import FunctionType, ModuleType

import numpy as np
from numba import types
from numba.core import cgutils
from numba.core.datamodel import models
from numba.extending import intrinsic, make_attribute_wrapper, overload_method, register_jitable, register_model

from certamen.dice import source

HEAD = 2  # numbers of a block before its streams: how many streams there are, how many fallen dice may be noted
FALLEN = 4  # numbers a fallen die is noted with


class _DiceType(types.Type):
    """Dice in compiled code: a block of numbers, and the place of the stream drawn from (a tray: -1).

    The block: `HEAD` numbers, the streams' keys, how many dice of each fell, how many are noted, and these.
    """

    def __init__(self):
        super().__init__(name="CertamenDice")


DICE = _DiceType()


@register_model(_DiceType)
class _DiceModel(models.StructModel):
    def __init__(self, manager, kind):
        members = [("block", types.CPointer(types.int64)), ("stream", types.int64)]
        super().__init__(manager, kind, members)


make_attribute_wrapper(_DiceType, "block", "block")
make_attribute_wrapper(_DiceType, "stream", "stream")


@intrinsic
def tray_on(context, block):
    """The tray of a block, an array that must outlive it."""

    def build(target, builder, signature, arguments):
        array = target.make_array(signature.args[0])(target, builder, arguments[0])
        dice = cgutils.create_struct_proxy(DICE)(target, builder)
        dice.block = array.data
        dice.stream = target.get_constant(types.int64, -1)
        return dice._getvalue()

    return DICE(block), build


@intrinsic
def _bound(context, tray, stream):
    """The dice of one stream of a tray."""

    def build(target, builder, signature, arguments):
        dice = cgutils.create_struct_proxy(DICE)(target, builder, value=arguments[0])
        dice.stream = arguments[1]
        return dice._getvalue()

    return DICE(tray, types.int64), build


@overload_method(_DiceType, "of")
def _of(dice, i):
    return lambda dice, i: _bound(dice, i)


@overload_method(_DiceType, "table")
def _table(dice):
    return lambda dice: _bound(dice, dice.block[0] // 2 - 1)


@overload_method(_DiceType, "gm")
def _gm(dice):
    return lambda dice: _bound(dice, dice.block[0] // 2)


@overload_method(_DiceType, "policy")
def _policy(dice, i):
    return lambda dice, i: _bound(dice, dice.block[0] // 2 + 1 + i)


@overload_method(_DiceType, "roll")
def _roll(dice, sides, purpose=0):
    def roll(dice, sides, purpose=0):
        block, stream, many = dice.block, dice.stream, dice.block[0]
        count = HEAD + many + stream
        n = block[count]
        block[count] = n + 1
        face = np.int64(source.seeded_face(np.uint64(block[HEAD + stream]), np.uint64(n), np.uint64(sides)))
        noted = HEAD + 2 * many
        if block[noted] < block[1]:
            at = noted + 1 + FALLEN * block[noted]
            block[noted] += 1
            block[at] = stream
            block[at + 1] = n
            block[at + 2] = sides
            block[at + 3] = face
        return face

    return roll


@overload_method(_DiceType, "sum")
def _sum(dice, count, sides, purpose=0):
    def total(dice, count, sides, purpose=0):
        shown = 0
        for _ in range(count):
            shown += dice.roll(sides)
        return shown

    return total


@overload_method(_DiceType, "keep")
def _keep(dice, count, sides, kept, purpose=0):
    def keep(dice, count, sides, kept, purpose=0):
        faces = np.empty(count, np.int64)
        for i in range(count):
            faces[i] = dice.roll(sides)
        faces.sort()
        shown = 0
        for i in range(min(count, abs(kept))):
            shown += faces[count - 1 - i] if kept > 0 else faces[i]
        return shown

    return keep


_REGISTERED: set[FunctionType] = set()


def register(names: tuple[str, ...]) -> None:
    """Let compiled code call the functions of these modules, and those of the dice. They are compiled when called.

    Each is put in place of its calls: these are short, and what a call hands over costs more than what it does.
    """
    for module in (source, *(import_module(name) for name in names)):
        for function in _functions(module):
            if function not in _REGISTERED:
                _REGISTERED.add(function)
                register_jitable(forceinline=True)(function)


def _functions(module: ModuleType) -> list[FunctionType]:
    return [one for one in vars(module).values() if isinstance(one, FunctionType) and one.__module__ == module.__name__]
