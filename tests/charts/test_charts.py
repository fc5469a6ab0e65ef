"""Charts: SVG that stands alone and can be read without colours, and text that says the same."""

import re
from fractions import Fraction
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certamen.charts import Bar, Bars, Chart, Heat, Lines, Series, bar, number, percent, spread, svg, text
from certamen.charts.as_text import cells
from certamen.charts.drawing import COLOURS, spaced, ticks
from certamen.charts.spreads import MOST_BARS
from certamen.charts.svg_heat import shade

NS = "{http://www.w3.org/2000/svg}"

BARS = Bars("Who wins", (Bar("crew", 0.61, 0.6, 0.62), Bar("thugs <&>", 0.39, 0.38, 0.4)), "Seed 7.")
LINES = Lines(
    "Still standing",
    (
        Series("crew", ((0, 1.0), (1, 0.8), (2, 0.7)), ((1, 1), (0.78, 0.82), (0.68, 0.72))),
        Series("thugs", ((0, 1.0), (2, 0.25))),
    ),
    "round",
    "share",
)
HEAT = Heat("Chance to win", ("100", "200"), ("gun 1", "gun 2"), ((0.25, None), (0.5, 1.0)), "constitution", "skill")
CHARTS: list[Chart] = [BARS, LINES, LINES._replace(steps=True, low=0, high=1), HEAT]


def drawn(*charts: Chart) -> ElementTree.Element:
    return ElementTree.fromstring(svg(*charts))


@pytest.mark.parametrize("chart", CHARTS)
def test_a_document_stands_alone(chart: Chart) -> None:
    """A view box, a title, a description; no script, no font, no address but that of SVG itself."""
    written = svg(chart)
    root = ElementTree.fromstring(written)
    assert root.tag == f"{NS}svg"
    assert re.fullmatch(r"0 0 [0-9.]+ [0-9.]+", root.get("viewBox", ""))
    assert root.get("role") == "img"
    named = root.get("aria-labelledby", "").split()
    assert [root.findtext(f"{NS}{tag}") is not None for tag in ("title", "desc")] == [True, True]
    assert [child.get("id") for child in root[:2]] == named
    assert root.findtext(f"{NS}title") == chart.title
    assert not root.findall(f".//{NS}script")
    assert not re.search(r"url\(|@import|@font-face|xlink|href|on[a-z]+=", written)
    assert re.findall(r"https?://[^\"]*", written) == ["http://www.w3.org/2000/svg"]


@pytest.mark.parametrize("chart", CHARTS)
def test_the_description_says_what_the_text_says(chart: Chart) -> None:
    said = (drawn(chart).findtext(f"{NS}desc") or "").split()
    for line in text(chart, paint=lambda _: ""):
        assert set(line.split()) <= set(said)


@pytest.mark.parametrize("chart", CHARTS)
def test_everything_lies_within_the_picture(chart: Chart) -> None:
    root = drawn(chart)
    wide, high = map(float, root.get("viewBox", "").split()[2:])
    for one in root.iter():
        for name, most in (("x", wide), ("x2", wide), ("y", high), ("y2", high)):
            assert 0 <= float(one.get(name, "0")) <= most


def test_values_are_written_and_not_shown_by_colour_alone() -> None:
    written = ["".join(one.itertext()) for one in drawn(BARS, LINES, HEAT).iter(f"{NS}text")]
    for figure in ("61%", "(60% to 62%)", "crew 70%", "thugs 25%", "25%", "100%", "–"):
        assert figure in written
    lines = drawn(LINES).findall(f".//{NS}path[@fill='none']")
    assert [one.get("stroke-dasharray") for one in lines] == [None, "7 4"]


def test_two_pictures_in_one_page_have_ids_of_their_own() -> None:
    assert drawn(BARS)[0].get("id") != drawn(HEAT)[0].get("id")


def test_several_charts_lie_one_below_the_other() -> None:
    high = [float(drawn(*charts).get("viewBox", "").split()[3]) for charts in ((BARS,), (BARS, HEAT))]
    assert high[1] > high[0]
    both = ElementTree.fromstring(svg(BARS, HEAT, title="Both"))
    assert both.findtext(f"{NS}title") == "Both"
    assert [text.text for text in both.iter(f"{NS}text")][:2] == ["Both", BARS.title]


