"""A whole fight by keyboard alone: a table opened, all decisions, a reckoning, an undo, the map, the printed log."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Come
from tests.browser.house import House
from tests.browser.people import GameMaster, settled

FIGHT = """\
certamen: 1
ruleset: dualaction
title: A fight by keys
scene: {width: 8, height: 6}
participants:
  - {id: jack, name: Jack, side: crew, at: "3,3",
     sheet: {hp: 60, agility: 6, skills: {melee: 9}, weapons: [{name: axe, skill: melee, damage: 9-12}]}}
  - {id: thug, name: Thug, side: gang, at: "4,3",
     sheet: {hp: 30, agility: 1, weapons: [{name: club, skill: melee, damage: 1-2}]}}
"""
MOST_STOPS, MOST_TURNS = 90, 40
NOW = """(() => {
  const one = document.activeElement;
  const labels = [...(one?.labels ?? [])].map((label) => label.textContent).join(" ");
  return [one?.getAttribute("aria-label") ?? "", labels, one?.textContent ?? ""].join(" ").replace(/\\s+/g, " ").trim();
})()"""


RING = (
    "(one) => (({ outlineStyle, boxShadow }) => outlineStyle !== 'none' || boxShadow !== 'none')(getComputedStyle(one))"
)


def tab_to(page: Page, name: str) -> None:
    """Press Tab until what is so called has the focus, and it can be seen that it has."""
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        if re.search(name, page.evaluate(NOW)):
            ring = page.evaluate(f"[document.activeElement, document.activeElement.parentElement].map({RING})")
            assert any(ring), f"{page.evaluate(NOW)[:80]} has the focus, and does not show it"
            return
    raise AssertionError(f"Tab never comes to {name}")


def test_a_fight_by_keys(come: Come, house: House) -> None:
    page = come()
    page.goto(house.url)
    expect(page.get_by_label("The text of the encounter")).to_be_visible()
    tab_to(page, "^The text of the encounter")
    page.keyboard.insert_text(FIGHT)
    expect(page.get_by_role("button", name="Open a table with it")).to_be_enabled()
    tab_to(page, "^Open a table with it")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/t/"))
    gm = GameMaster(page)
    assert settled(page, gm.must_decide)

    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("say what to do, in words")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("application", name="Map")).to_be_visible()
    page.keyboard.press("m")
    assert settled(page, lambda: page.evaluate("document.querySelector('#space').contains(document.activeElement)"), 3)

    looked = False
    for _ in range(MOST_TURNS):
        if gm.over():
            break
        hit = gm.who == "Jack" and does(page, gm, "attack thug axe")
        if hit and not looked:
            the_log_by_keys(page, gm)
            looked = True
        assert hit or does(page, gm, "end")
    assert gm.over()
    assert looked
    page.keyboard.press("l")
    page.keyboard.press("Shift+Tab")
    tab_to(page, "^Print or save")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/log$"))
    expect(page.get_by_text(re.compile(r"\d+ of \d+ entries"))).to_be_visible()


def does(page: Page, gm: GameMaster, words: str) -> bool:
    """Say what to do, from wherever the focus is; whether it was done."""
    before = gm.asked_now()
    page.keyboard.press("/")
    expect(page.locator("#words")).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type(words)
    page.keyboard.press("Enter")
    return settled(page, lambda: gm.asked_now() != before, 3)


def the_log_by_keys(page: Page, gm: GameMaster) -> None:
    """The last reckoning opened and closed, the last act taken back and done again."""
    page.keyboard.press("w")
    expect(page.get_by_role("dialog", name="Why?")).to_be_visible()
    page.keyboard.press("Escape")
    entries = gm.entries()
    tab_to(page, "^Undo: ")
    page.keyboard.press("Enter")
    gm.reads("taken back")
    tab_to(page, "^Redo: ")
    page.keyboard.press("Enter")
    expect(gm.log.get_by_text("taken back")).to_have_count(0)
    assert gm.entries() >= entries
