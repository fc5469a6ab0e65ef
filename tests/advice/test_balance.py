"""The balance of an encounter: what it finds, and a page that needs nothing from elsewhere."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from msgspec.structs import replace

from certamen.advice import balance as balancing
from certamen.advice.balance import Balance, balance, share
from certamen.advice.levers import figures
from certamen.advice.page import page
from certamen.files.encounter import loads
from certamen.kernel.errors import EncounterError
from certamen.sim.compare import compare
from certamen.sim.simulate import simulate

FIGHT = """
certamen: 1
ruleset: starcluster
title: A <b>brawl</b> & more
participants:
  - id: jack
    side: crew
    sheet: {constitution: 400, skills: {gun: 5}, weapons: [{name: revolver, skill: gun, quality: 15}]}
  - id: thug
    side: gang
    copies: 2
    sheet: {constitution: 120, skills: {gun: 4}, weapons: [{name: pistol, skill: gun, quality: 5}]}
"""


@pytest.fixture(scope="module")
def found() -> Balance:
    return balance(loads(FIGHT), 400, seed=3)


def test_figures_are_named_as_they_can_be_set() -> None:
    """Copies stand once, things by their names; a figure of 0 has no tenth."""
    assert figures(loads(FIGHT)) == {
        "jack.constitution": 400,
        "jack.skills.gun": 5,
        "jack.weapons.revolver.quality": 15,
        "thug.constitution": 120,
        "thug.skills.gun": 4,
        "thug.weapons.pistol.quality": 5,
    }


def test_it_finds_what_matters(found: Balance) -> None:
    """The levers are measured on paired trials: more Constitution cannot help the other side."""
    assert found.looked_at == 6
    weights = [lever.weight for lever in found.levers]
    assert weights == sorted(weights, reverse=True)
    own = next(one for one in found.levers if one.path.startswith(("jack", "thug")[found.favourite == "gang"]))
    assert own.lower is not None
    assert own.lower.difference <= 0
    assert own.lower.low <= own.lower.difference <= own.lower.high


def test_it_is_the_same_again(found: Balance) -> None:
    assert balance(loads(FIGHT), 400, seed=3) == found
    assert balance(loads(FIGHT), 400, seed=4) != found


class _Page(HTMLParser):
    """What a page loads, and whether its tags close."""

    def __init__(self) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.open: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in ("meta", "link", "br", "path", "line", "rect", "circle"):
            self.open.append(tag)
        self.loads += [str(value) for name, value in attrs if name in ("src", "href", "srcset", "action")]

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            assert self.open.pop() == tag


def test_the_page_stands_alone(found: Balance) -> None:
    """No script, nothing fetched, every text escaped; charts have their equivalents in text."""
    text = page(found, "certamen balance fight.yaml -o report.html --seed 3 -n 400")
    read = _Page()
    read.feed(text)
    assert read.loads == []
    assert read.open == []
    assert "script" not in read.tags
    assert "url(" not in text
    assert "@import" not in text
    assert "A &lt;b&gt;brawl&lt;/b&gt; &amp; more" in text
    assert "<b>" not in text
    assert read.tags.count("svg") == read.tags.count("pre") == 5
    assert found.verdict in text.replace("&gt;", ">").replace("&lt;", "<").replace("&#x27;", "'")
    for told in ("seed", "400", "starcluster", "jack: plain", "certamen balance fight.yaml"):
        assert told in text
    assert len(re.findall(r'<svg [^>]*role="img"', text)) == 5


def test_shares_as_people_say_them() -> None:
    told = [share(value) for value in (0, 0.0001, 0.5, 0.123, 0.9999, 1)]
    assert told == ["0%", "< 0.1%", "50%", "12.3%", "> 99.9%", "100%"]


@pytest.mark.parametrize("wins", ["crew", "gang"])
def test_the_verdict_says_who(wins: str) -> None:
    crew, gang = ("4000", "40") if wins == "crew" else ("20", "4000")
    text = FIGHT.replace("constitution: 400", f"constitution: {crew}").replace(
        "constitution: 120", f"constitution: {gang}"
    )
    found = balance(loads(text), 60, seed=1)
    assert found.verdict.startswith(f"{wins} will hardly lose: ")
    assert "nine times out of ten in" in found.verdict or "nearly always in" in found.verdict


def test_plain_data(found: Balance) -> None:
    """Rows are flat, two a figure where the rules allow both values; the whole is plain JSON."""
    rows = found.rows()
    allowed = [one for lever in found.levers for one in (lever.lower, lever.higher) if one is not None]
    assert [row["difference"] for row in rows] == [one.difference for one in allowed]
    assert list(rows[0]) == ["path", "value", "changed", "difference", "low", "high"]
    assert not any(isinstance(value, dict | list | tuple) for row in rows for value in row.values())
    assert json.loads(json.dumps(found.data()))["favourite"] == found.favourite


def test_nobody_can_win() -> None:
    """Nothing falls in a round: it is not said that a side is ahead."""
    text = FIGHT.replace("constitution: 400", "constitution: 90000").replace("constitution: 120", "constitution: 90000")
    found = simulate(loads(text), 5, seed=1, max_rounds=1)
    assert Balance(found, "crew", (), 0).verdict.startswith("Most likely it does not end: 100% of the time, ")


def test_more_trials_where_a_loop_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Left to itself it plays 20,000 trials where they are compiled, else 500; policies are looked at first."""
    monkeypatch.setattr(balancing, "COMPILED", (450, 10, 20))
    monkeypatch.setattr(balancing, "PLAYED", (30, 10, 20))
    found = balance(loads(FIGHT), seed=3).estimate
    assert (found.trials, found.way) == (450, "compiled loop")
    monkeypatch.setattr("certamen.sim.simulate.no_compiler", lambda: "no compiler here")
    found = balance(loads(FIGHT), seed=3).estimate
    assert (found.trials, found.way) == (30, "contest")
    with pytest.raises(EncounterError, match="no policy cunning"):
        balance(loads(FIGHT), policies={"crew": "cunning"})


def test_interrupted_there_is_no_page(monkeypatch: pytest.MonkeyPatch, found: Balance) -> None:
    """Ctrl-C, which `simulate` and `compare` answer with what there is, ends a balance at once."""
    half = replace(found.estimate, complete=False)
    monkeypatch.setattr(balancing, "simulate", lambda *_, **__: half)
    with pytest.raises(KeyboardInterrupt):
        balance(loads(FIGHT), 20, seed=3)
    monkeypatch.undo()
    told = replace(compare(loads(FIGHT), loads(FIGHT), 5, seed=1), complete=False)
    monkeypatch.setattr("certamen.advice.levers.compare", lambda *_, **__: told)
    with pytest.raises(KeyboardInterrupt):
        balance(loads(FIGHT), 20, seed=3)


def test_template_is_in_the_package() -> None:
    assert Path("src/certamen/advice/balance.html").read_text(encoding="utf-8").count("$title") == 2
