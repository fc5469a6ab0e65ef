"""Hypothesis draws dice expressions: any tree that the reader could give."""

from hypothesis import strategies as st

from certamen.dice.tree import (
    FATE,
    LARGEST,
    MOST_SIDES,
    Binary,
    Expression,
    Is,
    Labelled,
    Negative,
    Node,
    Number,
    Operation,
    Pool,
    problem,
    span,
)

NAMES = ("kh", "kl", "dh", "dl", "min", "max", "ro", "rr", "!", "ace", "c")
LABELS = st.text(st.characters(codec="utf-8", exclude_characters="[]"), min_size=1, max_size=8).filter(
    lambda text: text.isprintable() and text == text.strip()
)


@st.composite
def pools(draw: st.DrawFn, most_dice: int, most_sides: int, most_operations: int = 3) -> Pool:
    sides = draw(st.integers(FATE, most_sides))
    pool = Pool(draw(st.integers(1, most_dice)), sides)
    low, high = span(sides)
    for _ in range(draw(st.integers(0, most_operations))):
        name = draw(st.sampled_from(NAMES))
        test = ""
        if name in ("kh", "kl", "dh", "dl"):
            number = draw(st.integers(1, pool.count))
        elif name in ("min", "max"):
            number = draw(st.integers(max(low, 0), high))
        else:
            test = draw(st.sampled_from(("=", ">=", "<=")))
            number = draw(st.integers(low, high))
            if name == "!" and test == "=" and number < 0:
                continue  # cannot be written: != is ambiguous
        operation = Operation(name, test, number)
        if problem(operation, pool) is None:
            pool = Pool(pool.count, sides, (*pool.operations, operation))
    return pool


def nodes(leaves: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    def larger(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
        return st.one_of(
            st.builds(Negative, inner),
            st.builds(Binary, st.sampled_from("+-*/"), inner, inner).filter(
                lambda node: not (node.sign == "/" and node.right == Number(0))
            ),
            st.builds(Is, inner, st.sampled_from(("=", ">=", "<=")), st.integers(-20, 20)),
            st.builds(Labelled, inner, LABELS),
        )

    return st.recursive(leaves, larger, max_leaves=4)


any_expressions = st.builds(
    Expression, nodes(st.one_of(pools(30, MOST_SIDES), pools(4, 6), st.builds(Number, st.integers(0, LARGEST))))
)
small_expressions = st.builds(Expression, nodes(st.one_of(pools(3, 4), st.builds(Number, st.integers(0, 9)))))
small_pools = st.builds(Expression, pools(3, 4))