def _light(colour: str) -> float:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    low, high = sorted((_light(one), _light(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("colour", COLOURS)
def test_colours_stand_out_on_light_and_on_dark(colour: str) -> None:
    assert _contrast(colour, "#ffffff") >= 3
    assert _contrast(colour, "#1e1e1e") >= 3


@given(st.floats(0, 1))
def test_ink_can_be_read_on_every_shade(share: float) -> None:
    ground, ink = shade(share)
    assert _contrast(ground, {"#000": "#000000", "#fff": "#ffffff"}[ink]) >= 4.5


@given(
    st.lists(
        st.tuples(st.text(max_size=30), st.floats(0, 1e6), st.floats(0, 1e6), st.floats(0, 1e6)), min_size=0, max_size=8
    ),
    st.text(max_size=40),
)
def test_any_words_and_values_make_a_document(rows: list[tuple[str, float, float, float]], words: str) -> None:
    bars = Bars(words, tuple(Bar(label, value, low, high) for label, value, low, high in rows), words, show=number)
    lines = Lines(
        words, (Series(words, tuple((a, b) for _, a, b, _ in sorted(rows, key=lambda r: r[1]))),), words, words
    )
    for chart in (bars, lines._replace(show_y=number)):
        ElementTree.fromstring(svg(chart).encode("utf-8", "replace"))
        assert text(chart)


def test_charts_of_nothing() -> None:
    for chart in (Bars("", ()), Lines("", (), "", ""), Lines("", (Series("", ()),), "", ""), Heat("", (), (), ())):
        assert drawn(chart).get("viewBox")
        assert text(chart)[0] == ""


def test_text_of_bars() -> None:
    assert text(BARS, 40) == [
        "Who wins",
        "     crew  61%  (60% to 62%)  ██████████",
        "thugs <&>  39%  (38% to 40%)  ██████▍",
        "Seed 7.",
    ]


def test_text_of_lines_and_heat_maps() -> None:
    assert [line.split() for line in text(LINES)[1:4]] == [
        ["round", "crew", "thugs"],
        ["0", "100%", "(100%", "to", "100%)", "100%"],
        ["1", "80%", "(78%", "to", "82%)"],
    ]
    assert [line.split() for line in text(HEAT)] == [
        ["Chance", "to", "win"],
        ["skill", "\\", "constitution", "100", "200"],
        ["gun", "1", "25%", "-"],
        ["gun", "2", "50%", "░", "100%", "█"],
    ]


def test_wide_letters_count_as_two() -> None:
    first, second = text(Bars("", (Bar("侍", 1), Bar("ab", 1)), show=number))[1:]
    assert cells(first) == cells(second)


@pytest.mark.parametrize(("share", "room", "blocks"), [(0, 10, ""), (1, 3, "███"), (0.5, 1, "▌"), (0.999, 1, "▉")])
def test_bars_to_an_eighth(share: float, room: int, blocks: str) -> None:
    assert bar(share, room) == blocks


def test_a_spread_of_few_values_has_a_bar_for_each() -> None:
    chart = spread("d4", {face: Fraction(1, 4) for face in (3, 1, 2, 4)})
    assert [(one.label, one.more) for one in chart.bars] == [
        ("1", ("100%",)), ("2", ("75%",)), ("3", ("50%",)), ("4", ("25%",))]  # fmt: skip


def test_a_spread_of_many_values_puts_neighbours_together_and_the_likely_apart() -> None:
    chances: dict[int, Fraction] = {n: Fraction(6, 1000) for n in range(100)} | {250: Fraction(400, 1000)}
    chart = spread("many", chances)
    assert len(chart.bars) <= MOST_BARS + 2
    assert (chart.bars[0].label, chart.bars[-1].label) == ("0 to 2", "250")
    assert sum(one.value for one in chart.bars) == 1


def test_a_spread_of_words() -> None:
    chart = spread("result", {"hit": Fraction(2, 3), "miss": Fraction(1, 3)})
    assert [one.label for one in chart.bars] == ["hit", "miss"]
    many = spread("which", {f"word {n}": Fraction(1, 100) for n in range(100)})
    assert many.bars[-1].label == "61 others"


@pytest.mark.parametrize(
    ("chance", "words"),
    [(0, "0%"), (Fraction(1, 10**400), "< 0.01%"), (1 - Fraction(1, 10**400), "> 99.99%"), (0.12345, "12.35%")],
)
def test_what_is_not_certain_is_not_called_so(chance: float, words: str) -> None:
    assert percent(chance) == words


@given(st.floats(-1e9, 1e9), st.floats(1e-3, 1e9), st.integers(2, 10))
def test_ticks_are_few_and_within(low: float, span: float, most: int) -> None:
    found = ticks(low, low + span, most)
    assert len(found) <= most + 1
    assert all(low - span * 1e-6 <= tick <= low + span * (1 + 1e-6) for tick in found)


@given(st.lists(st.floats(10, 280), max_size=12))
def test_names_at_the_ends_of_lines_do_not_overlap(places: list[float]) -> None:
    moved = sorted(spaced(places, 17, 10, 280))
    assert all(after - before >= 16.99 for before, after in pairwise(moved))
