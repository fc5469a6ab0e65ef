"""The map in a real browser: chosen on by tap, keys, drag and list; overruled by the game master; a door; axe."""

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Come, shot
from tests.browser.house import House
from tests.browser.people import GameMaster, Player

FIGHT = """\
certamen: 1
ruleset: dualaction
title: At the gate
scene:
  width: 12
  height: 8
  walls: [{line: "6,0 6,3"}, {line: "6,5 6,8"}, {line: "2,6 5,6", low: true}]
  doors: [{id: gate, line: "6,3 6,5"}, {id: vault, line: "9,0 9,1", locked: true}]
  covers: [{name: crates, box: "8,5 9,7"}]
  rough: [{name: mud, box: "3,1 5,3"}, {name: pit, box: "10,6 12,8", factor: 0}]
  exits: [{name: stairs, box: "0,0 1,2"}]
participants:
  - {id: ann, name: Ann Bo, side: crew, player: Peter, at: "4,4", sheet: {hp: 10, agility: 6}}
  - {id: thug, name: Thug 1, side: gang, at: "8,4", sheet: {hp: 10, agility: 1}}
  - {id: ghost, name: Canary, side: gang, hidden: true, at: "1,6", sheet: {hp: 10}}
"""


def gm_at(come: Come, house: House, **how: Any) -> GameMaster:
    """A game master at the gate; it is Ann's turn."""
    gm = GameMaster(come(**how))
    gm.open(house.url, FIGHT)
    expect(the_map(gm.page)).to_be_visible()
    while gm.who != "Ann Bo":
        gm.decides("end")
    return gm


def the_map(page: Page) -> Locator:
    return page.get_by_role("application", name="Map")


def token(page: Page, who: str) -> Locator:
    return the_map(page).locator(f"[data-who={who}] .body")


def middle(of: Locator) -> tuple[float, float]:
    box = of.bounding_box()
    assert box is not None  # it is shown
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def cell(page: Page) -> float:
    """How many pixels a cell of the map is wide."""
    (ax, _), (bx, _) = middle(token(page, "ann")), middle(token(page, "thug"))
    return (bx - ax) / 4


def opens(page: Page, verb: str) -> Locator:
    """The form of what one may do; where one does."""
    grip = page.locator("button[aria-controls=ask-body]")
    if grip.is_visible() and grip.get_attribute("aria-expanded") == "false":
        grip.click()
    page.locator(f"#ask .asked [data-verb={verb}]").click()
    expect(page.locator("form.offer")).to_be_visible()
    page.wait_for_timeout(300)  # the map makes room for the form
    return page.locator("form.offer")


def place_of(page: Page, who: str) -> Locator:
    """Where one stands, as the list tells it."""
    return page.get_by_role("row").filter(has=page.get_by_role("button", name=who)).get_by_role("cell").first


def test_a_place_is_chosen_by_tap_by_drag_by_keys_and_in_the_list(come: Come, house: House) -> None:
    page = gm_at(come, house).page
    form = opens(page, "move")
    wanted = form.get_by_role("combobox")
    (x, y), wide = middle(token(page, "ann")), cell(page)
    page.mouse.click(x - wide, y)
    expect(wanted).to_have_value("3,4")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - wide, y - wide, steps=4)
    page.mouse.up()
    expect(wanted).to_have_value("3,3")
    the_map(page).focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    expect(wanted).to_have_value("2,5")
    shot(page, "map-choosing")
    page.get_by_role("toolbar", name="Map").get_by_role("button", name="List").click()
    page.get_by_label("Only those with").fill("4,5")
    page.get_by_role("button", name=re.compile(r"^4,5")).click()
    expect(wanted).to_have_value("4,5")
    form.locator("button.main").click()
    expect(place_of(page, "Ann Bo")).to_have_text("4,5")


def test_the_game_master_puts_people_elsewhere(come: Come, house: House) -> None:
    """By dragging; by a button and a tap; by typing in the list. A player sees it, and whom he may know alone."""
    gm = gm_at(come, house)
    page = gm.page
    player = Player(come(phone=True))
    player.join(gm.invite("Peter", "Ann Bo"))
    expect(token(player.page, "thug")).to_be_visible()
    assert "Canary" not in player.page.content()
    (x, y), wide = middle(token(page, "thug")), cell(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + wide, y + wide, steps=4)
    page.mouse.up()
    gm.reads("Thug 1")
    token(page, "thug").click()
    page.get_by_role("button", name="Put Thug 1 elsewhere").click()
    the_map(page).focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    listed(page)
    expect(place_of(page, "Thug 1")).to_have_text("9,4")
    page.get_by_label("Put Thug 1 at").fill("8,4")
    page.get_by_role("button", name="Put there").last.click()
    expect(place_of(page, "Thug 1")).to_have_text("8,4")
    listed(player.page)
    expect(place_of(player.page, "Thug 1")).to_have_text("8,4")


def listed(page: Page) -> None:
    page.get_by_role("toolbar", name="Map").get_by_role("button", name="List").click()


def test_how_far_and_what_the_ground_is_like(come: Come, house: House) -> None:
    page = gm_at(come, house).page
    token(page, "ann").click()
    expect(the_map(page).get_by_text("4 m …")).to_be_visible()  # the thug, behind the gate
    listed(page)
    rows = page.get_by_role("row").filter(has=page.get_by_role("button", name="Thug 1"))
    expect(rows).to_contain_text("4 m, out of sight")
    for text in ("Door gate: shut", "Door vault: shut and locked", "mud: each metre counts 2", "stairs: way out"):
        expect(page.get_by_role("listitem").filter(has_text=text)).to_be_visible()


def test_a_door_opens(come: Come, house: House) -> None:
    """The ground is another one then, and is fetched again."""
    gm = gm_at(come, house)
    page = gm.page
    expect(the_map(page).locator("[data-door=gate] .inner.open")).to_have_count(0)
    gm.decides("move 5,4")
    gm.decides("door gate")
    expect(the_map(page).locator("[data-door=gate] .inner.open")).to_have_count(1)


@pytest.mark.parametrize(("phone", "dark"), [(False, False), (True, True)])
def test_axe_finds_nothing(come: Come, house: House, phone: bool, dark: bool) -> None:
    """On the map, while a place is chosen, and in the list."""
    page = gm_at(come, house, phone=phone, dark=dark).page
    opens(page, "move")
    shot(page, f"map-{'phone' if phone else 'desk'}")
    found = Axe().run(page)
    listed(page)
    shot(page, f"map-list-{'phone' if phone else 'desk'}")
    for results in (found, Axe().run(page)):
        assert results.violations_count == 0, results.generate_report()
