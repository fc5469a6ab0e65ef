"""Forms of acts and words for them: what is written is kept until it is done, what is refused is told beside it."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import Come, shot
from tests.browser.fights import fight
from tests.browser.house import House
from tests.browser.people import GameMaster, Player, settled

STARSLINGER = Path("examples/starslinger/vault.yaml")


def test_a_post_is_kept_over_a_reload_until_it_is_sent(come: Come, house: House) -> None:
    """On the thread the text is open to write in; what was written stands there again, and goes with its act."""
    gm = GameMaster(come())
    gm.open(house.url, STARSLINGER.read_text(encoding="utf-8"))
    page = gm.page
    page.goto(f"{house.url}/t/{gm.table}/thread")
    chosen(page, "post")
    page.get_by_label("What is said with it").fill("The vault lies open.")
    page.reload()
    chosen(page, "post")
    expect(page.get_by_label("What is said with it")).to_have_value("The vault lies open.")
    shot(page, "thread-draft")
    page.locator("form.offer button.main").click()
    expect(page.get_by_text("The vault lies open.").first).to_be_visible()
    assert page.evaluate("Object.keys(localStorage).filter((name) => name.includes(':draft:'))") == []


def test_the_words_of_an_act_are_kept_too(come: Come, house: House) -> None:
    """As what a deed is meant to do; no other act takes them over."""
    gm = GameMaster(come())
    gm.open(house.url, fight("starslinger"))
    page = gm.page
    chosen(page, "deed")
    words = page.locator("form.offer textarea").first
    words.fill("Swing from the lamp.")
    page.reload()
    chosen(page, "deed")
    expect(words).to_have_value("Swing from the lamp.")
    page.get_by_role("button", name="Back", exact=True).click()
    chosen(page, "end")
    expect(page.locator("form.offer textarea").first).to_have_value("")


def test_words_that_name_nothing_are_told_beside_them(come: Come, house: House) -> None:
    """Not over the page; when others go on meanwhile neither, nor once a verb is chosen."""
    gm = GameMaster(come())
    gm.open(house.url, fight("dualaction"))
    box = gm.page.locator("#words")
    box.fill("dance")
    box.press("Enter")
    told = gm.page.get_by_role("alert").filter(has_text="there is no dance now")
    expect(gm.asked.get_by_role("alert")).to_contain_text("there is no dance now")
    gm.press(re.compile("^Default: "))
    expect(told).to_have_count(1)
    expect(gm.page.get_by_role("button", name="Let it be")).to_have_count(0)
    box.fill("")
    expect(told).to_have_count(0)


def test_what_is_missing_is_in_sight_on_a_phone(come: Come, house: House) -> None:
    """The choice that has the focus and what it lacks do not lie under the buttons at the foot (WCAG 2.4.11)."""
    gm = GameMaster(come(phone=True))
    gm.open(house.url, fight("starslinger"))
    gm.raise_asked()
    chosen(gm.page, "deed")
    form = gm.page.locator("form.offer")
    form.get_by_text("Needs a roll").click()
    form.locator("button.main").click()
    told = form.locator("fieldset .bad").first
    expect(told).to_have_text("Choose: reason.")
    seen = """one => { const {x, y, width, height} = one.getBoundingClientRect();
              return one.contains(document.elementFromPoint(x + width / 2, y + height / 2)); }"""
    assert told.evaluate(seen)
    shot(gm.page, "form-missing-phone")
    while form.locator(":focus").count():
        assert form.locator(":focus").evaluate(seen)
        gm.page.keyboard.press("Tab")


def chosen(page: Page, verb: str) -> None:
    """Open the form of a verb."""
    page.locator(f".asked .verb[data-verb={verb}]").click()
    expect(page.locator("form.offer")).to_be_visible()


def test_a_revoked_seat_is_called_no_more(come: Come, house: House) -> None:
    """Neither by the title of the tab nor by what is said aloud."""
    gm, player = GameMaster(come()), Player(come())
    gm.open(house.url, fight("dualaction"))
    player.join(gm.invite("Peter", "Jack", "Anna"))
    while not settled(player.page, player.must_decide, 1):
        gm.decides("end")
    called = player.page.get_by_role("alert").filter(has_text="Your decision")
    expect(called).to_have_count(1)
    seats = gm.tab("Seats")
    gm.press("Change the seat of Peter", seats)
    gm.press("Revoke", seats)
    expect(player.page.get_by_role("heading", name="You are not at this table")).to_be_visible()
    expect(player.page).to_have_title(re.compile("^Not at this table"))
    expect(called).to_have_count(0)
