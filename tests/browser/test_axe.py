"""axe finds nothing serious on any page: light and dark, phone and desktop. Nor does any page scroll sideways.

Every day each page is looked at in two of the four ways; in all four by `make soak`.
"""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import PATIENCE, Come, shot
from tests.browser.fights import fight
from tests.browser.house import House
from tests.browser.people import GameMaster, Player
from tests.conftest import SOAK

WAYS = [(False, False), (True, True), *([(False, True), (True, False)] if SOAK else [])]
OPTIONS = {"resultTypes": ["violations"], "rules": {"label-content-name-mismatch": {"enabled": True}}}
BAD = ("serious", "critical")
TABS = ("Waiting", "Figures", "Turns", "Checks", "Seats", "Table")

way = pytest.mark.parametrize(("phone", "dark"), WAYS, ids=lambda on: "yes" if on else "no")


def look(page: Page, name: str) -> None:
    """Nothing serious is wrong with the page as it stands, and it fits its width."""
    shot(page, name)
    found = Axe().run(page, options=OPTIONS).response["violations"]
    bad = [one for one in found if one["impact"] in BAD]
    told = [(one["id"], one["help"], [node["html"][:200] for node in one["nodes"]][:3]) for one in bad]
    assert told == [], f"{name}: {json.dumps(told, indent=1)}"
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{name} scrolls sideways by {wide} pixels"


@way
def test_pages_before_a_table(come: Come, house: House, phone: bool, dark: bool) -> None:
    """Start, the form, maps, the check of dice, a link that is wrong, a page that is not there."""
    page = come(phone=phone, dark=dark)
    for path, heading in (
        ("/", "Certamen referees"),
        ("/new", ""),
        ("/maps", ""),
        ("/verify", ""),
        ("/join", "opens no seat"),
        ("/t/0000000000000000", "not at this table"),
    ):
        page.goto(house.url + path)
        expect(page.get_by_role("heading", name=heading).first).to_be_visible()
        page.wait_for_load_state("networkidle")
        look(page, f"page{path.replace('/', '-')}-{'phone' if phone else 'desk'}-{'dark' if dark else 'light'}")


@way
@pytest.mark.parametrize("ruleset", ["striker", "starcluster"])
def test_pages_of_a_table(come: Come, house: House, ruleset: str, phone: bool, dark: bool) -> None:
    """The game master's with all tabs and dialogs, a player's, the big screen's, and all that looks back or ahead."""
    how = f"{ruleset}-{'phone' if phone else 'desk'}-{'dark' if dark else 'light'}"
    gm = GameMaster(come(phone=phone, dark=dark))
    gm.open(house.url, fight(ruleset))
    while gm.who == "Canary":  # till one who hides has had his turn, others see nothing yet
        gm.decides("end", "keep")
    link = gm.invite("Peter", "Jack")
    for tab in TABS:
        gm.tab(tab)
        look(gm.page, f"gm-{tab.lower()}-{how}")
    gm.page.keyboard.press("?")
    expect(gm.page.get_by_role("dialog")).to_be_visible()
    look(gm.page, f"keys-{how}")
    gm.page.keyboard.press("Escape")

    player = Player(come(phone=phone, dark=dark))
    player.page.goto(link)
    expect(player.page.get_by_role("button", name="Take this seat")).to_be_visible()
    look(player.page, f"join-{how}")
    player.join(link)
    expect(player.page.get_by_role("navigation", name="Turn order")).to_be_visible(timeout=PATIENCE)
    look(player.page, f"player-{how}")
    look_at_parts(player.page, how)
    for part in ("screen", "replay", "prepare", "thread", "log"):
        gm.page.goto(f"{house.url}/t/{gm.table}/{part}")
        gm.page.wait_for_load_state("networkidle")
        expect(gm.page.get_by_text("A fight at the").first).to_be_attached()
        look(gm.page, f"{part}-{how}")


def look_at_parts(page: Page, how: str) -> None:
    """The parts that a phone shows one at a time, and the reckoning of an entry of the log."""
    bar = page.get_by_role("navigation", name="Parts of the table")
    if bar.is_visible():
        for name in ("Sheet", "Log"):
            bar.get_by_role("button", name=name).click()
            look(page, f"player-{name.lower()}-{how}")
    page.locator("#log-items").get_by_role("button", name="Why?").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    look(page, f"why-{how}")
    page.keyboard.press("Escape")
