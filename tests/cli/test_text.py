"""Lines broken to fit: no line wider than its window, no letter lost, wide letters counted as two."""

from hypothesis import example, given
from hypothesis import strategies as st

from certamen.cli.text import cells, wrap


@example(text="\N{COMBINING ACUTE ACCENT}", columns=10)
@given(text=st.text(st.sampled_from("ab 侍e\u0301-"), max_size=80), columns=st.integers(10, 40))
def test_no_line_is_too_wide(text: str, columns: int) -> None:
    lines = wrap(text, columns, "1 ", "  ")
    assert all(cells(line) <= columns for line in lines)
    assert "".join(line[2:] for line in lines).replace(" ", "") == text.replace(" ", "")


def test_a_word_wider_than_the_window() -> None:
    assert wrap("ab " + "x" * 25, 10, ">", ">") == [">ab", ">xxxxxxxxx", ">xxxxxxxxx", ">xxxxxxx"]
    assert wrap("侍" * 9, 10) == ["侍侍侍侍侍", "侍侍侍侍"]


def test_nothing_to_wrap() -> None:
    assert wrap("", 10) == []
