"""The mutants that `make soak` tries on the mechanics: what is changed, and what is left alone."""

from enum import IntEnum

from tools.mutants import mutants

SOURCE = '''
"""Text of 3 words."""
class Die(IntEnum):
    CHANCE = 1
TABLE = (10, 20)
def mastery(plus: int, least: int = 0) -> int:
    """Give 1 for every 5."""
    return max(least, plus // 5) if plus >= least else -plus
'''


def test_each_figure_and_operator_is_changed_once() -> None:
    """Numbers of the head, of defaults and of the code, operators and comparisons; no text, no class body."""
    assert [(mutant.function, mutant.now) for mutant in mutants(SOURCE, "mastery.py")] == [
        ("module", "TABLE = (11, 20)"),
        ("module", "TABLE = (10, 21)"),
        ("mastery", "def mastery(plus: int, least: int=1) -> int:"),
        ("mastery", "plus > least"),
        ("mastery", "min(least, plus // 5)"),
        ("mastery", "plus * 5"),
        ("mastery", "return max(least, plus // 6) if plus >= least else -plus"),
        ("mastery", "+plus"),
    ]


def test_a_mutant_differs_and_leaves_no_trace_on_the_next() -> None:
    """Each mutant's code gives what its change says, and the change before it is undone."""
    given = []
    for mutant in mutants(SOURCE, "mastery.py"):
        names: dict[str, object] = {"IntEnum": IntEnum}
        exec(mutant.code, names)
        mastery = names["mastery"]
        assert callable(mastery)
        given.append((names["TABLE"], mastery(13), mastery(-1)))
    table = (10, 20)
    assert given == [
        ((11, 20), 2, 1),
        ((10, 21), 2, 1),
        (table, 2, 1),
        (table, 2, 1),
        (table, 0, 1),
        (table, 65, 1),
        (table, 2, 1),
        (table, 2, -1),
    ]
