"""A whole fight in each ruleset, from the invitation to the printed log, by a game master and two players."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Come, shot
from tests.browser.fights import FIGHTS, REST, fight, words
from tests.browser.house import House
from tests.browser.people import GameMaster, Person, Player, settled

MOST_DECISIONS = 60
IDS = {"Jack": "jack", "Anna": "anna", "Thug": "thug", "Canary": "ghost"}
CANARY = re.compile(".{0,200}(?:canary|ghost).{0,40}", re.IGNORECASE)
BEGINNER = {"samsara": "jack"}
REACTIONS = ("dualaction", "striker")
"""Where the thug's first move lets a player re-act. Elsewhere there are shifts, or the game master's word."""


class Table:
    """A table with all who sit there, and what each player's browser was sent."""

    def __init__(self, come: Come, house: House, ruleset: str) -> None:
        self.ruleset = ruleset
        self.gm = GameMaster(come())
        self.gm.open(house.url, fight(ruleset))
        self.peter, self.mary = Player(come(phone=True)), Player(come())
        self.sent = [*map(listening, (self.peter.page, self.mary.page))]
        self.peter.join(self.gm.invite("Peter", "Jack"))
        self.mary.join(self.gm.invite("Mary", "Anna"))
        self.began = False
        self.reacted = 0

    @property
    def people(self) -> tuple[Person, ...]:
        return self.gm, self.peter, self.mary

    @property
    def undo(self) -> Locator:
        """What takes back the last act, where that was one that players hear of."""
        return self.gm.page.get_by_role("button", name=re.compile("^Undo: (?!.*keep)(jack|anna|thug)", re.IGNORECASE))

    def known(self) -> bool:
        """Whether the last act was one that players hear of, and they have heard of it."""
        return self.undo.count() == 1 and not (self.gm.must_decide() and self.gm.who == "Canary")

    def next(self) -> Person | None:
        """Whoever must decide now."""
        return next((one for one in self.people if one.must_decide()), None)

    def decide(self, one: Person) -> None:
        """He does what he would."""
        who = IDS.get(one.who, "gm")
        if {"let-pass", "decline"} & {*one.verbs()} and one is not self.gm:
            self.reacted += 1
            one.reacts()
            return
        one.decides(*words(self.ruleset, who, first=not self.began))
        self.began = self.began or who == BEGINNER.get(self.ruleset, "thug")

    def play(self, until: Callable[[], bool], most: int = MOST_DECISIONS) -> None:
        """All do what they would until it is so."""
        for _ in range(most):
            settled(self.gm.page, lambda: until() or self.next() is not None)
            if until():
                return
            one = self.next()
            assert one is not None, [one.page.title() for one in self.people]
            self.decide(one)
        raise AssertionError(f"not after {most} decisions: {[one.page.title() for one in self.people]}")


def listening(page: Page) -> list[str]:
    """All that a browser is sent from now on, by sockets and otherwise."""
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda text: sent.append(str(text))))
    return sent


@pytest.mark.parametrize("ruleset", FIGHTS)
def test_a_whole_fight(own_house: House, come: Come, ruleset: str) -> None:
    """With reactions, a hidden enemy, undo, overrulings, a reload in mid-decision, the server killed in mid-fight."""
    table = Table(come, own_house, ruleset)
    gm, peter, mary = table.gm, table.peter, table.mary
    has_reacted = ruleset not in REACTIONS
    table.play(lambda: peter.must_decide() and (has_reacted or table.reacted > 0))
    shot(gm.page, f"{ruleset}-gm")
    shot(peter.page, f"{ruleset}-phone")
    shot(mary.page, f"{ruleset}-desk")
    table.play(table.known)
    undo_and_redo(table)
    table.play(peter.must_decide)
    reload_in_mid_decision(peter)
    table.play(lambda: mary.must_decide() and "keep" not in mary.verbs())
    kill_in_mid_fight(table, own_house)
    for sent in table.sent:
        assert sent
        assert CANARY.findall("".join(sent)) == []
    overrule(table)
    table.play(lambda: all(one.over() for one in table.people))
    assert mary.page.get_by_text("Crew won").count()
    print_log(mary, ruleset)


def undo_and_redo(table: Table) -> None:
    """The game master takes an act back, and does it again; the players' logs say so."""
    words = table.undo.inner_text().partition(": ")[2]
    redo = table.gm.page.get_by_role("button", name=f"Redo: {words}")
    for _ in range(3):  # refused as stale where something reached the page at that moment
        table.undo.click()
        if settled(table.gm.page, lambda: redo.count() == 1, 3):
            break
    table.mary.reads("taken back")
    redo.click()
    expect(table.mary.log.get_by_text("taken back")).to_have_count(0)


def reload_in_mid_decision(one: Person) -> None:
    """What is asked is asked again, and what was being typed is still there."""
    who = one.who
    one.page.locator("#words").fill("atta")
    one.page.reload()
    assert settled(one.page, one.must_decide)
    assert one.who == who
    expect(one.page.locator("#words")).to_have_value("atta")
    one.page.locator("#words").fill("")


def kill_in_mid_fight(table: Table, house: House) -> None:
    """What is done while the server is away is kept, shown, and done once when it is back."""
    mary, gm = table.mary, table.gm
    mary.raise_asked()
    before = gm.entries()
    house.kill()
    expect(mary.page.get_by_text("Not connected")).to_be_visible()
    mary.page.locator("#words").fill(next(word for word in REST if word in mary.verbs()))
    mary.page.locator("#words").press("Enter")
    expect(mary.page.get_by_text("Kept, and sent when the connection is back")).to_be_visible()
    house.start()
    for one in table.people:
        expect(one.page.get_by_text("Not connected")).to_have_count(0)
    expect(mary.page.get_by_text("Kept, and sent")).to_have_count(0)
    assert settled(gm.page, lambda: gm.entries() > before)
    expect(mary.page.get_by_text("was not done")).to_have_count(0)


def overrule(table: Table) -> None:
    """The game master shows the one who hides, takes one enemy out of it and leaves the other hardly anything."""
    gm = table.gm
    gm.chooses("Canary")
    gm.press("Reveal", gm.tab("Figures"))
    for player in (table.peter, table.mary):
        expect(player.page.get_by_text("Canary").first).to_be_attached()
    for enemy in ("Thug", "Canary"):
        gm.chooses(enemy)
        figures = gm.tab("Figures")
        figures.get_by_label("Status").select_option("dead")
        gm.press("Set status", figures)
        expect(gm.log.get_by_text(enemy).first).to_be_attached()


def print_log(one: Person, ruleset: str) -> None:
    """The log on paper: all of it, and nothing to press."""
    page = one.page
    page.get_by_role("link", name="Print or save").first.click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_text(re.compile(r"\d+ of \d+ entries"))).to_be_visible()
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    shot(page, f"{ruleset}-log")
    assert page.pdf().startswith(b"%PDF")
