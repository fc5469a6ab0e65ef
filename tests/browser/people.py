"""Who sits at a table in the tests: what they do with the page, by the names that they read or hear on it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

PATIENCE = 20


class Person:
    """Somebody at a table."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.table = ""

    def press(self, name: str | re.Pattern[str], within: Locator | None = None) -> None:
        """Press the first button of this name."""
        (within or self.page).get_by_role("button", name=name).first.click()

    @property
    def asked(self) -> Locator:
        """Where what is asked stands."""
        return self.page.get_by_role("region", name="What is asked")

    def must_decide(self) -> bool:
        """Whether something waits for this seat: told by the title of the tab."""
        return self.page.title().startswith("● ")

    @property
    def who(self) -> str:
        """The name of whom is asked; "" when nobody is any more."""
        self.raise_asked()
        return str(self.page.evaluate("document.querySelector('#asked .who')?.textContent.trim() ?? ''"))

    def verbs(self) -> list[str]:
        """What may be done now."""
        self.raise_asked()
        found: list[str] = self.asked.locator(".asked .verb").evaluate_all("all => all.map(one => one.dataset.verb)")
        return found

    def decides(self, *words: str) -> str:
        """Do the first of these that the table takes, in words as at a terminal; gives it. Raises where none is.

        "" where nothing is asked any more: it was over before this page had heard of it.
        """
        verbs, before = self.verbs(), self.asked_now()
        for one in words:
            if one.split()[0] in verbs and self.says(one):
                settled(self.page, lambda: self.asked_now() != before, 2)
                return one
        if not self.must_decide():
            return ""
        raise AssertionError(f"{self.page.title()}: none of {words} among {verbs}")

    def says(self, words: str) -> bool:
        """Type what to do, and say whether the table took it."""
        box, before = self.page.locator("#words"), self.entries()
        box.fill(words)
        box.press("Enter")
        held = self.page.get_by_role("button", name="Let it be")
        refused = self.asked.get_by_role("alert").or_(held)
        gone = "[...document.querySelectorAll('#words')].every((box) => box.value === '')"
        settled(self.page, lambda: self.page.evaluate(gone) or refused.count() > 0 or self.entries() > before)
        done = refused.count() == 0
        for one in held.all():  # what was asked was over before the words came
            one.click()
        if (done or not self.asked.get_by_role("alert").count()) and box.count():
            box.fill("")
        return done

    def entries(self) -> int:
        """How many entries the log shows."""
        return self.log.locator("li").count()

    def asked_now(self) -> str:
        """What is asked, and how long the log is: it differs when something was done."""
        told = "document.querySelector('#asked')?.textContent + document.querySelectorAll('#log-items li').length"
        return f"{self.page.title()} {self.page.evaluate(told)}"

    def reacts(self) -> None:
        """Answer by the first thing that may be done, in its form, with the first choices."""
        before = self.asked_now()
        self.raise_asked()
        self.asked.locator(".asked .verb").first.click()
        form = self.asked.locator("form.offer")
        for group in form.locator("fieldset").all():
            if group.locator("input:checked").count() == 0 and group.locator("input").count():
                group.locator("input").first.check()
        form.locator("button.main").click()
        settled(self.page, lambda: self.asked_now() != before, 2)

    def raise_asked(self) -> None:
        """On a phone what is asked is a sheet at the foot: bring it up."""
        grip = self.page.locator("button[aria-controls=ask-body]")
        if grip.is_visible() and grip.get_attribute("aria-expanded") == "false":
            grip.click()

    def reads(self, text: str | re.Pattern[str]) -> None:
        """The log has an entry with this text."""
        expect(self.log.get_by_text(text).first).to_be_attached()

    @property
    def log(self) -> Locator:
        """The log."""
        return self.page.locator("#log-items")

    def over(self) -> bool:
        """Whether it is over for this seat."""
        return self.page.get_by_role("link", name="Watch it again").count() > 0


class Player(Person):
    """A player, or a spectator."""

    def join(self, link: str) -> None:
        """Open a link; the seat is taken when the page has asked."""
        self.page.goto(link)
        self.press("Take this seat")
        self.page.wait_for_url(re.compile(r"/t/[^/]+"))
        self.table = self.page.url.split("/t/")[1].split("/")[0]


class GameMaster(Person):
    """The game master."""

    def open(self, url: str, yaml: str) -> None:
        """Open a table with an encounter of one's own, pasted."""
        self.page.goto(url)
        self.page.get_by_label("The text of the encounter").fill(yaml)
        self.press("Open a table with it")
        self.page.wait_for_url(re.compile(r"/t/[^/]+"))
        self.table = self.page.url.split("/t/")[1]
        expect(self.page.get_by_role("navigation", name="Turn order")).to_be_visible()

    def tab(self, name: str) -> Locator:
        """A tab of the game master's panel, in front."""
        part = self.page.get_by_role("navigation", name="Parts of the table").get_by_role("button", name="Rule")
        if part.is_visible():
            part.click()
        panel = self.page.get_by_role("complementary", name="Game master")
        panel.get_by_role("tab", name=re.compile(f"^{name}")).click()
        return panel.get_by_role("tabpanel")

    def invite(self, name: str, *characters: str, kind: str = "player") -> str:
        """The link of a new seat."""
        seats = self.tab("Seats")
        seats.get_by_label("For a").select_option(label=kind)
        for one in characters:
            seats.get_by_role("checkbox", name=one).check()
        seats.get_by_label("Name").last.fill(name)
        self.press("Make the link", seats)
        return self._link(name)

    def _link(self, name: str) -> str:
        shown = self.page.get_by_role("region", name=f"The link for {name}")
        link = shown.get_by_label("Link").input_value()
        expect(shown.get_by_role("img", name=f"QR code of the link for {name}")).to_be_visible()
        self.press("Done", shown)
        return link

    def chooses(self, who: str) -> None:
        """Choose one figure, for what is overruled next."""
        figures = self.tab("Figures")
        for box in figures.locator(".list").get_by_role("checkbox", checked=True).all():
            box.uncheck()
        figures.locator(".list").get_by_role("checkbox", name=re.compile(f"^{who}")).check()


def settled(page: Page, done: Callable[[], bool], seconds: float = PATIENCE) -> bool:
    """Wait until something is so, and say whether it came to be."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if done():
            return True
        page.wait_for_timeout(50)
    return done()
